"""Statements that do what belongs together at once: a row of a model as a part of one, a queryset as a condition in it.

A call to a model is brief next to a few dozen round trips to the database, so it makes a handful.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model, QuerySet

_INSERT = 'INSERT INTO "{table}" ({columns}) SELECT {values} FROM {source}'


UNHURRIED = "set_config('synchronous_commit', coalesce(%(commit)s, current_setting('synchronous_commit')), true)"
"""Among what a statement selects: it waits for no disk. A crash of the database, not of a worker, may undo it unless
anything else was committed since; so it is for what can be undone and leaves the limits kept."""


@dataclass(frozen=True, slots=True)
class Part:
    """A named piece of a statement, and the values it goes with."""

    sql: str
    values: dict[str, Any] = field(default_factory=dict)


def said(statement: str, values: dict[str, Any]) -> tuple[Any, ...] | None:
    """Its first row."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        row: tuple[Any, ...] | None = cursor.fetchone()
        return row


def carried_out(statement: str, values: dict[str, Any]) -> int:
    """How many rows it changed."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def unhurried() -> dict[str, Any]:
    """Within somebody's transaction it is as safe as that."""
    return {"commit": None if connection.in_atomic_block else "off"}


def condition(rows: QuerySet[Any], prefix: str) -> Part:
    """That there is such a row. `prefix` keeps its values apart from those of the statement around it."""
    text, given = rows.order_by().values("pk")[:1].query.sql_with_params()
    named = {f"{prefix}_{at}": value for at, value in enumerate(given)}
    return Part(f"EXISTS ({text % tuple(f'%({name})s' for name in named)})", named)


@cache
def _fields(model: type[Model]) -> "tuple[Field[Any, Any], ...]":
    return tuple(each for each in model._meta.concrete_fields if not each.primary_key)


def insertion(row: Model, source: str, instead: dict[str, str] | None = None) -> Part:
    """The row, once for each of `source`; `instead` names columns that come from there. `RETURNING` is left to add."""
    model, instead = type(row), instead or {}
    table, prefix = model._meta.db_table, model._meta.model_name
    columns = [str(each.column) for each in _fields(model)]
    marks = [instead.get(name) or f"%({prefix}_{name})s" for name in columns]
    values = {
        f"{prefix}_{each.column}": each.get_db_prep_save(each.pre_save(row, True), connection)
        for each in _fields(model)
        if each.column not in instead
    }
    quoted = ", ".join(f'"{name}"' for name in columns)
    return Part(_INSERT.format(table=table, columns=quoted, values=", ".join(marks), source=source), values)


def change(model: type[Model], values: Mapping[str, Any]) -> Part:
    """What `SET` takes."""
    of = {each.name: each for each in _fields(model)}
    made = {f"set_{name}": of[name].get_db_prep_save(value, connection) for name, value in values.items()}
    return Part(", ".join(f'"{of[name].column}" = %(set_{name})s' for name in values), made)

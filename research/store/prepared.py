"""Statements whose words stay the same, put together once a process.

Django builds a statement anew each time it is asked. That takes half a millisecond of processor time and more, ten
times what sending it takes, and a step asks some fifty. A function of values says what is asked, in Django's words; it
is called once, with a mark in place of each value, so it may look at none of them, and at no clock but the database's.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any, get_type_hints

from django.db import connection
from django.db.models import DurationField, Expression, QuerySet
from django.db.models.sql import UpdateQuery

Rows = QuerySet[Any, Any]
Converters = dict[int, tuple[list[Any], Any]]
Named = Mapping[str, Any]

_LISTS = {list[str]: "text", list[int]: "bigint"}
"""Parameters of these types are for `__in`."""
_FIELDS = {timedelta: DurationField}
"""Of those that are counted with; others are only compared."""


class _Given(Expression):
    """Stands in a queryset where a value will be."""

    def __init__(self, name: str, kind: Any) -> None:
        super().__init__(_FIELDS[kind]() if kind in _FIELDS else None)
        self.name = name
        self.words = f"(SELECT unnest(%s::{_LISTS[kind]}[]))" if kind in _LISTS else "%s"
        """A list is rows, so that the statement has the same words however long it is."""

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return self.words, [self]


class _Statement:
    """With a name for each value; some come with the words themselves."""

    def __init__(self, text: str, params: Sequence[Any]) -> None:
        names = [each.name if isinstance(each, _Given) else f"fixed_{at}" for at, each in enumerate(params)]
        self._text = text % tuple(f"%({name})s" for name in names)
        told = zip(names, params, strict=True)
        self._fixed = {name: each for name, each in told if not isinstance(each, _Given)}

    def carried_out(self, values: Named) -> Sequence[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(self._text, {**self._fixed, **values})
            told: Sequence[tuple[Any, ...]] = cursor.fetchall()
            return told


def _marks(asked: Callable[..., Any]) -> dict[str, _Given]:
    return {name: _Given(name, kind) for name, kind in get_type_hints(asked).items() if name != "return"}


class Prepared:
    """Of a function that gives a queryset with `values_list`."""

    def __init__(self, rows: Callable[..., Rows]) -> None:
        self._rows = rows

    @cached_property
    def _made(self) -> tuple[list[str], _Statement, Converters]:
        marks = _marks(self._rows)
        compiler = self._rows(**marks).query.get_compiler(connection=connection)
        statement = _Statement(*compiler.as_sql())
        return list(marks), statement, compiler.get_converters([column for column, *_ in compiler.select])

    def __call__(self, *values: Any) -> Sequence[tuple[Any, ...]]:
        names, statement, converters = self._made
        rows = statement.carried_out(dict(zip(names, values, strict=True)))
        return [_converted(row, converters) for row in rows] if converters else rows


def _converted(row: tuple[Any, ...], converters: Converters) -> tuple[Any, ...]:
    told = list(row)
    for at, (steps, column) in converters.items():
        for step in steps:
            told[at] = step(told[at], column, connection)
    return tuple(told)


@dataclass
class PreparedChange:
    """Of a function that gives a queryset and what `update` takes. Each row says the columns in `returning`."""

    change: Callable[..., tuple[Rows, Named]]
    returning: tuple[str, ...] = ("1",)

    @cached_property
    def _made(self) -> tuple[list[str], _Statement]:
        marks = _marks(self.change)
        rows, values = self.change(**marks)
        query: Any = rows.query.chain(UpdateQuery)
        query.add_update_values(values)
        text, params = query.get_compiler(connection=connection).as_sql()
        return list(marks), _Statement(f"{text} RETURNING {', '.join(self.returning)}", params)

    def __call__(self, *values: Any) -> Sequence[tuple[Any, ...]]:
        names, statement = self._made
        return statement.carried_out(dict(zip(names, values, strict=True)))

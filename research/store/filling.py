"""Purses filled and emptied: one statement for all purses of a call, and for what goes with them (P5).

Every statement locks what a task set aside first, then purses in one order. So no two wait crosswise, and what was
found to fit still fits when it is taken.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from research.models import ModelCall, Purse, ResearchTask
from research.store.purses import ASIDE, Draw, calls_of, ledger_sum
from research.store.statements import UNHURRIED, Part, change, insertion, said, unhurried

_FILL = """
    WITH draws AS MATERIALIZED (
        SELECT * FROM unnest(
            %(holders)s::text[], %(units)s::text[], %(amounts)s::numeric[], %(most)s::numeric[], %(covered)s::boolean[]
        ) WITH ORDINALITY AS draw(holder, unit, amount, most, covered, place)
    ), covers AS MATERIALIZED (
        SELECT own.id, own.unit, wish.amount
        FROM research_aside AS own
        JOIN (SELECT DISTINCT unit, amount FROM draws WHERE covered) AS wish ON wish.unit = own.unit
        WHERE own.task_id = %(task)s AND own."left" >= wish.amount
        ORDER BY own.unit FOR NO KEY UPDATE OF own
    ), wanted AS MATERIALIZED (
        SELECT * FROM draws WHERE NOT covered OR unit NOT IN (SELECT unit FROM covers)
    ), found AS MATERIALIZED (
        SELECT purse.id, wanted.amount, wanted.place,
            wanted.most IS NULL OR purse.taken + wanted.amount <= wanted.most AS fits
        FROM research_purse AS purse
        JOIN wanted ON wanted.holder = purse.holder AND wanted.unit = purse.unit
        ORDER BY purse.holder COLLATE "C", purse.unit COLLATE "C" FOR NO KEY UPDATE OF purse
    ), verdict AS MATERIALIZED (
        SELECT count(*) FILTER (WHERE fits) = (SELECT count(*) FROM wanted) AS room FROM found
    ), filled AS (
        UPDATE research_purse AS purse SET taken = purse.taken + found.amount FROM found, verdict
        WHERE purse.id = found.id AND verdict.room
    ), used AS (
        UPDATE research_aside AS own SET "left" = own."left" - covers.amount FROM covers, verdict
        WHERE own.id = covers.id AND verdict.room
    ), held AS MATERIALIZED (
        SELECT coalesce(jsonb_agg(jsonb_build_array(holder, unit, amount::text) ORDER BY holder, unit), '[]') AS said
        FROM (
            SELECT holder, unit, amount FROM wanted UNION ALL SELECT %(aside)s, unit, amount FROM covers
        ) AS parts
    ), made AS (
        {row}
    )
    SELECT
        (SELECT id FROM made),
        (SELECT array_agg(place) FROM wanted WHERE place NOT IN (SELECT place FROM found)),
        (SELECT min(place) FROM found WHERE NOT fits)
"""
"""Found, judged and filled under the same locks: all of them, or none is touched and no row is made."""

_END = """
    WITH mine AS (
        UPDATE research_modelcall SET {change} WHERE id = %(call)s AND state = %(open)s RETURNING id, task_id, held
    ), back AS MATERIALIZED (
        SELECT mine.task_id, part ->> 0 AS holder, part ->> 1 AS unit, (part ->> 2)::numeric - used.amount AS less
        FROM mine, jsonb_array_elements(mine.held) AS part
        JOIN unnest(%(units)s::text[], %(amounts)s::numeric[]) AS used(unit, amount) ON used.unit = part ->> 1
    ), covers AS MATERIALIZED (
        SELECT own.id, back.less FROM research_aside AS own
        JOIN back ON back.holder = %(aside)s AND back.task_id = own.task_id AND back.unit = own.unit
        ORDER BY own.unit FOR NO KEY UPDATE OF own
    ), found AS MATERIALIZED (
        SELECT purse.id, back.less FROM research_purse AS purse
        JOIN back ON back.holder = purse.holder AND back.unit = purse.unit
        WHERE (SELECT count(*) FROM covers) >= 0
        ORDER BY purse.holder COLLATE "C", purse.unit COLLATE "C" FOR NO KEY UPDATE OF purse
    ), given AS (
        UPDATE research_purse AS purse SET taken = purse.taken - found.less FROM found WHERE purse.id = found.id
    ), freed AS (
        UPDATE research_aside AS own SET "left" = greatest(own."left" + covers.less, 0) FROM covers
        WHERE own.id = covers.id
    ){more}
    SELECT (SELECT id FROM mine), {unhurried}
"""
"""A reservation is on the disk before its call goes out; how it ended needn't wait for that: lost with the database, it
counts at its worst case, and its answer is asked for again."""


@dataclass(frozen=True, slots=True)
class Filled:
    row: int | None
    """Of the ledger, where one was to be written."""
    refused: Draw | None
    """The one that has no room; then nothing was taken, and nothing written."""


def fill(draws: Sequence[Draw], task: ResearchTask | None, row: ModelCall | None = None) -> Filled:
    """Takes all, and writes the row of the ledger that says from where it was taken; or does neither. Without a task
    the row names the workspace."""
    made = _written(row)
    told = _FILL.format(row=made.sql)
    values = _of(draws) | {"task": task.pk if task else None, "aside": ASIDE} | made.values
    found = said(told, values)
    if found and found[1]:
        for place in found[1]:
            _open(draws[place - 1], task, row)
        found = said(told, values)
    if found is None or found[1]:
        raise RuntimeError(f"a purse went away while a call was to be paid from it: {task or row}")
    return Filled(found[0], draws[found[2] - 1] if found[2] else None)


def _written(row: ModelCall | None) -> Part:
    if row is None:
        return Part("SELECT NULL::bigint AS id")
    made = insertion(row, "held, verdict WHERE verdict.room", {"held": "held.said"})
    return Part(f"{made.sql} RETURNING id", made.values)


def _of(draws: Sequence[Draw]) -> dict[str, Any]:
    return {
        "holders": [each.holder for each in draws],
        "units": [each.unit for each in draws],
        "amounts": [each.amount for each in draws],
        "most": [each.most for each in draws],
        "covered": [each.covered for each in draws],
    }


def _open(draw: Draw, task: ResearchTask | None, call: ModelCall | None) -> None:
    """With what the ledger holds already: a task may be older than its purse. Of two that open it, one does."""
    payer = task or call
    if payer is None:
        raise ValueError("nobody pays")
    mine = None if draw.holder.startswith("W-") else task
    row = Purse(
        workspace_id=payer.workspace_id,
        task=mine,
        holder=draw.holder,
        unit=draw.unit,
        taken=ledger_sum(calls_of(draw.holder), draw.unit),
    )
    Purse.objects.bulk_create([row], ignore_conflicts=True)


def end(
    call: ModelCall, fields: Mapping[str, Any], used: Mapping[str, Decimal | None], also: Sequence[Part] = ()
) -> bool:
    """From worst case to what was used; an unknown use keeps the worst case. Once: of a worker and the one that took
    over, the first counts. `also` is written in any case: what came back is kept whoever settled it."""
    known = {unit: amount for unit, amount in used.items() if amount is not None}
    changed = change(ModelCall, fields)
    more = "".join(f", also_{at} AS ({part.sql})" for at, part in enumerate(also))
    values = unhurried() | {
        "call": call.pk,
        "open": ModelCall.State.RESERVED.value,
        "aside": ASIDE,
        "units": list(known),
        "amounts": list(known.values()),
    }
    for part in (changed, *also):
        values |= part.values
    found = said(_END.format(change=changed.sql, more=more, unhurried=UNHURRIED), values)
    return found is not None and found[0] is not None

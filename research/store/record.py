"""Events into rows: one writer for each kind that leaves one, in the order they happened.

Saves inside the caller's transaction; takes no decision, sends nothing.
"""

from collections.abc import Callable, Sequence
from typing import Any

from research.engine.events import VERSION, Event
from research.models import Lease, ResearchTask
from research.store import clue_rows, report_rows, search_rows
from research.store.entries import payload_of
from research.store.scrubbing import storable_json
from research.store.statements import said

Writer = Callable[[ResearchTask, int, Any], None]
WRITERS: dict[str, Writer] = {**search_rows.WRITERS, **report_rows.WRITERS, **clue_rows.WRITERS}


Line = tuple[str, Any]
"""Of the journal: its kind, and what it tells as JSON."""

_APPEND = """
    WITH taken AS (
        UPDATE research_lease SET last_seq = last_seq + %(lines)s WHERE task_id = %(task)s RETURNING last_seq
    ), written AS (
        INSERT INTO research_entry (task_id, seq, step, kind, payload, v)
        SELECT %(task)s, taken.last_seq - %(lines)s + line.place, %(step)s, line.kind, line.payload, %(v)s
        FROM taken, unnest(%(kinds)s::text[], %(payloads)s::jsonb[]) WITH ORDINALITY AS line(kind, payload, place)
    )
    SELECT last_seq FROM taken
"""


def record(task: ResearchTask, step: int, events: Sequence[Event], told: Sequence[Line] = ()) -> int:
    """All rows of one step, and lines of the journal that no event makes; gives the number of the last entry."""
    for event in events:
        if writer := WRITERS.get(type(event).__name__):
            writer(task, step, event)
    return journal(task, step, [*((type(event).__name__, payload_of(event)) for event in events), *told])


def journal(task: ResearchTask, step: int, lines: Sequence[Line]) -> int:
    """Append lines. The number is taken by an UPDATE on the lease row, so numbers commit in order and without gaps."""
    kinds, payloads = [kind for kind, _ in lines], [storable_json(payload) for _, payload in lines]
    values = {"task": task.pk, "step": step, "v": VERSION, "lines": len(lines), "kinds": kinds, "payloads": payloads}
    last = said(_APPEND, values)
    if last is None:
        raise Lease.DoesNotExist(f"task {task.pk} has no lease")
    return int(last[0])

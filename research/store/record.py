"""Events into rows: one writer for each kind that leaves one, in the order they happened.

Saves inside the caller's transaction; takes no decision, sends nothing.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import F

from research.engine.events import VERSION, Event
from research.models import Entry, Lease, ResearchTask
from research.store import clue_rows, report_rows, search_rows
from research.store.entries import payload_of

Writer = Callable[[ResearchTask, int, Any], None]
WRITERS: dict[str, Writer] = {**search_rows.WRITERS, **report_rows.WRITERS, **clue_rows.WRITERS}


def record(task: ResearchTask, step: int, events: Sequence[Event]) -> int:
    """All rows of one step; gives the number of the last journal entry."""
    for event in events:
        if writer := WRITERS.get(type(event).__name__):
            writer(task, step, event)
    return journal(task, step, [(type(event).__name__, payload_of(event)) for event in events])


def journal(task: ResearchTask, step: int, lines: Sequence[tuple[str, Any]]) -> int:
    """Append lines. The number is taken by an UPDATE on the lease row, so numbers commit in order and without gaps."""
    Lease.objects.filter(task=task).update(last_seq=F("last_seq") + len(lines))
    last = Lease.objects.values_list("last_seq", flat=True).get(task=task)
    first = last - len(lines) + 1
    Entry.objects.bulk_create(
        Entry(task=task, seq=seq, step=step, kind=kind, payload=payload, v=VERSION)
        for seq, (kind, payload) in enumerate(lines, start=first)
    )
    return last

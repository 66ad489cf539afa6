"""Rows, statements and the stored state over five hundred steps: each step writes what it did, and no more for being
late. The bound is equality: two steps that did the same wrote as many rows, with as many statements (R106)."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection

from memory.models import Notebook, Part
from research.engine.events import VERSION, Event, PagesRead, Reached
from research.management.measure.figures import owned
from research.models import Blob, ResearchTask, Source
from research.store.payloads import dumped
from research.store.record import record
from research.terms import Query
from tests.builders import NOW, Leaf, SaidExecutor, World, leaf
from tests.engine.test_thousand_steps import EndlessShelf, _Remembering, long_task
from tests.research.test_store import task as a_task_with_a_page

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
read = a_task_with_a_page
FIRST, LAST = 10, 500
FULL = 50
"""The step by which the caps of the memory are reached."""
WINDOW = 90
"""Steps: a report that is compressed when it is full swings within them."""
KINDS = 12
"""Ways to spend a step, in this script; that there are few makes the equality say something."""
Did = tuple[tuple[str, int], ...]


def _did(events: Sequence[Event]) -> Did:
    """Each event's kind, and how much it brought of what has rows of its own."""
    return tuple((type(event).__name__, _many(event)) for event in events)


def _many(event: object) -> int:
    kept = ("mind", "report", "digests", "working", "goals")  # as large as memory is, and in no row of their own
    if not is_dataclass(event):
        return 0
    values = [getattr(event, each.name) for each in fields(event) if each.name not in kept]
    return sum(len(value) for value in values if isinstance(value, tuple))


def _rows(task: ResearchTask) -> int:
    """Of everything that belongs to the task; parts of snapshots are shared, and counted apart."""
    return sum(each.related_model.objects.filter(**{each.field.name: task}).count() for each in owned(task))


class Touched:
    """Statements, and the rows that they read, wrote or changed."""

    def __init__(self) -> None:
        self.statements = self.rows = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        done = execute(sql, params, many, context)
        self.statements += 1
        self.rows += max(0, context["cursor"].rowcount)
        return done


def _shelved(task: ResearchTask, events: Sequence[Event]) -> None:
    """The pages that the shelf invents, as the library would have stored them before the step is recorded."""
    raw, _ = Blob.objects.get_or_create(sha256="0" * 64, defaults={"size": 1, "body": b"x"})
    for page in (page for event in events if isinstance(event, PagesRead) for page in event.sources):
        fields = {"url": page.url, "title": page.title, "publisher": page.publisher, "credibility": page.credibility}
        stored = {"fetched": NOW, "content_type": "text/html", "text": "", "text_sha256": "0" * 64, "raw": raw}
        Source.objects.get_or_create(workspace=task.workspace, key=page.key, defaults={**fields, **stored})


def _labelled(event: Event) -> Event:
    """The scripted shelf leaves out when it was asked and how far it is to be trusted; a row can't."""
    if not isinstance(event, Reached):
        return event
    return replace(
        event,
        outcomes=tuple(replace(each, fetched_at=NOW, confidence=1.0, computed="as given") for each in event.outcomes),
    )


def lived(there: World, task: ResearchTask) -> tuple[dict[Did, set[tuple[int, int, int]]], list[int], list[int]]:
    """By what a step did: the rows and statements it took. Also the stored bytes and the new parts of each step."""
    by_doing: dict[Did, set[tuple[int, int, int]]] = defaultdict(set)
    stored, parts, rows, many = [], [], _rows(task), 0
    while there.state.step < LAST:
        step = there.state.step
        events = async_to_sync(there.step)()
        there.happened.clear()
        _shelved(task, events)
        touched = Touched()
        with connection.execute_wrapper(touched):
            record(task, step, [_labelled(event) for event in events])
            body = dumped(there.state)
            Notebook.objects.filter(pk=task.notebook_id).update(body=body, v=VERSION)
        before, rows = rows, _rows(task)
        if step >= FIRST:
            by_doing[_did(events)].add((rows - before, touched.statements, touched.rows))
        then, many = many, Part.objects.filter(notebook=task.notebook_id).count()
        parts.append(many - then)
        stored.append(len(str(body)))
    return by_doing, stored, parts


class Stations(EndlessShelf):
    """Each page is about a place of its own: else any two would contradict each other, and that is a row, too."""

    def _grown(self, asked: Query) -> Leaf:
        name = "".join("bdfgklmn"[int(digit, 8)] + "aeiouaei"[int(digit, 8)] for digit in f"{asked.number:04o}").title()
        page = leaf(f"Page {asked.number:04d}", f"The storage of {name} holds {asked.number:04d} MWh.")
        self.leaves = {page.source.url: page}
        return page


def test_a_step_writes_reads_and_asks_as_much_at_the_end_as_at_the_beginning(read: ResearchTask) -> None:
    there = long_task(SaidExecutor())
    object.__setattr__(there.tools, "library", Stations([]))
    there.box.texts = _Remembering()
    by_doing, stored, parts = lived(there, read)
    grown = {did: costs for did, costs in by_doing.items() if len(costs) > 1}
    assert grown == {}, "two steps that did the same cost the same rows and statements"
    assert sum(len(costs) for costs in by_doing.values()) <= KINDS
    assert there.state.counts.evidence >= there.state.counts.rounds > 100
    early, late = max(stored[FULL : FULL + WINDOW]), max(stored[-WINDOW:])
    assert abs(late - early) <= 0.05 * early, (early, late)
    assert max(parts[-WINDOW:]) <= max(parts[:WINDOW])

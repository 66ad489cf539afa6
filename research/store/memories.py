"""What a task had in mind after any of its steps: the last snapshot before it, and what happened since."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from research.engine.changes import CHANGES, after
from research.engine.events import EVENTS
from research.engine.state import Mind, TaskState
from research.models import Entry, ResearchTask
from research.store.entries import SNAPSHOT, event_of
from research.store.load import first_state
from research.terms import Period

MINDFUL = frozenset(EVENTS) & frozenset(CHANGES) - {"StepEnded", SNAPSHOT}
"""The end of a step moves the phase alone, and from a snapshot on the phase isn't known."""
WHOLE = frozenset({"Remembered", "Digested", "ReportEvolved"})
"""Each puts a part of the mind in the place of what was there, whatever that was: only the last one counts. A goal that
is in work for hundreds of steps has one of each in every round, and they are the long ones."""


@dataclass(frozen=True, slots=True)
class Remembered:
    step: int
    mind: Mind
    tombstones: tuple[str, ...]
    since: int
    """The number of the snapshot that it was told from; 0: from the beginning."""


def remembered(task: ResearchTask, step: int) -> Remembered:
    """As it was when this step was over, the same as the worker had it then.

    A snapshot holds the mind with which its step began, so the whole step is told again; what came before it within the
    step changes nothing that it holds.
    """
    entries = Entry.objects.filter(task=task, step__lte=step, kind__in=EVENTS).select_related("task").order_by("seq")
    taken = entries.filter(kind=SNAPSHOT).last()
    state = _first(task)
    if taken:
        state = replace(state, mind=event_of(taken).mind)  # type: ignore[union-attr]  # its kind says which event it is
    since = entries.filter(step__gte=taken.step) if taken else entries
    state = _lived(state, since.filter(Q(kind__in=MINDFUL - WHOLE) | Q(pk__in=_last_of_each(since))))
    buried = entries.filter(kind="Backtracked").last()
    return Remembered(step, state.mind, _buried(buried), taken.payload["number"] if taken else 0)


def _first(task: ResearchTask) -> TaskState:
    return first_state(task.question, task.language, Period(task.period_start, task.period_end))


def _last_of_each(entries: QuerySet[Entry]) -> list[int]:
    found = (entries.filter(kind=kind).values_list("pk", flat=True).last() for kind in sorted(WHOLE))
    return [pk for pk in found if pk is not None]


def _lived(state: TaskState, entries: Iterable[Entry]) -> TaskState:
    for entry in entries:
        state = after(state, event_of(entry))
    return state


def _buried(last: Entry | None) -> tuple[str, ...]:
    return (*last.payload.get("buried", ()), last.payload["tombstone"]) if last else ()


@dataclass(frozen=True, slots=True)
class Point:
    """A decision point: where a snapshot was taken."""

    number: int
    step: int
    goal: str
    """The question of the goal that was chosen; empty where a branch was left."""


def points(task: ResearchTask, most: int, until: int | None = None) -> list[Point]:
    """The newest, last first; `until` a snapshot's number, those up to it."""
    names = dict(task.goals.values_list("number", "question"))
    rows = Entry.objects.filter(task=task, kind=SNAPSHOT)
    rows = rows if until is None else rows.filter(payload__number__lte=until)
    rows = rows.order_by("-seq")[:most]
    return [Point(row.payload["number"], row.step, names.get(row.payload["goal"], "")) for row in rows]


def decided_by(task: ResearchTask, step: int) -> Point | None:
    """The last decision point up to this step."""
    row = Entry.objects.filter(task=task, kind=SNAPSHOT, step__lte=step).order_by("-seq").first()
    return Point(row.payload["number"], row.step, "") if row else None


def snapshots(task: ResearchTask) -> int:
    """The number of the newest, which is how many there are: none is ever dropped."""
    row = Entry.objects.filter(task=task, kind=SNAPSHOT).order_by("-seq").first()
    return row.payload["number"] if row else 0


def last_step(task: ResearchTask) -> int:
    """The last one that left its mark in memory; 0 while there is none."""
    found: int | None = (
        Entry.objects.filter(task=task, kind="StepEnded").order_by("-seq").values_list("step", flat=True).first()
    )
    return found or 0

"""How long a task worked, and how long it waited for people: what the journal says of its status, told apart."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from research.engine.lifecycle import Status
from research.models import ResearchTask

WAITING = frozenset((Status.AWAITING_APPROVAL.value, Status.PAUSED.value, Status.WAITING_FOR_REVIEW.value))
"""A failed task is neither: it stands still, and nobody was asked anything."""


@dataclass(frozen=True, slots=True)
class Hours:
    working: timedelta
    waiting: timedelta


def hours(task: ResearchTask, now: datetime) -> Hours:
    """`now` by the database's clock, as are the entries."""
    spans = list(_spans(task, now))
    worked = sum((span for status, span in spans if status == Status.RUNNING.value), timedelta())
    return Hours(worked, sum((span for status, span in spans if status in WAITING), timedelta()))


def _spans(task: ResearchTask, now: datetime) -> Iterator[tuple[str, timedelta]]:
    """A task begins with no status, which its first entry says."""
    moves = list(task.entries.filter(kind="StatusChanged").order_by("seq").values_list("at", "payload"))
    first = moves[0][1]["was"] if moves else task.status
    points = [(task.created, first), *((at, told["now"]) for at, told in moves), (task.finished or now, "")]
    for (since, status), (until, _then) in pairwise(points):
        yield status, max(until - since, timedelta())

"""What a task's rewordings had to keep and what was saved (R041, R077), from the journal alone: one row a rewording."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import IntegerField, Q, QuerySet, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from django.utils.translation import gettext_lazy as _

from research.models import Entry, ResearchTask
from research.web import sizes

WHAT = {"Summarised": _("Summary of a goal"), "Digested": _("Digest of a reach"), "ReportEvolved": _("Facts merged")}
COUNTS = ("asserted", "lost", "by_retry", "by_raw")


@dataclass(frozen=True, slots=True)
class Row:
    step: int
    what: str
    counts: tuple[int, ...]
    """In the order of COUNTS."""


@dataclass(frozen=True, slots=True)
class Rewordings:
    """`rows`: the newest, last first. `totals`: of all there were, in the order of COUNTS."""

    rows: list[Row]
    many: int
    totals: tuple[int, ...]

    @property
    def saved(self) -> int:
        return self.totals[2] + self.totals[3]


def rewordings(task: ResearchTask) -> Rewordings:
    told = _told(task.entries.all())
    shown = told.order_by("-seq")[: sizes.ROUNDS_SHOWN]
    return Rewordings([_row(entry) for entry in shown], told.count(), totals(task.entries.all()))


def totals(entries: QuerySet[Entry]) -> tuple[int, ...]:
    """Of any number of tasks: the database adds them up."""
    sums = {name: Coalesce(Sum(Cast(KT(f"payload__retained__{name}"), IntegerField())), 0) for name in COUNTS}
    found: dict[str, Any] = _told(entries).aggregate(**sums)
    return tuple(found[name] for name in COUNTS)


def _told(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """An event that reworded nothing, the evolving report of most rounds, tells of nothing kept."""
    return entries.filter(Q(kind__in=tuple(WHAT)) & Q(payload__retained__asserted__gt=0))


def _row(entry: Entry) -> Row:
    return Row(entry.step, str(WHAT[entry.kind]), tuple(_numbers(entry.payload["retained"])))


def _numbers(retained: dict[str, int]) -> Iterable[int]:
    return (retained.get(name, 0) for name in COUNTS)

"""What a task's rewordings had to keep and what was saved, from the journal alone: one row a rewording."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from research.models import Entry, ResearchTask
from research.store.rewordings import COUNTS, reworded, totals
from research.web import sizes

WHAT = {"Summarised": _("Summary of a goal"), "Digested": _("Digest of a reach"), "ReportEvolved": _("Facts merged")}


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
    found = reworded(task.entries.all())
    shown = found.order_by("-seq")[: sizes.ROUNDS_SHOWN]
    return Rewordings([_row(entry) for entry in shown], found.count(), totals(task.entries.all()))


def _row(entry: Entry) -> Row:
    return Row(entry.step, str(WHAT[entry.kind]), tuple(_numbers(entry.payload["retained"])))


def _numbers(retained: dict[str, int]) -> Iterable[int]:
    return (retained.get(name, 0) for name in COUNTS)

"""What sources disagree about: rows for the page and every export, with the engine's sentences in a reader's words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from research.models import Conflict, Evidence, ResearchTask
from research.store.sayings import said


@dataclass(frozen=True, slots=True)
class ConflictView:
    left: Evidence
    right: Evidence
    reason: str
    settled_for: Evidence | None = None
    because: str = ""

    @property
    def what(self) -> str:
        return said(self.reason)

    @property
    def verdict(self) -> str:
        """One sentence: what prevails and why, or why it stays open; nothing while the search goes on."""
        if not self.because:
            return ""
        if self.settled_for is None:
            return _("Open: %(why)s.") % {"why": said(self.because)}
        facts = {"title": self.settled_for.source.title, "why": said(self.because)}
        return _("“%(title)s” prevails, being %(why)s.") % facts


def view_of(row: Conflict) -> ConflictView:
    return ConflictView(row.left, row.right, row.reason, row.settled_for, row.because)


def disagreements(task: ResearchTask, **about: object) -> tuple[ConflictView, ...]:
    """Those that stand. Of pieces on one matter only the head is shown, if it has the same quarrel itself (R240)."""
    rows = Conflict.objects.filter(task=task, left__dropped=False, right__dropped=False, **about)
    joined = list(rows.select_related("left__source", "right__source", "settled_for__source").order_by("pk"))
    pairs = {frozenset((row.left_id, row.right_id)) for row in joined}
    return tuple(
        view_of(row)
        for row in joined
        if frozenset((row.left_id, row.right_id)) == _heads(row) or _heads(row) not in pairs
    )


def _heads(row: Conflict) -> frozenset[int]:
    return frozenset(side.same_as_id or side.pk for side in (row.left, row.right))

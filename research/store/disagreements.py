"""What sources disagree about: rows for the page and every export, and the engine's sentences in a reader's words."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from research.models import Conflict, Evidence, ResearchTask

Patterns = Iterable[tuple[str, str | Promise]]
DISPUTE_WORDS: list[tuple[str, str | Promise]] = [
    (
        r"(?P<what>.+) \(published (?P<older>[\d-]+) and (?P<newer>[\d-]+): it may have changed\)",
        gettext_lazy("%(what)s (published %(older)s and %(newer)s: it may have changed)"),
    ),
    (r"values differ: (?P<one>.+) / (?P<other>.+)", gettext_lazy("values differ: %(one)s / %(other)s")),
    (r"units differ: (?P<one>.+) / (?P<other>.+)", gettext_lazy("units differ: %(one)s / %(other)s")),
    (r"dates differ: (?P<one>.+) / (?P<other>.+)", gettext_lazy("dates differ: %(one)s / %(other)s")),
    (r"identifiers differ: (?P<one>.+) / (?P<other>.+)", gettext_lazy("identifiers differ: %(one)s / %(other)s")),
    (r"directions differ: (?P<one>.+) / (?P<other>.+)", gettext_lazy("directions differ: %(one)s / %(other)s")),
    (r"opposites: (?P<one>.+) / (?P<other>.+)", gettext_lazy("opposites: %(one)s / %(other)s")),
    (r"one denies what the other says", gettext_lazy("one denies what the other says")),
    (r"up", pgettext_lazy("direction of a trend", "up")),
    (r"down", pgettext_lazy("direction of a trend", "down")),
    (
        r"one side is (?P<one>.+), the other is (?P<other>.+)",
        gettext_lazy("one side is %(one)s, the other is %(other)s"),
    ),
    (
        r"(?P<one>(?:newer|more trusted) \([^)]+\)) and (?P<other>(?:newer|more|said) .+)",
        gettext_lazy("%(one)s and %(other)s"),
    ),
    (r"newer \((?P<one>[\d-]+) against (?P<other>[\d-]+)\)", gettext_lazy("newer (%(one)s against %(other)s)")),
    (
        r"more trusted \((?P<one>[\d.]+) against (?P<other>[\d.]+)\)",
        gettext_lazy("more trusted (%(one)s against %(other)s)"),
    ),
    (
        r"said by more publishers \((?P<one>\d+) against (?P<other>\d+)\)",
        gettext_lazy("said by more publishers (%(one)s against %(other)s)"),
    ),
    (
        r"neither is newer, more trusted or said by more publishers, by enough to decide",
        gettext_lazy("neither is newer, more trusted or said by more publishers, by enough to decide"),
    ),
    (
        r"each side is outdone by another one, so none prevails",
        gettext_lazy("each side is outdone by another one, so none prevails"),
    ),
    (
        r"Its quote says so, but another source disagrees: (?P<why>.+)\.",
        gettext_lazy("Its quote says so, but another source disagrees: %(why)s."),
    ),
]
"""What the engine says of a conflict, as a pattern, and the same for a reader."""


def worded(sentence: str, patterns: Patterns = DISPUTE_WORDS) -> str:
    """A sentence of the engine in the reader's language; one that no pattern knows stays as it is."""
    for pattern, words in patterns:
        if found := re.fullmatch(pattern, sentence):
            parts = {name: worded(part, patterns) for name, part in found.groupdict().items()}
            return str(words) % parts if parts else str(words)
    return sentence


@dataclass(frozen=True, slots=True)
class ConflictView:
    left: Evidence
    right: Evidence
    reason: str
    settled_for: Evidence | None = None
    because: str = ""

    @property
    def what(self) -> str:
        return worded(self.reason)

    @property
    def verdict(self) -> str:
        """One sentence: what prevails and why, or why it stays open; nothing while the search goes on."""
        if not self.because:
            return ""
        if self.settled_for is None:
            return _("Open: %(why)s.") % {"why": worded(self.because)}
        facts = {"title": self.settled_for.source.title, "why": worded(self.because)}
        return _("“%(title)s” prevails, being %(why)s.") % facts


def disagreements(task: ResearchTask, **about: object) -> tuple[ConflictView, ...]:
    """Those that stand. Of pieces on one matter only the head is shown, if it has the same quarrel itself (R240)."""
    rows = Conflict.objects.filter(task=task, left__dropped=False, right__dropped=False, **about)
    joined = list(rows.select_related("left__source", "right__source", "settled_for__source").order_by("pk"))
    pairs = {frozenset((row.left_id, row.right_id)) for row in joined}
    return tuple(
        ConflictView(row.left, row.right, row.reason, row.settled_for, row.because)
        for row in joined
        if frozenset((row.left_id, row.right_id)) == _heads(row) or _heads(row) not in pairs
    )


def _heads(row: Conflict) -> frozenset[int]:
    return frozenset(side.same_as_id or side.pk for side in (row.left, row.right))

"""A sentence leaves as fact because stored words carry it, or because a named person says so, and why (R168)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from research.actions.refusal import Refused
from research.models.claim import VERDICT_WORDS
from research.store.sayings import said
from research.terms import Ruling, Verdict

NEEDS_A_NOTE = {
    Verdict.CONTRADICTED: gettext_lazy("A source contradicts this sentence. Say in a note why it stands all the same."),
    Verdict.NOT_FOUND: gettext_lazy("No quote it cites says this. Say in a note why it stands all the same."),
}
"""What its own quotes carry may still be contradicted, by another source: the refusal must not say they don't."""


LONGEST_NOTE = 5_000
"""Characters of a decision's note: a page, which the report's readers are shown in whole."""


class NoteDue(Refused):
    """The same decision with a note is taken."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the check says of the words that would stand, and why."""

    verdict: Verdict
    reason: str


def need_note(ruling: Ruling, words: Said, note: str, reason_code: str = "") -> None:
    """An approval says so of words that stood before a checker; an edit brings words of the person's own, and whatever
    the quotes don't wholly carry of those is their word alone. A rejection for no reason on the list says which."""
    if note:
        return
    if ruling is Ruling.REJECTED and reason_code == "other":
        raise NoteDue(_("Say in the note what is wrong with the sentence."))
    if ruling is Ruling.APPROVED and words.verdict in NEEDS_A_NOTE:
        raise NoteDue(str(NEEDS_A_NOTE[words.verdict]))
    if ruling is Ruling.EDITED and words.verdict is not Verdict.SUPPORTED:
        told = {"verdict": VERDICT_WORDS[words.verdict], "why": said(words.reason)}
        raise NoteDue(
            _("The new words were checked: %(verdict)s. %(why)s Say in a note why they stand all the same.") % told
        )

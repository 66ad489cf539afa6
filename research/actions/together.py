"""The decision on one sentence, given on others that are like it, each with a row of its own (CR12)."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from research.actions.refusal import Forbidden, Refused
from research.actions.ruling import decide_claim
from research.models import Claim, Decision, User
from research.terms import Ruling


@dataclass(frozen=True, slots=True)
class Together:
    """Every claim that was chosen is in one of the two."""

    decided: tuple[Claim, ...]
    left: tuple[tuple[Claim, str], ...]
    """Each with the sentence why."""


def need_alike(ruling: str) -> None:
    """Asked before anything is decided. What an edited sentence should say is no word on another."""
    if ruling == Ruling.EDITED.value:
        raise Refused(_("An edited text is for its own sentence alone. Untick the similar ones, or decide otherwise."))


def decide_alike(person: User, first: Decision, chosen: Iterable[tuple[Claim, int]], *, door: str = "page") -> Together:
    """Pairs of claim and the version that was seen: one that changed meanwhile, or that somebody has in hand, stays
    behind alone."""
    decided, left = [], []
    for claim, seen in chosen:
        try:
            _need_same_report(claim, first)
            words = {"effect": first.effect or "remove", "reason_code": first.reason_code, "note": first.note}
            decide_claim(person, claim, seen_version=seen, ruling=first.ruling, **words, door=door)
            decided.append(claim)
        except Forbidden:
            raise
        except Refused as refused:
            left.append((claim, refused.sentence))
    return Together(tuple(decided), tuple(left))


def _need_same_report(claim: Claim, first: Decision) -> None:
    if claim.task_id != first.claim.task_id or not claim.waits:
        raise Refused(_("It waits no longer, or stands in another report."))

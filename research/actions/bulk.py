"""Approving several sentences at once: those whose very words stand in a quote, outside of the summary (Q5)."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from research.actions.refusal import Forbidden, Refused
from research.actions.ruling import NEEDS_A_NOTE, decide_claim
from research.models import Claim, User
from research.store.archive import in_place
from research.store.places import in_summary
from research.terms import Ruling, Verdict


@dataclass(frozen=True, slots=True)
class Outcome:
    """Every claim that was chosen is in one of the two."""

    approved: tuple[Claim, ...]
    left: tuple[tuple[Claim, str], ...]
    """Each with the sentence why."""


def approve_all(person: User, chosen: Iterable[tuple[Claim, int]], *, door: str = "page") -> Outcome:
    """Pairs of claim and the version that was seen. A decision each, so that one that changed meanwhile stays behind
    alone."""
    approved, left = [], []
    for claim, seen in chosen:
        try:
            if not may_go_in_bulk(claim):
                raise Refused(_("No quote has these very words, or they stand in the summary: decide on it by itself."))
            decide_claim(person, claim, seen_version=seen, ruling=Ruling.APPROVED.value, door=door)
            approved.append(claim)
        except Forbidden:
            raise
        except Refused as refused:
            left.append((claim, refused.sentence))
    return Outcome(tuple(approved), tuple(left))


def may_go_in_bulk(claim: Claim) -> bool:
    """Its words, all of them, in a quote it cites that stands at its place in the stored copy."""
    if Verdict(claim.verdict) in NEEDS_A_NOTE or in_summary(claim):
        return False
    cited = [row.evidence for row in claim.citations.select_related("evidence")]
    exact = [piece.number for piece in cited if claim.text in piece.quote]
    return bool(in_place(claim.task, exact))

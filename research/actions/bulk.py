"""Approving several sentences at once: those whose very words stand in a quote, outside of the summary (Q5)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, Q
from django.db.models.functions import Substr
from django.utils.translation import gettext as _

from research.actions.personal import NEEDS_A_NOTE
from research.actions.refusal import Forbidden, Refused
from research.actions.ruling import decide_claim
from research.models import Citation, Claim, Flag, SpotCheck, User
from research.store.places import as_written, place_of, section_of
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
                raise Refused(_why_alone(claim))
            decide_claim(person, claim, seen_version=seen, ruling=Ruling.APPROVED.value, door=door)
            approved.append(claim)
        except Forbidden:
            raise
        except Refused as refused:
            left.append((claim, refused.sentence))
    return Outcome(tuple(approved), tuple(left))


def may_go_in_bulk(claim: Claim) -> bool:
    return claim.pk in exact_among([claim])


def _why_alone(claim: Claim) -> str:
    """What is to be looked at comes first: it holds whatever the quotes say."""
    if Flag.objects.standing().filter(claim=claim).exists():
        return _("A reader doubts this sentence: decide on it by itself.")
    if SpotCheck.objects.unlooked().filter(claim=claim).exists():
        return _("This sentence is a spot check: decide on it by itself.")
    if needed := NEEDS_A_NOTE.get(Verdict(claim.verdict)):
        return str(needed)
    return _("No quote has these very words, or they stand in the summary: decide on it by itself.")


def exact_among(claims: Sequence[Claim]) -> frozenset[int]:
    """Of these, those whose words, all of them, stand in a quote they cite that is at its place in the stored copy. Not
    of the summary, not what asks for a reason, and neither a spot check nor what a reader doubts: that is to be looked
    at."""
    written = as_written({claim.task_id for claim in claims})
    doubted = Q(pk__in=Flag.objects.standing().values("claim")) | Q(pk__in=SpotCheck.objects.unlooked().values("claim"))
    one = set(Claim.objects.filter(doubted, pk__in=[claim.pk for claim in claims]).values_list("pk", flat=True))
    plain = [each for each in claims if Verdict(each.verdict) not in NEEDS_A_NOTE and each.pk not in one]
    body = {
        claim.pk: claim.text
        for claim in plain
        if place_of(claim, section_of(written.get(claim.task_id), claim.section)) != "summary"
    }
    stored = Substr("evidence__source__text", F("evidence__start") + 1, F("evidence__end") - F("evidence__start"))
    rows = Citation.objects.filter(claim__in=body).annotate(stored=stored).filter(evidence__quote=F("stored"))
    quotes = rows.values_list("claim", "evidence__quote")
    return frozenset(pk for pk, quote in quotes if body[pk] in quote)

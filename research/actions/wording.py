"""What a claim's words are checked against at the desk, and a more careful wording, which nobody has to take."""

from asgiref.sync import async_to_sync

from research.models import Claim
from research.roles.briefs import Card, CheckBrief
from research.roles.builtin.careful import careful_wording
from research.roles.builtin.claims.checker import best_checker
from research.store.load import limits_of
from research.terms import Atom, Language, SentenceKind, Verdict


def brief_of(claim: Claim, text: str) -> CheckBrief:
    """These words against the quotes that the claim cites now."""
    limits = limits_of(claim.task)
    language, cards = Language(claim.task.language), _cards(claim)
    near, carried, order = limits.near_quote, limits.carried_words, limits.words_in_order
    return CheckBrief(language, text, SentenceKind.FACT, cards, near, carried, order)


def suggest_wording(claim: Claim) -> str:
    """For what its quotes carry in part: as they say it. Empty where code finds nothing that they carry."""
    if Verdict(claim.verdict) is not Verdict.PARTLY or claim.kind != SentenceKind.FACT.value:
        return ""
    atoms = [Atom(each["kind"], each["text"], each["found"], each.get("note", "")) for each in claim.atoms]
    return async_to_sync(careful_wording)(brief_of(claim, claim.text), atoms, best_checker())


def _cards(claim: Claim) -> tuple[Card, ...]:
    rows = claim.citations.select_related("evidence__source")
    return tuple(
        Card(
            row.evidence.number,
            row.evidence.quote,
            row.evidence.source.title,
            row.evidence.source.publisher,
            row.evidence.source.published,
            row.evidence.score,
        )
        for row in rows
    )

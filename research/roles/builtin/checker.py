"""Checks a claim by code: figures, dates, names, turns, reserves, who it is said of, then the words (P4).

Never "supported" on a doubt: what code can't read goes to a model where one is bound, else to a person.
"""

from collections.abc import Sequence

from memory.figures import Reading, negations, read
from research.roles.briefs import Card, CheckBrief
from research.roles.builtin.judging import carried_by, findings_of, judged
from research.roles.verbatim import nearness, stands_in
from research.terms import Atom, SentenceKind, Verdict


class BuiltinChecker:
    async def check(self, brief: CheckBrief) -> tuple[Verdict, str, tuple[Atom, ...]]:
        cards = [card for card in brief.cards if card.quote.strip()]
        if not cards:
            return Verdict.NOT_CHECKED, "The quoted words are not at hand.", ()
        if brief.kind is SentenceKind.QUOTE:
            return _check_quote(brief, cards)
        return _check_fact(brief, cards)


def _check_quote(brief: CheckBrief, cards: Sequence[Card]) -> tuple[Verdict, str, tuple[Atom, ...]]:
    if any(stands_in(brief.claim, card.quote) for card in cards):
        return Verdict.SUPPORTED, "The words stand in the quoted source.", (Atom("quote", brief.claim, True),)
    verdict, reason, atoms = _check_fact(brief, cards)
    nearest = max(cards, key=lambda card: nearness(brief.claim, card.quote))
    near = nearness(brief.claim, nearest.quote)
    missed = Atom("quote", brief.claim, False, f"{near:.0%} of the words in their order")
    if near >= brief.near_quote and verdict is not Verdict.CONTRADICTED and _same_figures(brief.claim, nearest.quote):
        return Verdict.SUPPORTED, "The words were retyped; every figure is the same.", (*atoms, missed)
    if verdict is Verdict.SUPPORTED:
        return Verdict.PARTLY, "The content is carried, but these are not the source's words.", (*atoms, missed)
    return verdict, reason, (*atoms, missed)


def _same_figures(claim: str, quote: str) -> bool:
    """Nothing that counts differs: every figure of the claim stands in the quote as it is, and "not" as often."""
    ours, theirs = _figures(read(claim)), _figures(read(quote))
    return ours <= theirs and len(negations(claim)) <= len(negations(quote))


def _figures(reading: Reading) -> set[object]:
    amounts = {(item.low, item.high, item.unit, item.bound) for item in reading.quantities}
    days = {(item.start_date, item.end_date) for item in reading.dates}
    return {*amounts, *days, *(item.normal for item in reading.identifiers)}


def _check_fact(brief: CheckBrief, cards: Sequence[Card]) -> tuple[Verdict, str, tuple[Atom, ...]]:
    """Against all quotes together: a sentence may cite one for its figure and one for its date."""
    found = findings_of(brief, cards)
    return judged(found, carried_by(brief, cards, found))

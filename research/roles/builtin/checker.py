"""Checks a claim by code: quantities, dates, identifiers, names, negation, direction, then the words (P4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from memory.figures import Reading, negations, read
from reach.words import is_chinese
from research.roles.briefs import Card, CheckBrief
from research.roles.builtin.atoms import (
    Finding,
    clauses_of,
    dates_in,
    marks_in,
    names_in,
    quantities_in,
    said,
    turned_round,
)
from research.roles.verbatim import nearness, stands_in
from research.terms import Atom, SentenceKind, Verdict


@dataclass(frozen=True, slots=True)
class _Carried:
    """Share of the claim's content words that its cards hold, and whether that is enough."""

    share: float
    enough: bool


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
    clauses = [clause for card in cards for clause in clauses_of(card.quote)]
    findings = [
        *quantities_in(brief.claim, clauses),
        *dates_in(brief.claim, clauses),
        *marks_in(brief.claim, cards),
        *names_in(brief.claim, cards),
        *turned_round(brief.claim, clauses, brief.carried_words),
    ]
    return _judge(findings, _carried(brief, cards, findings))


def _carried(brief: CheckBrief, cards: Sequence[Card], findings: Sequence[Finding]) -> _Carried:
    """Words of one language can't be looked for in another: then the figures and names decide, if there are any."""
    claimed = said(brief.claim)
    held = {word for card in cards for word in said(f"{card.title} {card.quote}")}
    share = len(claimed & held) / len(claimed) if claimed else 1.0
    foreign = all(is_chinese(card.quote) != is_chinese(brief.claim) for card in cards)
    return _Carried(share, share >= brief.carried_words or (foreign and bool(findings)))


def _judge(findings: Sequence[Finding], carried: _Carried) -> tuple[Verdict, str, tuple[Atom, ...]]:
    words = Atom("words", f"{carried.share:.0%}", carried.enough, "share of content words in the quotes")
    atoms = (*(finding.atom for finding in findings), words)
    against = [finding.atom for finding in findings if finding.against]
    if against:
        return Verdict.CONTRADICTED, f"The source says otherwise: {against[0].note}.", atoms
    missing = [finding.atom for finding in findings if not finding.atom.found]
    if not missing and carried.enough:
        return Verdict.SUPPORTED, "Every figure, date and name stands in the quotes, and so do its words.", atoms
    if not carried.enough and len(missing) == len(findings):
        return Verdict.NOT_FOUND, "The quotes speak of something else.", atoms
    said = ", ".join(f"{atom.kind} {atom.text}" for atom in missing) or f"{1 - carried.share:.0%} of its words"
    return Verdict.PARTLY, f"Not in the quotes: {said}.", atoms

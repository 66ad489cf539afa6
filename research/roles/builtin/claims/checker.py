"""Checks a claim by code: figures, dates, names, turns, reserves, who it is said of, then the words (P4).

Never "supported" on a doubt: what code can't read goes to a model where one is bound, else to a person.
"""

from collections.abc import Sequence

from memory.figures import Reading, negations, read
from research.roles.briefs import Card, CheckBrief
from research.roles.builtin.claims.alike import READS_ALIKE, only_wording, resting_on
from research.roles.builtin.claims.in_order import left_to_a_reader
from research.roles.builtin.claims.judging import carried_by, findings_of, judged, lifted
from research.roles.builtin.embedder import meaning
from research.roles.builtin.tuning import TUNING
from research.roles.embedder import Embedder
from research.roles.verbatim import nearness, stands_in
from research.terms import Atom, SentenceKind, Verdict

_TOO_LONG: tuple[Verdict, str, tuple[Atom, ...]] = (
    Verdict.NOT_CHECKED,
    "It is too long to be read as one sentence.",
    (),
)


class BuiltinChecker:
    """With an embedder, other wording counts, too; without one, words alone."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder

    async def check(self, brief: CheckBrief) -> tuple[Verdict, str, tuple[Atom, ...]]:
        cards = [card for card in brief.cards if card.quote.strip()]
        if not cards:
            return Verdict.NOT_CHECKED, "The quoted words are not at hand.", ()
        if brief.kind is SentenceKind.QUOTE:
            return _check_quote(brief, cards)
        if len(brief.claim) > TUNING.claim_characters:
            return _TOO_LONG
        found = findings_of(brief, cards)
        carried = carried_by(brief, cards, found)
        if not self._embedder or (carried.enough and all(each.atom.found for each in found)) or not only_wording(found):
            return left_to_a_reader(brief, cards, *judged(found, carried))
        likeness = await self._likeness(self._embedder, brief, cards)
        if likeness < READS_ALIKE:
            return judged(found, carried)
        return left_to_a_reader(brief, cards, *judged(*lifted(found, carried, likeness)))

    async def _likeness(self, embedder: Embedder, brief: CheckBrief, cards: Sequence[Card]) -> float:
        """0 where no sentence of the quotes can be compared: then by words alone."""
        sentence = resting_on(brief.claim, "\n".join(card.quote for card in cards))
        if sentence is None:
            return 0.0
        claimed, told = await embedder.embed([brief.claim, sentence])
        return embedder.similarity(claimed, told)


def best_checker() -> BuiltinChecker:
    """One for the report, for what is offered beside it and for what is checked again at the desk: they must agree."""
    return BuiltinChecker(meaning())


def _check_quote(brief: CheckBrief, cards: Sequence[Card]) -> tuple[Verdict, str, tuple[Atom, ...]]:
    if any(stands_in(brief.claim, card.quote) for card in cards):
        return Verdict.SUPPORTED, "The words stand in the quoted source.", (Atom("quote", brief.claim, True),)
    if len(brief.claim) > TUNING.claim_characters:
        return _TOO_LONG
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

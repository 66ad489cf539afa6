"""All findings on one claim, and the verdict they add up to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.figures.folding import plain
from reach.words import is_chinese
from research.roles.briefs import Card, CheckBrief
from research.roles.builtin.claims import bearers, compared, partners, scope
from research.roles.builtin.claims.amounts import HUNDRED, amounts_in, amounts_of, multiples_in, narrowed
from research.roles.builtin.claims.atoms import Finding, dates_in, found, marks_in, missed, names_in, otherwise
from research.roles.builtin.claims.claim_words import Held, Word, said_notions, share, words_of
from research.roles.builtin.claims.clauses import Clause, clauses_of
from research.roles.builtin.claims.exchanged import deeds_exchanged, exchanges
from research.roles.builtin.claims.matched import THERE, readings
from research.roles.builtin.claims.reckoning import adds_up, periods
from research.roles.builtin.claims.rounding import carries
from research.roles.builtin.claims.turns import turns
from research.roles.builtin.claims.written import normal
from research.terms import Atom, Verdict


@dataclass(frozen=True, slots=True)
class Carried:
    """Share of the claim's content words that its cards hold, and whether that is enough."""

    share: float
    enough: bool


def findings_of(brief: CheckBrief, cards: Sequence[Card]) -> list[Finding]:
    quote = "\n".join(card.quote for card in cards)
    clauses = clauses_of(quote)
    parted = [missed("role", note) for note in partners.apart(brief.claim, quote)]
    oriented = compared.oriented(normal(brief.claim), clauses)
    if before := _verbatim(brief.claim, quote):
        return [
            found("quote", brief.claim),
            *_reserved(brief.claim, before[0] + brief.claim, brief.claim, before[0] + brief.claim),
            *parted,
        ]
    return [
        *amounts_in(normal(brief.claim), clauses, oriented),
        *multiples_in(brief.claim, clauses, oriented),
        *dates_in(normal(brief.claim), clauses),
        *marks_in(brief.claim, cards),
        *names_in(brief.claim, cards),
        *turns(brief.claim, clauses),
        *_meanings(brief.claim, clauses),
        *parted,
    ]


_CLOSES = '\n。．.!！?？;；,，:：”"」)）'
_ENDS = " \t\n。．.!！;；,，"


def _verbatim(claim: str, quote: str) -> tuple[str] | None:
    """What stands before the claim in its sentence, if the claim is whole clauses of the quote, word by word."""
    words, text = plain(claim).strip(_ENDS), plain(quote)
    at = text.find(words)
    if at < 0 or not words:
        return None
    after = text[at + len(words) : at + len(words) + 1]
    before = re.split(r"[。！？!?\n]|\.\s", text[:at])[-1]
    bounded = (not after or after in _CLOSES) and (not before.strip() or before.rstrip()[-1] in '，,：:；;“"「(（')
    return (before,) if bounded else None


def _reserved(claim: str, heard: str, near: str, reaching: str) -> Iterator[Finding]:
    most = any(item.unit == "%" and item.low > HALF * HUNDRED for item in amounts_of(heard))
    for kind, word in scope.left_out(_undated(claim), _undated(heard), _undated(near), _undated(reaching), most):
        yield missed(kind, word, "the quote has it, the claim doesn't")


def _up_to_the_last(places: Sequence[Clause], quote: Sequence[Clause]) -> list[Clause]:
    """Of each sentence the clauses up to the last one that is claimed: a hedge governs what follows it."""
    last = {place.sentence: quote.index(place) for place in sorted(places, key=quote.index)}
    return [place for n, place in enumerate(quote) if n <= last.get(place.sentence, -1)]


def _figures_beside(claim: str, places: Sequence[Clause], quote: Sequence[Clause]) -> str:
    """Of those sentences the clauses that hold the claim's figures: their bounds and hedges are the figures' own."""
    asked = amounts_of(normal(claim))
    sentences = {place.sentence for place in places}
    held = [place for place in quote if place.sentence in sentences and place not in places]
    return " ".join(
        place.text
        for place in held
        if any(carries(wanted, item) for wanted in asked for item in amounts_of(place.text))
    )


def _undated(text: str) -> str:
    """ "May" is a month here, and so is nothing's hedge."""
    return re.sub(r"\bMay\b", " ", text)


def _meanings(claim: str, quote: Sequence[Clause]) -> Iterator[Finding]:
    """What no figure shows: reserves dropped, ranks and comparisons turned, the right words of somebody else."""
    said = normal(claim)
    places = [reading.best for reading in readings(claim, quote)]
    heard = " ".join(place.text for place in quote if place.sentence in {each.sentence for each in places})
    near = " ".join(place.text for place in dict.fromkeys(places))
    reaching = " ".join(place.text for place in _up_to_the_last(places, quote))
    near = f"{near} {_figures_beside(claim, places, quote)}"
    yield from _reserved(said, heard, near, reaching)
    causal = scope.causal(claim) and len({place.sentence for place in places}) > 1
    if causal:
        yield missed("cause", claim, "the quote doesn't link the two")
    if rank := scope.ranked_otherwise(claim, near):
        yield missed("rank", rank, "the quote has it, the claim doesn't")
    told = compared.holds(said, quote)
    if told and compared.compares(said):
        yield found("comparison", claim)
    if told is None and not compared.oriented(said, quote):
        yield missed("comparison", claim)
    elif told is False:
        yield otherwise("comparison", claim, "the quote has the two the other way round")
    if scope.superlative(said) and not (scope.superlative(heard) or scope.capped(said)):
        yield missed("rank", claim, "the quote doesn't rank it so")
    if not (told and compared.compares(said)):
        yield from narrowed(claim, list(dict.fromkeys(places)))
    yield from _worded_otherwise(claim, quote)
    if not (told and compared.compares(said)):
        yield from _of_another(claim, quote, heard)


def _worded_otherwise(claim: str, quote: Sequence[Clause]) -> Iterator[Finding]:
    """A sum's clause stands beside its summands', which are no exchange."""
    for reading in readings(claim, quote):
        for note in (*exchanges(reading), *deeds_exchanged(reading)) if not adds_up(claim) else ():
            yield missed("wording", note)
        ours, theirs = periods(reading.clause.text), periods(reading.best.text)
        if ours and theirs and not ours & theirs and not amounts_of(reading.clause.text):
            yield missed("unit", "period", "the two count by different periods")


def _of_another(claim: str, quote: Sequence[Clause], heard: str) -> Iterator[Finding]:
    """A sum is of things that stand apart, so where they stand says nothing if each is named."""
    held = Held.of(heard)
    summed = adds_up(claim) and all(
        held.says(word) >= THERE for word in words_of(normal(claim)) if not adds_up(word.text)
    )
    for note in dict.fromkeys(bearers.doubts(claim, quote)) if not summed else ():
        yield missed("subject", note)
    for note in dict.fromkeys(bearers.parts_turned(claim, quote)) if is_chinese(claim) == is_chinese(heard) else ():
        yield missed("role", note)


def carried_by(brief: CheckBrief, cards: Sequence[Card], findings: Sequence[Finding]) -> Carried:
    """Words of one language can't be looked for in another: then notions known in both, figures and names decide."""
    measured = any(each.atom.kind in FIGURES and each.atom.found for each in findings)
    words = _plainly(words_of(normal(brief.claim)), findings) if measured else words_of(normal(brief.claim))
    held = Held.of("\n".join(f"{card.title} {normal(card.quote)}" for card in cards))
    figures = any(each.atom.kind in FIGURES and each.atom.found for each in findings)
    if any(each.atom.kind == "quote" for each in findings):
        return Carried(1.0, True)
    if all(is_chinese(card.quote) != is_chinese(brief.claim) for card in cards):
        if _unsure(brief.claim, clauses_of("\n".join(card.quote for card in cards))):
            return Carried(0.0, False)
        whole = share(words, held)
        return Carried(whole, whole >= (FIGURED if figures else 1) * brief.carried_words)
    whole = share(words, held)
    needed = FIGURED * brief.carried_words if figures else (1 + brief.carried_words) / 2
    return Carried(whole, whole >= needed)


def _unsure(claim: str, quote: Sequence[Clause]) -> bool:
    """Across languages no words tell which of two figures of one unit is meant."""
    asked = amounts_of(normal(claim))
    for wanted in asked:
        places = [clause for clause in quote if any(carries(wanted, item) for item in amounts_of(clause.text))]
        rivals = [
            clause
            for clause in quote
            for item in amounts_of(clause.text)
            if item.unit == wanted.unit and not any(carries(other, item) for other in asked)
        ]
        told = said_notions(claim)
        best = max((len(told & clause.held.notions) for clause in places), default=0)
        if rivals and best <= max(len(told & clause.held.notions) for clause in rivals):
            return True
    return False


def _plainly(words: Sequence[Word], findings: Sequence[Finding]) -> tuple[Word, ...]:
    """What a found figure says already: "42 km long", "doubled"."""
    told = " ".join(each.atom.text for each in findings if each.atom.found and each.atom.kind == "number")
    return tuple(word for word in words if word.text not in _DIMENSIONS and word.text not in told)


_DIMENSIONS = frozenset(("long", "wide", "high", "deep", "tall", "old", "heavy", "长", "宽", "高", "深", "重"))
HALF = 0.5
FIGURED = 2 / 3
"""Of the share of words that is enough where the quote has a figure of the claim's beside some of them: a figure ties
the two closer than words, which a paraphrase may all exchange (docs/claims.md)."""
FIGURES = frozenset({"number", "date", "identifier", "comparison"})


def lifted(findings: Sequence[Finding], carried: Carried, likeness: float) -> tuple[list[Finding], Carried]:
    """What only differed in wording reads alike."""
    kept = [each for each in findings if each.atom.found]
    return [*kept, found("likeness", f"{likeness:.0%}")], Carried(carried.share, True)


_SAYS_SO = "Every figure, date and name stands in the quotes, and so do its words."
_READS_ALIKE = "Every figure, date and name stands in the quotes, and its wording reads alike."


def judged(findings: Sequence[Finding], carried: Carried) -> tuple[Verdict, str, tuple[Atom, ...]]:
    words = Atom("words", f"{carried.share:.0%}", carried.enough, "share of content words in the quotes")
    atoms = (*(finding.atom for finding in findings), words)
    against = [finding.atom for finding in findings if finding.against]
    if against:
        return Verdict.CONTRADICTED, f"The source says otherwise: {against[0].note}.", atoms
    missing = [finding.atom for finding in findings if not finding.atom.found]
    if not missing and carried.enough:
        alike = any(atom.kind == "likeness" for atom in atoms)
        return Verdict.SUPPORTED, _READS_ALIKE if alike else _SAYS_SO, atoms
    if not carried.enough and len(missing) == len(findings):
        return Verdict.NOT_FOUND, "The quotes speak of something else.", atoms
    said = ", ".join(f"{atom.kind} {atom.text}" for atom in missing) or f"{1 - carried.share:.0%} of its words"
    return Verdict.PARTLY, f"Not in the quotes: {said}.", atoms

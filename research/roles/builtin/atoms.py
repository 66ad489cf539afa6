"""The checkable parts of a claim, each looked for in the quoted clauses: found, missing, or spoken against."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.figures import (
    Bound,
    DateMention,
    Direction,
    Quantity,
    content_words,
    dates,
    direction,
    exclusive,
    identifiers,
    names,
    negations,
    quantities,
    read,
    same_quantity,
)
from memory.figures.contrast import unread
from memory.figures.folding import plain
from memory.figures.units import compatible
from memory.figures.wording import without_turns
from reach.segment import sentences
from research.roles.briefs import Card
from research.terms import Atom

_CLAUSE = re.compile(r"[;；，]\s*|,\s+(?=\D)")
_OPPOSITE = {Direction.UP: Direction.DOWN, Direction.DOWN: Direction.UP}


@dataclass(frozen=True, slots=True)
class Finding:
    atom: Atom
    against: bool = False
    """The quotes hold another value for the same thing."""


@dataclass(frozen=True, slots=True)
class Clause:
    """Part of a quoted sentence, with its own words: a number belongs to the words beside it (B-088)."""

    text: str
    sentence: str
    words: frozenset[str]


def said(text: str) -> frozenset[str]:
    """Content words apart from figures, "not", "rose" and "fell": those are compared by what they mean."""
    return frozenset(content_words(without_turns(unread(text, read(text)))))


def clauses_of(quote: str) -> list[Clause]:
    found = []
    for span in sentences(quote):
        at = 0
        for end in [match.end() for match in _CLAUSE.finditer(span.text)] + [len(span.text)]:
            text = span.text[at:end]
            found.append(Clause(text, span.text, said(text)))
            at = end
    return found


def quantities_in(claim: str, clauses: Sequence[Clause]) -> Iterator[Finding]:
    """The clause nearest in words that measures the same kind decides; of equally near ones, the kinder."""
    asked = said(claim)
    for wanted in quantities(claim):
        best: tuple[int, bool] = (-1, False)
        told = ""
        for clause in clauses:
            for held in quantities(clause.text):
                same = same_quantity(wanted, held)
                rank = (len(asked & clause.words), same)
                if (same or _against(wanted, held)) and rank > best:
                    best, told = rank, held.text
        yield _quantity_finding(wanted, best, told)


def _against(wanted: Quantity, held: Quantity) -> bool:
    """Another figure for the same kind of thing. "Over 7 billion" doesn't exclude 70 billion, but it doesn't say it."""
    return exclusive(wanted, held) or (
        wanted.bound is Bound.NONE and held.bound is not Bound.NONE and compatible(wanted.unit, held.unit)
    )


def _quantity_finding(wanted: Quantity, best: tuple[int, bool], told: str) -> Finding:
    if best[1]:
        return Finding(Atom("number", wanted.text, True, told))
    if told:
        return Finding(
            Atom("number", wanted.text, False, f"it has {told} where the claim has {wanted.text}"), against=True
        )
    return Finding(Atom("number", wanted.text, False))


def dates_in(claim: str, clauses: Sequence[Clause]) -> Iterator[Finding]:
    """A claim may be coarser than its source (2023 for 24 October 2023), never finer."""
    asked = said(claim)
    for wanted in dates(claim):
        held = [(clause, mention) for clause in clauses for mention in dates(clause.text)]
        if any(_covers(wanted, mention) for _, mention in held):
            yield Finding(Atom("date", wanted.text, True))
            continue
        near = [mention for clause, mention in held if _apart(wanted, mention) and asked & clause.words]
        if len(near) == 1:
            note = f"it has {near[0].text} where the claim has {wanted.text}"
            yield Finding(Atom("date", wanted.text, False, note), against=True)
        else:
            yield Finding(Atom("date", wanted.text, False))


def _covers(wanted: DateMention, held: DateMention) -> bool:
    if wanted.start_date is None or wanted.end_date is None:
        return plain(wanted.text).rstrip(".") == plain(held.text).rstrip(".")
    if held.start_date is None or held.end_date is None:
        return False
    within = wanted.start_date <= held.start_date and held.end_date <= wanted.end_date
    return within and wanted.fiscal is held.fiscal


def _apart(wanted: DateMention, held: DateMention) -> bool:
    if not (wanted.start_date and wanted.end_date and held.start_date and held.end_date):
        return False
    return held.end_date < wanted.start_date or wanted.end_date < held.start_date


def marks_in(claim: str, cards: Sequence[Card]) -> Iterator[Finding]:
    """Identifiers may stand in the title: the quote speaks of what its page is called."""
    held = {mark.normal for card in cards for mark in identifiers(f"{card.title}\n{card.quote}")}
    for mark in identifiers(claim):
        yield Finding(Atom("identifier", mark.text, mark.normal in held))


def names_in(claim: str, cards: Sequence[Card]) -> Iterator[Finding]:
    held = plain(" ".join(f"{card.title} {card.quote} {card.publisher}" for card in cards))
    marks = [(mark.start, mark.end) for mark in identifiers(claim)]
    for name in names(claim):
        if not any(start < name.end and name.start < end for start, end in marks):
            yield Finding(Atom("name", name.text, name.normal in held))


def turned_round(claim: str, clauses: Sequence[Clause], least: float) -> Iterator[Finding]:
    """Negation and direction, against the clause that shares most of the claim's words, if it shares enough."""
    asked = said(claim)
    nearest = max(clauses, key=lambda clause: len(asked & clause.words), default=None)
    if nearest is None or not asked or len(asked & said(nearest.sentence)) < least * len(asked):
        return
    denies, denied = bool(negations(claim)), bool(negations(nearest.text))
    if denies or denied:
        same = denies == denied
        note = "" if same else "one of claim and quote denies what the other states"
        yield Finding(Atom("negation", "not", same, note), against=not same)
    ours, theirs = direction(claim), direction(nearest.text)
    if ours in _OPPOSITE:
        note = f"the quote goes {theirs} where the claim goes {ours}" if theirs == _OPPOSITE[ours] else ""
        yield Finding(Atom("direction", ours.value, not note, note), against=bool(note))

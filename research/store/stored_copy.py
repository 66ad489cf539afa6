"""A stored copy as it is shown: cut at every quote and every paragraph, so that a place can be looked up."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from reach.segment import paragraph_starts
from research.models import Evidence
from research.models.source import part_word


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a stored text: plain, or quoted by the evidence that stands beside it."""

    text: str
    quoted: tuple[Evidence, ...] = ()
    begins: tuple[Evidence, ...] = ()
    """Evidence whose quote begins here: the place a link to it leads to."""
    paragraph: int = 0
    """Its number, where a paragraph begins here: the one that places of quotes name."""
    part: str = ""
    """The page, sheet, slide or chapter that begins here."""


def parts(text: str, starts: Iterable[int], content_type: str) -> dict[int, str]:
    """By the offset of the paragraph with which each begins. One without words begins where the next one does."""
    begins = paragraph_starts(text)
    first = {at: next((each for each in begins if each >= at), 0) for at in starts}
    return {first[at]: part_word(content_type, number) for number, at in enumerate(starts, start=1)}


def pieces(text: str, quotes: Sequence[Evidence], parts: Mapping[int, str] = MappingProxyType({})) -> list[Piece]:
    """The text cut at every edge of a quote, so that quotes that overlap are both marked and both found; and at every
    paragraph, so that the number in a quote's place can be looked up.

    Positions count characters of the stored text; one that lies outside is a quote of other words and marks nothing.
    """
    inside = [quote for quote in quotes if quote.end <= len(text)]
    numbers = {start: number for number, start in enumerate(paragraph_starts(text), start=1)}
    edges = sorted({0, len(text), *numbers, *(quote.start for quote in inside), *(quote.end for quote in inside)})
    return [
        Piece(
            text[start:end],
            tuple(quote for quote in inside if quote.start <= start and end <= quote.end),
            tuple(quote for quote in inside if quote.start == start),
            numbers.get(start, 0),
            parts.get(start, ""),
        )
        for start, end in pairwise(edges)
    ]

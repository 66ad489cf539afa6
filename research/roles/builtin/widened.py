"""A quote taken on to the figures beside it: one that stops just before the amount its paragraph goes on to tell says
half of what was found."""

from collections.abc import Collection, Iterator, Sequence

from memory.figures import quantities
from reach.segment import Span
from research.roles.builtin.passages import Passage, announces, is_row


def widened(passage: Passage, text: str, spans: Sequence[Span], walls: Collection[int], longest: int) -> Passage:
    """On to the last sentence of the paragraph that tells an amount, then back to its first one, as far as it fits.
    What tells none costs a reader's time and adds nothing. Keys and values, and a table's row, stand for themselves."""
    first, last = passage.units
    if passage.block or is_row(spans[first].text):
        return passage
    for at in _on(last, text, spans, walls):
        if spans[at].end - passage.start <= longest and _tells(spans[at].text):
            last = at + 1
    for at in _back(passage.units[0], text, spans, walls):
        if spans[last - 1].end - spans[at].start <= longest and _tells(spans[at].text):
            first = at
    return Passage(spans[first].start, spans[last - 1].end, (first, last), False)


def _tells(sentence: str) -> bool:
    return not announces(sentence) and bool(quantities(sentence))


def _on(at: int, text: str, spans: Sequence[Span], walls: Collection[int]) -> Iterator[int]:
    while at < len(spans) and at not in walls and _beside(at, text, spans):
        yield at
        at += 1


def _back(at: int, text: str, spans: Sequence[Span], walls: Collection[int]) -> Iterator[int]:
    while at and at - 1 not in walls and _beside(at, text, spans):
        at -= 1
        yield at


def _beside(at: int, text: str, spans: Sequence[Span]) -> bool:
    """Whether a sentence stands in one line with the one before it."""
    return "\n" not in text[spans[at - 1].end : spans[at].start]

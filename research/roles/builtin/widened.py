"""A quote taken on to the figures beside it: one that stops just before the amount its paragraph goes on to tell says
half of what was found."""

from collections.abc import Collection, Iterator, Sequence

from memory.figures import quantities
from reach.segment import Span
from research.roles.builtin.measures import Measure, told
from research.roles.builtin.passages import Passage, announces, is_item, is_row


def widened(
    passage: Passage,
    text: str,
    spans: Sequence[Span],
    walls: Collection[int],
    longest: int,
    measures: frozenset[Measure] = frozenset(),
) -> Passage:
    """On to the last sentence of the paragraph that tells an amount, then back to its first one, as far as it fits.
    What tells none costs a reader's time and adds nothing. Keys and values, and a table's row, stand for themselves.
    Where an amount of one kind was asked for, the list's next items are taken along while they tell one, too."""
    first, last = passage.units
    if passage.block or is_row(spans[first].text):
        return passage
    for at in _on(last, text, spans, walls):
        if spans[at].end - passage.start <= longest and _tells(spans[at].text):
            last = at + 1
    for at in _back(passage.units[0], text, spans, walls):
        if spans[last - 1].end - spans[at].start <= longest and _tells(spans[at].text):
            first = at
    for start, end in _items(last, text, spans, walls) if measures and is_item(spans[first].text) else ():
        item = text[spans[start].start : spans[end - 1].end]
        if spans[end - 1].end - spans[first].start > longest or not told(quantities(item), measures):
            break
        last = end
    return Passage(spans[first].start, spans[last - 1].end, (first, last), False)


def _items(at: int, text: str, spans: Sequence[Span], walls: Collection[int]) -> Iterator[tuple[int, int]]:
    """First and last-plus-one sentence of each item that follows, up to what is none."""
    while at < len(spans) and at not in walls and is_item(spans[at].text):
        end = max(_on(at + 1, text, spans, walls), default=at) + 1
        yield at, end
        at = end


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

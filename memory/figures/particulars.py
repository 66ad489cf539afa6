"""Everything in a text that a rewording has to keep and the reading leaves aside, and whether another text keeps it.

The reading compares, so it takes what it can reckon with. Retention only has to notice: here belongs what is a number,
a time, a name or a source without a value (R041, R143). Found generously: a needless one costs a line kept word for
word.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from memory.figures import hanzi, opening
from memory.figures.citations import citations
from memory.figures.folding import fold, is_cjk
from memory.figures.names import names
from memory.figures.occasions import occasions
from memory.figures.reading import KEPT, LONGEST_KEPT, read
from memory.figures.unread import Unread, unread


class Kind(StrEnum):
    NUMBER = "number"
    DATE = "date"
    NAME = "name"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Particular:
    """`mark` is shared by other spellings of the same: "third", "3rd" and 第三."""

    kind: Kind
    text: str
    mark: str
    start: int
    end: int


def particulars(text: str) -> tuple[Particular, ...]:
    return _kept(text) if len(text) <= LONGEST_KEPT else _found(text)


@lru_cache(maxsize=KEPT)
def _kept(text: str) -> tuple[Particular, ...]:
    return _found(text)


def _found(text: str) -> tuple[Particular, ...]:
    """Only what lies outside every span that is read already; sources stand anywhere."""
    folded = fold(text)
    taken = bytearray(len(folded))
    for start, end in (*read(text).spans(), *((name.start, name.end) for name in names(text))):
        taken[start:end] = b"\x01" * (end - start)
    found = [_particular(Kind.SOURCE, text, each) for each in citations(folded)]
    for kind, each in _others(folded):
        if each.start < each.end and 0 in taken[each.start : each.end]:
            found.append(_particular(kind, text, each))
    return tuple(_once(found))


def _others(folded: str) -> Iterator[tuple[Kind, Unread]]:
    yield from ((Kind.DATE, each) for each in occasions(folded))
    yield from ((Kind.NUMBER, each) for each in unread(folded))
    spans = [*opening.left_out(folded)]
    if any(is_cjk(char) for char in folded):
        spans += hanzi.names(folded)
    for start, end in spans:
        yield Kind.NAME, Unread(start, end, folded[start:end].lower())


def _particular(kind: Kind, text: str, found: Unread) -> Particular:
    return Particular(kind, text[found.start : found.end], found.mark, found.start, found.end)


def _once(found: Iterable[Particular]) -> Iterator[Particular]:
    """What lies inside a longer one of its kind isn't told twice."""
    last: dict[Kind, int] = {}
    for each in sorted(found, key=lambda item: (item.start, -item.end)):
        if each.end > last.get(each.kind, -1):
            last[each.kind] = each.end
            yield each


@dataclass(frozen=True, slots=True)
class Spelt:
    """One number that a text spells in several ways, "two engines" and "2 pilots": likely of several things."""

    mark: str
    spellings: tuple[str, ...]


def spelt_twice(text: str) -> list[Spelt]:
    ways: dict[str, dict[str, None]] = {}
    for each in unread(fold(text)):
        ways.setdefault(each.mark, {})[text[each.start : each.end].lower()] = None
    return [Spelt(mark, tuple(written)) for mark, written in ways.items() if len(written) > 1]


class Keeping:
    """A rewording, read once, and asked of each particular whether it still stands there."""

    def __init__(self, text: str) -> None:
        folded = fold(text)
        self._text = tight(folded)
        self._marks = Counter(each.mark for each in (*unread(folded), *occasions(folded), *citations(folded)))

    def holds(self, item: Particular) -> bool:
        return item.mark in self._marks or self.says(item.text)

    def lacks(self, number: Spelt) -> bool:
        """Said, and less often than it was spelt: of which thing it is still said, nothing tells."""
        return 0 < self._marks[number.mark] < len(number.spellings)

    def says(self, words: str) -> bool:
        return stands(tight(fold(words)), self._text)


_BESIDE_CJK = re.compile(r"(?<=[\u4e00-\u9fff]) +| +(?=[\u4e00-\u9fff])")


def tight(folded: str) -> str:
    """For looking words up in: small letters, single spaces, none beside a Chinese character."""
    return _BESIDE_CJK.sub("", " ".join(folded.casefold().split()))


def stands(item: str, text: str) -> bool:
    """Whole: 5 doesn't stand in 15, nor in 5.2; 三 not in 十三."""
    at = text.find(item)
    while item and at >= 0:
        if not _runs_on(text[max(0, at - 2) : at][::-1], item[0]) and not _runs_on(
            text[at + len(item) : at + len(item) + 2], item[-1]
        ):
            return True
        at = text.find(item, at + 1)
    return False


_NUMERALS = frozenset("零〇一二两三四五六七八九十百千万亿点")


def _runs_on(beside: str, edge: str) -> bool:
    """Whether the character outside, with the next one out, belongs to the same word or number as the edge."""
    if not beside:
        return False
    if edge.isdigit() and beside[0] in ".," and beside[1:].isdigit():
        return True
    if edge in _NUMERALS:
        return beside[0] in _NUMERALS
    return edge.isascii() and edge.isalnum() and beside[0].isascii() and beside[0].isalnum()

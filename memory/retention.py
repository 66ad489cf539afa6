"""What a rewrite lost: figures, dates, names, identifiers, source ids. By assertion, not by a sentence in a prompt.

Holds for rewording only (R041, R077, R143). Eviction is another matter: it moves a fact to its row (C33).
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce

from memory.figures import DateMention, identical, names, read
from memory.figures.copies import left_out, spoken
from memory.figures.folding import plain
from memory.figures.particulars import Keeping, Kind, particulars, spelt_twice


@dataclass(frozen=True, slots=True)
class Missing:
    """Each item as the input wrote it, so that a retry can name what was lost."""

    quantities: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """Left out of what is otherwise a copy; no extractor counted them before."""

    @property
    def empty(self) -> bool:
        return not self.count

    @property
    def count(self) -> int:
        return len(self.items())

    def more(self, other: "Missing") -> "Missing":
        return Missing(
            _once((*self.quantities, *other.quantities)),
            _once((*self.dates, *other.dates)),
            _once((*self.names, *other.names)),
            _once((*self.identifiers, *other.identifiers)),
            _once((*self.sources, *other.sources)),
            _once((*self.words, *other.words)),
        )

    def items(self) -> tuple[str, ...]:
        return self.quantities + self.dates + self.names + self.identifiers + self.sources + self.words


class Kept:
    """A rewording, read once, of which any number of inputs may ask whether it kept what they say."""

    def __init__(self, text: str) -> None:
        self.folded = plain(text)
        self._reading = read(text)
        self._intervals = {_interval(item) for item in self._reading.dates if item.start_date}
        self._normals = {item.normal for item in self._reading.identifiers}
        self._keeping = Keeping(text)
        self._spoken = spoken(text)

    def missing(self, text: str) -> Missing:
        """By value: a date that only its page can fix is kept by its words alone; "yesterday" has no page here."""
        before = read(text)
        kept = self._reading.quantities
        return Missing(
            quantities=_once(
                item.text for item in before.quantities if not any(identical(item, other) for other in kept)
            ),
            dates=_once(
                item.text
                for item in before.dates
                if _interval(item) not in self._intervals and plain(item.text) not in self.folded
            ),
            names=_once(name.text for name in names(text) if name.normal not in self.folded),
            identifiers=_once(item.text for item in before.identifiers if item.normal not in self._normals),
        )

    def lost(self, text: str) -> Missing:
        """Also what has no value: "the third", 清明, [12], a name that no capital tells."""
        if plain(text) in self.folded:
            return Missing()
        gone = [each for each in particulars(text) if not self._keeping.holds(each)]
        by_kind = {kind: [each.text for each in gone if each.kind is kind] for kind in Kind}
        twice = [each for each in spelt_twice(text) if self._keeping.lacks(each)]
        told = self.missing(text).more(
            Missing(
                quantities=(*by_kind[Kind.NUMBER], *(text for each in twice for text in each.spellings)),
                dates=tuple(by_kind[Kind.DATE]),
                names=(*by_kind[Kind.NAME], *(name.text for name in names(text) if not self._keeping.says(name.text))),
                identifiers=tuple(by_kind[Kind.SOURCE]),
            )
        )
        named = "\n".join(told.items())
        return told.more(Missing(words=tuple(gap for gap in left_out(text, self._spoken) if gap not in named)))


def missing(before: str | Sequence[str], after: str, sources: Collection[str] = ()) -> Missing:
    """What stands in `before` and no longer in `after`, by value: 70亿元 is kept by "7 billion yuan". Whether one
    statement speaks for another.

    Rounding, a dropped "over" and "a large round" for a figure are losses. `sources` are ids as they are written in
    the text; each has to stand there whole, so that E-12 isn't kept by E-123.
    """
    kept = Kept(after)
    return _together(before, kept, sources, kept.missing)


def lost(before: str | Sequence[str], after: str, sources: Collection[str] = ()) -> Missing:
    """What a rewording of `before` lost: stricter than `missing`, and literal where there is no value to go by."""
    kept = Kept(after)
    return _together(before, kept, sources, kept.lost)


def _together(
    before: str | Sequence[str], kept: Kept, sources: Collection[str], of: Callable[[str], Missing]
) -> Missing:
    texts = [before] if isinstance(before, str) else before
    return reduce(Missing.more, (of(text) for text in texts), unsaid(sources, kept))


def unsaid(sources: Collection[str], kept: Kept) -> Missing:
    return Missing(sources=_once(source for source in sources if not _stands_whole(plain(source), kept.folded)))


def asserted(text: str) -> int:
    """How many items a rewording of this text has to keep."""
    return len(read(text).spans()) + len(names(text)) + len(particulars(text))


def _interval(item: DateMention) -> tuple[date | None, date | None, bool]:
    return item.start_date, item.end_date, item.fiscal


def _stands_whole(source: str, folded: str) -> bool:
    at = folded.find(source)
    while source and at >= 0:
        around = folded[at - 1 : at] + folded[at + len(source) : at + len(source) + 1]
        if not any(char.isascii() and (char.isalnum() or char == "-") for char in around):
            return True
        at = folded.find(source, at + 1)
    return False


def _once(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))

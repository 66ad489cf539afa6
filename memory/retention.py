"""What a rewrite lost: figures, dates, names, identifiers, source ids. By assertion, not by a sentence in a prompt.

Holds for rewording only (R041, R077, R143). Eviction is another matter: it moves a fact to its row (C33).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from memory.figures import Reading, identical, names, read
from memory.figures.folding import plain
from memory.figures.particulars import Keeping, particulars


@dataclass(frozen=True, slots=True)
class Missing:
    """Each item as the input wrote it, so that a retry can name what was lost."""

    quantities: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        return not self.count

    @property
    def count(self) -> int:
        return len(self.items())

    def items(self) -> tuple[str, ...]:
        return self.quantities + self.dates + self.names + self.identifiers + self.sources


def missing(before: str | Sequence[str], after: str, sources: Collection[str] = ()) -> Missing:
    """What stands in `before` and no longer in `after`, by value: 70亿元 is kept by "7 billion yuan".

    Rounding, a dropped "over" and "a large round" for a figure are losses. `sources` are ids as they are written in
    the text; each has to stand there whole, so that E-12 isn't kept by E-123.
    """
    texts = [before] if isinstance(before, str) else list(before)
    kept, folded = read(after), plain(after)
    lost = [_lost(read(text), kept, folded) for text in texts]
    names_lost = [name.text for text in texts for name in names(text) if name.normal not in folded]
    return Missing(
        quantities=_once(item for found in lost for item in found[0]),
        dates=_once(item for found in lost for item in found[1]),
        names=_once(names_lost),
        identifiers=_once(item for found in lost for item in found[2]),
        sources=_once(source for source in sources if not _stands_whole(plain(source), folded)),
    )


def lost(before: str | Sequence[str], after: str, sources: Collection[str] = ()) -> Missing:
    """What a rewording of `before` lost: also what has no value to compare by, such as "the third", 清明 and [12].

    Stricter than `missing`, which asks whether one statement speaks for another.
    """
    texts = [before] if isinstance(before, str) else list(before)
    reworded = [text for text in texts if plain(text) not in plain(after)]
    found, keeping = missing(texts, after, sources), Keeping(after)
    gone = [each for text in reworded for each in particulars(text) if not keeping.holds(each)]
    unnamed = [name.text for text in reworded for name in names(text) if not keeping.says(name.text)]
    by_kind = {kind: [each.text for each in gone if each.kind == kind] for kind in ("number", "date", "name", "source")}
    return Missing(
        quantities=_once((*found.quantities, *by_kind["number"])),
        dates=_once((*found.dates, *by_kind["date"])),
        names=_once((*unnamed, *by_kind["name"])),
        identifiers=_once((*found.identifiers, *by_kind["source"])),
        sources=found.sources,
    )


def asserted(text: str) -> int:
    """How many items a rewording of this text has to keep."""
    return len(read(text).spans()) + len(names(text)) + len(particulars(text))


def _lost(before: Reading, after: Reading, folded: str) -> tuple[list[str], list[str], list[str]]:
    """A date that only its page can fix is kept by its words alone: "yesterday" in a summary has no page."""
    intervals = {(item.start_date, item.end_date, item.fiscal) for item in after.dates if item.start_date}
    normals = {item.normal for item in after.identifiers}
    quantities = [
        item.text for item in before.quantities if not any(identical(item, kept) for kept in after.quantities)
    ]
    dates = [
        item.text
        for item in before.dates
        if (item.start_date, item.end_date, item.fiscal) not in intervals and plain(item.text) not in folded
    ]
    codes = [item.text for item in before.identifiers if item.normal not in normals]
    return quantities, dates, codes


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

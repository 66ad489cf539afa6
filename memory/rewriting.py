"""The one way to reword: what the inputs say is asserted of the output, by code (R041, R077, R143).

Something missing: the writer is asked exactly once more and told what was lost. Still missing: the raw lines that hold
it stand beside the wording. Holds for rewording only; what is to leave for want of room leaves before, as a row (C33).
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from memory.figures import turned as turning
from memory.retention import Kept, Missing, asserted, unsaid

Wording = TypeVar("Wording")


@dataclass(frozen=True, slots=True)
class Line:
    """A whole piece of input: it is kept as it stands or reworded, never cut. `label` is the source id that has to
    stand in the output, "" where none has to."""

    text: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Retained:
    """Items: figures, dates, names, identifiers and source ids."""

    asserted: int = 0
    lost: int = 0
    """Missing from a wording, the first or the second."""
    by_retry: int = 0
    """Of those, brought back by asking once more."""
    by_raw: int = 0
    """Missing from the last wording, kept by raw lines alone."""

    @property
    def saved(self) -> int:
        return self.by_retry + self.by_raw

    def __add__(self, other: "Retained") -> "Retained":
        return Retained(
            self.asserted + other.asserted,
            self.lost + other.lost,
            self.by_retry + other.by_retry,
            self.by_raw + other.by_raw,
        )


@dataclass(frozen=True, slots=True)
class Reworded(Generic[Wording]):
    wording: Wording
    retained: Retained
    raw: tuple[Line, ...] = ()
    """The lines that had to be kept word for word."""
    retried: bool = False


async def reworded(
    lines: Sequence[Line],
    write: Callable[[tuple[str, ...]], Awaitable[Wording]],
    said: Callable[[Wording], str],
    keep: Callable[[Wording, Sequence[Line]], Wording],
) -> Reworded[Wording]:
    """`write` is called with nothing first, then at most once with what was lost, as the input wrote it. `said` is the
    text that a reader of the wording gets; `keep` puts raw lines into it, and must put them in whole."""
    first = await write(())
    whole, missed = asserted_in(lines), lost_in(lines, said(first))
    if not missed:
        return Reworded(first, Retained(whole))
    gone = _items(missed)
    again = await write(gone)
    still = lost_in(lines, said(again))
    raw, kept_raw = tuple(line for line, _ in still), _items(still)
    back = len(set(gone) - set(kept_raw))
    retained = Retained(whole + _left_out(missed, still), back + len(kept_raw), back, len(kept_raw))
    return Reworded(keep(again, raw) if raw else again, retained, raw, retried=True)


async def reworded_text(lines: Sequence[Line], write: Callable[[tuple[str, ...]], Awaitable[str]]) -> Reworded[str]:
    """Where the wording is plain text: raw lines stand below it, each with its label."""
    return await reworded(lines, write, str, with_lines)


def with_lines(text: str, raw: Sequence[Line]) -> str:
    return "\n".join((text, *(f"[{line.label}] {line.text}" if line.label else line.text for line in raw)))


def lost_in(lines: Sequence[Line], text: str) -> list[tuple[Line, Missing]]:
    """Line by line, so that the raw lines to keep are those that lost something, and no other."""
    kept, pieces, rows = Kept(text), turning.sentences(text), turning.lines(text)
    found = [
        (
            line,
            kept.lost(line.text)
            .more(unsaid([line.label] if line.label else [], kept))
            .more(_turned(line, text, pieces, rows)),
        )
        for line in lines
    ]
    return [(line, gone) for line, gone in found if not gone.empty]


def _turned(line: Line, text: str, pieces: Sequence[turning.Piece], rows: Sequence[turning.Piece]) -> Missing:
    """What still stands, and says something else; nothing where the line itself stands as well."""
    wrong = (line.label,) if line.label and turning.mislabelled(line.text, line.label, rows) else ()
    if line.text in text:
        return Missing(sources=wrong)
    return Missing(words=tuple(turning.turned(line.text, pieces)), sources=wrong)


def asserted_in(lines: Sequence[Line]) -> int:
    return sum(asserted(line.text) + bool(line.label) for line in lines)


def _left_out(*lost: Sequence[tuple[Line, Missing]]) -> int:
    """Words that only a copy without them shows: they are to be kept as well, so they are counted."""
    return len({words for each in lost for _, gone in each for words in gone.words})


def _items(lost: Sequence[tuple[Line, Missing]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for _, each in lost for item in each.items()))

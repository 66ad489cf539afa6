"""Tables of a page that knows no tables, only where each letter stands: lines whose gaps lie above each other.

Conservative: several lines in a row, the same columns in each, figures in one of them. Whatever is less clear stays as
the lines that it was; a cell put under the wrong name would be worse than a loose one.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reach.grid import heads_told, lines_of, names_columns
from reach.settings import ReachSettings

Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""

_MAY_BE_ROW = re.compile(r"\S.*?\s[(+\-−–~≈<>≤≥±$€£¥￥]{0,3}\d\S*(?:\s|$)")

_FIGURE = re.compile(r"[(+\-−–~≈<>≤≥±$€£¥￥]{0,3}\d")


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    left: float
    right: float


Line = Sequence[Cell]


def with_tables(text: str, box: Callable[[int], Box], prose: Callable[[str], str], settings: ReachSettings) -> str:
    """`box` tells where the letter at an offset of `text` stands; `prose` sets what is no table. Boxes are asked for
    where lines might be a table's rows, and nowhere else: each costs a call into the library."""
    out: list[str] = []
    done = 0
    starts = _starts(text)
    for first, last in _runs([text[start:end] for start, end in starts], settings):
        lines = [cells_of(text, start, end, box, settings) for start, end in starts[first:last]]
        for top, below, rows in _tables(lines, settings):
            out.append(prose(text[done : starts[first + top][0]]))
            out.append("\n".join(lines_of(rows, _heads(rows, settings))))
            done = starts[first + below - 1][1]
    out.append(prose(text[done:]))
    return "\n\n".join(part for part in out if part)


def _starts(text: str) -> list[tuple[int, int]]:
    ends = [*(found.start() for found in re.finditer(r"\r?\n", text)), len(text)]
    begins = [0, *(found.end() for found in re.finditer(r"\r?\n", text))]
    return list(zip(begins, ends, strict=True))


def _runs(lines: Sequence[str], settings: ReachSettings) -> Iterator[tuple[int, int]]:
    """Neighbouring lines that hold a figure behind other words, with the lines above that may name the columns."""
    first, below = 0, 0
    for at in range(len(lines) + 1):
        if at < len(lines) and _MAY_BE_ROW.match(lines[at]):
            continue
        if at - first >= settings.table_lines:
            yield max(below, first - settings.table_heads), at
            below = at
        first = at + 1


def cells_of(text: str, start: int, end: int, box: Callable[[int], Box], settings: ReachSettings) -> list[Cell]:
    """Words of a line, parted where the gap is wider than any between two words. Positions are the page's own units."""
    cells: list[Cell] = []
    for at in range(start, end):
        if text[at].isspace():
            continue
        left, bottom, right, top = box(at)
        if cells and left - cells[-1].right < settings.column_gap * (top - bottom):
            joint = " " if text[at - 1].isspace() else ""
            cells[-1] = Cell(cells[-1].text + joint + text[at], cells[-1].left, max(right, cells[-1].right))
        else:
            cells.append(Cell(text[at], left, right))
    return cells


def _tables(lines: Sequence[Line], settings: ReachSettings) -> Iterator[tuple[int, int, list[list[str]]]]:
    """First and last-plus-one line of each table, and its rows. Lines with as many cells as most tell the columns."""
    widths = Counter(len(line) for line in lines if len(line) > 1)
    if not widths:
        return
    width, times = max(widths.items(), key=lambda entry: (entry[1], entry[0]))
    if times < settings.table_lines:
        return
    full = [at for at, line in enumerate(lines) if len(line) == width]
    columns = _columns([lines[at] for at in full])
    if columns is None:
        return
    placed = [_placed(line, columns) for line in lines]
    first = last = full[0]
    while last < len(lines) and placed[last] is not None:
        last += 1
    while first > 0 and placed[first - 1] is not None:
        first -= 1
    rows = [row for row in placed[first:last] if row is not None]
    if len(rows) >= settings.table_lines and _measures(rows, settings):
        yield first, last, _stacked(rows, settings)


def _measures(rows: Sequence[Sequence[str]], settings: ReachSettings) -> bool:
    """Figures in a column behind the first tell a table from text set in columns."""
    told = ([cell for cell in cells if cell] for cells in list(zip(*rows, strict=True))[1:])
    return any(sum(map(_is_figure, cells)) >= settings.measured_share * len(cells) for cells in told)


def _columns(lines: Sequence[Line]) -> list[tuple[float, float]] | None:
    """From where to where each column reaches; none if two of them overlap anywhere."""
    spans = [(min(c.left for c in cells), max(c.right for c in cells)) for cells in zip(*lines, strict=True)]
    apart = all(left[1] < right[0] for left, right in pairwise(spans))
    return spans if apart else None


def _placed(line: Line, columns: Sequence[tuple[float, float]]) -> list[str] | None:
    """A line's cells in their columns; None for a line that has no two of them, or one that lies over several."""
    row = [""] * len(columns)
    for cell in line:
        over = [at for at, (left, right) in enumerate(columns) if cell.left < right and left < cell.right]
        if len(over) != 1 or row[over[0]]:
            return None
        row[over[0]] = cell.text
    return row if sum(map(bool, row)) > 1 else None


def _stacked(rows: list[list[str]], settings: ReachSettings) -> list[list[str]]:
    """Names that the column's width broke over several lines are one row again."""
    for heads in range(settings.table_heads, 1, -1):
        joined = [[" ".join(filter(None, stack)) for stack in zip(*rows[:heads], strict=True)], *rows[heads:]]
        wordy = not any(_is_figure(cell) for row in rows[:heads] for cell in row)
        if wordy and len(joined) > 2 and names_columns(joined, settings):
            return joined
    return rows


def _is_figure(cell: str) -> bool:
    return _FIGURE.match(cell) is not None


def _heads(rows: list[list[str]], settings: ReachSettings) -> int:
    return heads_told(rows, settings) or int(len(rows[0]) > 2 and names_columns(rows, settings))

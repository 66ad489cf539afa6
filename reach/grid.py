"""A table's rows as lines in which each value keeps the name of its column, unit and all, wherever a text is cut.

The first cell names its row and stands bare, unless it is a measure itself. Without a row of names, bars alone part the
cells: a guessed name would be worse than none.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from reach.settings import ReachSettings
from reach.words import CJK

Row = Sequence[str]

_FIGURE = re.compile(r"[(+\-−–~≈<>≤≥±$€£¥￥]{0,3}\s?\d")
_PERIOD = re.compile(r"(?:19|20)\d\d ?(?:年|(?:[-/.年] ?)?[QH]?\d{1,2}(?:月|[-/.]\d\d?)?)?|\d{1,2} ?月份?")
_CHINESE = re.compile(f"[{CJK}]")
_NUMBER = re.compile(r"[+\-−–~≈<>≤≥±]?\d+(?:[.,'’ ]\d+)*")
_WORD = re.compile(r"[^\W\d_]")
_UNIT = re.compile(r"[(（\[［%％/]")


def label_line(label: str, value: str) -> str:
    """Chinese labels take the Chinese colon, so that the line reads as a reader would quote it."""
    label = label.rstrip(":： ")
    return f"{label}：{value}" if _CHINESE.search(label) else f"{label}: {value}"


def lines_of(rows: Sequence[Row], heads: int) -> Iterator[str]:
    """`heads`: how many of the first rows name the columns; a name over several columns stands in each of them."""
    if not 0 < heads < len(rows):
        yield from (" | ".join(row) for row in rows)
        return
    names = _names(rows[:heads])
    yield from (" | ".join(_once(row)) for row in rows[:heads])
    yield from (_line(row, names) for row in rows[heads:])


def _names(heads: Sequence[Row]) -> list[str]:
    width = max(map(len, heads))
    stacks = ([row[at] for row in heads if at < len(row) and row[at]] for at in range(width))
    return [" ".join(dict.fromkeys(stack)) for stack in stacks]


def _once(row: Row) -> Iterator[str]:
    return (cell for at, cell in enumerate(row) if at == 0 or cell != row[at - 1])


def _line(row: Row, names: Sequence[str]) -> str:
    cells = [(at, cell) for at, cell in enumerate(row) if cell]
    return " | ".join(_named(at, cell, names[at] if at < len(names) else "") for at, cell in cells)


def _named(at: int, cell: str, name: str) -> str:
    bare = not name or name == cell or (at == 0 and not (_FIGURE.match(cell) and _UNIT.search(name)))
    return cell if bare else label_line(name, cell)


def heads_told(rows: Sequence[Row], settings: ReachSettings) -> int:
    """How many rows name the columns, where nothing but the cells can tell: a first row of different words above a
    column of figures. Of two columns the second needs a unit in its name: else it is one thing's data, line by line."""
    if not names_columns(rows, settings):
        return 0
    first, below = rows[0], rows[1:]
    if len(first) == 2 and not _UNIT.search(first[1]):
        return 0
    return int(any(_is_measured(_column(below, at), settings) for at in range(1, len(first))))


def names_columns(rows: Sequence[Row], settings: ReachSettings) -> bool:
    """Whether the first row does so, where one is to be expected: all cells differ in kind from those below."""
    if len(rows) < 2:
        return False
    first = rows[0]
    if len(first) < 2 or not all(first[1:]) or len(set(first)) < len(first):
        return False
    return all(_is_name(cell, _column(rows[1:], at), len(first), settings) for at, cell in enumerate(first))


def _is_name(cell: str, below: Sequence[str], width: int, settings: ReachSettings) -> bool:
    """Words may name a column, and so may what begins with a figure: a year above what is none, with its unit or
    without; "10 km" above times of day. Two columns alone prove nothing of the last: "12 (estimated)" is a value."""
    if not _FIGURE.match(cell):
        return True
    if period := _PERIOD.match(cell):
        rest = cell[period.end() :].lstrip()
        if not rest or _UNIT.match(rest):
            return not below or not all(_is_period(other) for other in below)
    shapes = Counter(map(_shape, below))
    agreed = max(shapes.values(), default=0)
    alike = _shape(cell) in shapes or agreed < max(settings.alike_cells, settings.measured_share * len(below))
    return width > 2 and _WORD.search(cell) is not None and not alike


def _shape(cell: str) -> str:
    """What stays of a cell when its figures are forgotten, with their signs and separators."""
    return _NUMBER.sub("0", cell)


def _is_period(cell: str) -> bool:
    return _PERIOD.fullmatch(cell) is not None


def _column(rows: Sequence[Row], at: int) -> list[str]:
    return [row[at] for row in rows if at < len(row) and row[at]]


def _is_measured(cells: Sequence[str], settings: ReachSettings) -> bool:
    return bool(cells) and sum(bool(_FIGURE.match(cell)) for cell in cells) >= settings.measured_share * len(cells)

"""A table's rows as lines in which each value keeps the name of its column, unit and all, wherever a text is cut.

The first cell names its row and stands bare, unless it is a measure itself. Without a row of names, bars alone part the
cells: a guessed name would be worse than none.
"""

import re
from collections.abc import Iterator, Sequence

from reach.settings import ReachSettings
from reach.words import CJK

Row = Sequence[str]

_FIGURE = re.compile(r"[(+\-−–~≈<>≤≥±$€£¥￥]{0,3}\s?\d")
_PERIOD = re.compile(r"(?:19|20)\d\d ?(?:年|(?:[-/.年] ?)?[QH]?\d{1,2}(?:月|[-/.]\d\d?)?)?|\d{1,2} ?月份?")
_CHINESE = re.compile(f"[{CJK}]")
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
    if len(rows) < 2:
        return 0
    first, below = rows[0], rows[1:]
    if len(first) < 2 or not all(first[1:]) or len(set(first)) < len(first) or any(map(_is_value, first)):
        return 0
    if len(first) == 2 and not _UNIT.search(first[1]):
        return 0
    return int(any(_is_measured(below, at, settings) for at in range(1, len(first))))


def names_columns(row: Row) -> bool:
    """Whether the first row of a file of records does so, where one is to be expected."""
    return len(row) > 1 and len(set(row)) == len(row) and all(row[1:]) and not any(map(_is_value, row))


def _is_value(cell: str) -> bool:
    """A year or a month may name a column, other figures don't."""
    return bool(_FIGURE.match(cell)) and not _PERIOD.fullmatch(cell)


def _is_measured(rows: Sequence[Row], at: int, settings: ReachSettings) -> bool:
    cells = [row[at] for row in rows if at < len(row) and row[at]]
    return bool(cells) and sum(bool(_FIGURE.match(cell)) for cell in cells) >= settings.measured_share * len(cells)

"""CSV and its kin to text: the mark between fields is told by the lines, and each value keeps its column's name."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from reach.clean import clean, tidy
from reach.errors import Kind, ReachError
from reach.grid import lines_of, names_columns
from reach.parsed import Parsed
from reach.settings import ReachSettings

_MARKS = ",;\t|"


def read_records(text: str, settings: ReachSettings) -> Parsed:
    """A quotation mark that nobody closes would take in all that follows; then marks are read as they stand."""
    text = clean(text)
    mark = _mark(text, settings)
    rows = _rows(text, mark, settings, quoted=True)
    if any(cell.count("\n") > settings.cell_lines for row in rows for cell in row):
        rows = _rows(text, mark, settings, quoted=False)
    cut = f"partial: the first {settings.sheet_rows:,} rows" if len(rows) > settings.sheet_rows else ""
    return Parsed("", tidy("\n".join(_lines(rows[: settings.sheet_rows], settings))), note=cut)


def _mark(text: str, settings: ReachSettings) -> str:
    """The one that cuts most lines into the same number of fields; decimal commas cut some lines and not others."""
    lines = [line for line in text[: settings.guess_bytes].split("\n")[: settings.dialect_lines] if line.strip()]
    return max(_MARKS, key=lambda mark: _agreement(lines, mark))


def _agreement(lines: Sequence[str], mark: str) -> tuple[float, int]:
    widths = Counter(len(row) for row in _read(lines, mark, quoted=True))
    fields, times = max(widths.items(), key=lambda entry: (entry[1], entry[0]), default=(0, 0))
    return (times / widths.total(), fields) if fields > 1 else (0.0, 0)


def _rows(text: str, mark: str, settings: ReachSettings, *, quoted: bool) -> list[list[str]]:
    rows = (
        row for row in _read(io.StringIO(text, newline=""), mark, quoted=quoted) if any(cell.strip() for cell in row)
    )
    return list(islice(rows, settings.sheet_rows + 1))


def _read(lines: Sequence[str] | io.StringIO, mark: str, *, quoted: bool) -> Iterator[list[str]]:
    try:
        yield from csv.reader(lines, delimiter=mark, quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE)
    except csv.Error as error:
        raise ReachError(Kind.PARSE_FAILED, f"its lines are no records: {error}") from error


def _lines(rows: Sequence[Sequence[str]], settings: ReachSettings) -> Iterator[str]:
    """Lines of one cell above the others are titles."""
    table = [[" ".join(cell.split()) for cell in row] for row in rows]
    title = next((at for at, row in enumerate(table) if sum(map(bool, row)) > 1), len(table))
    yield from (" ".join(filter(None, row)) for row in table[:title])
    table = table[title:]
    yield from lines_of(table, int(names_columns(table, settings)))

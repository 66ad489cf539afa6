"""XLSX to text: each row a line whose values keep their column's name. Runs in the child process only (B-146).

Read from the parts themselves: row by row, so that a sheet needn't fit into memory as a tree, and with formats, which
hold units.
"""

import re
import zipfile
from collections.abc import Iterator
from datetime import date

from lxml import etree

from reach.archive import attribute, opened, properties, relations, tree_of
from reach.cells import EPOCH, EPOCH_OF_1904, Format, format_of, shown
from reach.clean import one_line, tidy
from reach.errors import Kind, ReachError
from reach.grid import heads_told, lines_of, names_columns
from reach.parsed import Parsed, notes, paged
from reach.render import Element
from reach.settings import ReachSettings

_BOOK = "xl/workbook.xml"
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_LETTERS = len("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
Cells = dict[int, str]  # by column, from 0; without the empty ones
HIDDEN = "hidden text removed"


def read_sheets(body: bytes, settings: ReachSettings) -> Parsed:
    with opened(body) as archive:
        book = _Book(archive, settings)
        text, starts = paged([tidy("\n\n".join(_said(book, name, path))) for name, path in book.sheets])
        told = properties(archive)
    if not text:
        raise ReachError(Kind.NOT_TEXT, "a workbook without a word in its cells")
    title = one_line(told.title or text.split("\n", 1)[0], settings.title_chars)
    note = notes(HIDDEN if book.hides else "", book.cut)
    return Parsed(title, text, told.created, note, updated=told.modified, page_starts=starts)


def _said(book: "_Book", name: str, path: str) -> Iterator[str]:
    sheet = _Sheet(book, path)
    blocks = ["\n".join(sheet.lines(rows)) for rows in sheet.blocks()]
    if len(book.sheets) > 1 and blocks:
        yield name
    yield from blocks


class _Book:
    """What its sheets share: words, formats, and the order of the sheets that a reader sees."""

    def __init__(self, archive: zipfile.ZipFile, settings: ReachSettings) -> None:
        self.archive, self.settings = archive, settings
        tree = tree_of(archive, _BOOK)
        if tree is None:
            raise ReachError(Kind.PARSE_FAILED, "a workbook without its list of sheets")
        paths = relations(archive, _BOOK)
        told = [(node, paths.get(attribute(node, "id"), "")) for node in tree.iter("sheet")]
        seen = [(node, path) for node, path in told if node.get("state", "visible") == "visible"]
        self.sheets = [(node.get("name", ""), path) for node, path in seen if "/worksheets/" in path]
        self.hides = len(seen) < len(told)
        self.cut = ""
        epochs = {node.get("date1904", "0") for node in tree.iter("workbookPr")}
        self.epoch: date = EPOCH_OF_1904 if epochs & {"1", "true"} else EPOCH
        self.words = [_words(node) for node in _nodes(tree_of(archive, "xl/sharedStrings.xml"), "si")]
        self.formats = _formats(tree_of(archive, "xl/styles.xml"))


def _nodes(tree: Element | None, name: str) -> Iterator[Element]:
    return iter(()) if tree is None else tree.iter(name)


def _words(node: Element) -> str:
    """Of all runs, without the readings printed above Japanese words."""
    said = (part.text or "" for part in node.iter("t", "{*}t") if "rPh" not in str(part.getparent().tag))
    return " ".join("".join(said).split())


def _formats(tree: Element | None) -> list[Format]:
    codes = {node.get("numFmtId", ""): node.get("formatCode", "") for node in _nodes(tree, "numFmt")}
    used = (node for group in _nodes(tree, "cellXfs") for node in group)
    return [format_of(node.get("numFmtId", ""), codes.get(node.get("numFmtId", ""), "")) for node in used]


class _Sheet:
    def __init__(self, book: _Book, path: str) -> None:
        self._book, self._path = book, path
        self._columns_hidden: set[int] = set()
        self._rows: dict[int, Cells] = {}
        self._wide: dict[int, list[tuple[int, int]]] = {}  # by row: first and last column of its wide cells

    def blocks(self) -> Iterator[list[tuple[int, Cells]]]:
        """Tables on one sheet are parted by rows without a word."""
        self._read()
        block: list[tuple[int, Cells]] = []
        for number, cells in sorted(self._rows.items()):
            if block and number > block[-1][0] + 1:
                yield block
                block = []
            block.append((number, cells))
        if block:
            yield block

    def lines(self, block: list[tuple[int, Cells]]) -> Iterator[str]:
        """Lines of one cell above the others are titles."""
        title = next((at for at, (_, cells) in enumerate(block) if len(cells) > 1), len(block))
        yield from (said for _, cells in block[:title] for said in cells.values())
        table = block[title:]
        wide = next((at for at, (number, _) in enumerate(table) if number not in self._wide), len(table))
        for number, cells in table[:wide]:
            _widen(cells, self._wide[number])
        rows = _squared([cells for _, cells in table])
        yield from lines_of(rows, self._heads(rows, wide))

    def _heads(self, rows: list[list[str]], wide: int) -> int:
        """Cells over several columns are names above names. Elsewhere a first row of different words names the columns
        of three or more; one of two may as well hold one thing's data, line by line."""
        settings = self._book.settings
        if wide:
            return wide + 1 if wide < settings.table_heads else 0
        named = bool(rows) and len(rows[0]) > 2 and names_columns(rows, settings)
        return heads_told(rows, settings) or int(named)

    def _read(self) -> None:
        settings = self._book.settings
        try:
            with self._book.archive.open(self._path) as stream:
                for _, node in etree.iterparse(
                    stream, tag=("{*}row", "{*}col", "{*}mergeCell"), resolve_entities=False, no_network=True
                ):
                    self._take(node)
                    node.clear()
                    if len(self._rows) >= settings.sheet_rows:
                        self._book.cut = f"partial: the first {settings.sheet_rows:,} rows of a sheet"
                        return
        except KeyError as error:
            raise ReachError(Kind.PARSE_FAILED, "a sheet is missing from its workbook") from error
        except etree.XMLSyntaxError as error:
            raise ReachError(Kind.PARSE_FAILED, "a sheet is no valid XML") from error

    def _take(self, node: Element) -> None:
        match etree.QName(node).localname:
            case "col" if node.get("hidden") in ("1", "true"):
                self._book.hides = True
                most = min(int(node.get("max", "0")), self._book.settings.sheet_columns)
                self._columns_hidden.update(range(int(node.get("min", "1")) - 1, most))
            case "row" if node.get("hidden") in ("1", "true"):
                self._book.hides = True
            case "row":
                self._take_row(node)
            case "mergeCell":
                self._spread(node.get("ref", ""))

    def _take_row(self, node: Element) -> None:
        number = int(node.get("r") or max(self._rows, default=0) + 1)
        cells: Cells = {}
        at = -1
        for cell in node:
            place = _PLACE.match(cell.get("r", ""))
            at = _column(place[1]) if place else at + 1
            if at < self._book.settings.sheet_columns and at not in self._columns_hidden and (said := self._cell(cell)):
                cells[at] = said
        if cells:
            self._rows[number] = cells

    def _cell(self, cell: Element) -> str:
        kind, value = cell.get("t", "n"), next((node.text or "" for node in cell.iter("{*}v")), "")
        match kind:
            case "s":
                return self._book.words[int(value)] if value.isdigit() and int(value) < len(self._book.words) else ""
            case "inlineStr":
                return _words(cell)
            case "b":
                return "TRUE" if value == "1" else "FALSE"
            case "e":
                return ""
            case "str" | "d":
                return " ".join(value.split())
        style = cell.get("s", "0")
        formats = self._book.formats
        form = formats[int(style)] if style.isdigit() and int(style) < len(formats) else Format()
        try:
            return shown(float(value), form, self._book.epoch) if value else ""
        except ValueError:
            return " ".join(value.split())

    def _spread(self, reference: str) -> None:
        """A cell over several rows stands in each of them; which ones are wide is remembered."""
        places = _PLACE.findall(reference)
        if len(places) != 2:
            return
        (left, top), (right, bottom) = ((_column(letters), int(number)) for letters, number in places)
        said = self._rows.get(top, {}).get(left)
        if said is None:
            return
        for number in range(top, min(bottom, top + len(self._rows)) + 1):
            if number in self._rows:
                self._rows[number].setdefault(left, said)
        if right > left:
            self._wide.setdefault(top, []).append((left, min(right, self._book.settings.sheet_columns)))


def _widen(cells: Cells, spans: list[tuple[int, int]]) -> None:
    for left, right in spans:
        for at in range(left + 1, right + 1):
            cells.setdefault(at, cells[left])


def _squared(rows: list[Cells]) -> list[list[str]]:
    """Columns that are empty in the whole block stand for nothing; a row ends with its last word."""
    used = sorted({at for cells in rows for at in cells})
    return [[cells.get(at, "") for at in used if at <= max(cells)] for cells in rows]


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return number - 1

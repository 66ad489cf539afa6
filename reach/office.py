"""DOCX to text. Runs in the child process only."""

import io
from collections.abc import Iterator

from docx import Document
from docx.document import Document as Docx
from docx.oxml.ns import qn
from docx.table import Table
from docx.table import _Row as Row
from docx.text.paragraph import Paragraph

from reach.clean import one_line, tidy
from reach.grid import heads_told, lines_of
from reach.parsed import Parsed
from reach.settings import ReachSettings


def read_docx(body: bytes, settings: ReachSettings) -> Parsed:
    document = Document(io.BytesIO(body))
    hidden: list[str] = []
    blocks = [block for block in _blocks(document, hidden, settings) if block]
    core = document.core_properties
    title = one_line(core.title or (blocks[0] if blocks else ""), settings.title_chars)
    published, updated = (at.date() if at else None for at in (core.created, core.modified))
    note = "hidden text removed" if hidden else ""
    return Parsed(title, tidy("\n\n".join(blocks)), published, note, updated=updated)


def _blocks(document: Docx, hidden: list[str], settings: ReachSettings) -> Iterator[str]:
    for item in document.iter_inner_content():
        if isinstance(item, Table):
            rows = [_row(row, hidden) for row in item.rows]
            yield "\n".join(lines_of(rows, _heads(item) or heads_told(rows, settings)))
        else:
            yield _visible(item, hidden)


def _row(row: Row, hidden: list[str]) -> list[str]:
    return [" ".join(_visible(piece, hidden) for piece in cell.paragraphs).strip() for cell in row.cells]


def _heads(table: Table) -> int:
    """Rows that are repeated on each page are the names of the columns."""
    marks = [row._tr.find(f".//{qn('w:tblHeader')}") is not None for row in table.rows]
    return marks.index(False) if False in marks else 0


def _visible(paragraph: Paragraph, hidden: list[str]) -> str:
    """Links are read too; a run marked hidden is not (B-137)."""
    kept: list[str] = []
    for piece in paragraph.iter_inner_content():
        runs = getattr(piece, "runs", [piece])
        for run in runs:
            (hidden if run.font.hidden else kept).append(run.text)
    text = "".join(kept).strip()
    listed = (paragraph.style.name or "").startswith("List") if paragraph.style is not None else False
    return f"- {text}" if text and listed else text

"""DOCX: what must not be opened is refused from the archive's directory; the rest is read in the child (B-146)."""

import io
import re
import zipfile
from collections.abc import Iterator

from docx import Document
from docx.document import Document as Docx
from docx.table import Table
from docx.text.paragraph import Paragraph

from reach.clean import one_line, tidy
from reach.errors import Kind, ReachError
from reach.parsed import Parsed
from reach.settings import ReachSettings

_DTD = re.compile(rb"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)


def check_archive(body: bytes, settings: ReachSettings) -> None:
    """Reads the directory and the first bytes of each part; nothing is expanded. Raises ReachError."""
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            parts = archive.infolist()
            _check_directory(parts, len(body), settings)
            for part in parts:
                if part.filename.endswith((".xml", ".rels")):
                    _check_start(archive, part, settings)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, ValueError, OSError, NotImplementedError, RuntimeError) as error:
        raise ReachError(Kind.PARSE_FAILED, "a damaged or encrypted archive") from error


def _check_directory(parts: list[zipfile.ZipInfo], packed: int, settings: ReachSettings) -> None:
    names = [part.filename for part in parts]
    expanded = sum(part.file_size for part in parts)
    if len(parts) > settings.archive_entries:
        raise ReachError(Kind.TOO_LARGE, f"an archive of {len(parts):,} parts")
    if expanded > settings.archive_bytes or expanded > settings.archive_ratio * packed:
        raise ReachError(Kind.TOO_LARGE, f"an archive that expands to {expanded:,} bytes")
    if len(set(names)) != len(names):
        raise ReachError(Kind.PARSE_FAILED, "an archive with two parts of one name")
    if any(name.startswith("/") or ".." in name.replace("\\", "/").split("/") for name in names):
        raise ReachError(Kind.PARSE_FAILED, "an archive with a part outside itself")


def _check_start(archive: zipfile.ZipFile, part: zipfile.ZipInfo, settings: ReachSettings) -> None:
    with archive.open(part) as stream:
        start = stream.read(settings.sniff_bytes).replace(b"\x00", b"")
    if _DTD.search(start):
        raise ReachError(Kind.PARSE_FAILED, "an XML part declares a document type, which is not read")


def read_docx(body: bytes, settings: ReachSettings) -> Parsed:
    """Runs in the child process only."""
    document = Document(io.BytesIO(body))
    hidden: list[str] = []
    blocks = [block for block in _blocks(document, hidden) if block]
    core = document.core_properties
    title = one_line(core.title or (blocks[0] if blocks else ""), settings.title_chars)
    published, updated = (at.date() if at else None for at in (core.created, core.modified))
    note = "hidden text removed" if hidden else ""
    return Parsed(title, tidy("\n\n".join(blocks)), published, note, updated=updated)


def _blocks(document: Docx, hidden: list[str]) -> Iterator[str]:
    for item in document.iter_inner_content():
        if isinstance(item, Table):
            yield "\n".join(_rows(item, hidden))
        else:
            yield _visible(item, hidden)


def _rows(table: Table, hidden: list[str]) -> Iterator[str]:
    for row in table.rows:
        cells = [" ".join(_visible(piece, hidden) for piece in cell.paragraphs).strip() for cell in row.cells]
        yield " | ".join(cells)


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

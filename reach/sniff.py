"""What a body is, decided by its bytes; names and headers only choose between kinds of text (F-39, B-058)."""

import codecs
import io
import re
import zipfile
from enum import StrEnum

import puremagic

from reach.errors import Kind, ReachError
from reach.settings import ReachSettings


class Form(StrEnum):
    HTML = "text/html"
    PDF = "application/pdf"
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
    EPUB = "application/epub+zip"
    CSV = "text/csv"
    MARKDOWN = "text/markdown"
    TEXT = "text/plain"


OFFICE = frozenset({Form.DOCX, Form.XLSX, Form.PPTX})
ARCHIVES = OFFICE | {Form.EPUB}
_HELD = {  # the part by which an archive is known
    "word/document.xml": Form.DOCX,
    "xl/workbook.xml": Form.XLSX,
    "ppt/presentation.xml": Form.PPTX,
    "META-INF/container.xml": Form.EPUB,
}
_RECORD_TYPES = frozenset({"text/csv", "text/tab-separated-values", "application/csv", "text/x-csv"})
_ZIP = b"PK\x03\x04"
_PDF = b"%PDF-"
_LEAD = b"\xef\xbb\xbf \t\r\n\f\x00"  # what may stand before a PDF
_TAGS = re.compile(
    rb"<(!doctype\s+html|html|head|body|title|meta|link|script|style|article|main|section|header|nav|div|p|h[1-6]|table"
    rb"|ul|ol|dl|span|a|br|pre|blockquote|img)[\s>/]|<\?xml[\s]|<(rss|feed|svg|sitemapindex|urlset)[\s>]",
    re.IGNORECASE,
)
_DOCTYPE = re.compile(rb"\s*<!doctype\s+html", re.IGNORECASE)
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def is_file(body: bytes, settings: ReachSettings) -> bool:
    """A PDF or an archive, by its first bytes alone: what may take a file's time to read, not a page's."""
    return body[: settings.sniff_bytes].lstrip(_LEAD).startswith((_PDF, _ZIP))


def form_of(body: bytes, content_type: str, name: str, settings: ReachSettings) -> Form:
    """Raises ReachError(not_text) for pictures, archives, programs and the like."""
    start = body[: settings.sniff_bytes]
    if start.lstrip(_LEAD).startswith(_PDF):
        return Form.PDF
    if start.startswith(_ZIP):
        return _form_of_zip(body)
    kind = content_type.split(";", 1)[0].strip().lower()
    if not _is_text(start, content_type, settings):
        raise ReachError(Kind.NOT_TEXT, f"the content is {_named(start)}, not text")
    return _form_of_text(start, kind, name.lower())


def _form_of_text(start: bytes, kind: str, name: str) -> Form:
    if name.endswith((".md", ".markdown")) or kind in ("text/markdown", "text/x-markdown"):
        return Form.MARKDOWN
    plain = start.replace(b"\x00", b"")
    if kind in ("text/html", "application/xhtml+xml"):
        return Form.HTML
    if (name.endswith((".csv", ".tsv", ".tab")) or kind in _RECORD_TYPES) and not _DOCTYPE.match(plain):
        return Form.CSV
    if kind in ("text/plain", "application/json") and not _DOCTYPE.match(plain):
        return Form.TEXT
    return Form.HTML if _TAGS.search(plain) else Form.TEXT


def _is_text(start: bytes, content_type: str, settings: ReachSettings) -> bool:
    if start.startswith(_WIDE_MARKS) or "utf-16" in content_type.lower() or "utf-32" in content_type.lower():
        return True
    return len(_BINARY.findall(start)) <= settings.binary_share * len(start)


def _form_of_zip(body: bytes) -> Form:
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, UnicodeError) as error:
        raise ReachError(Kind.PARSE_FAILED, "a damaged archive") from error
    for part, form in _HELD.items():
        if part in names:
            return form
    raise ReachError(Kind.NOT_TEXT, "the content is an archive, not a document")


def _named(start: bytes) -> str:
    try:
        found = puremagic.magic_string(start)
    except (puremagic.PureError, ValueError):
        return "binary data"
    return (found[0].name or found[0].mime_type or "binary data") if found else "binary data"

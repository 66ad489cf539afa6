"""PDF to text. Runs in the child process only: its parser meets files made to loop (B-047)."""

import re
from dataclasses import dataclass
from datetime import date

import pypdfium2 as pdfium

from reach.clean import one_line, tidy
from reach.columns import with_tables
from reach.errors import Kind, ReachError
from reach.parsed import Parsed, notes, paged
from reach.settings import ReachSettings
from reach.words import CJK

_HYPHEN = re.compile(r"(?<=[a-z])-\n(?=[a-z])")
_SOFT = re.compile("[\u00ad\ufffe]\n?")  # the library gives a hyphen at a line's end as U+FFFE
_DAY = re.compile(r"D:(\d{4})(\d\d)(\d\d)")
_ENDS = re.compile(r"[.!?:;。！？：；]['\"”’)\]]*$")


def read_pdf(body: bytes, settings: ReachSettings) -> Parsed:
    try:
        document = pdfium.PdfDocument(body[body.index(b"%PDF-") :])
    except pdfium.PdfiumError as error:
        why = "an encrypted PDF" if "password" in str(error).lower() else "a damaged PDF"
        raise ReachError(Kind.PARSE_FAILED, why) from error
    total = len(document)
    pages = [_page(document, number, settings) for number in range(min(total, settings.pdf_pages))]
    text, starts = paged([page.text for page in pages])
    if not text:
        raise ReachError(Kind.NOT_TEXT, f"a PDF of {total} pages without a text layer (scanned?)")
    told = document.get_metadata_dict()
    title = one_line(told.get("Title", "") or text.split("\n", 1)[0], settings.title_chars)
    part = f"partial: the first {settings.pdf_pages} of {total} pages" if total > settings.pdf_pages else ""
    note = notes(part, _pictures_note(sum(page.scanned for page in pages), total))
    published, updated = _day(told.get("CreationDate", "")), _day(told.get("ModDate", ""))
    return Parsed(title, text, published, note, updated=updated, page_starts=starts)


def _pictures_note(scanned: int, total: int) -> str:
    return f"partial: {scanned} of {total} pages are scanned pictures without text" if scanned else ""


@dataclass(frozen=True, slots=True)
class _Leaf:
    text: str
    scanned: bool  # pictures and no letters: a reader sees words here that we don't


def _page(document: pdfium.PdfDocument, number: int, settings: ReachSettings) -> _Leaf:
    try:
        page = document[number]
        words = page.get_textpage()
        text = tidy(_set(words, settings))
        scanned = not text and next(page.get_objects(filter=[pdfium.raw.FPDF_PAGEOBJ_IMAGE]), None) is not None
        words.close()
        page.close()
    except pdfium.PdfiumError:
        return _Leaf("", False)
    return _Leaf(text, scanned)


def _set(words: pdfium.PdfTextPage, settings: ReachSettings) -> str:
    """A letter's place is asked for by its number, so they must be as many as the text has."""
    text = words.get_text_range()
    if len(text) != words.count_chars():
        return reflow(text, settings)
    return with_tables(
        text, lambda at: words.get_charbox(at, loose=True), lambda part: reflow(part, settings), settings
    )


def reflow(text: str, settings: ReachSettings) -> str:
    """Joins the lines that only the paper's width parted; a line that ends a sentence or is short stays an end."""
    text = _HYPHEN.sub("", _SOFT.sub("", text.replace("\r\n", "\n")))
    lines = [line.strip() for line in text.split("\n")]
    width = max((len(line) for line in lines), default=0)
    out = ""
    for line in lines:
        ends = not line or _ENDS.search(line) or len(line) < settings.full_line_share * width
        out += line + ("\n" if ends else _joint(line))
    return out.strip()


def _joint(line: str) -> str:
    return "" if re.search(f"[{CJK}，、]$", line) else " "


def _day(stamp: str) -> date | None:
    found = _DAY.match(stamp)
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None

"""From bytes to text, as it happens in the child: form by bytes, charset by evidence, text by the form's reader.

Nothing in here may be called by a worker itself: any of these parsers can be made to run for hours, and none of them
can be interrupted from within (`reach.sandbox`).
"""

import re
from dataclasses import replace
from datetime import date
from urllib.parse import unquote

from markdown_it import MarkdownIt

from reach import blocked, dates, markup
from reach.archive import check_archive
from reach.attributes import thinned
from reach.charset import decode
from reach.clean import clean, one_line, tidy, without
from reach.errors import Kind, ReachError
from reach.parsed import Parsed, notes, within
from reach.records import read_records
from reach.render import visible_text
from reach.settings import ReachSettings
from reach.sniff import ARCHIVES, OFFICE, Form, form_of
from reach.webpage import read_html

_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_HEADING = re.compile(r"^#{1,2}\s+(.+?)\s*#*$", re.MULTILINE)


def read_body(body: bytes, content_type: str, name: str, today: date, settings: ReachSettings) -> tuple[Parsed, Form]:
    """Raises ReachError. `today` may be the moment."""
    form = form_of(body, content_type, name, settings)
    parsed = _parsed(body, content_type, form, today, settings)
    text = parsed.text[: settings.text_chars]
    if not text.strip():
        raise ReachError(Kind.NOT_TEXT, "nothing in it can be read as text")
    cut = "partial" if len(text) < len(parsed.text) else ""
    days = dates.Dates(parsed.published, parsed.published_from, parsed.updated)
    if form is not Form.HTML:  # a page's own zone was known where its days were read
        days = dates.declared(parsed.published, parsed.updated, today, settings, text if form in OFFICE else "")
    return replace(
        parsed,
        title=parsed.title or (_file_name(name) if form is Form.CSV else ""),
        text=text,
        published=days.published,
        published_from=days.published_from,
        updated=days.updated,
        note=notes(parsed.note, cut),
        page_starts=within(parsed.page_starts, text),
    ), form


def _file_name(path: str) -> str:
    return unquote(path).rsplit("/", 1)[-1]


def _parsed(body: bytes, content_type: str, form: Form, today: date, settings: ReachSettings) -> Parsed:
    if form in ARCHIVES:
        check_archive(body, settings)
    if form is Form.PDF or form in ARCHIVES:
        return _read_file(body, form, settings)
    found = _CHARSET.search(content_type)
    return _read_text(decode(body, found[1] if found else "", settings), form, today, settings)


def _read_file(body: bytes, form: Form, settings: ReachSettings) -> Parsed:
    """These are imported one at a time: each costs start-up time and address space, and few documents need one."""
    match form:
        case Form.PDF:
            from reach.pdf import read_pdf as read
        case Form.DOCX:
            from reach.office import read_docx as read
        case Form.XLSX:
            from reach.sheets import read_sheets as read
        case Form.PPTX:
            from reach.slides import read_slides as read
        case _:
            from reach.books import read_book as read
    return read(body, settings)


def _read_text(text: str, form: Form, today: date, settings: ReachSettings) -> Parsed:
    if form is Form.HTML:
        return read_html(thinned(text, settings), today, settings)
    if form is Form.MARKDOWN:
        return _read_markdown(text, settings)
    if form is Form.CSV:
        return read_records(text, settings)
    plain = tidy(text)
    blocked.check_page("", plain, False, settings)
    return Parsed(one_line(plain.split("\n", 1)[0], settings.title_chars), plain)


def _read_markdown(text: str, settings: ReachSettings) -> Parsed:
    """Raw HTML inside it is shown as text, never interpreted; comments are what a reader doesn't see."""
    bare = without(clean(text), "<!--", "-->")
    tree = markup.parse(MarkdownIt("commonmark", {"html": False}).enable("table").render(bare) or "<p></p>", settings)
    heading = _HEADING.search(bare)
    if tree is None:
        return Parsed("", tidy(bare))
    markup.spell_out_tables(tree, settings)
    note = "hidden text removed" if len(bare) < len(clean(text)) else ""
    return Parsed(one_line(heading[1] if heading else "", settings.title_chars), visible_text(tree), note=note)

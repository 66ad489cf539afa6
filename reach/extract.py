"""A body and its headers become a page, or a typed failure: form by bytes, charset by evidence, text by its reader."""

import asyncio
import re
from dataclasses import replace
from datetime import date, datetime
from urllib.parse import unquote, urljoin

from markdown_it import MarkdownIt

from reach import blocked, dates, markup
from reach.address import amp_twin, split
from reach.archive import check_archive
from reach.charset import decode
from reach.clean import clean, one_line, tidy, without
from reach.egress import Response
from reach.errors import Kind, ReachError
from reach.pages import Page
from reach.parsed import Parsed, notes, within
from reach.records import read_records
from reach.render import visible_text
from reach.sandbox import parse_apart
from reach.settings import ReachSettings
from reach.sniff import ARCHIVES, Form, form_of
from reach.webpage import read_html
from reach.words import is_chinese

__all__ = ["clean", "page_of", "parse_body"]

_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_SCRIPTS = (
    ("ja", re.compile("[\u3041-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7a3]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
)
_HEADING = re.compile(r"^#{1,2}\s+(.+?)\s*#*$", re.MULTILINE)


async def page_of(url: str, response: Response, fetched_at: datetime, settings: ReachSettings) -> Page:
    """Raises ReachError; what it returns has text."""
    parsed, form = await parse_body(
        response.body, response.headers.get("content-type", ""), _path(response.final_url), fetched_at, settings
    )
    final_url = amp_twin(response.final_url, urljoin(response.final_url, parsed.canonical) if parsed.canonical else "")
    told = dates.Dates(parsed.published, parsed.published_from, parsed.updated)
    days = dates.completed(
        told,
        (_path(response.final_url), _path(url)),
        response.headers.get("last-modified", ""),
        response.headers.get("date", ""),
        dates.Now.of(fetched_at, settings),
    )
    language = language_of(parsed.text, parsed.language, settings)
    return Page(
        url=url,
        final_url=final_url,
        title=parsed.title or one_line(parsed.text, settings.title_chars),
        text=parsed.text,
        published=days.published,
        fetched_at=fetched_at,
        content_type=form.value,
        raw=response.body,
        language=language,
        note=notes(parsed.note, dates.relative_note(parsed.text, days.published_from, language, settings)),
        published_from=days.published_from,
        updated=days.updated,
        page_starts=parsed.page_starts,
    )


def _path(url: str) -> str:
    parts = split(url)
    return parts.path if parts else ""


def _file_name(path: str) -> str:
    return unquote(path).rsplit("/", 1)[-1]


async def parse_body(
    body: bytes, content_type: str, name: str, today: date, settings: ReachSettings
) -> tuple[Parsed, Form]:
    """The one way from bytes to text, for fetched pages and for the library's own files. `today` may be the moment."""
    if not body.strip():
        raise ReachError(Kind.NOT_TEXT, "the page is empty")
    form = form_of(body, content_type, name, settings)
    parsed = await _parse(body, content_type, form, today, settings)
    text = parsed.text[: settings.text_chars]
    if not text.strip():
        raise ReachError(Kind.NOT_TEXT, "nothing in it can be read as text")
    cut = "partial" if len(text) < len(parsed.text) else ""
    days = dates.Dates(parsed.published, parsed.published_from, parsed.updated)
    if form is not Form.HTML:  # a page's own zone was known where its days were read
        days = dates.declared(parsed.published, parsed.updated, today, settings)
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


async def _parse(body: bytes, content_type: str, form: Form, today: date, settings: ReachSettings) -> Parsed:
    if form in ARCHIVES:
        check_archive(body, settings)
    if form is Form.PDF or form in ARCHIVES:
        return await parse_apart(body, form, today, settings)
    found = _CHARSET.search(content_type)
    text = decode(body, found[1] if found else "", settings)
    if form in (Form.HTML, Form.CSV) and len(body) > settings.inline_bytes:
        return await parse_apart(text.encode("utf-8", "replace"), form, today, settings)
    return await asyncio.to_thread(_read_text, text, form, today, settings)


def _read_text(text: str, form: Form, today: date, settings: ReachSettings) -> Parsed:
    if form is Form.HTML:
        return read_html(text, today, settings)
    if form is Form.MARKDOWN:
        return read_markdown(text, settings)
    if form is Form.CSV:
        return read_records(text, settings)
    plain = tidy(text)
    blocked.check_page("", plain, False, settings)
    return Parsed(one_line(plain.split("\n", 1)[0], settings.title_chars), plain)


def read_markdown(text: str, settings: ReachSettings) -> Parsed:
    """Raw HTML inside it is shown as text, never interpreted; comments are what a reader doesn't see."""
    bare = without(clean(text), "<!--", "-->")
    tree = markup.parse(MarkdownIt("commonmark", {"html": False}).enable("table").render(bare) or "<p></p>", settings)
    heading = _HEADING.search(bare)
    if tree is None:
        return Parsed("", tidy(bare))
    markup.spell_out_tables(tree, settings)
    note = "hidden text removed" if len(bare) < len(clean(text)) else ""
    return Parsed(one_line(heading[1] if heading else "", settings.title_chars), visible_text(tree), note=note)


def language_of(text: str, declared: str, settings: ReachSettings) -> str:
    """The script tells Chinese, Japanese, Korean and Cyrillic better than a template's `lang`; else the page's word."""
    shown = text[: settings.language_chars]
    for name, letters in _SCRIPTS:
        if len(letters.findall(shown)) > settings.script_share_of_text * len(shown):
            return name
    if is_chinese(shown):
        return "zh"
    told = declared.replace("_", "-").split("-", 1)[0].lower()
    return told if told.isalpha() and told not in ("zh", "ja", "ko") else "en"

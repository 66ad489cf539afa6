"""A body and its headers become a page, or a typed failure. The body is read elsewhere (`reach.sandbox`)."""

import re
from datetime import date, datetime
from urllib.parse import urljoin

from reach import dates
from reach.address import amp_twin, split
from reach.clean import clean, one_line
from reach.egress import Response
from reach.errors import Kind, ReachError
from reach.pages import Page
from reach.parsed import Parsed, notes
from reach.sandbox import parse_apart
from reach.settings import ReachSettings
from reach.sniff import Form
from reach.words import is_chinese

__all__ = ["clean", "page_of", "parse_body"]

_LANGUAGE = re.compile(r"[a-z]{2,8}")  # the first part of a tag (RFC 5646)
_SCRIPTS = (
    ("ja", re.compile("[\u3041-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7a3]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
)


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


async def parse_body(
    body: bytes, content_type: str, name: str, today: date, settings: ReachSettings
) -> tuple[Parsed, Form]:
    """The one way from bytes to text, for fetched pages and for the library's own files. `today` may be the moment."""
    if not body.strip():
        raise ReachError(Kind.NOT_TEXT, "the page is empty")
    return await parse_apart(body, content_type, name, today, settings)


def language_of(text: str, declared: str, settings: ReachSettings) -> str:
    """The script tells Chinese, Japanese, Korean and Cyrillic better than a template's `lang`; else the page's word."""
    shown = text[: settings.language_chars]
    for name, letters in _SCRIPTS:
        if len(letters.findall(shown)) > settings.script_share_of_text * len(shown):
            return name
    if is_chinese(shown):
        return "zh"
    told = declared.replace("_", "-").split("-", 1)[0].lower()
    return told if _LANGUAGE.fullmatch(told) and told not in ("zh", "ja", "ko") else "en"

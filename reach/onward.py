"""Where an answer leads on: a redirect, a `Refresh` header, or a meta element that stands for one.

A page that sends its readers away holds nothing worth reading, so it is followed as a redirect is: a hop under the same
checks and the same limit (B-053). No script is read, and nothing inside `noscript`: that is where pages send readers
whom they refuse, away from a text that we have.
"""

import re
from collections.abc import Mapping
from html import unescape
from http import HTTPStatus
from urllib.parse import urljoin

from reach.errors import Kind, ReachError
from reach.settings import ReachSettings

_REDIRECTS = frozenset(
    {
        HTTPStatus.MOVED_PERMANENTLY,
        HTTPStatus.FOUND,
        HTTPStatus.SEE_OTHER,
        HTTPStatus.TEMPORARY_REDIRECT,
        HTTPStatus.PERMANENT_REDIRECT,
    }
)
_TOLD = re.compile(r"(\d{1,5})(?:\.\d*+)? ?[;, ] ?(?:url ?= ?)?(\S.*)", re.IGNORECASE)  # of a value with single spaces
_TAG = re.compile(r"[a-z]+")
# Possessive, and only from where a name begins: what can't match is given up at once.
_ATTRIBUTE = re.compile(r"""(?<![a-z-])([a-z-]++)\s*+=\s*+("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
_SKIPPED = frozenset({"script", "style", "noscript", "template", "title", "textarea", "iframe", "xmp"})


def next_address(url: str, status: int, headers: Mapping[str, str], body: bytes, settings: ReachSettings) -> str | None:
    """The next hop's address, if this answer is only a signpost to it. A page that sends to itself is meant to be read:
    it reloads, or wants a cookie that isn't kept."""
    if status in _REDIRECTS:
        told = headers.get("location", "")
    else:
        told = _refresh(headers, body, settings) or "" if status == HTTPStatus.OK else ""
    told = told.strip().split("#", 1)[0].replace(" ", "%20")
    try:
        onward = urljoin(url, told)
    except ValueError:
        raise ReachError(Kind.POLICY_DENIED, "the redirect's address is malformed") from None
    return None if not told or (status == HTTPStatus.OK and onward == url.split("#", 1)[0]) else onward


def _refresh(headers: Mapping[str, str], body: bytes, settings: ReachSettings) -> str | None:
    told = _address(headers.get("refresh", ""), settings)
    if told is None and "html" in headers.get("content-type", "html").lower():
        start = body[: settings.refresh_bytes].decode("latin-1")  # any byte is a character; markup is ASCII
        told = _address(_meta(start), settings)
    return told


def _address(value: str, settings: ReachSettings) -> str | None:
    """Pages that come again after minutes are news tickers, not signposts."""
    found = _TOLD.fullmatch(" ".join(value.split()))
    if found is None or int(found[1]) > settings.refresh_seconds:
        return None
    target = found[2].strip()
    quoted = target[:1] if target[:1] in ("'", '"') else None
    return (target[1:].partition(quoted)[0] if quoted else target).strip() or None


def _meta(markup: str) -> str:
    """The content of the first refreshing meta element. Every search goes on from the last one's end: linear."""
    lower, at = markup.lower(), 0
    while (at := lower.find("<", at)) >= 0:
        end, name = _end(lower, at)
        if end < 0:
            return ""
        if name == "meta":
            told = {found[1].lower(): found[2].strip("\"'") for found in _ATTRIBUTE.finditer(markup, at, end)}
            if told.get("http-equiv", "").strip().lower() == "refresh":
                return unescape(told.get("content", ""))
        at = end
    return ""


def _end(lower: str, at: int) -> tuple[int, str]:
    """Where what opens here ends, with all that it hides; -1 when it never does."""
    if lower.startswith("<!--", at):
        return lower.find("-->", at), ""
    tag = _TAG.match(lower, at + 1)
    name = tag[0] if tag else ""
    return lower.find(f"</{name}" if name in _SKIPPED else ">", at + 1), name

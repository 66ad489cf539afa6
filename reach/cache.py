"""Keys and encodings for a shared cache; the store itself is the caller's (R232: never a dictionary per process)."""

import hashlib
import json
import zlib
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Protocol

from reach.address import canonical
from reach.pages import Hit, Page, Period

VERSION = 3  # of the encoding; an entry of another version reads as absent


@dataclass(frozen=True, slots=True)
class Answer:
    """What a provider answered, and when: a hit served again says the original time, never the time of serving."""

    hits: tuple[Hit, ...]
    fetched_at: datetime


class Cache(Protocol):
    async def get(self, key: str) -> bytes | None: ...

    async def put(self, key: str, value: bytes, seconds: float) -> None: ...


class NoCache:
    async def get(self, key: str) -> bytes | None:
        return None

    async def put(self, key: str, value: bytes, seconds: float) -> None:
        return None


def search_key(query: str, period: Period | None, lane: str, language: str | None) -> str:
    """C2: normalised query, time range, provider and locale make the key. The provider is told by its service's
    address: another instance of the same kind is another one."""
    words = " ".join(query.casefold().split())
    span = (str(period.start), str(period.end)) if period else ("None", "None")
    return _hash("search", words, *span, lane, language or "")


def page_key(url: str) -> str:
    return _hash("page", canonical(url))


def hand_over_key(url: str) -> str:
    """A page too short-lived for the cache, for workers that waited while another one fetched it (B-044)."""
    return _hash("hand-over", canonical(url))


def _hash(kind: str, *parts: str) -> str:
    return f"{kind}:{hashlib.sha256(json.dumps([VERSION, *parts]).encode()).hexdigest()}"


def encode_page(page: Page) -> bytes:
    head = {
        "v": VERSION,
        "url": page.url,
        "final_url": page.final_url,
        "title": page.title,
        "text": page.text,
        "published": _iso(page.published),
        "published_from": page.published_from,
        "updated": _iso(page.updated),
        "page_starts": page.page_starts,
        "etag": page.etag,
        "last_modified": page.last_modified,
        "fetched_at": page.fetched_at.isoformat(),
        "content_type": page.content_type,
        "language": page.language,
        "note": page.note,
        "publisher": page.publisher,
        "kind": page.kind,
    }
    return zlib.compress(json.dumps(head).encode() + b"\n" + page.raw)


def decode_page(stored: bytes) -> Page | None:
    """None for a damaged entry or one of another version: the page is fetched again."""
    try:
        head, _, raw = zlib.decompress(stored).partition(b"\n")
        told = json.loads(head)
        if told.pop("v") != VERSION:
            return None
        told["published"], told["updated"] = _day(told["published"]), _day(told["updated"])
        told["page_starts"] = tuple(told["page_starts"])
        told["fetched_at"] = datetime.fromisoformat(told["fetched_at"])
        return Page(raw=raw, **told)
    except (zlib.error, ValueError, KeyError, TypeError):
        return None


def encode_answer(answer: Answer) -> bytes:
    rows = [
        [hit.title, hit.snippet, hit.url, _iso(hit.published), hit.channel, hit.rank, list(hit.other_urls)]
        for hit in answer.hits
    ]
    told = {"v": VERSION, "hits": rows, "fetched_at": answer.fetched_at.isoformat()}
    return zlib.compress(json.dumps(told).encode())


def decode_answer(stored: bytes) -> Answer | None:
    """None for a damaged entry or one of another version: the provider is asked again."""
    try:
        told = json.loads(zlib.decompress(stored))
        if told["v"] != VERSION:
            return None
        return Answer(tuple(_hit(row) for row in told["hits"]), datetime.fromisoformat(told["fetched_at"]))
    except (zlib.error, ValueError, KeyError, TypeError):
        return None


def _hit(row: list[Any]) -> Hit:
    title, snippet, url, published, channel, rank, others = row
    known = tuple(str(address) for address in others)
    return Hit(str(title), str(snippet), str(url), _day(published), str(channel), int(rank), known)


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None

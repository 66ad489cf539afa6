"""RSS and Atom feeds that the operator names. They are fetched whole, and searched here with the package's ranking."""

import asyncio
import hashlib
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from weakref import WeakKeyDictionary

from reach.address import host, place
from reach.budget import as_error, failure
from reach.cache import Cache, NoCache
from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.pages import Hit, Outcome, Page, Period
from reach.providers import Ability, Health
from reach.providers.answers import LIMITED, NO_ADVICE, Entry, check, day_told, is_web
from reach.providers.syndication import read_feed
from reach.query import plain, title
from reach.ranking import Index
from reach.segment import segments
from reach.settings import MINUTE, ReachSettings

_ACCEPT = "application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.8"


@dataclass(frozen=True, slots=True)
class _Shelf:
    until: float  # by the process's own clock
    entries: tuple[Entry, ...]
    index: Index
    failures: tuple[ReachError, ...]
    troubles: tuple[Outcome, ...]
    feeds: int  # that were read


class Feeds:
    name = "feeds"
    local = False
    lane = "feeds"  # its services are many; a back-off of one is kept by nobody else

    def __init__(
        self,
        addresses: Sequence[str],
        egress: Egress,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        cache: Cache | None = None,
    ) -> None:
        """The cache is shared by all workers: a feed is fetched once in its class's time, not once a query."""
        self._addresses = tuple(dict.fromkeys(addresses))
        self._egress = egress
        self._now = now
        self._cache = cache or NoCache()
        self._shelf: _Shelf | None = None
        self._locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

    @property
    def ability(self) -> Ability:
        return Ability(
            "Searches the newest entries of the feeds that the operator subscribed to. Use it for what these sites"
            " announced lately. Not for anything older than their feeds, and not for the web at large.",
            takes_period=False,
            takes_language=False,
            batches=False,
            limits=f"each feed is fetched once in {self._settings.cache_notice / MINUTE:.0f} minutes",
        )

    @property
    def _settings(self) -> ReachSettings:
        return self._egress.settings

    async def health(self) -> Health:
        try:
            shelf = await self._read()
        except Exception as error:
            return Health(False, as_error(error).detail)
        silent = [f"{trouble.target}: {trouble.detail}" for trouble in shelf.troubles]
        told = f"{shelf.feeds} of {len(self._addresses)} feeds answered, with {len(shelf.entries)} entries"
        return Health(not silent, "; ".join([told, *silent]))

    def owns(self, url: str) -> bool:
        return False

    async def read(self, url: str) -> Page:
        raise ReachError(Kind.POLICY_DENIED, "a feed owns no pages")

    def troubles(self) -> Sequence[Outcome]:
        """Feeds that could not be read when they were last asked; the others are searched."""
        return self._shelf.troubles if self._shelf else ()

    async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]:
        shelf = await self._read()
        if shelf.failures and not shelf.feeds:
            raise shelf.failures[0]
        hits: list[Hit] = []
        for found in shelf.index.search(query, len(shelf.entries)):
            entry = shelf.entries[found.document]
            published = day_told(entry.published, self._now().date(), self._settings)
            if period is not None and not period.admits(published):
                continue
            told = shelf.index.snippet(query, found.segment.text, self._settings.snippet_chars)
            heading = title(entry.title, self._settings) or entry.url
            hits.append(Hit(heading, told, entry.url, published, self.name, len(hits) + 1))
            if len(hits) == limit:
                break
        return hits

    async def _read(self) -> _Shelf:
        """The variants of a batch come at once: the first one reads the feeds, the others wait for it."""
        lock = self._locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        async with lock:
            if self._shelf is None or self._shelf.until <= time.monotonic():
                self._shelf = await self._made()
            return self._shelf

    async def _made(self) -> _Shelf:
        gate, settings = asyncio.Semaphore(self._settings.page_pool), self._settings
        answers = await asyncio.gather(*(self._feed(address, gate) for address in self._addresses))
        read = [answer for answer in answers if not isinstance(answer, ReachError)]
        entries = tuple({entry.url: entry for feed in read for entry in feed if is_web(entry.url)}.values())
        pairs = zip(self._addresses, answers, strict=True)
        failed = [(address, error) for address, error in pairs if isinstance(error, ReachError)]
        return _Shelf(
            time.monotonic() + (settings.feed_again_seconds if failed else settings.cache_notice),
            entries,
            await asyncio.to_thread(_index, entries, settings),
            tuple(error for _, error in failed),
            tuple(failure(place(address), self.name, error, seconds=0.0) for address, error in failed),
            len(read),
        )

    async def _feed(self, address: str, gate: asyncio.Semaphore) -> list[Entry] | ReachError:
        """Only what could be read as a feed is kept for the next who asks."""
        key, most = f"feed:{hashlib.sha256(address.encode()).hexdigest()}", self._settings.feed_entries
        async with gate:
            try:
                stored = await self._cache.get(key)
                origin, body = _unpacked(stored) if stored else await self._fetched(address)
                entries = await asyncio.to_thread(read_feed, body, origin, host(address), most)
                if not stored:
                    await self._cache.put(key, _packed(origin, body), self._settings.cache_notice)
            except Exception as error:
                return as_error(error)
        return entries

    async def _fetched(self, address: str) -> tuple[str, bytes]:
        seconds = self._settings.feed_seconds
        response = await self._egress.get(address, headers=[("Accept", _ACCEPT)], deadline_seconds=seconds)
        check(response, host(address), self._now(), LIMITED, NO_ADVICE)
        return response.final_url, response.body


def _packed(origin: str, body: bytes) -> bytes:
    """With the address that it came from in the end: its relative links start there."""
    return zlib.compress(origin.encode() + b"\n" + body)


def _unpacked(stored: bytes) -> tuple[str, bytes]:
    origin, _, body = zlib.decompress(stored).partition(b"\n")
    return origin.decode(), body


def _index(entries: Sequence[Entry], settings: ReachSettings) -> Index:
    texts = [(title(entry.title, settings), plain(entry.snippet, settings.text_chars)) for entry in entries]
    return Index([(heading, segments(text or heading, heading, settings)) for heading, text in texts], settings)

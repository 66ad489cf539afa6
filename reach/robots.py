"""What a host asks of automatic readers, kept for all workers. What can't be read means "not now", never "yes" (B-069).

RFC 9309: the file's rules hold; no such file (4xx) means no rules; a server's error or silence means to stay away.
Beyond it, 429 means to stay away too: a host that says "too many" has not said "as you like".
"""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus

from reach.cache import Cache
from reach.egress import Egress, Response
from reach.errors import Kind, ReachError
from reach.robots_rules import NO_RULES, Rules, parse
from reach.settings import ReachSettings

VERSION = 1  # of what is kept in the cache


@dataclass(frozen=True, slots=True)
class Verdict:
    allowed: bool
    why: str = ""  # a sentence, where it is not allowed
    delay: float = 0.0  # seconds between two visits that the host asks for
    kind: Kind | None = None  # what the page's failure is, where it is not allowed
    for_now: bool = False  # the host could not be asked: another time it may be allowed


@dataclass(frozen=True, slots=True)
class _Answer:
    rules: Rules = NO_RULES
    trouble: str = ""  # why the file could not be read
    kind: Kind | None = None

    def encoded(self) -> bytes:
        rules = {"lines": self.rules.lines, "delay": self.rules.delay}
        told = {"v": VERSION, **rules, "trouble": self.trouble, "kind": self.kind}
        return json.dumps(told).encode()


class Robots:
    """Asks each host once a day. The request goes out like any other, under the same guard, but under no task's scope:
    its answer is for all tasks."""

    def __init__(self, egress: Egress, cache: Cache, settings: ReachSettings) -> None:
        self._egress = egress.unscoped()
        self._cache = cache
        self._settings = settings
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()

    async def verdict(self, url: str, seconds: float | None = None) -> Verdict:
        """Never raises. Judges the path that the server would be asked for. `seconds` are what is left of the page's
        own time."""
        try:
            target = self._egress.examine(url)
        except ReachError as error:
            return Verdict(allowed=False, why=error.detail, kind=error.kind)
        site = f"{target.scheme}://{target.authority}"
        most = self._settings.robots_seconds
        answer = await self._answer(site, most if seconds is None else min(most, seconds))
        if answer.trouble:
            return Verdict(allowed=False, why=answer.trouble, kind=answer.kind, for_now=True)
        delay = min(answer.rules.delay, self._settings.crawl_delay_most)
        if answer.rules.allows(target.address):
            return Verdict(allowed=True, delay=delay)
        why = f"{target.host} asks automatic readers to leave this page alone"
        return Verdict(allowed=False, why=why, delay=delay, kind=Kind.BLOCKED_BY_SITE)

    async def _answer(self, site: str, seconds: float) -> _Answer:
        """Several pages of a host wait for one request; who waits finds its answer in the cache."""
        async with self._turn(site):
            kept = _decoded(await self._cache.get(f"robots:{site}"))
            if kept is not None:
                return kept
            answer = await self._asked(site, seconds)
            if answer.kind is Kind.POLICY_DENIED:
                return answer  # our own rules, which say nothing about the host
            if answer.trouble and seconds < self._settings.robots_seconds:
                return answer  # its time was cut short by the page's: that says nothing about the host
            life = self._settings.robots_kept_unsure if answer.trouble else self._settings.robots_kept
            await self._cache.put(f"robots:{site}", answer.encoded(), life)
            return answer

    @asynccontextmanager
    async def _turn(self, site: str) -> AsyncIterator[None]:
        """A lock belongs to the loop that waited on it, so none outlives its last waiter."""
        lock = self._turns.setdefault(site, asyncio.Lock())
        self._waiting[site] += 1
        try:
            async with lock:
                yield
        finally:
            self._waiting[site] -= 1
            if not self._waiting[site]:
                del self._waiting[site], self._turns[site]

    async def _asked(self, site: str, seconds: float) -> _Answer:
        address, asked = f"{site}/robots.txt", list[str]()

        async def noted(hop: str) -> None:
            asked.append(hop)

        try:
            response = await self._egress.get(
                address, deadline_seconds=seconds, first_bytes=self._settings.robots_bytes, before=noted
            )
        except ReachError as error:
            if error.kind is Kind.BLOCKED_BY_SITE:  # led on for ever: taken as absent (RFC 9309 2.3.1.2)
                return _Answer()
            if error.kind is Kind.POLICY_DENIED and not asked:  # the page lies there, too: robots.txt isn't the reason
                return _Answer(trouble=error.detail, kind=error.kind)
            return _Answer(trouble=f"robots.txt can't be read now: {error.detail}", kind=error.kind)
        return _read(response, self._settings)


def _read(response: Response, settings: ReachSettings) -> _Answer:
    status = response.status
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.TOO_MANY_REQUESTS:
        crowded = status == HTTPStatus.TOO_MANY_REQUESTS
        kind = Kind.RATE_LIMITED if crowded else Kind.PROVIDER_UNAVAILABLE
        return _Answer(trouble=f"robots.txt can't be read now: the site answered {status}", kind=kind)
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return _Answer()
    product = settings.user_agent.partition("/")[0].lower()
    return _Answer(parse(response.body.decode("utf-8", errors="replace"), product))


def _decoded(kept: bytes | None) -> _Answer | None:
    try:
        told = json.loads(kept or b"{}")
        if told["v"] != VERSION:
            return None
        lines = tuple((bool(allowed), str(pattern)) for allowed, pattern in told["lines"])
        kind = Kind(told["kind"]) if told["kind"] else None
        return _Answer(Rules(lines, float(told["delay"])), str(told["trouble"]), kind)
    except (ValueError, KeyError, TypeError):
        return None

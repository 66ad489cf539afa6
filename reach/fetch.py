"""Reads pages: at most so many at once, each within its time, all within the budget, every address accounted for."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from reach import freshness
from reach.address import canonical, host, place
from reach.budget import Clock, Deadline, NotAsked, as_error, failure, raise_first, settle, skip
from reach.cache import Cache, encode_page, hand_over_key, page_key
from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.extract import page_of
from reach.pace import Pace
from reach.pages import Outcome, Page, Status
from reach.plan import Planned, planned_ends, pool_width
from reach.providers import Provider
from reach.robots import Robots
from reach.settings import ReachSettings
from reach.slots import Slots
from reach.visit import Arrival, Trip, arrive, fresh_copy

WEB = "web"  # the channel of an address that no provider owns


@dataclass(frozen=True, slots=True)
class Read:
    pages: tuple[Page, ...]
    outcomes: tuple[Outcome, ...]  # one for each address asked for, in their order


@dataclass(frozen=True, slots=True)
class _Reading:
    """The targets of one reach, by their place in the order asked for, and how each ended."""

    urls: Sequence[str]
    owners: Sequence[Provider | None]
    trip: Trip
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    pages: dict[int, Page] = field(default_factory=dict)
    brought: dict[int, tuple[float, int]] = field(default_factory=dict)  # seconds and bytes of what came, or didn't
    parsing: dict[int, asyncio.Task[None]] = field(default_factory=dict)

    def channel(self, at: int) -> str:
        owner = self.owners[at]
        return owner.name if owner else WEB

    def remote(self, at: int) -> bool:
        owner = self.owners[at]
        return bool(host(self.urls[at])) if owner is None else not owner.local

    def skip(self, at: int, reason: str | NotAsked) -> None:
        self.outcomes[at] = skip(self.urls[at], self.channel(at), reason)

    def fail(self, at: int, error: ReachError, seconds: float, received: int = 0) -> None:
        failed = failure(self.urls[at], self.channel(at), error, seconds)
        self.outcomes[at] = replace(failed, received=received)

    def keep(self, at: int, status: Status, page: Page, seconds: float, received: int, detail: str = "") -> None:
        told = "; ".join(filter(None, (page.note, detail)))
        self.pages[at] = page
        self.outcomes[at] = Outcome(
            self.urls[at],
            self.channel(at),
            status,
            None,
            told,
            seconds,
            items=1,
            received=received,
            fetched_at=page.fetched_at,
        )


async def read(
    urls: Sequence[str],
    providers: Sequence[Provider],
    egress: Egress,
    *,
    settings: ReachSettings,
    cache: Cache,
    pace: Pace,
    robots: Robots | None = None,
    clock: Clock = time.monotonic,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Read:
    """Never raises for a page's failure. Addresses that mean the same page are read once; the best come first."""
    width = pool_width(await pace.troubled_hosts(), settings)
    deadline = Deadline(clock, settings.batch_seconds)
    trip = Trip(egress, settings, cache, pace, robots, clock, now, deadline, Slots(width))
    owners = [next((provider for provider in providers if provider.owns(url)), None) for url in urls]
    reading = _Reading(urls, owners, trip)
    try:
        waiting = await _trimmed(reading, await _unknown(reading), width)
        await settle([_bring(reading, at) for at in waiting], deadline, settings)
        for at in waiting:
            if at not in reading.parsing and at not in reading.outcomes:
                _cut(reading, at)
        await _all_read(reading)
    finally:
        for task in reading.parsing.values():
            task.cancel()
        for key in trip.claimed:
            await pace.release(key)
    _drop_doubles(urls, reading.pages, reading.outcomes)
    pages = tuple(reading.pages[at] for at in sorted(reading.pages))
    return Read(pages, tuple(reading.outcomes[at] for at in range(len(urls))))


async def _unknown(reading: _Reading) -> list[int]:
    """What has to be asked for: neither another spelling of an earlier address nor in the cache."""
    unknown: list[int] = []
    first: dict[str, int] = {}
    for at, url in enumerate(reading.urls):
        twin = first.setdefault(canonical(url), at)
        if twin != at:
            reading.skip(at, f"same page as {place(reading.urls[twin])}")
        elif reading.owners[at] is None and (page := await fresh_copy(reading.trip, url)) is not None:
            reading.keep(at, Status.CACHED, page, 0.0, 0)
        else:
            unknown.append(at)
    return unknown


async def _trimmed(reading: _Reading, waiting: list[int], width: int) -> list[int]:
    """Keeps what fits the budget (R253); the rest is listed as skipped, never dropped. Own documents cost no time."""
    settings = reading.trip.settings
    remote = [at for at in waiting if reading.remote(at)]
    plan = [await _planned(reading, at) for at in remote]
    ends = planned_ends(plan, width, settings.batch_seconds)
    for at, target, end in zip(remote, plan, ends, strict=True):
        if end is None:
            why = f"with {target.seconds:.3g} s an answer, {len(remote)} pages would not fit"
            reading.skip(at, f"pace: {why} {settings.batch_seconds:g} s")
    return [at for at in waiting if at not in reading.outcomes]


async def _planned(reading: _Reading, at: int) -> Planned:
    trip, owner, url = reading.trip, reading.owners[at], reading.urls[at]
    settings, name = trip.settings, owner.lane if owner else host(url)
    typical = await trip.pace.typical_seconds(name)
    seconds = settings.target_seconds if typical is None else min(typical, settings.target_seconds)
    if owner is not None:
        return Planned(name, seconds, settings.per_host, settings.host_gap_seconds)
    return Planned(name, seconds, trip.cap(url), trip.gap(url))


async def _bring(reading: _Reading, at: int) -> None:
    """Parsing begins as soon as the page is here, for who waits for it; its time is no part of the reach's."""
    arrival = await arrive(reading.trip, reading.urls[at], reading.owners[at])
    reading.brought[at] = arrival.seconds, len(arrival.response.body) if arrival.response else 0
    reading.parsing[at] = asyncio.create_task(_finish(reading, at, arrival))


async def _all_read(reading: _Reading) -> None:
    """Bounded for the reach as a whole, or each of its pages could take what one may (P8). Children that still read
    are killed, and whoever waited behind them is told why."""
    seconds = reading.trip.settings.parse_batch_seconds
    if not reading.parsing:
        return
    first = asyncio.FIRST_EXCEPTION
    done, late = await asyncio.wait(reading.parsing.values(), timeout=seconds, return_when=first)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    raise_first(done)
    told = f"reading it did not fit the {seconds:g} s that one reach may go on reading"
    for at in reading.parsing:
        if at not in reading.outcomes:
            reading.fail(at, ReachError(Kind.TOO_SLOW, told), *reading.brought[at])


def _cut(reading: _Reading, at: int) -> None:
    url, seconds = reading.urls[at], reading.trip.settings.batch_seconds
    if url not in reading.trip.begun:
        reading.skip(at, f"pace: its turn did not come within {seconds:g} s")
    else:
        late = ReachError(Kind.TOO_SLOW, f"cut at the {seconds:g} s of the reach")
        led = reading.trip.led.get(url, host(url))
        reading.fail(at, late if led == host(url) else late.beyond(led), reading.trip.asked_for(url))


async def _finish(reading: _Reading, at: int, arrival: Arrival) -> None:
    seconds, received = reading.brought[at]
    try:
        if arrival.reason is not None:
            reading.skip(at, arrival.reason)
        elif arrival.error is not None:
            reading.fail(at, arrival.error, seconds)
        elif arrival.known is not None:
            await _confirmed(reading, at, arrival, arrival.known)
        elif arrival.page is not None:
            _handed(reading, at, arrival, arrival.page)
        else:
            await _parsed(reading, at, arrival)
    except Exception as error:
        reading.fail(at, as_error(error), seconds, received)
    finally:
        await _released(reading.trip, page_key(reading.urls[at]))


def _handed(reading: _Reading, at: int, arrival: Arrival, page: Page) -> None:
    if arrival.shared:
        reading.keep(at, Status.CACHED, page, arrival.seconds, 0, "fetched by another worker at the same moment")
    else:
        reading.keep(at, Status.OK, page, arrival.seconds, len(page.raw))


async def _confirmed(reading: _Reading, at: int, arrival: Arrival, known: Page) -> None:
    """304. The words are what the site says now, so the moment of its answer is their `fetched_at`: a new fetch,
    though not of their bytes. A plain cache hit asks nobody and keeps the original time (R199)."""
    page = replace(known, fetched_at=arrival.at)
    await _store(reading.trip, page)
    since = f"unchanged since {known.fetched_at:%Y-%m-%d %H:%M} UTC"
    reading.keep(at, Status.OK, page, arrival.seconds, 0, since)


async def _parsed(reading: _Reading, at: int, arrival: Arrival) -> None:
    response, url = arrival.response, reading.urls[at]
    assert response is not None
    told = response.headers
    page = await page_of(url, response, arrival.at, reading.trip.settings)
    page = replace(page, etag=told.get("etag", ""), last_modified=told.get("last-modified", ""))
    await _store(reading.trip, page)
    reading.keep(at, Status.OK, page, arrival.seconds, len(response.body))


async def _store(trip: Trip, page: Page) -> None:
    """What is too short-lived for the cache is kept for those alone who are waiting for this very fetch (B-044)."""
    seconds, value = freshness.kept_seconds(page, trip.settings), encode_page(page)
    if seconds > 0:
        await trip.cache.put(page_key(page.url), value, seconds)
    else:
        await trip.cache.put(hand_over_key(page.url), value, trip.settings.hand_over_seconds)


async def _released(trip: Trip, key: str) -> None:
    if key in trip.claimed:
        trip.claimed.discard(key)
        await trip.pace.release(key)


def _drop_doubles(urls: Sequence[str], pages: dict[int, Page], outcomes: dict[int, Outcome]) -> None:
    """Two addresses that turned out to be one page (a redirect, an AMP twin): the first stays."""
    seen: dict[str, int] = {}
    for at in sorted(pages):
        first = seen.setdefault(pages[at].key, at)
        if first != at:
            outcomes[at] = skip(urls[at], outcomes[at].channel, f"same page as {place(urls[first])}")
            del pages[at]

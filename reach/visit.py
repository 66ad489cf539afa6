"""One page over the wire: claimed from the other workers, in its host's turn, within its time."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from http import HTTPStatus
from typing import TypeVar

from reach import freshness
from reach.address import host, split
from reach.budget import Clock, Deadline, NotAsked, as_error, attempt, limited, sat_out, undisturbed
from reach.cache import Cache, decode_page, hand_over_key, page_key
from reach.egress import Egress, Headers, Response
from reach.errors import Kind, ReachError
from reach.guard import DEFAULT_PORTS, is_allowed
from reach.pace import Pace
from reach.pages import Page
from reach.providers import Provider
from reach.robots import Robots, Verdict
from reach.settings import ReachSettings
from reach.slots import Slots

_GONE = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})
_CLOSED = frozenset(
    {
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.PAYMENT_REQUIRED,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.PROXY_AUTHENTICATION_REQUIRED,
        HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS,
    }
)


Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Arrival:
    """What came, before it is parsed: parsing lies outside the time of the reach."""

    at: datetime  # what `fetched_at` will say
    seconds: float  # of the exchange alone, without waiting for a place: the P95 of these sizes the next reach
    page: Page | None = None  # from its provider, or another worker's copy
    shared: bool = False  # the page was fetched by another worker, for its own reach
    response: Response | None = None
    known: Page | None = None  # the copy that the response confirms
    error: ReachError | None = None
    reason: NotAsked | None = None


@dataclass(frozen=True, slots=True)
class Trip:
    """What all visits of one reach have in common, and what they leave behind in it."""

    egress: Egress
    settings: ReachSettings
    cache: Cache
    pace: Pace
    robots: Robots | None
    clock: Clock
    now: Callable[[], datetime]
    deadline: Deadline
    slots: Slots
    begun: dict[str, float] = field(default_factory=dict)  # address → when its host was asked, by `clock`
    led: dict[str, str] = field(default_factory=dict)  # address → host that was asked for it last, behind redirects
    stale: dict[str, Page] = field(default_factory=dict)  # address → a copy past its life that its site may confirm
    claimed: set[str] = field(default_factory=set)  # keys this reach has to give back

    def share(self, spent: float = 0.0) -> Deadline:
        return self.deadline.within(max(0.0, self.settings.target_seconds - spent))

    def own(self, url: str) -> bool:
        """On the operator's allow list: neither a gap nor a stranger's cap is kept there. No host, nobody to spare."""
        parts = split(url)
        if not host(url):
            return True
        port = (parts.port or DEFAULT_PORTS.get(parts.scheme.lower(), 0)) if parts else 0
        return is_allowed(host(url), port, self.settings.allow_hosts)

    def cap(self, url: str) -> int:
        return self.settings.per_own_host if self.own(url) else self.settings.per_host

    def gap(self, url: str) -> float:
        return 0.0 if self.own(url) else self.settings.host_gap_seconds

    def asked_for(self, url: str) -> float:
        """Seconds since its host was asked; 0 where it never was."""
        now = self.clock()
        return now - self.begun.get(url, now)


async def arrive(trip: Trip, url: str, owner: Provider | None) -> Arrival:
    """Never raises but for a cancellation, and where what workers share is lost."""
    try:
        if owner is not None:
            page = await _owned(trip, url, owner)
            return Arrival(trip.now(), trip.asked_for(url), page)
        if (copy := await _other_workers_copy(trip, url)) is not None:
            return Arrival(trip.now(), 0.0, copy, shared=True)
        response = await _visited(trip, url)
        known = trip.stale.get(url) if response.status == HTTPStatus.NOT_MODIFIED else None
        return Arrival(trip.now(), trip.asked_for(url), response=response, known=known)
    except NotAsked as reason:
        return Arrival(trip.now(), 0.0, reason=reason)
    except Exception as error:
        return Arrival(trip.now(), trip.asked_for(url), error=as_error(error))


async def fresh_copy(trip: Trip, url: str) -> Page | None:
    """A cached page within its life. One past it is remembered: its site may say that nothing changed."""
    stored = await trip.cache.get(page_key(url))
    page = decode_page(stored) if stored else None
    if page is None:
        return None
    if freshness.is_fresh(page, trip.now(), trip.settings):
        return replace(page, url=url)
    trip.stale[url] = replace(page, url=url)
    return None


async def _other_workers_copy(trip: Trip, url: str) -> Page | None:
    """Claims the page (B-044). Whoever finds it claimed waits, in no pool's place, and takes what the other brought.

    The claim outlives a whole reach and its parsing; a worker that dies with one delays the others by no more.
    """
    settings, key, waited = trip.settings, page_key(url), False
    while not await trip.pace.claim(key, settings.batch_seconds + settings.parse_batch_seconds):
        waited = True
        if trip.deadline.left <= settings.claim_poll_seconds:
            raise NotAsked("pace: another worker was still fetching it when the time was over")
        await asyncio.sleep(settings.claim_poll_seconds)
    trip.claimed.add(key)
    page = await fresh_copy(trip, url)  # also without waiting: the other may have ended since the first look
    if page is None and waited and (stored := await trip.cache.get(hand_over_key(url))):
        page = decode_page(stored)
    return replace(page, url=url) if page else None


async def _owned(trip: Trip, url: str, owner: Provider) -> Page:
    if owner.local:
        trip.begun[url] = trip.clock()
        return await attempt(lambda _: owner.read(url), trip.share(), trip.settings)
    async with trip.slots.host(owner.lane, trip.settings.per_host):
        return await _in_turn(trip, url, owner.lane, trip.settings.host_gap_seconds, lambda _: owner.read(url))


async def _visited(trip: Trip, url: str) -> Response:
    name = host(url)
    async with trip.slots.host(name, trip.cap(url)):
        await _at_peace(trip, name)
        delay, spent = await _ruled(trip, url)
        return await _in_turn(trip, url, name, max(trip.gap(url), delay), lambda left: _get(trip, url, left), spent)


async def _in_turn(
    trip: Trip, url: str, name: str, gap: float, call: Callable[[float], Awaitable[Result]], spent: float = 0.0
) -> Result:
    """Waits count against the reach, not against the target, and are spent in no pool's place; only the gap to others
    of the host that waited for a place, too, is spent in it."""
    while True:
        await _at_peace(trip, name)
        await _wait_for_turn(trip, name, gap)
        held_up = trip.slots.pool.locked()
        async with trip.slots.pool:
            if held_up:  # its turn passed while it waited for a place, and others of the host waited with it
                await _wait_for_turn(trip, name, gap)
            if await trip.pace.pause_left(name) == 0:  # else another page of this host was refused meanwhile
                return await _asked(trip, url, name, call, spent)


async def _at_peace(trip: Trip, name: str) -> None:
    """A page that was never asked for may wait for the end of its host's pause; a refused one is not tried again."""
    if not await sat_out(trip.pace, name, trip.deadline, trip.settings):
        await undisturbed(trip.pace, name, name, trip.now)


async def _ruled(trip: Trip, url: str) -> tuple[float, float]:
    """The gap that the site wants, and the seconds of the target's time that asking for its rules took."""
    rules = trip.robots
    if rules is None:
        return 0.0, 0.0
    trip.egress.examine(url)  # what we don't read ourselves is not asked for
    async with trip.slots.pool:
        began = trip.clock()
        ruling = await attempt(lambda left: rules.verdict(url, left), trip.share(), trip.settings, tries=1)
        spent = trip.clock() - began
    _obey(ruling)
    return 0.0 if trip.own(url) else ruling.delay, spent


def _obey(ruling: Verdict) -> None:
    if not ruling.allowed:
        raise ReachError(ruling.kind or Kind.POLICY_DENIED, ruling.why)


async def _wait_for_turn(trip: Trip, name: str, gap: float) -> None:
    if gap <= 0:
        return
    wait = await trip.pace.turn(name, gap, trip.deadline.left - trip.settings.connect_seconds)
    if wait is None:
        raise NotAsked(f"pace: {name} is asked every {gap:g} s, and its next turn comes too late")
    await asyncio.sleep(wait)


async def _asked(trip: Trip, url: str, name: str, call: Callable[[float], Awaitable[Result]], spent: float) -> Result:
    trip.begun[url] = trip.clock()

    async def free() -> bool:
        return await trip.pace.pause_left(name) == 0

    try:
        result = await attempt(call, trip.share(spent), trip.settings, free=free)
    except ReachError as error:
        asked_last = trip.led.get(url, name)
        if error.kind is Kind.RATE_LIMITED:
            await limited(trip.pace, asked_last, error, trip.settings)
        if asked_last != name and error.kind is not Kind.POLICY_DENIED:  # where we don't go was not asked
            raise error.beyond(asked_last) from error
        raise
    await trip.pace.answered(name, trip.asked_for(url))
    return result


async def _get(trip: Trip, url: str, seconds: float) -> Response:
    """Every hop that is asked for is one that its own host leaves open to us, the first as `_ruled` found it."""
    known, rules, share = trip.stale.get(url), trip.robots, Deadline(trip.clock, seconds)

    async def ruled(hop: str) -> None:
        trip.led[url] = host(hop)
        if rules is not None and hop != trip.egress.examine(url).address:
            _obey(await rules.verdict(hop, share.left))

    headers = conditions(known) if known else ()
    response = await trip.egress.get(url, headers=headers, deadline_seconds=seconds, before=ruled)
    if known and response.status == HTTPStatus.NOT_MODIFIED:
        return response
    trouble = refusal(response, trip.now())
    if trouble is not None:
        raise trouble
    return response


def conditions(page: Page) -> Headers:
    """A tag that another host gave means nothing to the one that will be asked."""
    if host(page.url) != host(page.final_url):
        return ()
    told = (("If-None-Match", page.etag), ("If-Modified-Since", page.last_modified))
    return tuple((name, value) for name, value in told if value and sendable(value))


def sendable(value: str) -> bool:
    """What a server may have given as a tag or a day and what can stand in a request, so that it never spoils one."""
    return value.isascii() and value.isprintable()


def refusal(response: Response, now: datetime) -> ReachError | None:
    """What a status says about a page. Only a 5xx without a stated wait is worth the one retry (R212, R214)."""
    status, wait = response.status, response.retry_after(now)
    if status == HTTPStatus.TOO_MANY_REQUESTS or (status == HTTPStatus.SERVICE_UNAVAILABLE and wait is not None):
        return ReachError(Kind.RATE_LIMITED, f"the site answered {status}", retry_after=wait)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ReachError(Kind.PROVIDER_UNAVAILABLE, f"the site answered {status}", passing=True)
    if status in _GONE:
        return ReachError(Kind.NOT_FOUND, f"the site answered {status}")
    if status in _CLOSED:
        return ReachError(Kind.BLOCKED_BY_SITE, f"the site answered {status}")
    if status == HTTPStatus.PARTIAL_CONTENT:
        return ReachError(Kind.INCOMPLETE, "the site sent a part of the page")
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return ReachError(Kind.PROVIDER_REFUSED, f"the site answered {status}")
    return None

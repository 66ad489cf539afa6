"""Reads pages: at most so many at once, each within its time, all within the budget, every address accounted for."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

from reach import freshness
from reach.address import canonical, host, place
from reach.budget import Clock, Deadline, as_error, attempt, failure, fitting, limited, settle, skip
from reach.cache import Cache, decode_page, encode_page, page_key
from reach.egress import Egress, Response
from reach.errors import Kind, ReachError
from reach.extract import page_of
from reach.pace import Pace
from reach.pages import Outcome, Page, Status
from reach.providers import Provider
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
WEB = "web"  # the channel of an address that no provider owns


@dataclass(frozen=True, slots=True)
class Read:
    pages: tuple[Page, ...]
    outcomes: tuple[Outcome, ...]  # one for each address asked for, in their order


@dataclass(frozen=True, slots=True)
class _Reach:
    egress: Egress
    settings: ReachSettings
    cache: Cache
    pace: Pace
    clock: Clock
    now: Callable[[], datetime]
    slots: Slots
    begun: set[str]  # addresses whose turn came


@dataclass(frozen=True, slots=True)
class _Arrival:
    """What came over the wire, before it is parsed: parsing lies outside the budget of the reach."""

    page: Page | None
    response: Response | None
    seconds: float
    at: datetime  # when it arrived: what `fetched_at` will say
    error: ReachError | None = None


async def read(
    urls: Sequence[str],
    providers: Sequence[Provider],
    egress: Egress,
    *,
    settings: ReachSettings,
    cache: Cache,
    pace: Pace,
    clock: Clock = time.monotonic,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Read:
    """Never raises for a page's failure. Addresses that mean the same page are read once (B-044)."""
    reach = _Reach(egress, settings, cache, pace, clock, now, Slots(settings.page_pool, settings.per_host), set())
    deadline = Deadline(clock, settings.batch_seconds)
    outcomes: dict[int, Outcome] = {}
    pages: dict[int, Page] = {}
    waiting: list[int] = []
    for at, url in enumerate(urls):
        twin = next((urls[first] for first in range(at) if canonical(urls[first]) == canonical(url)), None)
        if twin is not None:
            outcomes[at] = skip(url, _channel(url, providers), f"same page as {place(twin)}")
        elif (page := await _cached(reach, url, providers)) is not None:
            pages[at] = page
            outcomes[at] = Outcome(url, _channel(url, providers), Status.CACHED, None, page.note, 0.0, items=1)
        else:
            waiting.append(at)
    waiting = _trimmed(urls, waiting, providers, settings, outcomes)
    arrivals = await settle([_arrive(reach, urls[at], providers, deadline) for at in waiting], deadline, settings)
    for at, arrival in zip(waiting, arrivals, strict=True):
        page, outcomes[at] = await _finish(reach, urls[at], _channel(urls[at], providers), arrival)
        if page is not None:
            pages[at] = page
    _drop_doubles(urls, pages, outcomes)
    return Read(tuple(pages[at] for at in sorted(pages)), tuple(outcomes[at] for at in range(len(urls))))


def _owner(url: str, providers: Sequence[Provider]) -> Provider | None:
    return next((provider for provider in providers if provider.owns(url)), None)


def _channel(url: str, providers: Sequence[Provider]) -> str:
    owner = _owner(url, providers)
    return owner.name if owner else WEB


async def _cached(reach: _Reach, url: str, providers: Sequence[Provider]) -> Page | None:
    if _owner(url, providers) is not None:
        return None
    stored = await reach.cache.get(page_key(url))
    page = decode_page(stored) if stored else None
    return replace(page, url=url) if page else None


def _trimmed(
    urls: Sequence[str],
    waiting: list[int],
    providers: Sequence[Provider],
    settings: ReachSettings,
    outcomes: dict[int, Outcome],
) -> list[int]:
    """Keeps what fits the budget (R253); the rest is listed as skipped, never dropped. Own documents cost no time."""
    room = fitting(settings.page_pool, settings.target_seconds, settings.batch_seconds)
    remote = [at for at in waiting if not ((owner := _owner(urls[at], providers)) and owner.local)]
    for at in remote[room:]:
        why = f"pace: {len(remote)} pages at {settings.target_seconds:g} s would not fit {settings.batch_seconds:g} s"
        outcomes[at] = skip(urls[at], _channel(urls[at], providers), why)
    return [at for at in waiting if at not in outcomes]


async def _arrive(reach: _Reach, url: str, providers: Sequence[Provider], deadline: Deadline) -> _Arrival:
    began = reach.clock()
    owner = _owner(url, providers)
    try:
        if owner is not None:
            page = await attempt(lambda _: owner.read(url), _share(reach, deadline), reach.settings)
            return _Arrival(page, None, reach.clock() - began, reach.now())
        response = await _fetched(reach, url, deadline)
        return _Arrival(None, response, reach.clock() - began, reach.now())
    except Exception as error:
        return _Arrival(None, None, reach.clock() - began, reach.now(), as_error(error))


def _share(reach: _Reach, deadline: Deadline) -> Deadline:
    return deadline.within(reach.settings.target_seconds)


async def _fetched(reach: _Reach, url: str, deadline: Deadline) -> Response:
    name = host(url)
    async with reach.slots.visit(name):
        reach.begun.add(url)
        left = await reach.pace.pause_left(name)
        if left > 0:
            until = reach.now() + timedelta(seconds=left)
            raise ReachError(Kind.RATE_LIMITED, f"{name} asked to be left alone until {until:%H:%M:%S} UTC")
        try:
            return await attempt(lambda left: _get(reach, url, left), _share(reach, deadline), reach.settings)
        except ReachError as error:
            if error.kind is Kind.RATE_LIMITED:
                await limited(reach.pace, name, error, reach.settings)
            raise


async def _get(reach: _Reach, url: str, seconds: float) -> Response:
    response = await reach.egress.get(url, deadline_seconds=seconds)
    trouble = refusal(response, reach.now())
    if trouble is not None:
        raise trouble
    return response


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


async def _finish(reach: _Reach, url: str, channel: str, arrival: _Arrival | None) -> tuple[Page | None, Outcome]:
    seconds = reach.settings.batch_seconds
    if arrival is None and url not in reach.begun:
        return None, skip(url, channel, f"pace: its turn did not come within {seconds:g} s")
    if arrival is None:
        return None, failure(url, channel, ReachError(Kind.TOO_SLOW, f"cut at the {seconds:g} s of the reach"), seconds)
    if arrival.error is not None:
        return None, failure(url, channel, arrival.error, arrival.seconds)
    page, received = arrival.page, len(arrival.page.raw) if arrival.page else 0
    if arrival.response is not None:
        received = len(arrival.response.body)
        try:
            page = await page_of(url, arrival.response, arrival.at, reach.settings)
            await _keep(reach, page)
        except Exception as error:
            return None, replace(failure(url, channel, as_error(error), arrival.seconds), received=received)
    assert page is not None
    return page, Outcome(url, channel, Status.OK, None, page.note, arrival.seconds, items=1, received=received)


async def _keep(reach: _Reach, page: Page) -> None:
    seconds = freshness.lifetime(freshness.page_class(page.final_url, page.title, page.text), reach.settings)
    if seconds > 0:
        await reach.cache.put(page_key(page.url), encode_page(page), seconds)


def _drop_doubles(urls: Sequence[str], pages: dict[int, Page], outcomes: dict[int, Outcome]) -> None:
    """Two addresses that turned out to be one page (a redirect, an AMP twin): the first stays."""
    seen: dict[str, int] = {}
    for at in sorted(pages):
        first = seen.setdefault(pages[at].key, at)
        if first != at:
            outcomes[at] = skip(urls[at], outcomes[at].channel, f"same page as {place(urls[first])}")
            del pages[at]

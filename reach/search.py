"""Asks the providers all variants of one query in one reach, and merges what they found."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from reach import freshness
from reach.address import canonical, host
from reach.budget import Clock, Deadline, as_error, attempt, failure, settle, skip, wait_after
from reach.cache import Cache, decode_hits, encode_hits, search_key
from reach.errors import Kind, ReachError
from reach.pace import Gate, Pace
from reach.pages import Hit, Outcome, Period, Status
from reach.providers import Provider, Troubled
from reach.settings import ReachSettings


@dataclass(frozen=True, slots=True)
class Batch:
    """The variants of one query: one reach, not several."""

    queries: tuple[str, ...]
    period: Period | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    hits: tuple[Hit, ...]
    outcomes: tuple[Outcome, ...]  # one for each (variant, provider), then one for each document that can't be read

    @property
    def nothing_found(self) -> bool:
        """Only a provider that answered properly can say so; failures alone say nothing about the world."""
        return not self.hits and any(outcome.status in (Status.OK, Status.CACHED) for outcome in self.outcomes)


@dataclass(frozen=True, slots=True)
class _Reach:
    batch: Batch
    settings: ReachSettings
    cache: Cache
    pace: Pace
    clock: Clock
    now: Callable[[], datetime]
    deadline: Deadline
    gate: Gate

    @property
    def limit(self) -> int:
        return min(max(self.settings.results, self.settings.results_least), self.settings.results_most)


async def search(
    batch: Batch,
    providers: Sequence[Provider],
    *,
    settings: ReachSettings,
    cache: Cache,
    pace: Pace,
    clock: Clock = time.monotonic,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Found:
    """Never raises for a provider's failure, and returns within the budget with what has arrived (R262)."""
    deadline, gate = Deadline(clock, settings.batch_seconds), Gate(settings.query_pool)
    reach = _Reach(batch, settings, cache, pace, clock, now, deadline, gate)
    pairs = [(query, provider) for query in dict.fromkeys(batch.queries) for provider in providers]
    answers = await settle([_ask(reach, query, provider) for query, provider in pairs], deadline, settings)
    late = ReachError(Kind.TOO_SLOW, f"no answer within the {settings.batch_seconds:g} s of the whole reach")
    settled = [
        answer or ([], failure(query, provider.name, late, settings.batch_seconds))
        for answer, (query, provider) in zip(answers, pairs, strict=True)
    ]
    hits = merge([hits for hits, _ in settled], reach.limit, settings.fusion_constant)
    outcomes = [outcome for _, outcome in settled]
    for provider in providers:
        if isinstance(provider, Troubled):
            outcomes.extend(provider.troubles())
    return Found(tuple(hits), tuple(outcomes))


async def _ask(reach: _Reach, query: str, provider: Provider) -> tuple[list[Hit], Outcome]:
    began = reach.clock()
    try:
        hits, outcome = await _answer(reach, query, provider, began)
        return [replace(hit, query=query) for hit in hits], outcome
    except Exception as error:
        trouble = as_error(error)
        if trouble.kind is Kind.RATE_LIMITED and not provider.local:
            until = reach.now() + timedelta(seconds=wait_after(trouble, reach.settings))
            await reach.pace.back_off(provider.lane, until)
        return [], failure(query, provider.name, trouble, reach.clock() - began)


async def _answer(reach: _Reach, query: str, provider: Provider, began: float) -> tuple[list[Hit], Outcome]:
    key = search_key(query, reach.batch.period, provider.name, reach.batch.language)
    stored = None if provider.local else await reach.cache.get(key)
    known = decode_hits(stored) if stored else None
    if known is not None:
        return known, _outcome(query, provider, Status.CACHED, reach.clock() - began, known)
    async with reach.gate.place():
        until = None if provider.local else await reach.pace.blocked_until(provider.lane)
        if until is not None:
            why = f"{provider.name} asked to be left alone until {until:%H:%M:%S} UTC"
            return [], skip(query, provider.name, why, Kind.RATE_LIMITED)
        hits = await _call(reach, query, provider)
    hits = [hit for hit in hits if reach.batch.period is None or reach.batch.period.admits(hit.published)]
    await _keep(reach, key, query, provider, hits)
    return hits, _outcome(query, provider, Status.OK, reach.clock() - began, hits)


async def _call(reach: _Reach, query: str, provider: Provider) -> list[Hit]:
    batch = reach.batch
    try:
        return await attempt(
            lambda _: provider.search(query, period=batch.period, language=batch.language, limit=reach.limit),
            reach.deadline.within(reach.settings.target_seconds),
            reach.settings,
        )
    except ReachError as error:
        if error.kind is Kind.RATE_LIMITED:
            reach.gate.narrow(reach.settings.query_pool - reach.settings.query_pool_limited)
        raise


async def _keep(reach: _Reach, key: str, query: str, provider: Provider, hits: list[Hit]) -> None:
    """An empty answer isn't kept: the next task may ask when there is something."""
    seconds = freshness.search_lifetime(query, reach.batch.period, reach.now().date(), reach.settings)
    if hits and seconds > 0 and not provider.local:
        await reach.cache.put(key, encode_hits(hits), seconds)


def _outcome(query: str, provider: Provider, status: Status, seconds: float, hits: Sequence[Hit]) -> Outcome:
    return Outcome(query, provider.name, status, None, "", seconds, items=len(hits))


def merge(lists: Iterable[Sequence[Hit]], limit: int, constant: float) -> list[Hit]:
    """One hit an article, ordered by reciprocal rank over all lists, so that no variant crowds out the others."""
    best: dict[str, Hit] = {}
    scores: dict[str, float] = {}
    twins: dict[tuple[str, str, str], str] = {}
    for hits in lists:
        for hit in hits:
            address = canonical(hit.url)
            key = twins.setdefault((host(address), hit.title, hit.snippet), address) if hit.snippet else address
            key = address if address in best else key
            scores[key] = scores.get(key, 0.0) + 1 / (constant + hit.rank)
            best[key] = _joined(best[key], hit) if key in best else hit
    order = sorted(best, key=lambda key: (-scores[key], best[key].rank, key))
    return [replace(best[key], rank=place) for place, key in enumerate(order[:limit], start=1)]


def _joined(one: Hit, other: Hit) -> Hit:
    first, second = (one, other) if one.rank <= other.rank else (other, one)
    urls = dict.fromkeys((*first.other_urls, second.url, *second.other_urls))
    urls.pop(first.url, None)
    return replace(first, published=first.published or second.published, other_urls=tuple(urls))

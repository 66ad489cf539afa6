"""Asks the providers all variants of one query in one reach, and merges what they found."""

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from reach import freshness
from reach.address import canonical, host
from reach.budget import (
    Clock,
    Deadline,
    NotAsked,
    as_error,
    attempt,
    failure,
    limited,
    sat_out,
    settle,
    skip,
    undisturbed,
)
from reach.cache import Answer, Cache, decode_answer, encode_answer, search_key
from reach.errors import Kind, ReachError
from reach.pace import Pace
from reach.pages import Hit, Outcome, Period, Status
from reach.providers import Provider, Troubled
from reach.settings import ReachSettings
from reach.slots import Gate


@dataclass(frozen=True, slots=True)
class Variant:
    """One wording of a query, and where it goes."""

    text: str
    language: str | None = None
    channels: frozenset[str] | None = None
    """Names of the channels chosen for it; None: all."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The variants of one query: one reach, not several."""

    variants: tuple[Variant, ...]
    period: Period | None = None


@dataclass(frozen=True, slots=True)
class Found:
    hits: tuple[Hit, ...]
    outcomes: tuple[Outcome, ...]
    """One for each variant and channel chosen for it, then one for each document that can't be read."""

    @property
    def nothing_found(self) -> bool:
        """Only a provider that answered properly can say so; failures alone say nothing about the world."""
        return not self.hits and any(outcome.status in (Status.OK, Status.CACHED) for outcome in self.outcomes)


@dataclass(frozen=True, slots=True)
class _Ask:
    """One variant at one provider: a target of the reach."""

    number: int
    variant: Variant
    provider: Provider

    @property
    def language(self) -> str | None:
        return self.variant.language if self.provider.ability.takes_language else None


@dataclass(frozen=True, slots=True)
class _Reach:
    period: Period | None
    settings: ReachSettings
    cache: Cache
    pace: Pace
    clock: Clock
    now: Callable[[], datetime]
    deadline: Deadline
    gate: Gate
    calls: Counter[int] = field(default_factory=Counter)
    """By the number of the ask: how often its provider was called; without one its turn never came."""
    begun: dict[int, float] = field(default_factory=dict)
    """When its last turn came, by `clock`: waiting for it is no part of the answer's time."""
    spent: dict[int, float] = field(default_factory=dict)
    """Seconds of its last turn, once that ended."""
    waiting: dict[int, ReachError | NotAsked] = field(default_factory=dict)
    """What the limited ones were told, while they are queued again."""

    def seconds(self, ask: _Ask) -> float:
        now = self.clock()
        return self.spent.get(ask.number, now - self.begun.get(ask.number, now))

    def span(self, provider: Provider) -> Period | None:
        """What goes out: a provider that takes no period is asked without, and its hits are filtered here (R084)."""
        return self.period if provider.ability.takes_period else None

    def limit(self, provider: Provider) -> int:
        """More where hits are filtered afterwards: of six, none may be left."""
        settings = self.settings
        if self.period is not None and not provider.ability.takes_period:
            return settings.results_most
        return min(max(settings.results, settings.results_least), settings.results_most)


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
    reach = _Reach(batch.period, settings, cache, pace, clock, now, deadline, gate)
    asks, nowhere = _asks(batch, providers)
    answers = await settle([_ask(reach, ask) for ask in asks], deadline, settings)
    settled = [answer or ([], _cut(reach, ask)) for answer, ask in zip(answers, asks, strict=True)]
    most = min(max(settings.results, settings.results_least), settings.results_most)
    hits = merge([hits for hits, _ in settled], most, settings.fusion_constant)
    outcomes = [outcome for _, outcome in settled] + nowhere
    for provider in providers:
        if isinstance(provider, Troubled):
            outcomes.extend(provider.troubles())
    return Found(tuple(hits), tuple(outcomes))


def _asks(batch: Batch, providers: Sequence[Provider]) -> tuple[list[_Ask], list[Outcome]]:
    """A variant whose channels are gone since they were chosen is told of, like any other that wasn't asked."""
    asks: list[_Ask] = []
    nowhere: list[Outcome] = []
    once: dict[tuple[str, str | None], Variant] = {}
    for variant in batch.variants:
        once.setdefault((variant.text, variant.language), variant)
    for variant in once.values():
        chosen = variant.channels
        for provider in providers:
            if chosen is None or provider.name in chosen:
                asks.append(_Ask(len(asks), variant, provider))
        for name in sorted((chosen or frozenset()) - {provider.name for provider in providers}):
            nowhere.append(skip(variant.text, name, "this channel is not set up"))
    return asks, nowhere


def _cut(reach: _Reach, ask: _Ask) -> Outcome:
    text, name, seconds = ask.variant.text, ask.provider.name, reach.settings.batch_seconds
    told = reach.waiting.get(ask.number)
    if not reach.calls[ask.number]:
        never = f"pace: its turn did not come within {seconds:g} s"
        return skip(text, name, told if isinstance(told, NotAsked) else never)
    late = ReachError(Kind.TOO_SLOW, f"no answer within the {seconds:g} s of the whole reach")
    return failure(text, name, told if isinstance(told, ReachError) else late, reach.seconds(ask))


async def _ask(reach: _Reach, ask: _Ask) -> tuple[list[Hit], Outcome]:
    text, name = ask.variant.text, ask.provider.name
    try:
        status, answer = await _answer(reach, ask)
    except NotAsked as reason:
        return [], skip(text, name, reason)
    except Exception as error:
        return [], failure(text, name, as_error(error), reach.seconds(ask))
    period = reach.period
    hits = [replace(hit, query=text) for hit in answer.hits if period is None or period.admits(hit.published)]
    left_out = len(answer.hits) - len(hits)
    detail = f"{left_out} hits outside the period left out" if left_out else ""
    told = Outcome(text, name, status, None, detail, reach.seconds(ask), items=len(hits))
    return hits, replace(told, fetched_at=answer.fetched_at)


async def _answer(reach: _Reach, ask: _Ask) -> tuple[Status, Answer]:
    provider = ask.provider
    if provider.local:
        return Status.OK, Answer(tuple(await _call(reach, ask)), reach.now())
    key = search_key(ask.variant.text, reach.span(provider), provider.lane, ask.language)
    stored = await reach.cache.get(key)
    known = decode_answer(stored) if stored else None
    if known is not None:
        return Status.CACHED, known
    answer = Answer(tuple(await _asked(reach, ask)), reach.now())
    seconds = freshness.search_lifetime(ask.variant.text, reach.period, reach.now().date(), reach.settings)
    if answer.hits and seconds > 0:  # an empty answer isn't kept: the next task may ask when there is something
        await reach.cache.put(key, encode_answer(answer), seconds)
    return Status.OK, answer


async def _asked(reach: _Reach, ask: _Ask) -> list[Hit]:
    """A limited query is queued again where the wait that the service named fits into what is left (C18)."""
    try:
        return await _in_turn(reach, ask)
    except (ReachError, NotAsked) as error:
        named = error.kind is Kind.RATE_LIMITED and error.retry_after is not None
        if not named or reach.calls[ask.number] > reach.settings.retries:
            raise
        reach.waiting[ask.number] = error
        if not await sat_out(reach.pace, ask.provider.lane, reach.deadline, reach.settings):
            raise
        return await _in_turn(reach, ask)


async def _in_turn(reach: _Reach, ask: _Ask) -> list[Hit]:
    lane = ask.provider.lane
    async with reach.gate.place():
        await undisturbed(reach.pace, lane, ask.provider.name, reach.now)
        try:
            hits = await _call(reach, ask)
        except ReachError as error:
            if error.kind is Kind.RATE_LIMITED:
                reach.gate.narrow(reach.settings.query_pool - reach.settings.query_pool_limited)
                await limited(reach.pace, lane, error, reach.settings)
            raise
        await reach.pace.answered(lane, reach.seconds(ask))
        return hits


async def _call(reach: _Reach, ask: _Ask) -> list[Hit]:
    provider, settings = ask.provider, reach.settings
    reach.begun[ask.number] = reach.clock()
    reach.waiting.pop(ask.number, None)
    reach.spent.pop(ask.number, None)

    def call(_: float) -> Awaitable[list[Hit]]:
        reach.calls[ask.number] += 1
        span, limit = reach.span(provider), reach.limit(provider)
        return provider.search(ask.variant.text, period=span, language=ask.language, limit=limit)

    async def free() -> bool:
        return provider.local or await reach.pace.pause_left(provider.lane) == 0

    tries = settings.retries + 1 - reach.calls[ask.number]
    try:
        return await attempt(call, reach.deadline.within(settings.target_seconds), settings, tries, free)
    finally:
        reach.spent[ask.number] = reach.clock() - reach.begun[ask.number]


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

"""Whatever happens outside: the reach ends in its time, and every target as exactly one row (R209, R218, R262)."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reach.cache import encode_page, page_key
from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.fetch import Read, read
from reach.pace import LocalPace
from reach.pages import Hit, Outcome, Page, Period, Status
from reach.providers import Ability, Health
from reach.search import Batch, Found, Variant, search
from reach.settings import ReachSettings
from tests.reach.loopback import Stored
from tests.reach.virtual import run_virtually

START = datetime(2030, 5, 2, 12, tzinfo=UTC)
FAILURES: dict[str, Callable[[], Exception]] = {
    "refused": lambda: ReachError(Kind.PROVIDER_REFUSED, "400"),
    "missing": lambda: ReachError(Kind.NOT_FOUND, "404"),
    "down": lambda: ReachError(Kind.PROVIDER_UNAVAILABLE, "502", passing=True),
    "limited": lambda: ReachError(Kind.RATE_LIMITED, "429"),
    "limited for 2 s": lambda: ReachError(Kind.RATE_LIMITED, "429", retry_after=2.0),
    "limited for an hour": lambda: ReachError(Kind.RATE_LIMITED, "429", retry_after=3600.0),
    "broken": lambda: ZeroDivisionError("our own fault"),
}


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Faults of our own are logged with their trace; hundreds of them are asked for here."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


deeds = st.tuples(st.sampled_from(["ok", "ok", *FAILURES]), st.sampled_from([0.0, 0.4, 3.0, 7.9, 8.1, 60.0]))
"""What an answer is, and after how many seconds it comes."""


def page(url: str, at: datetime = START) -> Page:
    return Page(url, url, "T", "text", None, at, "text/plain", b"raw", "en")


@dataclass
class Service:
    """Answers as told: the first deed for the first call of a target, the second for all after it."""

    name: str
    deeds: dict[str, list[tuple[str, float]]]
    local: bool = False
    calls: Counter[str] = field(default_factory=Counter)
    begun: list[tuple[float, str]] = field(default_factory=list)
    refused: list[tuple[float, float]] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    ability = Ability("Answers.", takes_period=True, takes_language=True, batches=False, limits="")

    @property
    def lane(self) -> str:
        return f"lane of {self.name}"

    async def health(self) -> Health:
        return Health(True, "")

    def owns(self, url: str) -> bool:
        return url.startswith(f"{self.name}:")

    async def read(self, url: str) -> Page:
        await self._answer(url)
        return page(url)

    async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]:
        await self._answer(query)
        return [Hit("T", "S", f"https://{self.name}.example/{query}", None, self.name, 1)]

    async def _answer(self, target: str) -> None:
        loop = asyncio.get_running_loop()
        deed, seconds = self.deeds[target][min(self.calls[target], 1)]
        self.calls[target] += 1
        self.begun.append((loop.time(), target))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await asyncio.sleep(seconds)
            if deed in FAILURES:
                error = FAILURES[deed]()
                if isinstance(error, ReachError) and error.retry_after:
                    self.refused.append((loop.time(), loop.time() + error.retry_after))
                raise error
        finally:
            self.at_once -= 1


@dataclass(frozen=True)
class Case:
    numbers: ReachSettings
    services: list[Service]
    targets: list[str]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    numbers = ReachSettings(
        page_pool=draw(st.integers(4, 8)),
        query_pool=draw(st.integers(2, 3)),
        per_host=draw(st.integers(1, 3)),
        batch_seconds=draw(st.sampled_from([9.0, 15.0, 30.0])),
        host_gap_seconds=draw(st.sampled_from([0.0, 0.5, 4.0])),
    )
    services = [Service(name, {}) for name in draw(st.sampled_from(["a", "ab", "abc"]))]
    services[0].local = draw(st.booleans())
    targets = []
    for n in range(draw(st.integers(0, 10))):
        service = draw(st.sampled_from(services))
        targets.append(f"{service.name}:{n}")
    for service in services:
        service.deeds = {target: [draw(deeds), draw(deeds)] for target in targets}
    return Case(numbers, services, targets)


def tools(case: Case) -> dict[str, object]:
    loop = asyncio.get_running_loop()

    def now() -> datetime:
        return START + timedelta(seconds=loop.time())

    return {"settings": case.numbers, "pace": LocalPace(now), "clock": loop.time, "now": now}


def whole(outcome: Outcome) -> None:
    """A row that a person can act on."""
    match outcome.status:
        case Status.OK | Status.CACHED:
            assert outcome.kind is None
            assert outcome.fetched_at is not None
        case Status.FAILED:
            assert outcome.kind is not None
            assert outcome.detail
        case Status.SKIPPED:
            assert outcome.detail
            assert outcome.seconds == 0
    assert 0 <= outcome.seconds <= 8.0 + 1e-6
    if outcome.kind is Kind.RATE_LIMITED and outcome.status is Status.SKIPPED:
        assert outcome.retry_after


def in_bounds(case: Case, seconds: float, pool: int) -> None:
    assert seconds <= case.numbers.batch_seconds + case.numbers.cancel_grace_seconds + 1e-6
    for service in case.services:
        assert service.at_once == 0
        assert max(service.calls.values(), default=0) <= 2
        if service.local:
            continue
        assert service.most_at_once <= pool
        for since, until in service.refused:
            late = [moment for moment, _ in service.begun if since + 1e-6 < moment < until - 1e-6]
            assert not late, "asked again before its time"


@given(cases(), st.sets(st.integers(0, 9)))
@settings(max_examples=80, deadline=None)
def test_every_page_ends_as_one_row_in_time(case: Case, cached: set[int]) -> None:
    kept, targets = Stored(), list(case.targets)
    for n in cached:
        url = f"https://n.example/docs/{n}"
        targets.insert(n, url)
        kept.kept[page_key(url)] = (encode_page(page(url, START - timedelta(hours=1))), 60.0)

    async def reach() -> tuple[Read, float]:
        loop, began = asyncio.get_running_loop(), asyncio.get_running_loop().time()
        result = await read(targets, case.services, Egress(case.numbers), cache=kept, **tools(case))
        return result, loop.time() - began

    result, seconds = run_virtually(reach())
    assert [one.target for one in result.outcomes] == targets
    for one in result.outcomes:
        whole(one)
    brought = [one.target for one in result.outcomes if one.status in (Status.OK, Status.CACHED)]
    assert [one.url for one in result.pages] == brought
    assert [one.status for one in result.outcomes].count(Status.CACHED) == len(cached)
    in_bounds(case, seconds, min(case.numbers.per_host, case.numbers.page_pool))
    for service in case.services:
        first = sorted(dict(reversed([(target, moment) for moment, target in service.begun])).values())
        if not service.local:
            assert all(later - sooner >= case.numbers.host_gap_seconds - 1e-6 for sooner, later in pairwise(first))


@given(cases(), st.booleans())
@settings(max_examples=80, deadline=None)
def test_every_variant_and_channel_ends_as_one_row_in_time(case: Case, limited_to_one: bool) -> None:
    chosen = frozenset({case.services[0].name}) if limited_to_one else None
    variants = tuple(Variant(target, channels=chosen) for target in case.targets)

    async def reach() -> tuple[Found, float]:
        loop, began = asyncio.get_running_loop(), asyncio.get_running_loop().time()
        found = await search(Batch(variants), case.services, cache=Stored(), **tools(case))
        return found, loop.time() - began

    found, seconds = run_virtually(reach())
    asked = case.services[:1] if limited_to_one else case.services
    assert [(one.target, one.channel) for one in found.outcomes] == [
        (target, service.name) for target in case.targets for service in asked
    ]
    for one in found.outcomes:
        whole(one)
    answered = {(one.target, one.channel) for one in found.outcomes if one.status is Status.OK}
    assert {(one.query, one.channel) for one in found.hits} <= answered
    assert bool(found.hits) == bool(answered)
    in_bounds(case, seconds, case.numbers.query_pool)

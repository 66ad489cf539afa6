"""One reach for all variants: inside its budget, merged by article, every (variant, channel) accounted for."""

import asyncio
import time
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.cache import NoCache
from reach.errors import Kind, ReachError
from reach.pace import LocalPace
from reach.pages import Hit, Page, Period, Status
from reach.providers import Ability, Health
from reach.search import Batch, Found, Variant, merge, search
from reach.settings import ReachSettings

# Longer than the longest pause of a busy machine: where something answers, no clock decides. What never answers is
# given a short one by its own test.
WIDE = ReachSettings(
    target_seconds=10.0, batch_seconds=20.0, connect_seconds=5.0, retry_wait_seconds=0.01, cancel_grace_seconds=0.05
)


def hit(n: int | str, rank: int = 1, **told: object) -> Hit:
    plain = {"title": f"T{n}", "snippet": f"S{n}", "url": f"https://n.example/{n}", "published": None}
    return Hit(**{**plain, "channel": "web", "rank": rank, **told})


@dataclass
class Channel:
    """A provider whose answers are told in advance; it answers for the wire, not for our own code."""

    answers: dict[str, object]
    name: str = "web"
    local: bool = False
    asked: list[str] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    ability = Ability("Answers.", takes_period=True, takes_language=True, batches=False, limits="")

    @property
    def lane(self) -> str:
        return self.name

    async def health(self) -> Health:
        return Health(True, "told in advance")

    def owns(self, url: str) -> bool:
        return False

    async def read(self, url: str) -> Page:
        raise NotImplementedError

    async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]:
        self.asked.append(query)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            answer = self.answers[query]
            if isinstance(answer, tuple):
                answer, self.answers[query] = answer
            if isinstance(answer, Exception):
                raise answer
            if isinstance(answer, float):
                await asyncio.sleep(answer)
                return []
            await asyncio.sleep(0)
            return list(answer)
        finally:
            self.at_once -= 1


class Stored(NoCache):
    def __init__(self) -> None:
        self.kept: dict[str, tuple[bytes, float]] = {}

    async def get(self, key: str) -> bytes | None:
        return self.kept[key][0] if key in self.kept else None

    async def put(self, key: str, value: bytes, seconds: float) -> None:
        self.kept[key] = (value, seconds)


async def run(channels: list[Channel], *queries: str, settings: ReachSettings = WIDE, **tools: object) -> Found:
    batch = Batch(tuple(map(Variant, queries)), tools.pop("period", None))
    return await search(batch, channels, settings=settings, **{"cache": NoCache(), "pace": LocalPace(), **tools})


async def test_variants_are_merged_and_interleaved_so_that_none_crowds_out_the_others() -> None:
    web = Channel({"a": [hit(n, n) for n in range(1, 9)], "b": [hit("x", 1), hit(2, 2)]})
    found = await run([web], "a", "b")
    assert [one.url.rsplit("/", 1)[1] for one in found.hits] == ["2", "1", "x", "3", "4", "5"]
    assert [one.rank for one in found.hits] == [1, 2, 3, 4, 5, 6]
    assert [(one.target, one.status, one.items) for one in found.outcomes] == [("a", Status.OK, 8), ("b", Status.OK, 2)]


async def test_one_article_under_many_addresses_is_one_hit_with_all_its_addresses() -> None:
    same = ["https://n.example/a?id=7&utm_source=x", "HTTPS://N.example:443/a?id=7#top", "https://n.example/a?id=7"]
    web = Channel(
        {"q": [hit(n, n + 1, url=url, published=date(2030, 1, 1) if n == 2 else None) for n, url in enumerate(same)]}
    )
    (one,) = (await run([web], "q")).hits
    assert one.url == same[0]
    assert set(one.other_urls) == set(same[1:])
    assert one.published == date(2030, 1, 1)


async def test_exact_doubles_of_one_host_are_one_and_those_of_two_hosts_are_two() -> None:
    web = Channel({"q": [hit(1, 1), hit(1, 2, url="https://n.example/copy"), hit(1, 3, url="https://other.example/1")]})
    assert [one.url for one in (await run([web], "q")).hits] == ["https://n.example/1", "https://other.example/1"]


async def test_a_failed_channel_takes_nothing_from_the_others() -> None:
    down = Channel({"q": ReachError(Kind.PROVIDER_REFUSED, "no")}, name="down")
    broken = Channel({"q": ZeroDivisionError("secret page text")}, name="broken")
    found = await run([down, broken, Channel({"q": [hit(1)]})], "q")
    assert len(found.hits) == 1
    assert [one.kind for one in found.outcomes] == [Kind.PROVIDER_REFUSED, Kind.INTERNAL, None]
    assert "secret" not in found.outcomes[1].detail


async def test_nothing_found_needs_a_channel_that_answered() -> None:
    silent = Channel({"q": ReachError(Kind.PROVIDER_UNAVAILABLE, "down")})
    assert not (await run([silent], "q")).nothing_found
    assert (await run([silent, Channel({"q": []}, name="other")], "q")).nothing_found
    assert not (await run([Channel({"q": [hit(1)]})], "q")).nothing_found
    assert not (await run([], "q")).nothing_found


async def test_a_hanging_channel_is_cut_and_the_rest_is_used() -> None:
    began = time.monotonic()
    slow = Channel({"q": 300.0}, name="slow")
    found = await run([slow, Channel({"q": [hit(1)]})], "q", settings=replace(WIDE, target_seconds=1.0))
    assert time.monotonic() - began < WIDE.batch_seconds
    assert len(found.hits) == 1
    assert (found.outcomes[0].status, found.outcomes[0].kind) == (Status.FAILED, Kind.TOO_SLOW)


async def test_the_whole_reach_ends_at_its_budget_with_every_variant_accounted_for() -> None:
    web = Channel({str(n): 300.0 for n in range(12)})
    began = time.monotonic()
    found = await run([web], *map(str, range(12)), settings=replace(WIDE, target_seconds=0.3, batch_seconds=0.6))
    assert time.monotonic() - began < 10
    assert len(web.asked) < 12  # three at once, each for half of the budget: the others' turns never came
    assert [one.target for one in found.outcomes] == [str(n) for n in range(12)]
    assert [one.kind for one in found.outcomes] == [Kind.TOO_SLOW] * len(web.asked) + [None] * (12 - len(web.asked))
    assert all("pace" in one.detail for one in found.outcomes[len(web.asked) :])
    assert web.at_once == 0


async def test_at_most_three_searches_run_at_once_and_two_after_a_limit() -> None:
    web = Channel({str(n): 0.01 for n in range(9)})
    await run([web], *map(str, range(9)))
    assert web.most_at_once == 3
    told = ReachError(Kind.RATE_LIMITED, "429", retry_after=300.0)  # longer than the reach: it isn't sat out
    limited = Channel({"0": told}, name="limited")
    other = Channel({str(n): 0.01 for n in range(9)} | {"0": []}, name="other")
    limited.answers |= {str(n): [] for n in range(1, 9)}
    await run([limited, other], *map(str, range(9)))
    assert other.most_at_once <= 2


async def test_a_limited_channel_is_not_asked_again_in_this_reach_nor_before_its_time(noon: datetime) -> None:
    clock = [noon]
    pace = LocalPace(now=lambda: clock[0])
    web = Channel({"a": ReachError(Kind.RATE_LIMITED, "429", retry_after=30.0), "b": [hit(1)]})
    one_by_one = ReachSettings(query_pool=1, query_pool_limited=1)
    found = await run([web], "a", "b", settings=one_by_one, pace=pace, now=lambda: clock[0])
    assert web.asked == ["a"]
    assert [(one.status, one.kind) for one in found.outcomes] == [
        (Status.FAILED, Kind.RATE_LIMITED),
        (Status.SKIPPED, Kind.RATE_LIMITED),
    ]
    assert found.outcomes[0].retry_after == 30.0
    clock[0] += timedelta(seconds=32)
    assert len((await run([web], "b", pace=pace, now=lambda: clock[0])).hits) == 1


@pytest.mark.parametrize(
    ("error", "times"),
    [
        (ReachError(Kind.PROVIDER_UNAVAILABLE, "502", passing=True), 2),
        (ReachError(Kind.TOO_SLOW, "connect", passing=True), 2),
        (ReachError(Kind.PROVIDER_REFUSED, "403"), 1),
        (ReachError(Kind.RATE_LIMITED, "429"), 1),
        (ReachError(Kind.NOT_FOUND, "404"), 1),
    ],
)
async def test_only_connect_time_outs_and_5xx_are_tried_twice(error: ReachError, times: int) -> None:
    web = Channel({"q": error})
    await run([web], "q")
    assert len(web.asked) == times


async def test_the_retry_may_bring_the_hits() -> None:
    web = Channel({"q": (ReachError(Kind.PROVIDER_UNAVAILABLE, "502", passing=True), [hit(1)])})
    assert (await run([web], "q")).outcomes[0].status is Status.OK
    assert web.asked == ["q", "q"]


async def test_no_retry_where_the_time_left_does_not_cover_it() -> None:
    web = Channel({"q": ReachError(Kind.PROVIDER_UNAVAILABLE, "502", passing=True)})
    tight = ReachSettings(target_seconds=0.3, batch_seconds=0.6, connect_seconds=0.2, retry_wait_seconds=0.2)
    await run([web], "q", settings=tight)
    assert web.asked == ["q"]


async def test_an_answer_is_cached_by_query_period_channel_and_language(noon: datetime) -> None:
    cache = Stored()
    web = Channel({"Dam  history": [hit(1)], "dam history": [hit(1)]})
    await run([web], "Dam  history", cache=cache, now=lambda: noon)
    again = await run([web], "dam history", cache=cache, now=lambda: noon)
    assert again.outcomes[0].status is Status.CACHED
    assert len(again.hits) == 1
    other = await run([web], "dam history", cache=cache, now=lambda: noon, period=Period(date(2029, 1, 1)))
    assert other.outcomes[0].status is Status.OK


@pytest.mark.parametrize(
    ("query", "period", "seconds"),
    [
        ("reservoir documentation", None, 12 * 3600),
        ("reservoir levels", None, 30 * 60),
        ("reservoir release notes", None, 30 * 60),
        ("lithium price today", None, None),
        ("碳酸锂 股价 行情", None, None),
        ("reservoir levels", Period(date(2020, 1, 1), date(2020, 12, 31)), 12 * 3600),
    ],
)
async def test_an_answer_is_kept_no_longer_than_its_class(
    query: str, period: Period | None, seconds: int | None, noon: datetime
) -> None:
    cache = Stored()
    await run([Channel({query: [hit(1)]})], query, cache=cache, now=lambda: noon, period=period)
    assert [kept for _, kept in cache.kept.values()] == ([seconds] if seconds else [])


async def test_neither_empty_answers_nor_local_ones_are_cached() -> None:
    cache = Stored()
    await run([Channel({"q": []}), Channel({"q": [hit(1)]}, name="documents", local=True)], "q", cache=cache)
    assert cache.kept == {}


async def test_hits_outside_the_period_never_come_through() -> None:
    web = Channel({"q": [hit(1, published=date(2019, 1, 1)), hit(2, 2), hit(3, 3, published=date(2030, 1, 1))]})
    found = await run([web], "q", period=Period(date(2029, 1, 1)))
    assert {one.url[-1] for one in found.hits} == {"2", "3"}


async def test_a_cancelled_search_leaves_nothing_running() -> None:
    web = Channel({"q": 30.0})
    task = asyncio.create_task(run([web], "q", settings=ReachSettings()))
    while not web.asked:
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert web.at_once == 0


@given(st.lists(st.lists(st.integers(1, 12), unique=True, max_size=8), max_size=5), st.integers(1, 12))
def test_merging_keeps_one_hit_an_article_best_ranks_first(lists: list[list[int]], limit: int) -> None:
    hits = [[hit(n, rank) for rank, n in enumerate(one, start=1)] for one in lists]
    merged = merge(hits, limit, 60.0)
    urls = [one.url for one in merged]
    assert len(urls) == len(set(urls)) == min(limit, len({n for one in lists for n in one}))
    assert merge(hits, limit, 60.0) == merged


@pytest.mark.parametrize(("wanted", "given_"), [(1, 3), (6, 6), (99, 12)])
async def test_the_number_of_results_stays_within_its_bounds(wanted: int, given_: int) -> None:
    web = Channel({"q": [hit(n, n) for n in range(1, 30)]})
    assert len((await run([web], "q", settings=ReachSettings(results=wanted))).hits) == given_


SOON = replace(WIDE, back_off_spread_seconds=0.0)


async def test_a_limited_query_is_queued_again_when_the_named_wait_fits_what_is_left() -> None:
    told = [hit(1)]
    web = Channel({"a": (ReachError(Kind.RATE_LIMITED, "429", retry_after=0.1), told), "b": told})
    began = time.monotonic()
    found = await run([web], "a", "b", settings=replace(SOON, query_pool=1, query_pool_limited=1))
    assert [one.status for one in found.outcomes] == [Status.OK, Status.OK]
    assert sorted(web.asked) == ["a", "a", "b"]
    assert 0.1 <= time.monotonic() - began < SOON.batch_seconds


async def test_a_limited_query_is_queued_again_only_once() -> None:
    web = Channel({"a": ReachError(Kind.RATE_LIMITED, "429", retry_after=0.05)})
    (outcome,) = (await run([web], "a", settings=SOON)).outcomes
    assert web.asked == ["a", "a"]
    assert (outcome.status, outcome.kind, outcome.retry_after) == (Status.FAILED, Kind.RATE_LIMITED, 0.05)


async def test_a_named_wait_that_does_not_fit_is_not_waited_for() -> None:
    named = SOON.batch_seconds - 0.03
    web = Channel({"a": ReachError(Kind.RATE_LIMITED, "429", retry_after=named)})
    began = time.monotonic()
    (outcome,) = (await run([web], "a", settings=SOON)).outcomes
    assert time.monotonic() - began < named / 2
    assert web.asked == ["a"]
    assert (outcome.kind, outcome.retry_after) == (Kind.RATE_LIMITED, named)


async def test_after_a_5xx_and_its_retry_a_limit_is_not_asked_a_third_time() -> None:
    limit = ReachError(Kind.RATE_LIMITED, "429", retry_after=0.05)
    web = Channel({"q": (ReachError(Kind.PROVIDER_UNAVAILABLE, "502", passing=True), limit)})
    assert (await run([web], "q", settings=SOON)).outcomes[0].kind is Kind.RATE_LIMITED
    assert web.asked == ["q", "q"]


async def test_waiting_in_the_pool_counts_against_the_reach_and_not_against_the_query() -> None:
    each, most = 0.25, 0.7
    web = Channel({str(n): each for n in range(3)})
    found = await run([web], "0", "1", "2", settings=replace(WIDE, query_pool=1, target_seconds=most))
    assert 3 * each > most
    assert [one.status for one in found.outcomes] == [Status.OK] * 3
    assert all(each - 0.05 < one.seconds < most for one in found.outcomes)


async def test_the_library_needs_no_place_among_the_services() -> None:
    slow = Channel({str(n): 300.0 for n in range(3)}, name="slow")
    own = Channel({str(n): [hit(n)] for n in range(3)}, name="documents", local=True)
    cut = replace(WIDE, target_seconds=1.0, batch_seconds=1.0)
    assert len((await run([slow, own], "0", "1", "2", settings=cut)).hits) == 3


async def test_a_variant_goes_to_its_channels_in_its_language() -> None:
    heard: list[tuple[str, str, str | None]] = []

    class Listening(Channel):
        async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]:
            heard.append((self.name, query, language))
            return []

    deaf = Listening({}, name="deaf")
    deaf.ability = replace(deaf.ability, takes_language=False)
    variants = (
        Variant("dam", "en", frozenset({"web", "gone"})),
        Variant("水库", "zh"),
        Variant("dam", "en"),
    )
    tools = {"settings": WIDE, "cache": NoCache(), "pace": LocalPace()}
    found = await search(Batch(variants), [Listening({}), deaf], **tools)
    assert sorted(heard) == [("deaf", "水库", None), ("web", "dam", "en"), ("web", "水库", "zh")]
    assert [(one.target, one.channel, one.status) for one in found.outcomes] == [
        ("dam", "web", Status.OK),
        ("水库", "web", Status.OK),
        ("水库", "deaf", Status.OK),
        ("dam", "gone", Status.SKIPPED),
    ]


async def test_hits_of_a_channel_that_takes_no_period_are_filtered_here_and_counted(noon: datetime) -> None:
    asked: list[tuple[Period | None, int]] = []

    class Timeless(Channel):
        async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]:
            asked.append((period, limit))
            return [hit(n, n, published=date(2018 + n, 1, 1)) for n in range(1, 5)]

    web, cache = Timeless({}), Stored()
    web.ability = replace(web.ability, takes_period=False)
    for status in (Status.OK, Status.CACHED):
        found = await run([web], "q", period=Period(date(2021, 1, 1)), cache=cache, now=lambda: noon)
        assert {one.url[-1] for one in found.hits} == {"3", "4"}
        (outcome,) = found.outcomes
        assert (outcome.status, outcome.items, outcome.fetched_at) == (status, 2, noon)
        assert outcome.detail == "2 hits outside the period left out"
    assert asked == [(None, WIDE.results_most)]

"""How hard a host may be asked, and how much a reach takes on (R079, R080, R215, R253, R254, R271, C18, B-028)."""

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.budget import wait_after
from reach.errors import Kind, ReachError
from reach.pace import LocalPace, percentile_95
from reach.plan import Planned, planned_ends, pool_width
from reach.settings import ReachSettings

NUMBERS = ReachSettings()
UNNAMED = ReachError(Kind.RATE_LIMITED, "429")


def named(seconds: float) -> ReachError:
    return ReachError(Kind.RATE_LIMITED, "429", retry_after=seconds)


class Hands:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = datetime(2030, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@given(st.integers(1, 50), st.floats(0, 1))
def test_without_a_stated_wait_the_draw_is_from_a_span_that_doubles_up_to_its_bound(strikes: int, draw: float) -> None:
    span = min(NUMBERS.back_off_seconds * 2 ** (strikes - 1), NUMBERS.back_off_most_seconds)
    wait = wait_after(UNNAMED, strikes, NUMBERS, lambda: draw)
    assert wait == max(draw * span, NUMBERS.back_off_least_seconds)


@given(st.floats(0, 5_000), st.integers(1, 50), st.floats(0, 1))
def test_a_stated_wait_is_never_undercut_but_by_the_bound(seconds: float, strikes: int, draw: float) -> None:
    wait = wait_after(named(seconds), strikes, NUMBERS, lambda: draw)
    assert wait >= min(seconds, NUMBERS.back_off_most_seconds)
    assert wait <= NUMBERS.back_off_most_seconds
    if strikes == 1:
        assert wait <= seconds + NUMBERS.back_off_spread_seconds


def test_a_host_that_refuses_after_its_own_stated_wait_is_left_alone_for_longer() -> None:
    waits = [wait_after(named(2.0), strikes, NUMBERS, lambda: 1.0) for strikes in (1, 2, 3, 4)]
    assert waits == [3.0, 60.0, 120.0, 240.0]


async def test_refusals_in_a_row_are_counted_once_a_pause() -> None:
    now, seen = Hands(), []
    pace = LocalPace(now)

    def wait(strikes: int) -> float:
        seen.append(strikes)
        return 10.0 * strikes

    assert await pace.strike("h", wait) == 10.0
    assert await pace.strike("h", wait) == 10.0  # another request that was under way at the same time
    now.move(11)
    assert await pace.pause_left("h") == 0
    assert await pace.strike("h", wait) == 20.0
    now.move(21)
    await pace.answered("h", 0.1)
    assert await pace.strike("h", wait) == 10.0
    assert seen == [1, 1, 2, 1]


async def test_a_late_answer_does_not_lift_a_pause() -> None:
    pace = LocalPace(Hands())
    await pace.strike("h", lambda strikes: 10.0)
    await pace.answered("h", 0.1)
    assert await pace.pause_left("h") == 10.0


async def test_turns_of_one_host_are_a_gap_apart_and_those_too_late_are_not_taken() -> None:
    now = Hands()
    pace = LocalPace(now)
    assert [await pace.turn("h", 2.0, 5.0) for _ in range(4)] == [0.0, 2.0, 4.0, None]
    assert await pace.turn("other", 2.0, 5.0) == 0.0
    now.move(5)
    assert await pace.turn("h", 2.0, 5.0) == 1.0


async def test_a_claim_is_one_callers_until_it_is_released_or_over() -> None:
    now = Hands()
    pace = LocalPace(now)
    assert [await pace.claim("k", 30.0) for _ in range(2)] == [True, False]
    assert await pace.claim("other", 30.0)
    await pace.release("k")
    assert [await pace.claim("k", 30.0) for _ in range(2)] == [True, False]
    now.move(30)
    assert await pace.claim("k", 30.0)


async def test_the_usual_time_of_a_host_is_told_by_its_last_answers() -> None:
    pace = LocalPace(settings=replace(NUMBERS, answers_least=3, answers_kept=20))
    for seconds in (9.0, 1.0):
        await pace.answered("h", seconds)
    assert await pace.typical_seconds("h") is None
    for n in range(1, 21):
        await pace.answered("h", n / 10)
    assert await pace.typical_seconds("h") == 1.9


@given(st.lists(st.floats(0, 60), min_size=1, max_size=200))
def test_p95_is_a_time_that_was_seen_and_covers_95_of_100(times: list[float]) -> None:
    tail = percentile_95(times)
    assert tail in times
    assert sum(one <= tail for one in times) >= 0.95 * len(times)


@pytest.mark.parametrize(
    ("troubled", "width"), [(None, 6), (0.0, 8), (0.05, 8), (0.15, 6), (0.25, 4), (1.0, 4), (0.1, 7), (0.2, 5)]
)
def test_the_page_pool_follows_the_share_of_hosts_in_trouble(troubled: float | None, width: int) -> None:
    assert pool_width(troubled, NUMBERS) == width


@given(st.floats(0, 1), st.floats(0, 1))
def test_more_trouble_never_widens_the_pool(one: float, other: float) -> None:
    less, more = sorted((one, other))
    assert 4 <= pool_width(more, NUMBERS) <= pool_width(less, NUMBERS) <= 8


def plain(seconds: float, host: str = "", cap: int = 99, gap: float = 0.0) -> Planned:
    return Planned(host, seconds, cap, gap)


@pytest.mark.parametrize(
    ("pool", "seconds", "budget", "count"),
    [(6, 8, 15, 6), (4, 3, 15, 16), (6, 3, 15, 24), (6, 20, 15, 6), (5, 5, 15, 10), (6, 7.4, 15, 12), (6, 7.5, 15, 6)],
)
def test_targets_are_trimmed_to_what_fits(pool: int, seconds: float, budget: float, count: int) -> None:
    ends = planned_ends([plain(seconds)] * 40, pool, budget)
    assert sum(end is not None for end in ends) == count
    assert None not in ends[:count]


@given(st.integers(1, 9), st.integers(1, 60), st.integers(1, 16), st.integers(8, 60))
def test_what_is_kept_stays_below_the_budget(pool: int, count: int, seconds: int, budget: int) -> None:
    kept = sum(end is not None for end in planned_ends([plain(seconds)] * count, pool, budget))
    assert math.ceil(kept / pool) * seconds < budget or kept == min(count, pool)
    assert kept == count or math.ceil((kept + 1) / pool) * seconds >= budget


planned = st.builds(
    Planned, st.sampled_from("abc"), st.integers(1, 9).map(float), st.just(2), st.sampled_from([0.0, 0.5])
)


@given(st.lists(planned, max_size=30), st.integers(1, 8))
def test_a_plan_of_mixed_hosts_ends_in_time_and_keeps_each_hosts_cap(targets: list[Planned], pool: int) -> None:
    ends = planned_ends(targets, pool, 15.0)
    assert len(ends) == len(targets)
    assert all(end is None or end < 15.0 for end in ends)
    spans = [(end - one.seconds, end, one.host) for one, end in zip(targets, ends, strict=True) if end is not None]
    for moment in {begin for begin, _, _ in spans}:
        running = [host for begin, end, host in spans if begin <= moment < end]
        assert len(running) <= pool
        assert all(running.count(host) <= 2 for host in running)


def test_quick_hosts_are_read_where_a_slow_one_would_not_fit() -> None:
    ends = planned_ends([plain(8.0, "slow", 2)] * 4 + [plain(0.5, "quick")] * 4, 3, 15.0)
    assert [end is not None for end in ends] == [True, True, False, False, True, True, True, True]

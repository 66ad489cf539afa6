"""Sampling response times and what follows from them (R210)."""

import asyncio
import time
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.egress import Egress
from reach.handshake import Handshakes
from reach.pace import LocalPace
from reach.providers.searxng import Searxng
from reach.sampling import Sample, Spread, patient, proposed, sample
from reach.settings import ReachSettings
from tests.reach.conftest import Site

SETTINGS = ReachSettings()
HIT = '{"results": [{"title": "Levels", "url": "https://n.example/", "content": "It fell by 3.5 %."}]}'
LIMITED = {"content_type": "application/json", "status": 429, "retry_after": "60"}


def numbers(site: Site, **changes: Any) -> ReachSettings:
    allowed = frozenset({site.authority})
    plain = ReachSettings(host_gap_seconds=0.0, calibrate_patience_seconds=10.0, allow_hosts=allowed)
    return replace(plain, **changes)


async def sampled(site: Site, count: int, settings: ReachSettings, pace: LocalPace | None = None) -> Sample:
    channel = Searxng(site.url(""), Egress(patient(settings)))
    return await sample(channel, ["dam", "level"], count, settings=settings, pace=pace or LocalPace())


async def test_each_sample_asks_the_service_again_and_in_turn_for_each_text(site: Site) -> None:
    site.answer("/search", HIT, content_type="application/json")
    taken = await sampled(site, 5, numbers(site))
    assert (taken.channel, len(taken.seconds), taken.failed_share, taken.stopped) == ("searxng", 5, 0.0, "")
    assert all(0 < seconds < 10 for seconds in taken.seconds)
    asked = [path for path, _ in site.seen]
    assert [("dam" in path, "level" in path) for path in asked] == [(True, False), (False, True)] * 2 + [(True, False)]


async def test_a_failure_is_counted_by_kind_and_gives_no_time(site: Site) -> None:
    site.answer("/search", "broken", status=500)
    taken = await sampled(site, 3, numbers(site))
    assert (taken.seconds, taken.failed, taken.failed_share) == ((), Counter({"provider_unavailable": 3}), 1.0)


async def test_a_service_that_says_too_many_is_left_alone_at_once(site: Site) -> None:
    site.answer("/search", "", **LIMITED)
    pace = LocalPace()
    taken = await sampled(site, 50, numbers(site), pace)
    assert len(site.seen) == 1
    assert taken.failed == Counter({"rate_limited": 1})
    assert "left alone" in taken.stopped
    assert "left alone" in (await sampled(site, 50, numbers(site), pace)).stopped
    assert len(site.seen) == 1


async def test_a_host_is_asked_no_faster_than_its_gap(site: Site) -> None:
    site.answer("/search", HIT, content_type="application/json")
    noon, gap = datetime(2030, 5, 2, 12, 0, tzinfo=UTC), 0.05
    pace, settings = LocalPace(lambda: noon), numbers(site, host_gap_seconds=gap)
    began = time.monotonic()
    channel = Searxng(site.url(""), Egress(settings))
    await sample(channel, ["dam"], 4, settings=settings, pace=pace)
    assert time.monotonic() - began > gap + 2 * gap + 3 * gap  # by this clock it never became later meanwhile
    assert await pace.turn(channel.lane, gap, 1.0) == pytest.approx(4 * gap)
    hurried = replace(settings, calibrate_patience_seconds=0.0)
    assert "busy" in (await sampled(site, 1, hurried, pace)).stopped


async def test_a_slow_answer_is_waited_for_longer_than_todays_time_out_but_not_for_ever(site: Site) -> None:
    async def silent(writer: object) -> None:
        await asyncio.sleep(60)

    site.behave("/search", silent)
    assert patient(SETTINGS).target_seconds > SETTINGS.target_seconds
    taken = await sampled(site, 1, numbers(site, calibrate_patience_seconds=0.3))
    assert taken.failed == Counter({"too_slow": 1})


async def test_how_long_connecting_took_is_kept_for_each_connection(site: Site, settings: ReachSettings) -> None:
    site.answer("/search", HIT, content_type="application/json")
    handshakes = Handshakes()
    channel = Searxng(site.url(""), Egress(settings, handshakes=handshakes))
    await sample(channel, ["dam"], 3, settings=numbers(site), pace=LocalPace())
    assert [host for host, _ in handshakes.seconds] == ["127.0.0.1"] * 3
    assert all(0 < seconds < settings.connect_seconds for _, seconds in handshakes.seconds)


async def test_tls_counts_as_connecting() -> None:
    clock = iter([1.0, 1.2, 1.5])
    handshakes = Handshakes(lambda: next(clock))
    trace = handshakes.of("n.example")
    for event in ("connection.connect_tcp.started", "connection.connect_tcp.complete", "connection.start_tls.complete"):
        await trace(event, {})
    assert handshakes.seconds == [("n.example", pytest.approx(0.5))]


def test_the_spread_is_of_times_that_were_seen() -> None:
    assert Spread.of([]) is None
    assert Spread.of([float(number) for number in range(1, 101)]) == Spread(50.5, 95.0, 100.0)


@pytest.mark.parametrize(
    ("seconds", "value"),
    [([0.01] * 20, 0.5), ([1.0] * 20, 1.5), ([1.01] * 20, 2.0), ([2.0] * 190 + [9.0] * 10, 3.0), ([1.0] * 19, None)],
)
def test_a_time_out_is_p95_and_a_margin_in_whole_steps(seconds: list[float], value: float | None) -> None:
    assert proposed(seconds, SETTINGS) == value


@given(st.lists(st.floats(0.0, 30.0), min_size=20, max_size=60))
def test_at_least_nineteen_in_twenty_answers_come_within_the_proposal(seconds: list[float]) -> None:
    value = proposed(seconds, SETTINGS)
    assert value is not None and value > 0
    assert sum(each <= value for each in seconds) >= 0.95 * len(seconds)

"""Failures without secrets (B-033), cache entries that survive the trip, and settings in their order (R230)."""

import copy
import pickle
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.cache import (
    Answer,
    NoCache,
    decode_answer,
    decode_page,
    encode_answer,
    encode_page,
    page_key,
    search_key,
)
from reach.errors import Kind, ReachError, safe_detail
from reach.pace import LocalPace
from reach.pages import Hit, Page, Period
from reach.settings import ReachSettings, parse_allow_hosts
from reach.slots import Gate

PAGE = Page(
    url="https://n.example/a?x=1",
    final_url="https://n.example/a",
    title="题",
    text="正文 text",
    published=date(2030, 4, 28),
    fetched_at=datetime(2030, 5, 2, 12, 30, tzinfo=UTC),
    content_type="text/html",
    raw=bytes(range(256)) + b"\n\n",
    language="zh",
    note="partial",
    publisher="P",
    kind="news",
)


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer canary-1",
        '{"authorization": "Basic canary-1"}',
        "GET https://a.example/x?api_key=canary-1&b=2 failed",
        "https://user:canary-1@a.example/",
        "X-Api-Key=canary-1",
        "token: canary-1, retry",
        "password canary-1",
        "http://a.example/p#access_token=canary-1",
    ],
)
def test_no_key_survives_in_a_failures_detail(text: str) -> None:
    for shown in (safe_detail(text), str(ReachError(Kind.INTERNAL, text)), ReachError(Kind.INTERNAL, text).detail):
        assert "canary" not in shown


@given(st.text(max_size=1_000))
def test_a_detail_is_one_short_printable_line(text: str) -> None:
    shown = safe_detail(text)
    assert len(shown) <= 300
    assert shown.isprintable()


def test_a_failure_can_be_copied_and_stored() -> None:
    failure = ReachError(Kind.RATE_LIMITED, "429", retry_after=3.0, passing=True)
    for other in (pickle.loads(pickle.dumps(failure)), copy.copy(failure)):
        assert (other.kind, other.detail, other.retry_after, other.passing) == (Kind.RATE_LIMITED, "429", 3.0, True)


def test_a_page_comes_back_from_the_cache_as_it_went() -> None:
    assert decode_page(encode_page(PAGE)) == PAGE
    bare = replace(PAGE, published=None, raw=b"")
    assert decode_page(encode_page(bare)) == bare


def test_an_answer_comes_back_from_the_cache_as_it_went_with_its_time() -> None:
    hits = (
        Hit("T", "S", "https://n.example/", date(2030, 1, 1), "web", 1, ("https://m.example/",)),
        Hit("题", "", "doc://x", None, "documents", 2),
    )
    answer = Answer(hits, datetime(2030, 5, 2, 12, 30, tzinfo=UTC))
    assert decode_answer(encode_answer(answer)) == answer


@given(st.binary(max_size=200))
def test_rubbish_in_the_cache_reads_as_absent(stored: bytes) -> None:
    assert decode_page(stored) is None
    assert decode_answer(stored) is None
    assert decode_page(encode_answer(Answer((), PAGE.fetched_at))) is None
    assert decode_answer(encode_page(PAGE)) is None


def test_keys_tell_apart_what_is_different_and_join_what_is_the_same() -> None:
    assert search_key("Dam  History ", None, "web", None) == search_key("dam history", None, "web", None)
    keys = {
        search_key("q", period, channel, language)
        for period in (None, Period(date(2030, 1, 1)), Period(None, date(2030, 1, 1)))
        for channel in ("web", "documents")
        for language in (None, "zh")
    }
    assert len(keys) == 12
    assert page_key("https://n.example/a?utm_source=x") == page_key("https://N.example/a#b")
    assert page_key("https://n.example/a") != page_key("https://n.example/b")


def test_a_pages_key_is_its_address_and_its_words() -> None:
    assert PAGE.key == replace(PAGE, url="x", fetched_at=datetime(2031, 1, 1, tzinfo=UTC), raw=b"", title="").key
    assert PAGE.key == replace(PAGE, final_url="https://N.example/a?utm_source=x").key
    assert PAGE.key != replace(PAGE, text="other").key
    assert PAGE.key != replace(PAGE, final_url="https://n.example/b").key


async def test_no_cache_keeps_nothing() -> None:
    await NoCache().put("k", b"v", 60)
    assert await NoCache().get("k") is None


async def test_a_shorter_wait_does_not_cut_a_longer_one() -> None:
    pace = LocalPace(now=lambda: datetime(2030, 1, 1, tzinfo=UTC))
    assert await pace.strike("h", lambda strikes: 60.0) == 60.0
    assert await pace.strike("h", lambda strikes: 7.0) == 60.0
    assert await pace.pause_left("h") == 60.0
    assert await pace.pause_left("other") == 0


async def test_a_narrowed_gate_gives_fewer_places_from_then_on() -> None:
    gate = Gate(3)
    async with gate.place():
        gate.narrow(1)
        gate.narrow(1)
    assert gate._places._value == 2


def test_a_period_holds_its_bounds_and_admits_the_undated() -> None:
    year = Period(date(2030, 1, 1), date(2030, 12, 31))
    assert year.holds(date(2030, 1, 1)) and year.holds(date(2030, 12, 31))
    assert not year.holds(date(2029, 12, 31)) and not year.holds(date(2031, 1, 1))
    assert year.admits(None) and Period().holds(date(1, 1, 1)) and not Period().bounded


def test_times_and_sizes_stand_in_their_order() -> None:
    numbers = ReachSettings()
    assert numbers.connect_seconds < numbers.target_seconds < numbers.batch_seconds
    assert numbers.retry_wait_seconds + 2 * numbers.connect_seconds <= numbers.target_seconds
    assert numbers.segment_least * 2 <= numbers.segment_most
    assert numbers.html_bytes < numbers.body_bytes
    assert numbers.parse_page_seconds < numbers.parse_seconds <= numbers.parse_batch_seconds
    assert numbers.parse_worn_bytes < numbers.parse_memory_bytes
    assert parse_allow_hosts("") == frozenset()

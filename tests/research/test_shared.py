"""What workers share of the outside lives in rows: back-off, turns, claims and pages (R232, B-028, B-044, C18)."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from asgiref.sync import async_to_sync
from django.db.models.functions import Now

from reach.budget import wait_after
from reach.egress import Egress
from reach.errors import Kind, ReachError
from reach.fetch import Read, read
from reach.pages import Status
from reach.settings import ReachSettings
from research.models import CacheEntry, FetchClaim, HostPause, HostTurn, Reach, ResearchTask
from research.store.shared import RowCache, RowPace, forget_expired
from tests.research.test_lease import at_once
from tests.whole.tasks import asked, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]
NUMBERS = ReachSettings(answers_least=5, hosts_least=3, reads_watched=12)


def turns(host: str, gap: float, within: float) -> float | None:
    return async_to_sync(RowPace().turn)(host, gap, within)


def strike(wait: Callable[[int], float]) -> float:
    return async_to_sync(RowPace().strike)("h", wait)


def pause_left(host: str = "h") -> float:
    return async_to_sync(RowPace().pause_left)(host)


def over(seconds: float = 1.0) -> None:
    HostPause.objects.update(until=Now() - timedelta(seconds=seconds))


def test_a_named_wait_keeps_every_worker_away_and_one_may_call_after() -> None:
    refused = ReachError(Kind.RATE_LIMITED, "429", retry_after=30.0)
    strike(lambda strikes: wait_after(refused, strikes, NUMBERS))
    assert all(29 < left <= 31 for left in at_once(3, lambda at: pause_left()))
    over()
    assert pause_left() == 0
    assert pause_left("other") == 0


def test_workers_refused_at_the_same_moment_are_one_refusal_and_the_longest_wish_holds() -> None:
    at_once(4, lambda at: strike(lambda strikes: 10.0 * (at + 1)))
    assert HostPause.objects.get().strikes == 1
    assert 38 < pause_left() <= 40


def test_refusals_in_a_row_grow_until_an_answer_ends_the_row() -> None:
    def wait(strikes: int) -> float:
        return 10.0 * strikes

    assert strike(wait) == 10
    over()
    assert strike(wait) == 20
    over()
    async_to_sync(RowPace().answered)("h", 0.1)
    assert strike(wait) == 10
    async_to_sync(RowPace().answered)("h", 0.1)  # under way since before the refusal
    assert pause_left() > 9


def test_turns_taken_at_the_same_moment_are_a_gap_apart() -> None:
    waits = sorted(at_once(4, lambda at: turns("h", 2.0, 60.0)))
    assert [round(wait / 2) for wait in waits] == [0, 1, 2, 3]
    assert turns("other", 2.0, 60.0) == 0


def test_a_turn_that_comes_too_late_is_not_taken_from_the_others() -> None:
    assert turns("h", 5.0, 1.0) == 0
    assert turns("h", 5.0, 1.0) is None
    wait = turns("h", 5.0, 60.0)
    assert wait is not None
    assert 4 < wait <= 5


def test_a_page_is_claimed_by_one_of_many_until_it_is_released_or_its_time_is_over() -> None:
    def claim(key: str = "k") -> bool:
        return async_to_sync(RowPace().claim)(key, 30.0)

    assert sorted(at_once(4, lambda at: claim())) == [False, False, False, True]
    assert claim("other")
    async_to_sync(RowPace().release)("k")
    assert claim()
    FetchClaim.objects.update(until=Now() - timedelta(seconds=1))
    assert claim()
    assert not claim()


@pytest.fixture
def task() -> ResearchTask:
    return asked(room())


@pytest.fixture
def reached(task: ResearchTask) -> Callable[..., None]:
    def rows(host: str, *ends: tuple[str, str, float]) -> None:
        for outcome, kind, seconds in ends:
            told = {"outcome": outcome, "kind": kind, "seconds": seconds, "host": host}
            Reach.objects.create(task=task, step=1, purpose="read", channel="web", target="t", **told)

    return rows


def test_a_hosts_usual_time_is_the_p95_of_its_answers_and_time_outs_whoever_got_them(reached) -> None:
    typical = async_to_sync(RowPace(NUMBERS).typical_seconds)
    reached("h", ("ok", "", 0.5), ("ok", "", 0.7), ("failed", "too_slow", 8.0), ("skipped", "", 0.0))
    assert typical("h") is None
    reached("h", ("ok", "", 0.6), ("failed", "policy_denied", 0.0), ("cached", "", 0.0))
    assert typical("h") is None
    reached("h", ("ok", "", 0.4))
    assert typical("h") == 8.0
    assert typical("other") is None


def test_hosts_in_trouble_are_counted_by_host_over_the_last_reads(reached) -> None:
    troubled = async_to_sync(RowPace(NUMBERS).troubled_hosts)
    reached("old", *[("failed", "too_slow", 8.0)] * 5)
    reached("slow", *[("failed", "too_slow", 8.0)] * 4)
    reached("good", ("ok", "", 0.1), ("ok", "", 0.1), ("failed", "not_found", 0.1))
    assert troubled() == 2 / 3
    reached("half", ("ok", "", 0.1), ("failed", "provider_unavailable", 0.1))
    reached("", ("failed", "too_slow", 8.0))
    reached("fine", ("ok", "", 0.1), ("ok", "", 0.1), ("ok", "", 0.1))
    assert troubled() == 0.5  # "old" is out of sight; "slow" and "half" of four
    Reach.objects.exclude(host="good").delete()
    assert troubled() is None


def test_the_sweeper_forgets_what_is_over_and_nothing_else() -> None:
    past, soon = Now() - timedelta(seconds=1), Now() + timedelta(seconds=60)
    for key, moment in (("past", past), ("soon", soon)):
        CacheEntry.objects.create(key=key, value=b"", expires=moment)
        FetchClaim.objects.create(key=key, until=moment)
        HostTurn.objects.create(host=key, free_at=moment)
        HostPause.objects.create(host=key, until=moment)
    HostPause.objects.create(host="long past", until=Now() - timedelta(seconds=NUMBERS.strike_memory_seconds + 1))
    assert forget_expired() == 4
    assert [row.pk for rows in (CacheEntry, FetchClaim, HostTurn) for row in rows.objects.all()] == ["soon"] * 3
    assert set(HostPause.objects.values_list("host", flat=True)) == {"past", "soon"}


class Slow(BaseHTTPRequestHandler):
    """A page that takes a moment, so that workers meet at it though the last of them is late."""

    asked: list[str] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        time.sleep(0.8)
        body = b"<html><head><title>Levels</title></head><body><p>The level fell by 3.5 % in March.</p></body></html>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *told: object) -> None:
        return None


@pytest.fixture
def slow() -> Iterator[str]:
    Slow.asked.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("path", ["/docs/levels", "/price/levels"])
def test_two_workers_at_one_page_at_one_moment_are_one_fetch(slow: str, path: str) -> None:
    """Also where the page is too short-lived to be cached: who waited for it gets this very copy (B-044)."""
    numbers = ReachSettings(allow_hosts=frozenset({slow}))

    def one(at: int) -> Read:
        tools = {"settings": numbers, "cache": RowCache(), "pace": RowPace()}
        return async_to_sync(read)([f"http://{slow}{path}"], [], Egress(numbers), **tools)

    reads = at_once(3, one)
    assert Slow.asked == [path]
    outcomes = [result.outcomes[0] for result in reads]
    assert sorted(outcome.status for outcome in outcomes) == [Status.CACHED, Status.CACHED, Status.OK]
    assert len({result.pages[0].key for result in reads}) == 1
    assert len({outcome.fetched_at for outcome in outcomes}) == 1
    assert not FetchClaim.objects.exists()
    again = one(0)
    assert again.outcomes[0].status is (Status.CACHED if "docs" in path else Status.OK)

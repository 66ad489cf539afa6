"""The doors of model servers as rows: what one worker is told binds all of them, and nobody dies on a seat."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db.models.functions import Now

from research import bound
from research.engine.limits import Limits
from research.models import Entry, ModelCall, ServerDoor, ServerSeat
from research.roles.endpoints import EndpointError, EndpointKind
from research.roles.endpoints.door import DoorRules, Ended, Gated, Shut, Untold
from research.roles.endpoints.patience import Patience
from research.store.doors import RowDoor
from research.store.statements import Part
from tests.research.test_lease import at_once
from tests.roles import misbehaving as wire
from tests.roles.misbehaving import Call, serving
from tests.whole.fake_model import planner
from tests.whole.tasks import Room, advance_until, asked, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]
LIMITS = Limits()
RULES = DoorRules.of(LIMITS.values())
BUSY = EndpointError(EndpointKind.RATE_LIMITED, "slow down", 30)
DOWN = EndpointError(EndpointKind.UNAVAILABLE, "gone")


@pytest.fixture
def here() -> Room:
    return room()


def enter(seats: int = 2, probe_seconds: float = 90, door: RowDoor | None = None) -> str | Shut | None:
    rules = replace(RULES, call_seats=seats)
    return async_to_sync((door or RowDoor()).enter)("s", probe_seconds, rules)


def sit(seats: int = 2) -> str | None:
    got = enter(seats)
    assert not isinstance(got, Shut)
    return got


def leave(seat: str, ended: Ended = Untold.UNTOLD) -> None:
    async_to_sync(RowDoor().leave)("s", seat, ended, RULES)


def shut(probe_seconds: float = 90) -> Shut | None:
    """Who gets in goes on, and its seat is free for the next. Of those who reach for one seat at once all but one get
    none and ask again, as the gate does."""
    got = next(got for _ in range(20) if (got := enter(20, probe_seconds)))
    if isinstance(got, Shut):
        return got
    assert got
    ServerSeat.objects.filter(holder=got).delete()
    return None


def failed(error: EndpointError) -> None:
    leave("", error)


def over() -> None:
    """The time of the shut door is past."""
    ServerDoor.objects.update(shut_until=Now() - timedelta(seconds=1))


def test_workers_together_never_hold_more_seats_than_there_are() -> None:
    for _ in range(5):
        got = [seat for seat in at_once(8, lambda at: sit(3)) if seat]
        assert len(got) <= 3 and ServerSeat.objects.filter(until__gt=Now()).count() <= 3
        while len(got) < 3 and (more := sit(3)):
            got.append(more)
        assert len(set(got)) == 3 and sit(3) is None
        for seat in got:
            leave(seat)


def test_the_seat_of_a_killed_worker_comes_back_and_the_dead_ones_return_frees_no_other() -> None:
    dead = sit(1)
    assert dead and sit(1) is None
    ServerSeat.objects.update(until=Now() - timedelta(seconds=1))
    heir = sit(1)
    assert heir and heir != dead
    leave(dead)
    assert sit(1) is None


def test_a_delay_that_one_worker_was_told_keeps_all_away() -> None:
    failed(BUSY)
    told = at_once(3, lambda at: shut())
    assert all(15 < each.seconds <= 30 and each.kind == "rate_limited" for each in told)
    assert shut().sentence == "slow down"


def test_failures_of_all_workers_count_together_and_one_probe_goes_first() -> None:
    at_once(RULES.breaker_failures - 1, lambda at: failed(DOWN))
    assert shut() is None
    failed(DOWN)
    assert RULES.breaker_seconds / 2 < shut().seconds <= RULES.breaker_seconds
    over()
    told = at_once(4, lambda at: shut())
    assert sum(each is None for each in told) == 1
    assert all(each.seconds <= RULES.breaker_seconds for each in told if each)


def test_a_failed_probe_shuts_again_an_answer_opens_and_a_lost_probe_is_sent_anew() -> None:
    for _ in range(RULES.breaker_failures):
        failed(DOWN)
    over()
    assert shut(probe_seconds=0.0) is None
    assert shut() is None
    leave("")
    assert shut() is None
    failed(DOWN)
    assert shut().seconds > RULES.breaker_seconds / 2
    leave("", None)
    assert shut() is None
    assert ServerDoor.objects.get().failures == 0


def test_without_a_permit_nobody_sits_down() -> None:
    for permit in ("TRUE", "FALSE"):
        door = RowDoor(Part(permit), lambda: LookupError("no call is started any more"))
        if permit == "TRUE":
            leave(enter(door=door))
            continue
        with pytest.raises(LookupError):
            enter(door=door)
        assert not ServerSeat.objects.exists()


def test_a_server_that_never_failed_has_no_row() -> None:
    assert shut() is None
    leave("", None)
    assert not ServerDoor.objects.exists()


def test_each_try_is_a_row_and_the_next_endpoint_answers_where_the_first_cannot(here: Room, settings: Any) -> None:
    def plans(call: Call) -> Any:
        return planner(call.body)

    with serving(wire.status(503)) as down, serving(wire.by_rule(plans)) as sound:
        settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": f"{down.binding}, {sound.binding}"}
        task = asked(here, limits={"call_wait_seconds": 0})
        advance_until(task, "query")
    rows = list(ModelCall.objects.filter(task=task, prompt="plan").values_list("endpoint", "state"))
    tries = LIMITS.call_tries
    assert [state for _, state in rows] == ["failed"] * tries + ["settled"]
    assert rows[-1][0] == f"{sound.base_url}/m"
    told = Entry.objects.filter(task=task, kind="AskedElsewhere").values_list("payload__detail", flat=True)
    assert sound.base_url in told[0]
    assert ServerDoor.objects.get().failures == tries
    assert not ServerSeat.objects.exists()


def test_calls_of_many_workers_at_one_server_are_never_more_than_its_seats(here: Room) -> None:
    """Each thread is a worker with connections of its own."""
    patience = Patience.of(LIMITS.values())
    with serving(wire.slowly(wire.answer("x"), 0.05)) as server:
        line = bound.endpoints_of(f"{server.binding}?seats=2", "planner", LIMITS)[0]

        def call(at: int) -> str:
            from tests.roles.made import request

            gated: Gated = line.gated(LIMITS, RowDoor())
            return async_to_sync(gated.complete)(request()).text

        assert at_once(6, call) == ["x"] * 6
    assert server.at_once <= 2
    assert patience.call_seconds > 0

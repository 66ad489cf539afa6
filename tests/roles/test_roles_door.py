"""The door before a model server: seats, the breaker, the probe, and the order of several servers."""

import asyncio
from dataclasses import dataclass, replace

import pytest

from research.roles.endpoints import EndpointError, EndpointKind, Reply, Request
from research.roles.endpoints.door import DoorRules, Gated, OneProcessDoor
from research.roles.endpoints.in_order import NEXT, InOrder
from tests.roles.made import LIMITS, PATIENCE, Told, reply, request

RULES = replace(DoorRules.of(LIMITS), call_seats=2, breaker_failures=3, breaker_seconds=20)
DOWN = EndpointError(EndpointKind.UNAVAILABLE, "gone")


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Model:
    """Says its answers in turn, the last for ever, and counts how many were asked at once."""

    def __init__(self, *answers: Reply | EndpointError, name: str = "m", wait: float = 0) -> None:
        self.name, self.wait = name, wait
        self.answers = list(answers)
        self.asked = self.open = self.most = 0

    async def complete(self, request: Request) -> Reply:
        self.asked += 1
        self.open += 1
        self.most = max(self.most, self.open)
        try:
            await asyncio.sleep(self.wait)
        finally:
            self.open -= 1
        said = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(said, EndpointError):
            raise said
        return said


@dataclass
class Permit:
    asked: int = 0

    async def __call__(self) -> None:
        self.asked += 1


def gated(model: Model, door: OneProcessDoor, patience=PATIENCE) -> Gated:
    return Gated(model, door, RULES, patience)


async def tried(endpoint) -> str:
    try:
        return (await endpoint.complete(request())).text
    except EndpointError as error:
        return str(error.kind)


async def test_no_more_calls_at_once_than_seats():
    model, door = Model(reply("x"), wait=0.02), OneProcessDoor()
    said = await asyncio.gather(*(tried(gated(model, door)) for _ in range(7)))
    assert said == ["x"] * 7
    assert model.most == 2


async def test_who_finds_no_seat_in_a_while_goes_and_the_server_is_not_blamed():
    model, door = Model(reply("x")), OneProcessDoor()
    for _ in range(2):
        door.sit("m", 2, 90)
    patience = replace(PATIENCE, call_longest_wait_seconds=0)
    assert await tried(gated(model, door, patience=patience)) == "overloaded"
    assert model.asked == 0


async def test_a_seat_of_one_that_died_is_free_after_the_deadline_of_its_call():
    clock = Clock()
    door = OneProcessDoor(clock)
    assert door.sit("m", 1, 90)
    assert door.sit("m", 1, 90) is None
    clock.now += 90
    assert door.sit("m", 1, 90)


async def test_a_seat_is_kept_as_long_as_its_call_takes():
    class Watched(OneProcessDoor):
        times = 0

        async def keep(self, server: str, seat: str, seconds: float) -> None:
            await super().keep(server, seat, seconds)
            self.times += 1

    clock, model = Clock(), Model(reply("x"), wait=60)
    door = Watched(clock)
    rules = replace(RULES, call_seats=1, seat_seconds=0.1)
    first = asyncio.create_task(Gated(model, door, rules, PATIENCE).complete(request()))
    for times in range(1, 4):
        while door.times < times:
            await asyncio.sleep(0.01)
        assert door.sit("m", 1, 90) is None
        clock.now += 0.09  # less than it is kept for, and three times it more
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert door.sit("m", 1, 90)


async def test_a_seat_is_given_back_however_a_call_ends():
    door = OneProcessDoor()
    for model in (Model(reply("x")), Model(DOWN)):
        for _ in range(2):
            await tried(gated(model, door))
    call = asyncio.create_task(gated(Model(reply("x"), wait=9), door).complete(request()))
    await asyncio.sleep(0.01)
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    assert [door.sit("m", 2, 90) for _ in range(3)] == ["0", "1", None]


async def test_a_server_that_fails_in_a_row_is_left_alone_and_then_probed_by_one():
    clock, model = Clock(), Model(*[DOWN] * 3, reply("x"))
    door = OneProcessDoor(clock)
    assert [await tried(gated(model, door)) for _ in range(5)] == ["unavailable"] * 5
    assert model.asked == 3
    clock.now += RULES.breaker_seconds
    assert door.shut("m", 90, RULES) is None
    waiting = door.shut("m", 90, RULES)
    assert waiting is not None and waiting.seconds <= RULES.breaker_seconds
    await door.leave("m", "", None, RULES)
    assert [await tried(gated(model, door)) for _ in range(2)] == ["x", "x"]


async def test_who_finds_the_door_shut_has_sent_nothing_and_is_charged_for_nothing():
    model, door = Model(EndpointError(EndpointKind.TOO_SLOW, "no answer within 90 s")), OneProcessDoor()
    assert [await tried(gated(model, door)) for _ in range(4)] == ["too_slow"] * 3 + ["unavailable"]


async def test_a_failed_probe_shuts_the_door_again_at_once():
    clock, model = Clock(), Model(DOWN)
    door = OneProcessDoor(clock)
    for _ in range(3):
        await tried(gated(model, door))
    clock.now += RULES.breaker_seconds
    for _ in range(3):
        await tried(gated(model, door))
    assert model.asked == 4


async def test_a_cancelled_probe_lets_another_be_sent():
    clock, model = Clock(), Model(DOWN, DOWN, DOWN, reply("x"), wait=0)
    door = OneProcessDoor(clock)
    for _ in range(3):
        await tried(gated(model, door))
    clock.now += RULES.breaker_seconds
    model.wait = 9
    probe = asyncio.create_task(gated(model, door).complete(request()))
    await asyncio.sleep(0.01)
    probe.cancel()
    await asyncio.gather(probe, return_exceptions=True)
    model.wait = 0
    assert await tried(gated(model, door)) == "x"


async def test_a_delay_that_a_server_names_is_kept_by_all():
    clock = Clock()
    model = Model(EndpointError(EndpointKind.RATE_LIMITED, "slow down", 30), reply("x"))
    door = OneProcessDoor(clock)
    assert [await tried(gated(model, door)) for _ in range(4)] == ["rate_limited"] * 4
    clock.now += 29.9
    assert await tried(gated(model, door)) == "rate_limited"
    assert model.asked == 1
    clock.now += 0.1
    assert await tried(gated(model, door)) == "x"


@pytest.mark.parametrize("kind", [EndpointKind.REFUSED, EndpointKind.TOO_LONG, EndpointKind.INTERNAL])
async def test_what_is_wrong_with_a_request_is_no_fault_of_the_server(kind):
    model, door = Model(EndpointError(kind, "no")), OneProcessDoor()
    for _ in range(9):
        await tried(gated(model, door))
    assert model.asked == 9


async def test_the_permit_is_asked_after_the_wait_for_a_seat_and_for_every_call():
    permit = Permit()
    model = Model(DOWN, reply("x"))
    endpoint = gated(model, OneProcessDoor(permit=permit))
    assert [await tried(endpoint) for _ in range(2)] == ["unavailable", "x"]
    assert permit.asked == 2


async def test_the_next_endpoint_answers_where_the_first_cannot_and_it_is_told():
    told = Told()
    first, second = Model(DOWN, name="a"), Model(reply("x"), name="b")
    assert (await InOrder([first, second], told).complete(request())).text == "x"
    assert told.rows == [("planner", "plan", NEXT, "a: gone; asked instead: b")]


@pytest.mark.parametrize("kind", [EndpointKind.REFUSED, EndpointKind.TOO_LONG, EndpointKind.INTERNAL])
async def test_what_would_fail_alike_elsewhere_is_not_passed_on(kind):
    second = Model(reply("x"))
    assert await tried(InOrder([Model(EndpointError(kind, "no")), second], Told())) == kind
    assert second.asked == 0


async def test_of_several_failures_the_one_that_may_pass_is_raised():
    hopeless = EndpointError(EndpointKind.NOT_AUTHORISED, "no key", permanent=True)
    busy = EndpointError(EndpointKind.OVERLOADED, "busy", 7)
    with pytest.raises(EndpointError) as failed:
        await InOrder([Model(hopeless), Model(busy)], Told()).complete(request())
    assert failed.value is busy
    with pytest.raises(EndpointError) as failed:
        await InOrder([Model(hopeless), Model(hopeless)], Told()).complete(request())
    assert failed.value is hopeless

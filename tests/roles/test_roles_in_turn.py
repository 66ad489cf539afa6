"""A step's own calls at a server with fewer seats than calls."""

import asyncio
from dataclasses import replace

from research.roles.endpoints import EndpointError, EndpointKind
from research.roles.endpoints.door import Gated, OneProcessDoor
from research.roles.endpoints.in_turn import InTurn
from tests.roles.made import PATIENCE, reply, request
from tests.roles.test_roles_door import RULES, Model, tried

ONE_SEAT = replace(RULES, call_seats=1)
HURRIED = replace(PATIENCE, call_longest_wait_seconds=0)
"""Whoever finds all seats taken fails at once."""


def behind_a_door(model: Model) -> Gated:
    return Gated(model, OneProcessDoor(), ONE_SEAT, HURRIED)


async def three_at_once(endpoint) -> list[str]:
    return list(await asyncio.gather(*(tried(endpoint) for _ in range(3))))


async def test_without_turns_a_steps_own_calls_stand_in_each_others_way():
    model = Model(reply("a"), wait=0.01)
    assert len(set(await three_at_once(behind_a_door(model)))) == 2
    assert model.asked == 1


async def test_three_calls_at_a_server_with_one_seat_are_answered_one_after_another():
    model = Model(reply("a"), wait=0.01)
    answers = await three_at_once(InTurn(behind_a_door(model), asyncio.Semaphore(1)))
    assert (len(set(answers)), model.asked, model.most) == (1, 3, 1)


async def test_two_roles_at_one_server_share_its_places():
    model, places = Model(reply("a"), wait=0.01), asyncio.Semaphore(1)
    door = behind_a_door(model)
    planner, executor = InTurn(door, places), InTurn(door, places)
    await asyncio.gather(planner.complete(request()), executor.complete(request()))
    assert model.most == 1


async def test_a_failed_call_gives_its_turn_to_the_next():
    model = Model(EndpointError(EndpointKind.UNAVAILABLE, "gone"), reply("a"))
    answers = await three_at_once(InTurn(behind_a_door(model), asyncio.Semaphore(1)))
    assert len(set(answers)) == 2
    assert model.asked == 3

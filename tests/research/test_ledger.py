"""The budget is a ceiling: reserved before, settled after, never one over, whoever works at the same time (P5)."""

import asyncio
import multiprocessing
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection

from research.engine.limits import Limits
from research.models import ResearchTask
from research.roles.endpoints import EndpointError, EndpointKind, Request
from research.roles.endpoints import Reply as ModelReply
from research.roles.endpoints.openai import OpenAIEndpoint
from research.roles.endpoints.patience import Patience
from research.roles.endpoints.streaming import ON_WORDS
from research.store import filling
from research.store.load import spent_tokens
from research.store.purses import of_task
from research.store.reserving import OverBudget, reserve
from research.store.settling import failed, settle_orphans, settled
from tests.research.ledgering import ASK, ROOM_FOR_50, WORST, WORTH, Wire, order, paid, reply, taken, told
from tests.research.test_lease import at_once
from tests.roles import misbehaving as wire
from tests.roles.misbehaving import serving
from tests.whole.tasks import Room, asked, fresh, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]

WORKERS, ROUNDS = 16, 5


@pytest.fixture
def here() -> Room:
    return room()


def one_call(task: ResearchTask, chance: random.Random) -> str:
    """Reserved, and ended as calls end: used whole or in part, failed, or left open by a worker that died."""
    try:
        call = reserve(order(task))
    except OverBudget:
        return "refused"
    assert taken(of_task(task.pk)) <= ROOM_FOR_50.tokens
    end = chance.choice(("whole", "whole", "part", "failed", "died"))
    if end == "whole":
        settled(call, ASK, reply(int(WORST) - 80, 80))
    elif end == "part":
        settled(call, ASK, reply(chance.randrange(int(WORST) - 79), chance.randrange(81)))
    elif end == "failed":
        failed(call, EndpointError(chance.choice([EndpointKind.TOO_SLOW, EndpointKind.OVERLOADED]), "no"))
    assert taken(of_task(task.pk)) <= ROOM_FOR_50.tokens
    return end


def holds(task: ResearchTask) -> None:
    purse, ledger = told(task)
    assert purse == ledger == spent_tokens(task) <= ROOM_FOR_50.tokens
    settle_orphans(task)
    assert told(task) == (purse, ledger)
    assert not task.model_calls.filter(state="reserved").exists()


# --- never one over


def test_of_eighty_calls_by_sixteen_workers_fifty_are_made_and_thirty_refused(here: Room) -> None:
    """The limit in its plainest form: nobody gives anything back."""
    task = asked(here)

    def work(_at: int) -> int:
        made = 0
        for _ in range(ROUNDS):
            try:
                reserve(order(task))
                made += 1
            except OverBudget:
                pass
        return made

    assert sum(at_once(WORKERS, work)) == WORTH
    assert told(task) == (WORST * WORTH, WORST * WORTH)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_calls_use_the_sum_of_settled_and_reserved_stays_within_the_limit(here: Room, seed: int) -> None:
    task = asked(here)
    ended = at_once(WORKERS, lambda at: [one_call(task, random.Random(seed * 100 + at)) for _ in range(ROUNDS)])
    assert {"whole", "part"} <= {end for each in ended for end in each}
    holds(task)


def _process(tasks: list[int], seed: int, broken: Any) -> None:
    """A worker of its own: another process, another connection, the same tasks in another order."""
    chance, rows = random.Random(seed), list(ResearchTask.objects.filter(pk__in=tasks))
    turns = rows * (ROUNDS - 1)
    chance.shuffle(turns)
    try:
        for task in turns:
            one_call(task, chance)
    except BaseException:
        broken.value += 1
        raise
    finally:
        connection.close()


@pytest.mark.slow
@pytest.mark.parametrize("schedules", [10, pytest.param(200, marks=pytest.mark.load)])
def test_random_schedules_of_sixteen_processes_never_pass_a_limit(here: Room, schedules: int) -> None:
    """F-26, B-031: each task is one schedule, and each process comes by it at random times."""
    tasks = [asked(here) for _ in range(schedules)]
    fork, pks = multiprocessing.get_context("fork"), [task.pk for task in tasks]
    broken = fork.Value("i", 0)
    connection.close()  # each child opens its own; a shared one would be closed by the first that ends
    workers = [fork.Process(target=_process, args=(pks, seed, broken)) for seed in range(WORKERS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(900)
    assert [worker.exitcode for worker in workers] == [0] * WORKERS
    assert broken.value == 0
    for task in tasks:
        holds(task)
    full = [task for task in tasks if told(task)[0] > (WORTH - 1) * WORST - WORST]
    assert full, "no schedule came near its limit: the test would hold without any guard"


def test_without_the_condition_the_same_workers_do_pass_it(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard is what holds: a purse that is only counted is overdrawn by the same schedule."""
    filled = filling.fill
    monkeypatch.setattr(filling, "fill", lambda draws, *to: filled([replace(each, most=None) for each in draws], *to))
    task = asked(here)
    at_once(WORKERS, lambda at: [reserve(order(task)) for _ in range(ROUNDS)])
    assert told(task)[0] > ROOM_FOR_50.tokens


# --- one attempt, one row


def test_the_row_stands_before_the_call_and_each_attempt_has_its_own(here: Room) -> None:
    task, busy = asked(here), [EndpointError(EndpointKind.OVERLOADED, "529")] * 2

    def answer(_: Request) -> ModelReply:
        if busy:
            raise busy.pop()
        return reply(10, 5)

    wire = Wire(answer)
    endpoint = paid(task, wire)
    for _ in range(2):
        with pytest.raises(EndpointError):
            async_to_sync(endpoint.complete)(ASK)
    async_to_sync(endpoint.complete)(ASK)
    assert wire.rows == ["reserved", "failed,reserved", "failed,failed,reserved"]
    assert [(row.state, row.input_tokens) for row in task.model_calls.all()] == [
        ("failed", 0),
        ("failed", 0),
        ("settled", 10),
    ]
    assert told(task) == (15, 15)


def test_a_call_that_is_cancelled_counts_at_its_worst_case_and_says_so(here: Room) -> None:
    task = asked(here)

    class Hanging:
        name = "openai://loopback/m"

        async def complete(self, request: Request) -> ModelReply:
            begun.set()
            await asyncio.sleep(600)
            raise AssertionError("never")

    async def cut() -> None:
        call = asyncio.create_task(paid_.complete(ASK))
        await begun.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    begun, paid_ = asyncio.Event(), paid(task, Hanging())
    async_to_sync(cut)()
    row = task.model_calls.get()
    assert (row.state, row.failure, row.estimated, row.input_tokens) == ("failed", "cancelled", True, int(WORST))
    assert told(task) == (WORST, WORST)


def test_a_call_whose_connection_was_cut_in_mid_answer_counts_at_its_worst_case_and_says_so(here: Room) -> None:
    """The server may have worked, and asks to be paid for it; one that was never reached can't."""
    task = asked(here)
    with serving(wire.reset(), wire.streamed("half of an", end=False)) as server:
        endpoint = paid(task, OpenAIEndpoint(server.base_url, "m", Patience.of(Limits().values())))
        for prompt in ("How many?", "How long?"):
            with pytest.raises(EndpointError) as cut, heard():
                async_to_sync(endpoint.complete)(replace(ASK, prompt=prompt))
            assert cut.value.kind is EndpointKind.UNAVAILABLE
    endpoint = paid(task, OpenAIEndpoint("http://127.0.0.1:9/v1", "m", Patience.of(Limits().values())))
    with pytest.raises(EndpointError):
        async_to_sync(endpoint.complete)(ASK)
    rows = list(task.model_calls.values_list("state", "estimated", "reserved_tokens", "input_tokens"))
    assert [(state, estimated, used == most) for state, estimated, most, used in rows[:2]] == [
        ("failed", True, True)
    ] * 2
    assert rows[2][:2] == ("failed", False) and rows[2][3] == 0
    assert told(task) == (2 * WORST, 2 * WORST)


@contextmanager
def heard() -> Iterator[None]:
    """As where a person waits: the answer is read while it is spoken."""
    outer = ON_WORDS.set(lambda written: None)
    try:
        yield
    finally:
        ON_WORDS.reset(outer)


def test_a_missing_usage_is_estimated_and_marked(here: Room) -> None:
    """B-030: the estimate is what the endpoint says, and the row carries the mark."""
    task = asked(here)
    async_to_sync(paid(task, Wire(lambda _: replace(reply(7, 3), estimated=True))).complete)(ASK)
    assert task.model_calls.get().estimated is True


def test_a_call_waits_for_those_that_hold_its_room_and_then_goes_out(here: Room) -> None:
    """Two at once in a small rest of the budget: the first uses a part of its worst case, the second then fits."""
    task, limits = asked(here), replace(Limits(), tokens=int(WORST) + 40, call_seconds=90)
    first_in, go_on = threading.Event(), threading.Event()

    def answer(request: Request) -> ModelReply:
        if request.prompt == "first":
            first_in.set()
            assert go_on.wait(60)
        return reply(10, 5)

    endpoint = paid(task, Wire(answer), limits)

    def call(at: int) -> str:
        if at:
            first_in.wait(60)
            threading.Timer(0.3, go_on.set).start()
        async_to_sync(endpoint.complete)(replace(ASK, prompt="later" if at else "first"))
        return "made"

    assert at_once(2, call) == ["made", "made"]
    assert told(task) == (30, 30)


def test_a_call_whose_room_comes_free_between_its_refusal_and_the_look_for_its_holder_goes_out(here: Room) -> None:
    task, limits = asked(here), replace(Limits(), tokens=int(WORST) + 40, call_seconds=20)
    holder = reserve(order(task, limits))
    looks: list[str] = []

    def ends_first(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith('SELECT %s AS "a" FROM "research_modelcall"') and not looks:
            looks.append(sql)
            settled(holder, ASK, reply(10, 5))
        return execute(sql, *rest)

    with connection.execute_wrapper(ends_first):
        async_to_sync(paid(task, Wire(lambda _: reply(10, 5)), limits).complete)(ASK)
    assert looks
    assert told(task) == (30, 30)


def test_a_search_that_cannot_pay_ends_with_the_budget_as_its_reason(here: Room) -> None:
    task = asked(here)
    endpoint = paid(task, Wire(lambda _: reply(1, 1)), replace(Limits(), tokens=int(WORST)))
    with pytest.raises(OverBudget) as refused:
        async_to_sync(endpoint.complete)(replace(ASK, role="executor"))
    assert refused.value.kind is EndpointKind.BUDGET
    assert fresh(task).over_budget == refused.value.detail
    assert "this task's search" in task.over_budget
    assert not task.model_calls.exists()

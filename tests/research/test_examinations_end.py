"""However an examination ends, its row says so, and what its calls used stands in the ledger: each was a row before it
went out."""

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.db.models.functions import Now

from research import actions
from research.actions.examining import LOST, UNTAKEN
from research.models import Budget, Conformance, ModelCall, Purse, User, Workspace
from research.roles.binding import BindingError
from research.store.paid_examination import PaidExamination
from research.store.purses import TOKENS, calls_of, ledger_sum, of_workspace, this_month
from tests.research.test_examining import BOUND, SOUND
from tests.roles import misbehaving as wire
from tests.roles.made import request
from tests.roles.misbehaving import Call, answer, serving
from tests.web import rows

Post = Callable[[], list[int]]
pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def room() -> Workspace:
    return rows.room()


@pytest.fixture
def admin(room: Workspace) -> User:
    return rows.person("rui", room, "admin")


@pytest.fixture(autouse=True)
def environment(settings: Any) -> None:
    settings.ROLE_ENDPOINTS = dict(BOUND)


def asked(admin: User, room: Workspace, line: str) -> Conformance:
    (row,) = actions.ask_examination(admin, room, "planner", line)
    return row


def again(row: Conformance) -> Conformance:
    row.refresh_from_db()
    return row


def agrees(room: Workspace) -> None:
    month = of_workspace(room.pk, this_month())
    taken = Purse.objects.get(holder=month, unit=TOKENS).taken
    assert taken == ledger_sum(calls_of(month), TOKENS)


def _worker(row: int) -> None:
    connection.close()
    actions.conduct(row)


def test_a_worker_that_is_killed_in_the_middle_leaves_an_examination_that_is_closed_and_paid(
    admin: User, room: Workspace, post: Post
) -> None:
    with serving(SOUND, wire.hang(300)) as server:
        row = asked(admin, room, server.binding)
        connection.close()
        worker = multiprocessing.get_context("fork").Process(target=_worker, args=[row.pk])
        worker.start()
        end = time.monotonic() + 240
        while len(server.calls) < 2:
            assert time.monotonic() < end
            time.sleep(0.02)
        os.kill(worker.pid or 0, signal.SIGKILL)
        worker.join(60)
    assert (again(row).state, row.lost, len(row.outcomes)) == ("running", False, 1)
    actions.sweep()
    assert again(row).state == "running", "its worker may only be slow"
    Conformance.objects.update(beat=Now() - timedelta(minutes=2))
    assert again(row).lost
    actions.sweep()
    assert (again(row).state, row.failure, row.lost) == ("failed", LOST, False)
    assert row.finished and len(row.outcomes) == 1
    first, second = ModelCall.objects.filter(examination=row).order_by("id")
    assert (first.state, first.input_tokens, first.estimated) == ("settled", 40, False)
    assert (second.state, second.input_tokens, second.estimated) == ("settled", second.reserved_tokens, True)
    agrees(room)
    actions.ask_examination(admin, room, "planner", row.binding)


def test_a_message_that_was_lost_is_sent_again_and_in_the_end_it_is_said_that_nobody_came(
    admin: User, room: Workspace, post: Post
) -> None:
    row = asked(admin, room, "openai://127.0.0.1:9/m")
    assert post() == [row.pk], "lost now"
    actions.sweep()
    assert post() == []
    Conformance.objects.update(at=Now() - timedelta(minutes=1))
    actions.sweep()
    assert post() == [row.pk]
    Conformance.objects.update(at=Now() - timedelta(hours=1))
    actions.sweep()
    assert (again(row).state, row.failure) == ("failed", UNTAKEN)
    assert actions.conduct(row.pk) is None, "a message that comes later than that finds it closed"


def test_a_worker_that_comes_back_after_it_was_given_up_makes_no_call_and_changes_nothing(
    admin: User, room: Workspace, post: Post
) -> None:
    """It was silent for too long while its first call was out."""

    def silent(call: Call) -> None:
        Conformance.objects.update(beat=Now() - timedelta(minutes=2))
        actions.sweep()
        connection.close()
        SOUND(call)

    with serving(silent) as server:
        row = asked(admin, room, server.binding)
        actions.conduct(row.pk)
        assert len(server.calls) == 1
    assert (again(row).state, row.failure, row.outcomes) == ("failed", LOST, [])
    agrees(room)


def test_an_examination_that_the_month_cannot_pay_makes_no_call_and_says_nothing_of_the_model(
    admin: User, room: Workspace, post: Post
) -> None:
    Budget.objects.create(workspace=room, scope="workspace", tokens=200)
    with serving(SOUND) as server:
        row = asked(admin, room, server.binding)
        actions.conduct(row.pk)
        assert server.calls == []
    assert (again(row).state, len(row.outcomes)) == ("failed", 1)
    assert row.failure == "The next call could pass the budget of this workspace for the month: 200 tokens."
    assert not ModelCall.objects.exists()


def test_a_month_that_is_used_up_in_the_middle_ends_the_examination_and_is_never_passed(
    admin: User, room: Workspace, post: Post
) -> None:
    Budget.objects.create(workspace=room, scope="workspace", tokens=3000)
    with serving(answer("I would look for the fare.")) as server:
        row = asked(admin, room, server.binding)
        actions.conduct(row.pk)
        assert server.calls
    assert "could pass the budget" in again(row).failure
    assert Purse.objects.get(unit=TOKENS).taken <= 3000
    agrees(room)


def test_under_a_budget_of_money_a_model_without_a_price_is_not_examined(
    admin: User, room: Workspace, post: Post
) -> None:
    Budget.objects.create(workspace=room, scope="workspace", money=5, currency="EUR")
    with serving(SOUND) as server:
        row = asked(admin, room, server.binding)
        actions.conduct(row.pk)
        assert server.calls == []
    assert again(row).failure == "There is a budget of money in EUR, and no price of m in it."


def test_a_cancelled_call_of_an_examination_counts_at_its_worst_case(admin: User, room: Workspace, post: Post) -> None:
    row = asked(admin, room, "openai://127.0.0.1:9/m")
    Conformance.objects.update(state="running", beat=Now())

    class Endless:
        name = "http://127.0.0.1:9/v1/m"

        async def complete(self, asked: Any) -> Any:
            await asyncio.sleep(60)

    paid = PaidExamination(Endless(), row)

    async def cancelled() -> None:
        call = asyncio.create_task(paid.complete(request()))
        while not await ModelCall.objects.aexists():
            await asyncio.sleep(0.01)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    async_to_sync(cancelled)()
    call = ModelCall.objects.get()
    assert (call.state, call.failure, call.input_tokens) == ("failed", "cancelled", call.reserved_tokens)
    agrees(room)


def test_a_fault_of_our_own_is_told_as_one_and_not_as_the_models(
    admin: User, room: Workspace, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(SOUND) as server:
        row = asked(admin, room, server.binding)
        Conformance.objects.filter(pk=row.pk).update(binding="a line that nobody can read")
        with pytest.raises(BindingError):
            actions.conduct(row.pk)
    assert again(row).failure.startswith("a fault of our own ended it (BindingError)")

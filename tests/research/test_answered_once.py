"""An answer is paid for once: who asks exactly the same again gets the stored one (P2)."""

from dataclasses import replace
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from research.models import Reply
from research.roles.endpoints import Finish
from tests.research.ledgering import ASK, Wire, paid, reply
from tests.whole.tasks import Room, asked, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]


@pytest.fixture
def here() -> Room:
    return room()


def test_the_same_request_in_a_later_step_is_answered_from_its_row_and_paid_once(here: Room) -> None:
    task, wire = asked(here), Wire(lambda _: reply(10, 5))
    first = async_to_sync(paid(task, wire).complete)(ASK)
    again = async_to_sync(paid(task, wire, step=3).complete)(ASK)
    assert first == again
    assert task.model_calls.count() == len(wire.rows) == 1


@pytest.mark.parametrize("other", [
    {"role": "planner"}, {"prompt": "x"}, {"schema": {"type": "object"}}, {"max_tokens": 81}, {"prompt_hash": "2"},
])  # fmt: skip
def test_another_role_prompt_schema_or_limit_is_another_request(here: Room, other: dict[str, Any]) -> None:
    task, wire = asked(here), Wire(lambda _: reply(10, 5))
    for request in (ASK, replace(ASK, **other)):
        async_to_sync(paid(task, wire).complete)(request)
    assert len(wire.rows) == 2


def test_tasks_share_answers_only_if_somebody_turned_that_on(here: Room, settings: Any) -> None:
    wire = Wire(lambda _: reply(10, 5))
    for shared, calls in ((False, 1), (False, 2), (True, 2)):
        settings.SHARED_REPLIES = shared
        async_to_sync(paid(asked(here), wire).complete)(ASK)
        assert len(wire.rows) == calls
    stranger = room("another desk")
    async_to_sync(paid(asked(stranger), wire).complete)(ASK)
    assert len(wire.rows) == 3


def test_an_answer_that_was_cut_is_not_shared(here: Room, settings: Any) -> None:
    settings.SHARED_REPLIES = True
    wire = Wire(lambda _: replace(reply(10, 5), finish=Finish.LENGTH))
    for _ in range(2):
        async_to_sync(paid(asked(here), wire).complete)(ASK)
    assert len(wire.rows) == 2
    assert Reply.objects.filter(kind="model").count() == 2

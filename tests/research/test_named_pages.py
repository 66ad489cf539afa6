"""Addresses of a question on their way into a reach: offered until the goal in work had them, never past a scope."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync

from reach.scope import Scope
from reach.settings import ReachSettings
from research import wiring
from research.engine.limits import Limits
from research.models import Reach, ResearchTask
from research.store.named_pages import still_to_read
from tests.web import rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]
QUESTION = "What do https://a.example/report and https://b.example/ say of the Red Cape fire?"
NAMED = ("https://a.example/report", "https://b.example/")
NUMBERS = ReachSettings()


@pytest.fixture
def task() -> ResearchTask:
    room = rows.room()
    return rows.task(room, rows.person("ada", room), QUESTION)


def had(task: ResearchTask, goal: int, target: str, outcome: str = "failed") -> None:
    brought: dict[str, Any] = {"kind": "too_slow"} if outcome == "failed" else {"confidence": 0.6, "items": 1}
    Reach.objects.create(
        task=task, step=1, goal_number=goal, purpose="read", channel="web", target=target, outcome=outcome, seconds=0.1,
        **brought,
    )  # fmt: skip


def test_each_address_is_offered_until_the_goal_in_work_has_had_it(task: ResearchTask) -> None:
    first, second = rows.goal(task, state="active"), rows.goal(task)
    assert still_to_read(task, NUMBERS) == NAMED
    had(task, first.number, NAMED[0])
    assert still_to_read(task, NUMBERS) == NAMED[1:]
    had(task, first.number, NAMED[1])
    assert still_to_read(task, NUMBERS) == ()
    task.goals.filter(pk=first.pk).update(state="done")
    task.goals.filter(pk=second.pk).update(state="active")
    assert still_to_read(task, NUMBERS) == NAMED


def test_a_question_without_addresses_has_no_such_channel(task: ResearchTask) -> None:
    ResearchTask.objects.filter(pk=task.pk).update(question="What burned?")
    task.refresh_from_db()
    assert still_to_read(task, NUMBERS) == ()
    names = [each.name for each in wiring.outside_for(task.workspace_id, Limits()).providers]
    assert "pages" not in names and "documents" in names


def test_what_a_task_that_keeps_to_its_documents_may_look_through_is_documents(task: ResearchTask) -> None:
    outside = wiring.outside_for(task.workspace_id, Limits(), Scope(documents_only=True), NAMED)
    assert [each.name for each in outside.open_channels] == ["documents"]


def test_the_kit_of_a_step_offers_each_channel_by_its_description(task: ResearchTask) -> None:
    outside = wiring.outside_for(task.workspace_id, Limits(), named=NAMED)
    assert {each.name for each in outside.open_channels} == {"documents", "pages"}
    (pages,) = [each for each in outside.open_channels if each.name == "pages"]
    hits = async_to_sync(pages.search)("Red Cape", period=None, language=None, limit=6)
    assert tuple(hit.url for hit in hits) == NAMED

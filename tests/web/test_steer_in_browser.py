"""Steering in a real Chromium: the form opens beside the tree and keeps what is typed while news arrive."""

from collections.abc import Callable
from typing import Any

import pytest

from research.models import ResearchTask, User, Wish
from tests.web import rows
from tests.web.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]


@pytest.fixture
def ada(transactional_db: None) -> User:
    return rows.person("ada", rows.room())


@pytest.fixture
def task(ada: User) -> ResearchTask:
    there = rows.task(ada.memberships.get().workspace, ada)
    return rows.searching(there, "What burned?", "What did it cost?")


def expect(locator: Any) -> Any:
    from playwright.sync_api import expect

    return expect(locator)


def test_a_goal_is_reworded_while_news_arrive(visitor: Visit, task: ResearchTask) -> None:
    ada_sees = visitor()
    page = ada_sees.page
    ada_sees.sign_in("ada")
    ada_sees.go(f"/tasks/T-{task.pk}")
    expect(page.locator("#connection")).to_have_text("Live")
    page.get_by_role("link", name="Steer…").nth(1).click()
    page.locator("#steer textarea[name=question]").fill("Who paid for it?")
    gains = [{"goal": n, "gain": 1.0 / n, "gaps": n, "missing": 1.0, "priority": 1.0, "cost": 0.05} for n in (1, 2)]
    rows.happened(task, "GoalChosen", goal=1, gains=gains)
    expect(page.locator("#activity")).to_contain_text("Turned to")
    expect(page.locator("#steer textarea[name=question]")).to_have_value("Who paid for it?")
    page.get_by_role("button", name="Change the words").click()
    expect(page.locator("#steer [role=status]")).to_have_text("Noted. The next step takes it up.")
    expect(page.locator("#tree")).to_contain_text("change “What did it cost?” into “Who paid for it?”")
    expect(page.locator("#activity")).to_contain_text("ada asked, from the next step on")
    assert Wish.objects.get().body["question"] == "Who paid for it?"
    page.locator("#why summary").click()
    expect(page.locator("#why")).to_contain_text("2 gaps × 1.00 not covered × priority 1.00 − cost 0.05")
    assert ada_sees.refused == []


def test_a_goal_closed_meanwhile_is_said_in_the_place_of_the_form(visitor: Visit, task: ResearchTask) -> None:
    ada_sees = visitor()
    page = ada_sees.page
    ada_sees.sign_in("ada")
    ada_sees.go(f"/tasks/T-{task.pk}")
    page.get_by_role("link", name="Steer…").nth(1).click()
    page.get_by_role("button", name="Skip this goal").click()
    expect(page.locator("#steer [role=status]")).to_be_visible()
    page.get_by_role("link", name="Steer…").nth(1).click()
    page.get_by_role("button", name="Skip this goal").click()
    expect(page.locator("#steer [role=alert]")).to_contain_text("Goal 2 is closed already.")
    assert all("409" in each for each in ada_sees.refused), "the browser itself notes the conflict, and nothing else"

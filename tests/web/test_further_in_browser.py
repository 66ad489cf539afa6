"""The box below a report in a real browser: the answer comes without leaving the page; without a script, by a page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from research.models import FollowUp, ResearchTask, Workspace
from tests.web import report_rows, rows
from tests.web.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visit = Callable[..., Visitor]
QUESTION = "How long did rack 14 burn?"


@pytest.fixture
def task(transactional_db: None) -> ResearchTask:
    room: Workspace = rows.room()
    return report_rows.reviewed_report(room, rows.person("rui", room, "admin"))[0]


def arrive(visit: Visit, task: ResearchTask, **options: object) -> Visitor:
    visitor = visit(**options)
    visitor.sign_in("rui")
    visitor.go(f"/tasks/T-{task.pk}/report")
    return visitor


def answered(task: ResearchTask) -> None:
    """What a worker leaves."""
    said = {"text": "38 minutes.", "kind": "fact", "evidence": [1], "verdict": "supported", "reason": ""}
    FollowUp.objects.filter(task=task).update(
        state="answered", decision="answer", rule="held", reason="It is held.", sentences=[said]
    )


def test_the_answer_appears_below_the_question_without_a_new_page(visitor: Visit, task: ResearchTask) -> None:
    reader = arrive(visitor, task)
    page = reader.page
    page.evaluate("window.same = true")
    page.get_by_label("A question on this report").fill(QUESTION)
    page.get_by_role("button", name="Ask", exact=True).click()
    item = page.locator("li.asked-one")
    expect(item).to_contain_text("Waiting for a worker")
    expect(item.locator("h3")).to_be_focused()
    expect(page.get_by_label("A question on this report")).to_have_value("")
    item.evaluate("each => { window.waiting = each; }")
    with page.expect_response(lambda said: "seen=" in said.url) as looked:
        pass
    assert looked.value.status == 204 and page.evaluate("window.waiting.isConnected"), "the same words aren't sent anew"
    answered(task)
    expect(item).to_contain_text("38 minutes.")
    expect(item.locator("h3")).to_be_focused()
    assert item.get_attribute("hx-get") is None and page.evaluate("window.same") is True
    assert reader.refused == []


def test_a_refused_question_stays_in_its_box(visitor: Visit, task: ResearchTask) -> None:
    page = arrive(visitor, task).page
    page.get_by_label("A question on this report").fill("?!")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("#further-error")).to_contain_text("no words")
    expect(page.get_by_label("A question on this report")).to_be_focused()
    expect(page.get_by_label("A question on this report")).to_have_value("?!")


def test_without_a_script_the_question_is_asked_and_its_answer_read(visitor: Visit, task: ResearchTask) -> None:
    page = arrive(visitor, task, java_script_enabled=False).page
    page.get_by_label("A question on this report").fill(QUESTION)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("li.asked-one")).to_contain_text("Waiting for a worker")
    answered(task)
    page.reload()
    expect(page.locator("li.asked-one")).to_contain_text("38 minutes.")

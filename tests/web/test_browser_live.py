"""In a real Chromium: from a question to a page that fills by itself, with nothing that the content policy refuses."""

from collections.abc import Callable
from typing import Any

import pytest

from research.models import ResearchTask, User
from tests.web import rows
from tests.web.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]


@pytest.fixture
def ada(transactional_db: None) -> User:
    return rows.person("ada", rows.room())


def expect(locator: Any) -> Any:
    from playwright.sync_api import expect

    return expect(locator)


def test_a_question_is_asked_planned_approved_and_watched(visitor: Visit, ada: User) -> None:
    ada_sees = visitor()
    page = ada_sees.page
    ada_sees.sign_in("ada")
    page.keyboard.press("n")
    page.fill("#id_question", "What burned at Red Cape?")
    expect(page.locator("#question-count")).to_have_text("24")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#connection")).to_have_text("Live")
    task = ResearchTask.objects.get()

    rows.planned(task, "What burned?", "Who investigated it?")
    rows.happened(task, "StatusChanged", was="running", now="awaiting_approval", by="", why="")
    page.get_by_role("link", name="See the plan").click()
    page.get_by_role("button", name="Move down").first.click()
    expect(page.locator("textarea[name=question]").first).to_have_value("Who investigated it?")
    page.get_by_role("button", name="Remove").last.click()
    expect(page.locator(".goal-removed")).to_have_count(1)
    page.get_by_role("button", name="Approve and start").click()
    expect(page.locator(".live-status")).to_contain_text("running")
    assert list(task.goals.values_list("question", flat=True)) == ["Who investigated it?"]

    rows.searched(task, 14)
    expect(page.locator("#activity")).to_contain_text("14 results")
    piece = rows.evidence(task.goals.get(), rows.source(task.workspace, "Rack 14 burned."), "Rack 14 burned.")
    rows.searched(task, 15)
    expect(page.locator("#evidence .quote")).to_have_text("Rack 14 burned.")
    page.locator("#evidence a").first.click()
    expect(page.locator(f"[id='{piece.label}'] + mark")).to_have_text("Rack 14 burned.")
    assert ada_sees.refused == []


def test_a_page_that_was_cut_off_catches_up_without_a_reload(visitor: Visit, ada: User) -> None:
    task = rows.task(ada.memberships.get().workspace, ada)
    seen = visitor()
    seen.sign_in("ada")
    seen.go(f"/tasks/T-{task.pk}")
    expect(seen.page.locator("#connection")).to_have_text("Live")
    seen.page.context.set_offline(True)
    rows.searched(task, 21), rows.searched(task, 22)
    seen.page.context.set_offline(False)
    rows.searched(task, 23)
    lines = seen.page.locator("#activity .line p:first-child")
    expect(lines).to_have_text(["Searched: 23 results", "Searched: 22 results", "Searched: 21 results"])


def test_without_a_socket_the_page_asks_by_itself(visitor: Visit, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("research.web.sizes.FALLBACK_SECONDS", 0.2)
    task = rows.task(ada.memberships.get().workspace, ada)
    seen = visitor()
    seen.page.route_web_socket("**/ws/**", lambda socket: socket.close(code=1013))
    seen.sign_in("ada")
    seen.go(f"/tasks/T-{task.pk}")
    rows.searched(task, 31)
    expect(seen.page.locator("#activity")).to_contain_text("31 results")
    rows.searched(task, 32)
    lines = seen.page.locator("#activity .line p:first-child")
    expect(lines).to_have_text(["Searched: 32 results", "Searched: 31 results"])
    assert seen.refused == []


def test_without_scripts_everything_is_there_and_can_be_done(visitor: Visit, ada: User) -> None:
    task = rows.planned(rows.task(ada.memberships.get().workspace, ada), "What burned?")
    rows.searched(task, 41)
    seen = visitor(java_script_enabled=False)
    seen.sign_in("ada")
    seen.go(f"/tasks/T-{task.pk}")
    expect(seen.page.locator("#activity")).to_contain_text("41 results")
    expect(seen.page.locator("noscript a")).to_have_text("Refresh")
    seen.page.get_by_role("link", name="See the plan").click()
    seen.page.get_by_role("button", name="Add a goal").click()
    expect(seen.page.locator("textarea[name=question]")).to_have_count(2)
    seen.page.locator("textarea[name=question]").last.fill("Who paid?")
    seen.page.get_by_role("button", name="Approve and start").click()
    seen.page.get_by_role("button", name="Stop…").click()
    seen.page.get_by_role("button", name="Stop and keep the evidence").click()
    expect(seen.page.locator(".live-status")).to_contain_text("stopped")


def test_what_a_browser_styled_by_itself_is_not_written_into_new_buttons(visitor: Visit, ada: User) -> None:
    """A field that a reader resized has a style of its own; copied as text it would be refused by the policy."""
    task = rows.task(ada.memberships.get().workspace, ada)
    seen = visitor()
    seen.sign_in("ada")
    seen.go(f"/tasks/T-{task.pk}")
    expect(seen.page.locator("#connection")).to_have_text("Live")
    seen.page.evaluate("document.getElementById('delete-label').style.width = '30rem'")
    rows.happened(task, "StatusChanged", was="running", now="paused", by="ada", why="")
    ResearchTask.objects.filter(pk=task.pk).update(status="paused")
    rows.happened(task, "StatusChanged", was="running", now="paused", by="ada", why="")
    expect(seen.page.get_by_role("button", name="Go on")).to_be_visible()
    assert seen.refused == []


def test_an_enter_of_an_input_method_sends_nothing(visitor: Visit, ada: User) -> None:
    seen = visitor(locale="zh-CN")
    seen.sign_in("ada")
    seen.go("/tasks/new")
    seen.page.locator("#id_question").focus()
    devtools = seen.page.context.new_cdp_session(seen.page)
    devtools.send("Input.imeSetComposition", {"text": "chu neng", "selectionStart": 8, "selectionEnd": 8})
    for modifiers in (0, 2):  # alone, and with Control
        key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229, "modifiers": modifiers}
        devtools.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **key})
    devtools.send("Input.insertText", {"text": "储能补贴是多少？"})
    expect(seen.page.locator("#id_question")).to_have_value("储能补贴是多少？")
    assert seen.page.url.endswith("/tasks/new") and not ResearchTask.objects.exists()
    seen.page.keyboard.press("Control+Enter")
    expect(seen.page.locator("#connection")).to_have_text("实时")
    assert ResearchTask.objects.get().question == "储能补贴是多少？"


def test_letters_act_outside_of_fields_alone_and_not_when_switched_off(visitor: Visit, ada: User) -> None:
    task = rows.task(ada.memberships.get().workspace, ada)
    seen = visitor()
    seen.sign_in("ada")
    seen.page.keyboard.press("/")
    seen.page.keyboard.type("n")
    assert seen.page.locator("#q").input_value() == "n"
    User.objects.filter(pk=ada.pk).update(single_keys=False)
    seen.go(f"/tasks/T-{task.pk}")
    expect(seen.page.locator("#connection")).to_have_text("Live")
    seen.page.keyboard.press("p")
    task.refresh_from_db()
    assert task.status == "running"
    User.objects.filter(pk=ada.pk).update(single_keys=True)
    seen.page.reload()
    seen.page.keyboard.press("p")
    expect(seen.page.locator(".live-status")).to_contain_text("paused")


def test_news_waits_while_the_pointer_is_over_the_list(visitor: Visit, ada: User) -> None:
    task = rows.task(ada.memberships.get().workspace, ada)
    rows.searched(task, 51)
    seen = visitor()
    seen.sign_in("ada")
    seen.go(f"/tasks/T-{task.pk}")
    expect(seen.page.locator("#connection")).to_have_text("Live")
    seen.page.locator("#activity .line").first.hover()
    rows.searched(task, 52)
    expect(seen.page.locator("#held")).to_have_text("1 new")
    expect(seen.page.locator("#activity .line:visible")).to_have_count(1)
    seen.page.locator("#held").click()
    expect(seen.page.locator("#activity .line:visible")).to_have_count(2)


@pytest.mark.parametrize("width", [320, 1360])
def test_no_page_scrolls_sideways(visitor: Visit, ada: User, width: int) -> None:
    task = rows.task(ada.memberships.get().workspace, ada, "Verylongwordwithoutanyspace" * 12)
    goal = rows.goal(task, "https://example.test/" + "a" * 200)
    page = rows.source(task.workspace, "x" * 300, title="储能" * 60)
    rows.evidence(goal, page, "x" * 200)
    planned = rows.planned(rows.task(task.workspace, ada), "What burned?")
    seen = visitor(viewport={"width": width, "height": 800})
    seen.sign_in("ada")
    for path in ("/", "/tasks/new", f"/tasks/T-{task.pk}", f"/tasks/T-{planned.pk}/plan", "/sources",
                 f"/sources/S-{page.pk}", "/uploads", "/account"):  # fmt: skip
        seen.go(path)
        root = "document.documentElement"
        assert seen.page.evaluate(f"{root}.scrollWidth - {root}.clientWidth") <= 0, path
    assert seen.refused == []

"""Words typed after the sign-in ended elsewhere: the page says they aren't kept, and they are back after the next."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from research.models import Claim, Draft, ResearchTask, Workspace
from tests.web import report_rows, rows
from tests.web.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visit = Callable[..., Visitor]
TYPED = "Output fell by 15 % in the second quarter, they say."
STORED = "Object.keys(sessionStorage).filter(key => key.startsWith('redthread:typed:'))"


@pytest.fixture
def place(transactional_db: None) -> tuple[ResearchTask, list[Claim]]:
    room: Workspace = rows.room()
    rows.person("rui", room, "admin")
    rows.person("mei", room, "admin")
    return report_rows.reviewed_report(room, rows.person("ana", room))


def arrive(visit: Visit, path: str) -> Visitor:
    seen = visit()
    seen.sign_in("rui")
    seen.go(path)
    return seen


def sign_out_elsewhere(seen: Visitor) -> None:
    other = seen.page.context.new_page()
    other.goto(seen.address + "/account")
    other.get_by_role("button", name="Sign out").click()
    expect(other.locator("#id_username")).to_be_visible()
    other.close()


def sign_in_here(page: Page, name: str) -> None:
    page.fill("#id_username", name)
    page.fill("#id_password", rows.PASSWORD)
    page.click("main button")
    page.wait_for_selector(".ways")


def type_after_the_sign_out(seen: Visitor) -> Page:
    page = seen.page
    page.keyboard.press("e")
    sign_out_elsewhere(seen)
    page.locator("#text").fill(TYPED)
    expect(page.locator("details [data-typed-said]")).to_contain_text("Not kept: you are signed out")
    page.get_by_role("button", name="Save this text").click()
    expect(page.locator("#id_username")).to_be_visible()
    return page


def test_words_typed_after_a_sign_out_elsewhere_are_warned_of_and_come_back(visitor, place):
    task, _claims = place
    seen = arrive(visitor, f"/review/C-{task.pk}-2")
    page = type_after_the_sign_out(seen)
    assert not Draft.objects.exists()
    sign_in_here(page, "rui")
    assert page.url.endswith(f"/review/C-{task.pk}-2")
    expect(page.locator("#text")).to_be_visible()
    expect(page.locator("#text")).to_have_value(TYPED)
    expect(page.locator("[data-typed-said]").first).to_contain_text("is back")
    expect(page.locator("[data-decision][data-kept=yes]")).to_have_count(1)
    assert Draft.objects.get().text == TYPED and page.evaluate(STORED) == []
    assert seen.refused == []


def test_what_the_page_had_is_one_button_away(visitor, place):
    task, claims = place
    page = type_after_the_sign_out(arrive(visitor, f"/review/C-{task.pk}-2"))
    sign_in_here(page, "rui")
    page.get_by_role("button", name="Show what the page had").click()
    expect(page.locator("#text")).to_have_value(next(each.text for each in claims if each.number == 2))
    assert page.evaluate(STORED) == []


def test_another_person_in_the_same_tab_sees_nothing_of_it(visitor, place):
    task, claims = place
    page = type_after_the_sign_out(arrive(visitor, f"/review/C-{task.pk}-2"))
    sign_in_here(page, "mei")
    expect(page.locator("#text")).to_have_value(next(each.text for each in claims if each.number == 2))
    assert page.evaluate(STORED) == []


def test_a_decision_that_arrived_and_a_sign_out_here_leave_nothing_in_the_tab(visitor, place):
    task, _claims = place
    seen = arrive(visitor, f"/review/C-{task.pk}-2")
    page = seen.page
    page.locator("#note").fill("I counted myself.")
    page.locator("#text").evaluate("each => { each.closest('details').open = true; }")
    page.locator("#text").fill("Output fell by 15 % in the second quarter.")
    assert len(page.evaluate(STORED)) == 1
    page.get_by_role("button", name="Save this text").click()
    expect(page.locator("h1")).not_to_contain_text(f"C-{task.pk}-2")
    assert page.evaluate(STORED) == []
    seen.go("/tasks/new")
    page.locator("#id_question").fill("What did the fire cost?")
    assert len(page.evaluate(STORED)) == 1
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("#id_username")).to_be_visible()
    assert page.evaluate(STORED) == []


def test_a_question_sent_after_a_sign_out_elsewhere_is_back_on_its_page(visitor, place):
    seen = arrive(visitor, "/tasks/new")
    page = seen.page
    page.locator("#id_question").fill("What did the fire cost?")
    page.locator("#id_length").select_option("short")
    sign_out_elsewhere(seen)
    page.locator("[data-send]").click()
    sign_in_here(page, "rui")
    expect(page.locator("#id_question")).to_have_value("What did the fire cost?")
    expect(page.locator("#id_length")).to_have_value("short")
    tasks = ResearchTask.objects.count()
    page.locator("[data-send]").click()
    page.wait_for_url("**/tasks/T-*")
    assert ResearchTask.objects.count() == tasks + 1 and page.evaluate(STORED) == []


def test_after_a_new_sign_in_elsewhere_a_reload_brings_the_words_back(visitor, place):
    task, _claims = place
    seen = arrive(visitor, f"/review/C-{task.pk}-2")
    sign_out_elsewhere(seen)
    other = seen.page.context.new_page()
    other.goto(seen.address + "/sign-in")
    sign_in_here(other, "rui")
    seen.page.locator("#note").fill("I counted myself.")
    expect(seen.page.locator(".note-field [data-typed-said]")).to_contain_text("signed in anew")
    seen.page.reload()
    expect(seen.page.locator("#note")).to_have_value("I counted myself.")
    expect(seen.page.locator("[data-decision][data-kept=yes]")).to_have_count(1)
    assert Draft.objects.get().note == "I counted myself."


def test_a_question_that_was_refused_first_comes_back_whole(visitor, place):
    seen = arrive(visitor, "/tasks/new")
    page = seen.page
    page.locator("#id_question").fill("?")
    page.locator("#id_length").select_option("short")
    page.locator("[data-send]").click()
    expect(page.locator("#id_question_error")).to_be_visible()
    page.locator("#id_question").fill("What did the fire cost?")
    sign_out_elsewhere(seen)
    page.locator("[data-send]").click()
    sign_in_here(page, "rui")
    expect(page.locator("#id_question")).to_have_value("What did the fire cost?")
    expect(page.locator("#id_length")).to_have_value("short")

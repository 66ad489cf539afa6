"""Report and desk in a real browser: by keyboard alone, while composing Chinese, without a script, on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from research.models import Claim, Decision, Draft, Evidence, ResearchTask, User, Workspace
from tests.web import report_rows, rows
from tests.web.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visit = Callable[..., Visitor]
PHONE = {"width": 320, "height": 700}


@pytest.fixture
def room(transactional_db: None) -> Workspace:
    return rows.room()


@pytest.fixture
def reviewer(room: Workspace) -> User:
    return rows.person("rui", room, "admin")


@pytest.fixture
def written(room: Workspace, reviewer: User) -> tuple[ResearchTask, list[Claim]]:
    return report_rows.reviewed_report(room, rows.person("ana", room))


def arrive(visit: Visit, path: str, **options: object) -> Visitor:
    visitor = visit(**options)
    visitor.sign_in("rui")
    visitor.go(path)
    return visitor


def rulings() -> list[str]:
    return list(Decision.objects.order_by("id").values_list("ruling", flat=True))


def press(page: Page, key: str) -> None:
    """A deciding key counts from the moment the claim has settled."""
    expect(page.locator("[data-decision][data-ready]")).to_have_count(1)
    page.keyboard.press(key)


def sideways(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_a_citation_opens_by_keyboard_with_the_stored_words_and_gives_focus_back(visitor, written):
    task, _claims = written
    reader = arrive(visitor, f"/tasks/T-{task.pk}/report")
    page, asked = reader.page, []
    page.on("request", lambda sent: asked.append(sent.url) if "/claims/" in sent.url else None)
    chips = page.get_by_role("button", name="Source 1: Investigation report of the Red Cape fire")
    chips.nth(1).focus()
    page.keyboard.press("Enter")
    panel = page.locator(".quote-panel:popover-open")
    expect(panel.locator(".cite-title")).to_be_focused()
    stored = Evidence.objects.get(number=2)
    assert panel.locator("[data-exact]").text_content() == stored.source.text[stored.start : stored.end]
    expect(chips.nth(1)).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(chips.nth(1)).to_be_focused()
    page.keyboard.press("Space")
    expect(panel).to_have_count(1)
    chips.nth(0).click()
    expect(panel.locator("[data-exact]")).to_have_text("On 3 March 2024 rack 14 burned for 38 minutes.")
    expect(panel).to_have_count(1)
    assert len(asked) == 2, "a quote is asked for at its first opening only"
    assert reader.refused == []


def test_three_claims_are_decided_by_keyboard_alone(visitor, written):
    task, _claims = written
    desk = arrive(visitor, "/review")
    page, heading = desk.page, desk.page.locator("h1")
    page.keyboard.press("r")
    expect(heading).to_contain_text(f"C-{task.pk}-4")
    expect(heading).to_be_focused()
    page.keyboard.press("r")
    page.keyboard.press("2")
    press(page, "l")
    expect(heading).to_contain_text(f"C-{task.pk}-2")
    expect(page.locator("#notes")).to_contain_text(f"C-{task.pk}-4: rejected.")
    expect(heading).to_be_focused()
    page.keyboard.press("e")
    field = page.get_by_label("The sentence as it should stand")
    expect(field).to_be_focused()
    field.fill("Output fell by 15 % in the second quarter.")
    page.keyboard.press("Control+Enter")
    expect(heading).to_contain_text(f"C-{task.pk}-5")
    expect(page.locator("#notes")).to_contain_text("checked again: supported.")
    press(page, "a")
    expect(page.locator(".empty-head")).to_have_text("Nothing waits")
    assert rulings() == ["rejected", "edited", "approved"]
    assert desk.refused == []


def test_a_key_that_is_held_or_pressed_twice_decides_once(visitor, written):
    task, _claims = written
    desk = arrive(visitor, f"/review/C-{task.pk}-2")
    press(desk.page, "a")
    desk.page.keyboard.press("a")
    expect(desk.page.locator("h1")).to_contain_text(f"C-{task.pk}-4")
    desk.page.keyboard.press("s")
    held = 'new KeyboardEvent("keydown", {key: "s", repeat: true, bubbles: true, cancelable: true})'
    expect(desk.page.locator("[data-decision][data-ready]")).to_have_count(1)
    desk.page.evaluate(f"document.body.dispatchEvent({held})")
    expect(desk.page.locator("h1")).to_contain_text(f"C-{task.pk}-4")
    assert rulings() == ["approved"] and desk.page.url.endswith(f"/review/C-{task.pk}-4")


def test_approving_what_nothing_carries_asks_for_the_note_first(visitor, written):
    task, _claims = written
    desk = arrive(visitor, f"/review/C-{task.pk}-4")
    press(desk.page, "a")
    expect(desk.page.locator("#note")).to_be_focused()
    expect(desk.page.locator("#note-wrong")).to_have_text("Say in the note why it may stand.")
    assert rulings() == []
    desk.page.keyboard.type("I was there, and saw a nurse.")
    assert rulings() == [], "letters of a note are letters"
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("h1")).to_be_focused()
    desk.page.keyboard.press("n")
    desk.page.keyboard.press("Control+Enter")
    expect(desk.page.locator("h1")).to_contain_text(f"C-{task.pk}-2")
    assert desk.page.url.endswith(f"/review/C-{task.pk}-2")
    assert Decision.objects.get().note == "I was there, and saw a nurse."


def test_saving_words_that_nothing_carries_asks_for_the_note_and_sends_the_same_edit_again(visitor, written):
    task, _claims = written
    desk = arrive(visitor, f"/review/C-{task.pk}-2")
    page = desk.page
    page.keyboard.press("e")
    page.get_by_label("The sentence as it should stand").fill("Output fell by 99 % in the second quarter.")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".strip-bad")).to_contain_text("Say in a note why they stand all the same.")
    expect(page.locator("#note")).to_be_focused()
    expect(page.get_by_label("The sentence as it should stand")).to_have_value(
        "Output fell by 99 % in the second quarter."
    )
    assert rulings() == []
    page.keyboard.type("I counted myself.")
    expect(page.locator("[data-kept=yes]")).to_have_count(1)
    draft = Draft.objects.get()
    assert (draft.text, draft.note) == ("Output fell by 99 % in the second quarter.", "I counted myself.")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#notes")).to_contain_text("edited")
    made = Decision.objects.get()
    assert (made.ruling, made.text, made.note) == (
        "edited", "Output fell by 99 % in the second quarter.", "I counted myself.",
    )  # fmt: skip


def test_composing_chinese_never_triggers_a_key(visitor, written):
    task, _claims = written
    desk = arrive(visitor, f"/review/C-{task.pk}-2")
    page = desk.page
    page.keyboard.press("n")
    expect(page.locator("#note")).to_be_focused()
    keyboard = page.context.new_cdp_session(page)
    for typed in ("a", "ar", "are", "areas"):
        keyboard.send(
            "Input.imeSetComposition", {"text": typed, "selectionStart": len(typed), "selectionEnd": len(typed)}
        )
    keyboard.send("Input.insertText", {"text": "数字与来源不符"})
    composing = """(key) => document.querySelector("h1").dispatchEvent(
        new KeyboardEvent("keydown", {key, isComposing: true, bubbles: true, cancelable: true}))"""
    page.locator("h1").focus()
    expect(page.locator("[data-decision][data-ready]")).to_have_count(1)
    for key in ("a", "r", "e", "s", "x", "l", "n", "j", "Enter"):
        page.evaluate(composing, key)
    expect(page.locator("#note")).to_have_value("数字与来源不符")
    expect(page.locator("h1")).to_be_focused()
    expect(page.locator("details[open]")).to_have_count(0)
    assert page.url.endswith(f"/review/C-{task.pk}-2") and rulings() == []


def test_neither_modifiers_nor_enter_nor_backspace_decide_and_keys_can_be_switched_off(visitor, written, reviewer):
    task, _claims = written
    desk = arrive(visitor, f"/review/C-{task.pk}-5")
    page = desk.page
    expect(page.locator("[data-decision][data-ready]")).to_have_count(1)
    for key in ("Alt+a", "Control+Shift+x", "Enter", "Backspace", "Delete"):
        page.keyboard.press(key)
    page.locator("summary[data-key=r]").click()
    page.get_by_label("out of date").check()
    page.keyboard.press("Enter")
    assert rulings() == [] and page.url.endswith(f"/review/C-{task.pk}-5")
    User.objects.filter(pk=reviewer.pk).update(single_keys=False)
    page.reload()
    expect(page.locator("[data-decision][data-ready]")).to_have_count(1)
    for key in ("a", "e", "r", "s", "n", "j"):
        page.keyboard.press(key)
    expect(page.locator("details[open]")).to_have_count(0)
    expect(page.locator("h1")).to_be_focused()
    assert rulings() == [] and page.url.endswith(f"/review/C-{task.pk}-5")


def test_without_a_script_the_chip_leads_to_the_quote_and_a_claim_is_decided(visitor, written):
    task, _claims = written
    desk = arrive(visitor, f"/tasks/T-{task.pk}/report", java_script_enabled=False)
    page = desk.page
    page.locator("#c-2 a.cite").click()
    page.locator("#ref-1 summary").click()
    expect(page.locator("#ref-1 .quote").nth(1)).to_contain_text("Output fell by 15 % in the second quarter.")
    page.locator("#c-2 .aside a").first.click()
    page.locator("summary", has_text="Reject…").click()
    page.get_by_label("number, unit or date differs").check()
    page.get_by_role("button", name="Remove the sentence").click()
    expect(page.locator("#notes")).to_contain_text(f"C-{task.pk}-2: rejected.")
    assert Decision.objects.get().effect == "remove"


@pytest.mark.parametrize("options", [{"viewport": PHONE}, {"color_scheme": "dark", "locale": "zh-CN"}])
def test_no_page_of_the_desk_breaks_the_policy_or_runs_out_of_the_screen(visitor, written, options):
    task, claims = written
    desk = arrive(visitor, "/review", **options)
    cited = claims[1].citations.get().evidence_id
    paths = ["/review", f"/tasks/T-{task.pk}/report", f"/claims/C-{task.pk}-2/E-{cited}"]
    paths += [f"/review/C-{task.pk}-2", f"/review/C-{task.pk}-5"]
    paths += [f"/settings/{name}" for name in ("thresholds", "people", "trust", "channels", "audit", "models")]
    for path in paths:
        desk.go(path)
        assert sideways(desk.page) <= 0, path
    assert desk.refused == []


def test_on_a_phone_the_quote_comes_up_from_below_and_fits(visitor, written):
    task, _claims = written
    reader = arrive(visitor, f"/tasks/T-{task.pk}/report", viewport=PHONE)
    reader.page.locator("button.cite").nth(1).click()
    panel = reader.page.locator(".quote-panel:popover-open")
    expect(panel.locator(".cite-card")).to_be_visible()
    box = panel.bounding_box()
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, PHONE["width"], PHONE["height"])
    small = reader.page.evaluate(
        """() => [...document.querySelectorAll("button.cite")].map(chip => chip.getBoundingClientRect())
           .filter(box => box.width < 24 || box.height < 24).length"""
    )
    assert small == 0, "each chip is 24 px to hit"


def test_what_is_typed_is_kept_without_being_sent_and_chosen_letters_rest_while_composing(visitor, written, reviewer):
    task, _claims = written
    User.objects.filter(pk=reviewer.pk).update(desk_keys={"a": "q", "u": "z"})
    desk = arrive(visitor, f"/review/C-{task.pk}-2")
    page = desk.page
    press(page, "n")
    page.keyboard.type("half a note")
    expect(page.locator("[data-kept=yes]")).to_have_count(1)
    page.reload()
    expect(page.locator("#note")).to_have_value("half a note")
    expect(page.locator("[data-decision][data-ready]")).to_have_count(1)
    page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'q', isComposing: true, bubbles: true}))")
    page.locator("h1").focus()
    for key in ("a", "Enter", "Backspace"):
        page.keyboard.press(key)
    assert rulings() == []
    press(page, "q")
    expect(page.locator("#notes")).to_contain_text("approved.")
    press(page, "z")
    expect(page.locator("h1")).to_contain_text(f"C-{task.pk}-2")
    assert rulings() == ["approved", "reverted"]
    assert desk.refused == []

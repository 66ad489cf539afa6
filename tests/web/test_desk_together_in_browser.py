"""What a team does with the queue besides deciding: flags that end, in a real browser and without barriers."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from research import actions
from research.models import Claim, Decision, ResearchTask, User, Workspace
from tests.web import report_rows, rows
from tests.web.accessible import barriers
from tests.web.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visit = Callable[..., Visitor]


@pytest.fixture
def room(transactional_db: None) -> Workspace:
    return rows.room()


@pytest.fixture
def mei(room: Workspace) -> User:
    return rows.person("mei", room, "admin")


@pytest.fixture
def written(room: Workspace, mei: User) -> tuple[ResearchTask, list[Claim]]:
    return report_rows.reviewed_report(room, rows.person("ana", room))


def arrive(visit: Visit, name: str, path: str, **options: object) -> Visitor:
    seen = visit(**options)
    seen.sign_in(name)
    seen.go(path)
    return seen


def test_a_flag_is_answered_at_the_desk_and_the_reader_sees_why(visitor, written, mei):
    task, claims = written
    heading = Claim.objects.create(
        task=task, number=50, section=0, position=0, kind="fact", text="What burned?", place="heading",
        verdict="supported",
    )  # fmt: skip
    for claim in (claims[0], heading):
        actions.flag_claim(task.owner, claim, reason_code="opinion", note="Who says so?")
    seen = arrive(visitor, "mei", f"/tasks/T-{task.pk}/report")
    page = seen.page
    expect(page.locator("#c-50")).to_contain_text("doubted by ana")
    assert barriers(page) == []
    seen.go(f"/review/{claims[0].label}")
    page.get_by_text("Nothing is wrong…").click()
    assert barriers(page) == []
    page.get_by_label("Why nothing is wrong, for ana").fill("The gazette counts 38 minutes, too.")
    page.get_by_role("button", name="Answer the flag").click()
    expect(page.locator(".doubts")).to_contain_text("The gazette counts 38 minutes, too.")
    assert not Claim.objects.get(pk=claims[0].pk).waits
    assert seen.refused == []


def test_without_a_script_a_reader_withdraws_a_flag(visitor, written):
    task, claims = written
    actions.flag_claim(task.owner, claims[0], reason_code="opinion")
    seen = arrive(visitor, "ana", f"/tasks/T-{task.pk}/flag?claim=1", java_script_enabled=False)
    seen.page.get_by_role("button", name="Withdraw my flag").click()
    expect(seen.page.locator(".doubts")).to_contain_text("withdrawn")


def test_a_sentence_is_assigned_by_key_and_the_queue_shows_ones_own(visitor, written, room, mei):
    task, claims = written
    rows.person("rui", room, "reviewer")
    seen = arrive(visitor, "mei", f"/review/{claims[1].label}")
    page = seen.page
    expect(page.locator("[data-decision][data-ready]")).to_have_count(1)
    page.keyboard.press("t")
    expect(page.get_by_label("Whose turn it is")).to_be_focused()
    page.get_by_label("Whose turn it is").select_option("rui")
    page.get_by_role("button", name="Assign", exact=True).click()
    expect(page.locator(".assigned")).to_contain_text("Assigned to rui by mei")
    assert barriers(page) == []
    other = arrive(visitor, "rui", f"/review?task={task.pk}")
    other.page.get_by_role("link", name="Assigned to me").click()
    expect(other.page.locator(".queued")).to_have_count(1)
    assert barriers(other.page) == []
    assert seen.refused == other.refused == []


def test_a_careful_wording_goes_into_the_box_by_one_key_and_waits_there(visitor, written, room, mei):
    _task, claims = written
    text, atoms = "Output fell by 20 % in the second quarter.", [report_rows.atom("20 %", False)]
    Claim.objects.filter(pk=claims[1].pk).update(text=text, atoms=atoms)
    actions.write_guidelines(mei, room, "## Figures\n\nRound to whole minutes.", seen_number=0)
    seen = arrive(visitor, "mei", f"/review/{claims[1].label}")
    page = seen.page
    expect(page.locator("[data-decision][data-ready]")).to_have_count(1)
    page.keyboard.press("h")
    expect(page.locator(".guidelines h4")).to_be_visible()
    page.keyboard.press("w")
    expect(page.locator("#text")).to_be_focused()
    expect(page.locator("#text")).to_have_value("Output fell by 15 % in the second quarter.")
    assert barriers(page) == [] and not Decision.objects.exists()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#notes")).to_contain_text("The new text was checked again: supported.")
    assert Decision.objects.get().text == "Output fell by 15 % in the second quarter."
    assert seen.refused == []


def test_guidelines_are_written_on_a_page_without_barriers(visitor, room, mei):
    seen = arrive(visitor, "mei", "/settings/guidelines")
    seen.page.get_by_label("Guidelines, in Markdown").fill(
        "# 数字\n\n- 四舍五入到分钟\n\n| a | b |\n|--|--|\n| 1 | 2 |"
    )
    seen.page.get_by_role("button", name="Save as a new version").click()
    expect(seen.page.locator(".rich h3")).to_have_text("数字")
    assert barriers(seen.page) == [] and seen.refused == []


def test_a_view_is_saved_and_deleted_on_the_queue(visitor, written, mei):
    seen = arrive(visitor, "mei", "/review?verdict=partly")
    page = seen.page
    page.get_by_label("Save this view as").fill("partly ones")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".view-list a[aria-current]")).to_have_text("partly ones")
    assert barriers(page) == []
    page.get_by_role("button", name="Delete the view “partly ones”").click()
    expect(page.locator(".view-list")).to_have_count(0)
    assert seen.refused == []


def test_a_version_is_shared_by_link_read_without_an_account_and_shut(visitor, written, room, mei):
    task, _claims = written
    Claim.objects.update(waits=False)
    ResearchTask.objects.filter(pk=task.pk).update(status="finished", phase="done")
    actions.publish(mei, ResearchTask.objects.get(pk=task.pk), seen_version=1)
    seen = arrive(visitor, "mei", "/settings/sharing")
    seen.page.get_by_label("Reports of this workspace may be shared by link").check()
    assert barriers(seen.page) == []
    seen.page.get_by_role("button", name="Save").click()
    seen.go(f"/tasks/T-{task.pk}/versions")
    seen.page.get_by_role("button", name="Share by link").click()
    address = seen.page.locator("[data-link]").text_content()
    assert address.startswith(seen.address) and barriers(seen.page) == []
    stranger = visitor()
    stranger.page.goto(address)
    expect(stranger.page.locator("h1")).to_have_text(task.question)
    assert stranger.page.evaluate("getComputedStyle(document.body).maxWidth") != "none", "the file's own style holds"
    assert barriers(stranger.page) == []
    seen.page.get_by_role("button", name="Revoke").click()
    stranger.page.reload()
    expect(stranger.page.locator("h1")).to_have_text("There is nothing here")
    assert seen.refused == []


def test_beside_the_report_the_copy_says_that_its_page_changed_since(visitor, written, mei):
    task, _claims = written
    old = task.evidence.get(number=2)
    later = rows.FETCHED.replace(year=2027)
    rows.source(task.workspace, "Output fell by 12 %.", old.source.title, url=old.source.url, fetched=later)
    seen = arrive(visitor, "mei", f"/tasks/T-{task.pk}/report?beside={old.pk}")
    expect(seen.page.locator(".beside .strip")).to_contain_text("The quoted words stood there no longer.")
    assert barriers(seen.page) == [] and seen.refused == []

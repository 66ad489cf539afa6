"""The keys of a report beside those of its weak sentences: any sentence, its quote, the contents, a flag."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web import report_rows, rows
from tests.web.accessible import barriers
from tests.web.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_report_is_walked_opened_copied_and_flagged_by_keys(
    visitor: Callable[..., Visitor], transactional_db: None
) -> None:
    room = rows.room()
    ana = rows.person("ana", room)
    task, claims = report_rows.reviewed_report(room, ana)
    seen = visitor(permissions=["clipboard-read", "clipboard-write"])
    seen.sign_in("ana")
    seen.go(f"/tasks/T-{task.pk}/report")
    page = seen.page
    page.keyboard.press("J")
    expect(page.locator("#c-1")).to_be_focused()
    page.keyboard.press("j")
    expect(page.locator("#c-2")).to_be_focused()
    page.keyboard.press("K")
    expect(page.locator("#c-1")).to_be_focused()
    page.keyboard.press("Enter")
    panel = page.locator(".quote-panel:popover-open")
    expect(panel.locator(".cite-title")).to_be_focused()
    assert barriers(page) == []
    page.keyboard.press("c")
    expect(page.locator("#notes")).to_contain_text("The quote is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == claims[0].text
    page.keyboard.press("f")
    expect(page).to_have_url(f"{seen.address}/tasks/T-{task.pk}/flag?claim=1")
    page.get_by_label("out of date").check()
    page.get_by_role("button", name="Flag it").click()
    expect(page.locator("#c-1")).to_contain_text("doubted by ana")
    page.keyboard.press("t")
    expect(page.locator("#contents")).to_be_focused()
    assert seen.refused == []

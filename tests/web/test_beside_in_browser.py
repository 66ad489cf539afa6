"""The report with its stored copy beside it, and its weak sentences one after the other, by keys."""

import pytest
from playwright.sync_api import expect

from research.models import Evidence
from tests.web import report_rows, rows
from tests.web.accessible import barriers

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_weak_sentences_and_the_stored_copy_by_keys(transactional_db, visitor, tmp_path, scheme):
    room = rows.room()
    rows.person("rui", room, "admin")
    task, _claims = report_rows.reviewed_report(room, rows.person("ana", room))
    reader = visitor(color_scheme=scheme)
    reader.sign_in("rui")
    reader.go(f"/tasks/T-{task.pk}/report")
    page = reader.page
    assert barriers(page) == []
    page.keyboard.press("w")
    expect(page.locator(".report.only-weak-lines")).to_have_count(1)
    page.keyboard.press("j")
    expect(page.locator(".line:focus")).to_contain_text("Output fell by a fifth")
    page.screenshot(path=tmp_path / "weak.png", full_page=True)
    assert barriers(page) == []
    page.locator(".line:focus button.cite").click()
    expect(page.locator(".quote-panel .cite-card")).to_be_visible()
    page.keyboard.press("v")
    copy = page.locator(".beside")
    expect(copy.locator("mark")).to_have_text(Evidence.objects.get(task=task, number=2).quote)
    expect(page.locator("#c-2")).to_be_visible()
    page.screenshot(path=tmp_path / "beside.png")
    assert barriers(page) == []
    page.keyboard.press("]")
    expect(copy.locator("mark")).to_have_text(Evidence.objects.get(task=task, number=3).quote)
    page.keyboard.press("v")
    expect(copy).to_have_count(0)
    assert reader.refused == []

"""Tables and pages in a real browser at the width of a phone and of a small screen, in both languages."""

from collections.abc import Callable
from typing import Any

import pytest

from research import actions
from research.models import Query, Reach, ResearchTask, User
from tests.web import report_rows, rows
from tests.web.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]
NARROWEST = 24
"""px: about three letters; a column of less holds one letter a line."""
ADDRESS = "https://statistics.lanwan.example/releases/2024/storage/capacity-of-grid-connected-stations.html"

CELLS = """() => [...document.querySelectorAll('.scroll td, .scroll tbody th')]
.filter((cell) => cell.offsetParent && cell.textContent.trim()).map((cell) => {
  const box = cell.getBoundingClientRect(), style = getComputedStyle(cell);
  return { words: cell.textContent.trim().slice(0, 40), label: getComputedStyle(cell, '::before').content,
           width: box.width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight), right: box.right };
})"""

LINES = """(cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getClientRects().length;
}"""


@pytest.fixture
def rui(transactional_db: None) -> User:
    return rows.person("rui", rows.room(), "admin")


@pytest.fixture
def task(rui: User) -> ResearchTask:
    room = rui.memberships.get().workspace
    made, _claims = report_rows.reviewed_report(room, rui)
    reach = {"step": 1, "seconds": 0.5, "received": 20480, "fetched_at": rows.FETCHED, "confidence": 0.6}
    named = {"confidence_from": "mean trust in the publishers of 6 hits", "outcome": "ok"}
    Reach.objects.create(task=made, purpose="read", channel="documents", target=ADDRESS, items=1, **reach, **named)
    goal = made.goals.first() or rows.goal(made)
    rows.query(goal, "grid storage capacity of Lanwan at the end of the year 2024", wording="key_words")
    Query.objects.filter(task=made).update(kept=4)
    rows.source(room, "Text.", "Capacity of the grid-connected stations of Lanwan", url=ADDRESS)
    actions.mark_host(rui, room, "lanwan.example", "primary", reason="the office that counts them")
    return made


def at(visit: Visit, width: int, language: str) -> Visitor:
    seen = visit(viewport={"width": width, "height": 844})
    seen.sign_in("rui")
    seen.page.click(f"button[value='{language}']")
    return seen


def pages(task: ResearchTask) -> list[str]:
    own = [f"/tasks/T-{task.pk}/{name}" for name in ("reached", "retrospect")]
    return [*own, "/sources", *(f"/settings/{name}" for name in ("audit", "trust", "people", "models"))]


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_on_a_phone_every_cell_is_readable_and_says_what_it_is(
    visitor: Visit, task: ResearchTask, language: str
) -> None:
    seen = at(visitor, 390, language)
    for address in pages(task):
        seen.go(address)
        cells: list[dict[str, Any]] = seen.page.evaluate(CELLS)
        assert cells, address
        assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        for cell in cells:
            assert cell["width"] > 6 * NARROWEST and cell["right"] <= 390, (address, cell)
        assert sum(cell["label"] not in ("none", "normal", '""') for cell in cells) > len(cells) / 2, address
    assert seen.refused == []


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_on_a_small_screen_no_word_is_broken_where_it_need_not_be(
    visitor: Visit, task: ResearchTask, language: str
) -> None:
    """What doesn't fit scrolls in its own box, which can be reached by keyboard; the page itself never does."""
    for width in (820, 1280):
        seen = at(visitor, width, language)
        for address in pages(task):
            seen.go(address)
            assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
            assert seen.page.locator(".scroll").count() == seen.page.locator(".scroll[tabindex='0']").count()
            for cell in seen.page.evaluate(CELLS):
                assert cell["width"] >= NARROWEST or len(cell["words"]) < 4, (address, cell)
        seen.go(f"/tasks/T-{task.pk}/reached")
        channel = seen.page.get_by_role("cell", name="documents" if language == "en" else "文档", exact=True).first
        lines = channel.evaluate(LINES)
        assert lines == 1, "documents, not docume/nts"

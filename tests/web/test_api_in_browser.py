"""The page about the API in a real browser: our own files alone, and nothing that the policy refuses."""

from collections.abc import Callable

import pytest

from tests.web import rows
from tests.web.conftest import Visitor

pytestmark = pytest.mark.browser


def test_the_page_lists_every_address_and_the_policy_refuses_nothing(visitor: Callable[..., Visitor]) -> None:
    rows.person("ada", rows.room())
    seen = visitor()
    asked: list[str] = []
    seen.page.on("request", lambda request: asked.append(request.url))
    seen.sign_in("ada")
    seen.go("/api/docs")
    seen.page.wait_for_selector("#operations-tasks-start_task")
    seen.page.click("#operations-you-me .opblock-summary")
    seen.page.click("#operations-you-me .try-out__btn")
    seen.page.click("#operations-you-me .execute")
    seen.page.wait_for_selector("#operations-you-me .live-responses-table .response-col_status:has-text('200')")
    assert not seen.refused
    assert not [url for url in asked if not url.startswith((seen.address, "data:"))]


def test_a_question_is_asked_from_the_page_itself(visitor: Callable[..., Visitor]) -> None:
    """The page knows the token: what it sends is accepted like a form."""
    ada = rows.person("ada", rows.room())
    seen = visitor()
    seen.sign_in("ada")
    seen.go("/api/docs")
    block = "#operations-tasks-start_task"
    seen.page.wait_for_selector(block)
    seen.page.click(f"{block} .opblock-summary")
    seen.page.click(f"{block} .try-out__btn")
    seen.page.fill(f"{block} textarea.body-param__text", '{"question": "What did the Red Cape fire change?"}')
    seen.page.click(f"{block} .execute")
    seen.page.wait_for_selector(f"{block} .live-responses-table .response-col_status:has-text('202')")
    assert not seen.refused
    assert ada.tasks.count() == 1

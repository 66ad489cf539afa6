"""The queue in a browser: another's hold comes and goes under the reader's eyes, and stands there after a reload."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import expect

from research import actions
from research.models import Claim
from tests.web import report_rows, rows
from tests.web.accessible import barriers
from tests.web.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def elsewhere(act: Callable[..., Any], *args: Any, **named: Any) -> None:
    """As another process does it: the test's own thread belongs to the browser."""

    def run() -> None:
        act(*args, **named)
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(run).result()


@pytest.fixture
def claims(transactional_db: None) -> list[Claim]:
    room = rows.room()
    return report_rows.reviewed_report(room, rows.person("ana", room, "reviewer"))[1]


def test_anothers_hold_appears_stays_after_a_reload_and_vanishes(
    visitor: Callable[..., Visitor], claims: list[Claim]
) -> None:
    room = claims[0].task.workspace
    rows.person("mei", room, "reviewer")
    rui = rows.person("rui", room, "reviewer")
    seen = visitor()
    seen.sign_in("mei")
    seen.go("/review")
    held = seen.page.locator(f'[data-row="{claims[1].pk}"] [data-held]')
    expect(held).to_be_hidden()
    elsewhere(actions.take, rui, claims[1])
    expect(held).to_have_text("in the hand of rui")
    assert barriers(seen.page) == []
    seen.page.reload()
    expect(held).to_have_text("in the hand of rui")
    elsewhere(actions.give_back, rui, claims[1])
    expect(held).to_be_hidden()
    elsewhere(actions.decide_claim, rui, claims[1], seen_version=1, ruling="approved")
    decided = seen.page.locator(f'[data-row="{claims[1].pk}"] [data-decided]')
    expect(decided).to_have_text("approved by rui meanwhile")
    assert seen.refused == []

"""Two reviewers at one desk, in both languages: forty sentences, none shown twice, one stale, one taken back."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from memory.models import Notebook
from research import actions
from research.engine.lifecycle import Phase
from research.models import Claim, Decision, ResearchTask, User, Workspace
from research.store.load import load_state
from research.store.payloads import dumped
from tests.web import report_rows, rows
from tests.web.accessible import barriers
from tests.web.conftest import Visitor
from tests.whole.fixtures import lexical, post

__all__ = ["lexical", "post"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lexical", "post"),
]

CLAIMS = 40
SENTENCES = {
    "en": ("Output fell by {} MW in the second quarter.", "Output fell in the second quarter."),
    "zh-hans": ("第二季度产量下降{}兆瓦。", "第二季度产量下降。"),
}


@pytest.fixture
def room(transactional_db: None) -> Workspace:
    return rows.room()


@pytest.fixture(params=["en", "zh-hans"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def people(room: Workspace, language: str) -> list[User]:
    return [rows.person(name, room, "reviewer", language=language) for name in ("mei", "rui")]


@pytest.fixture
def written(room: Workspace, language: str) -> ResearchTask:
    """A report whose forty sentences all say more than their one quote."""
    ana = rows.person("ana", room)
    task = rows.task(room, ana, phase="review", status="waiting_for_review", language=language[:2])
    state = replace(load_state(task), phase=Phase.REVIEW)
    Notebook.objects.filter(pk=task.notebook_id).update(body=dumped(state))
    goal = rows.goal(task, state="done", rounds=1)
    said, quote = SENTENCES[language]
    piece = rows.evidence(goal, rows.source(room, quote, language=language[:2]), quote)
    weak = {"cites": (piece,), "verdict": "partly", "reason": "No quote gives the figure."}
    weak["atoms"] = [report_rows.atom("MW", False)]
    report_rows.report(task, ("Output", goal, [report_rows.sentence(said.format(n), **weak) for n in range(CLAIMS)]))
    return task


def arrive(visitor: Callable[..., Visitor], person: User, language: str) -> Visitor:
    seen = visitor(locale="zh-CN" if language.startswith("zh") else "en-GB")
    seen.sign_in(person.username)
    seen.go("/review")
    return seen


def label(page: Page) -> str:
    return str(page.locator("h1#claim").inner_text()).split()[0]


def press(page: Page, key: str) -> None:
    expect(page.locator("[data-decision][data-ready]")).to_have_count(1)
    page.keyboard.press(key)


def approve(page: Page) -> None:
    before = label(page)
    press(page, "a")
    expect(page.locator("h1#claim", has_text=before)).to_have_count(0)


def worked_off(task: ResearchTask) -> None:
    """As a worker does it, in a thread of its own: this one belongs to the browser."""

    def run() -> None:
        while actions.advance(task.pk):
            pass
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(run).result()


def test_two_reviewers_forty_sentences(
    visitor: Callable[..., Visitor], people: list[User], written: ResearchTask, language: str, tmp_path: Path
) -> None:
    desks = [arrive(visitor, person, language) for person in people]
    mei, rui = (desk.page for desk in desks)
    assert barriers(mei) == []
    mei.screenshot(path=tmp_path / "queue.png", full_page=True)
    stale = mei.context.new_page()
    last = Claim.objects.get(task=written, number=CLAIMS)
    stale.goto(mei.url.removesuffix("/review") + f"/review/{last.label}")
    for page in (mei, rui):
        page.keyboard.press("r")
        expect(page.locator("h1#claim")).to_be_focused()
    assert barriers(rui) == []
    rui.screenshot(path=tmp_path / "claim.png", full_page=True)
    shown: list[str] = []
    while any(page.locator("h1#claim").count() for page in (mei, rui)):
        for page in (mei, rui):
            if page.locator("h1#claim").count():
                shown.append(label(page))
                approve(page)
    assert len(shown) == len(set(shown)) == CLAIMS
    refused(stale, last, tmp_path)
    back(rui if label_of_last(people) == "rui" else mei)
    worked_off(written)
    read(mei, written, tmp_path)
    errors = [line for desk in desks for line in desk.refused if "409" not in line]
    assert errors == []


def label_of_last(people: list[User]) -> str:
    return str(Decision.objects.latest("id").person.username)


def refused(stale: Page, last: Claim, tmp_path: Path) -> None:
    """Opened before anybody had it, decided after somebody had: both decisions stand on the page."""
    decided = Decision.objects.get(claim=last)
    assert decided.person.username == "rui", "of forty in turns the second has the last"
    press(stale, "a")
    expect(stale.locator(".two .card")).to_have_count(2)
    expect(stale.locator(".two .card").first).to_contain_text(decided.person.username)
    assert barriers(stale) == []
    stale.screenshot(path=tmp_path / "stale.png", full_page=True)
    assert Decision.objects.filter(claim=last).count() == 1


def back(page: Page) -> None:
    """The last decision of all is taken back with one key, and given again."""
    undone = Decision.objects.latest("id").claim
    page.keyboard.press("u")
    expect(page.locator("h1#claim")).to_contain_text(undone.label)
    undone.refresh_from_db()
    assert undone.waits and undone.task.status == "waiting_for_review"
    approve(page)
    assert list(undone.decisions.values_list("ruling", flat=True)) == ["approved", "reverted", "approved"]


def read(page: Page, task: ResearchTask, tmp_path: Path) -> None:
    """Version 2 carries both names; no page of it keeps anybody out."""
    task.refresh_from_db()
    assert task.status == "finished" and task.reports.latest("version").version == 2
    origin = page.url.split("/review")[0]
    looked_at: dict[str, Any] = {
        f"/tasks/T-{task.pk}/report": ("mei", "rui"),
        f"/tasks/T-{task.pk}/versions": ("mei", "rui"),
        f"/tasks/T-{task.pk}/versions/2/changes": ("mei", "rui"),
        f"/history/T-{task.pk}": ("mei", "rui"),
        f"/tasks/T-{task.pk}": (),
    }
    for number, (path, names) in enumerate(looked_at.items()):
        page.goto(origin + path)
        for name in names:
            assert name in page.locator("main").inner_text(), f"{name} on {path}"
        assert barriers(page) == [], path
        page.screenshot(path=tmp_path / f"read-{number}.png", full_page=True)

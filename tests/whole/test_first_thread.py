"""The first thread, pulled by a stranger: `manage.py up` on a fresh folder, a real browser, nothing faked.

With SCREENS naming a folder, its pictures are kept there: docs/screens is made of them.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CHROMIUM, CHROMIUM_ARGUMENTS
from tests.research.test_up import Copy, eventually

pytestmark = [pytest.mark.slow, pytest.mark.browser]
QUESTION = "How much grid-scale battery storage was connected in Lanwan at the end of 2024, and do the figures agree?"
PASSWORD = "a thread of my own, 42"
PATIENCE = 60_000  # milliseconds: a busy machine
WORK = 240  # seconds from approval to report, on a busy machine


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Copy]:
    if CHROMIUM is None:
        pytest.skip("NO BROWSER TEST RAN: there is no Chromium here. Install it (Debian: apt-get install chromium).")
    copy = Copy(tmp_path / "data")
    copy.up("--workers", "1")
    yield copy
    copy.end()


class Stranger:
    """One window. `refused` collects what the content policy blocked."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address
        self.refused: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda line: self.refused.append(line.text) if line.type == "error" else None)

    def keep(self, name: str) -> None:
        if folder := os.environ.get("SCREENS"):
            self.page.screenshot(path=f"{folder}/{name}.png", caret="initial")

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def signs_in(self, one_time: str) -> None:
        self.go("/sign-in")
        self.page.fill("#id_username", "admin")
        self.page.fill("#id_password", one_time)
        self.page.click("main button")
        self.page.fill("input[name=password1]", PASSWORD)
        self.page.fill("input[name=password2]", PASSWORD)
        self.page.click("main button")
        self.page.wait_for_selector("a[href='/tasks/new']")

    def asks(self, question: str) -> str:
        self.go("/tasks/new")
        self.page.fill("textarea[name=question]", question)
        self.keep("launch")
        self.page.keyboard.press("Control+Enter")
        self.page.wait_for_url(re.compile(r"/tasks/T-\d+"))
        return re.search(r"T-\d+", self.page.url)[0]  # type: ignore[index]

    def approves(self, task: str) -> None:
        assert eventually(lambda: self._plan_is_there(task), WORK)
        self.keep("plan")
        self.page.get_by_role("button", name=re.compile("Approve and start")).click()
        self.page.wait_for_url(re.compile(rf"/tasks/{task}$"))

    def _plan_is_there(self, task: str) -> bool:
        self.go(f"/tasks/{task}/plan")
        return bool(self.page.get_by_role("button", name=re.compile("Approve and start")).count())

    def watches(self, words: str) -> None:
        """Without a reload: what comes, comes over the socket."""
        self.page.get_by_text(words, exact=False).first.wait_for(timeout=WORK * 1000)

    def reads(self, task: str) -> tuple[str, str]:
        """The first quoted sentence, and the quote behind its mark."""
        self.go(f"/tasks/{task}/report")
        line = self.page.locator(".line-quote").first
        said = line.inner_text()
        line.locator(".cite").first.click()
        quote = self.page.locator("[data-exact]").first
        quote.wait_for()
        self.keep("report")
        return said, quote.inner_text()

    def rejects_what_waits(self) -> int:
        """By keys alone: R, the first reason, leave it marked; until nothing waits."""
        self.go("/review")
        self.keep("desk")
        self.page.keyboard.press("r")
        self.page.wait_for_url(re.compile("/review/C-"))
        decided = 0
        while self._waits():
            if not decided:
                self.keep("claim")
            self.page.wait_for_timeout(600)  # a deciding key counts only once the page has settled
            address = self.page.url
            for key in ("r", "1", "l"):
                self.page.keyboard.press(key)
            self.page.wait_for_url(lambda url, before=address: url != before)
            decided += 1
        return decided

    def _waits(self) -> bool:
        self.page.wait_for_load_state("load")
        return "/review/C-" in self.page.url


def folded(text: str) -> str:
    return " ".join(text.split())


def test_a_stranger_gets_from_a_question_to_a_report_that_people_decided_on(fresh: Copy) -> None:
    from playwright.sync_api import sync_playwright

    port = fresh.port()
    one_time = re.findall(r"password: (\S+)", fresh.said())
    assert len(one_time) == 1
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        window = chromium.new_context(viewport={"width": 1280, "height": 860})
        stranger = Stranger(window.new_page(), f"http://127.0.0.1:{port}")
        stranger.signs_in(one_time[0])
        task = stranger.asks(QUESTION)
        stranger.approves(task)
        stranger.watches("needs review")
        stranger.keep("live")
        said, quote = stranger.reads(task)
        assert folded(quote) in folded(said)
        assert stranger.rejects_what_waits() > 0
        stranger.go(f"/tasks/{task}")
        stranger.watches("done")
        stranger.go(f"/tasks/{task}/report")
        assert stranger.page.locator(".is-rejected").count() > 0
        stranger.keep("decided")
        assert stranger.refused == []
        chromium.close()

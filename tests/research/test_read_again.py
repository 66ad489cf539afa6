"""A page that a task has read is held for it; a site whose pages lost their text is told as a failure (R267, R275)."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import httpx2
import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from reach.errors import Kind
from reach.pages import Status
from research.engine.events import PagesRead, Reached
from research.engine.tools import Read
from research.models import Blob, Reach, ResearchTask, Source
from research.store.library import RowLibrary
from research.store.record import record
from research.store.thin import NOTE
from research.terms import Find, PageSeen
from tests.research.test_library import TEXT, Web, library, read
from tests.whole.tasks import asked, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]

URL, MOVED = "https://a.example/docs/storage", "https://a.example/docs/old"


@pytest.fixture
def task() -> ResearchTask:
    return asked(room())


class Site(Web):
    """Pages of different length; all say what their address is."""

    def __init__(self, times: dict[str, int], leads: dict[str, str] | None = None) -> None:
        super().__init__(leads)
        self.times = times

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        answer = super()._answer(request)
        url = self.asked[-1]
        if url not in self.times:
            return answer
        body = "".join(f"<p>{n}. {TEXT} {url}</p>" for n in range(self.times[url]))
        page = f"<html><head><title>Page {url}</title></head><body><article>{body}</article></body></html>"
        return httpx2.Response(200, headers={"content-type": "text/html; charset=utf-8"}, text=page)


def noted(task: ResearchTask, answer: Read) -> None:
    """As the engine records what was read."""
    seen = tuple(PageSeen(page.asked, page.source.key, 1, 1) for page in answer.pages)
    record(task, 1, [Reached("read", 1, answer.outcomes), PagesRead(tuple(p.source for p in answer.pages), (), seen)])


def held(there: RowLibrary, *urls: str, now: datetime | None = None) -> Read:
    finds = [Find(1, "finder", f"T{n}", "S", url, None, n) for n, url in enumerate(urls, 1)]
    return async_to_sync(there.held)(finds, now or timezone.now())


def stored(task: ResearchTask, url: str, text: str) -> None:
    raw, _ = Blob.objects.get_or_create(sha256="0" * 64, defaults={"size": 1, "body": b"x"})
    Source.objects.create(
        workspace=task.workspace, key=f"{Source.objects.count():064}", url=url, title=url, publisher="a.example",
        fetched=timezone.now(), credibility=0.6, text=text, text_sha256="0" * 64, raw=raw,
    )  # fmt: skip


def known(task: ResearchTask, pages: int) -> None:
    for n in range(pages):
        stored(task, f"https://a.example/docs/{n}", f"{n} {TEXT * 40}")


def test_what_was_read_is_held_under_both_its_addresses_with_its_time_and_without_a_fetch(
    task: ResearchTask, tmp_path: Path
) -> None:
    web = Web({MOVED: URL})
    there = library(task, tmp_path, web=web)
    noted(task, read(there, MOVED))
    fetched = Reach.objects.get(purpose="read").fetched_at
    web.asked.clear()
    for asked_for in (MOVED, URL, f"{URL}?utm_source=x#part"):
        answer = held(there, asked_for, "https://a.example/other")
        assert [page.asked for page in answer.pages] == [asked_for]
        (outcome,) = answer.outcomes
        assert (outcome.channel, outcome.status, outcome.fetched_at) == ("held", Status.CACHED, fetched)
        record(task, 2, [Reached("read", 1, answer.outcomes)])
    assert web.asked == []
    assert {row.fetched_at for row in Reach.objects.filter(channel="held")} == {fetched}


def test_two_addresses_of_one_page_give_it_once(task: ResearchTask, tmp_path: Path) -> None:
    there = library(task, tmp_path, web=Web({MOVED: URL}))
    noted(task, read(there, MOVED))
    assert len(held(there, MOVED, URL).pages) == 1


def test_another_task_holds_nothing(task: ResearchTask, tmp_path: Path) -> None:
    noted(task, read(library(task, tmp_path), URL))
    other = asked(room("Another desk"))
    assert held(library(other, tmp_path), URL).pages == ()


def test_a_page_that_is_stored_is_believed_as_its_host_is_marked_now(tmp_path: Path) -> None:
    desk = room("Marking desk")
    first = asked(desk)
    there = library(first, tmp_path)
    (page,) = read(there, URL).pages
    noted(first, read(there, URL))
    there.outside = replace(there.outside, marks={"a.example": 0.2})
    assert page.source.credibility > 0.2
    assert [each.source.credibility for each in held(there, URL).pages] == [0.2]
    assert [each.confidence for each in held(there, URL).outcomes] == [0.2]
    (page,) = read(library(asked(desk), tmp_path, marks={"a.example": 0.2}), URL).pages
    source = Source.objects.get()
    assert (page.source.credibility, source.credibility) == (0.2, 0.2)
    assert source.credibility_from == "marked by an admin: a.example"


def test_an_expired_copy_is_not_held(task: ResearchTask, tmp_path: Path) -> None:
    there = library(task, tmp_path)
    noted(task, read(there, URL))
    assert held(there, URL, now=timezone.now() + timedelta(hours=11)).pages
    assert held(there, URL, now=timezone.now() + timedelta(hours=13)).pages == ()


def test_a_copy_that_newer_words_replaced_is_not_held(task: ResearchTask, tmp_path: Path) -> None:
    there = library(task, tmp_path)
    noted(task, read(there, URL))
    old = Source.objects.get()
    stored(task, old.url, "New words.")
    assert held(there, URL).pages == ()


def test_a_site_that_suddenly_gives_far_less_text_has_failed(task: ResearchTask, tmp_path: Path) -> None:
    known(task, 4)
    there = library(task, tmp_path, web=Site({URL: 2}))
    answer = read(there, URL)
    assert answer.pages == ()
    (outcome,) = answer.outcomes
    assert (outcome.status, outcome.kind, outcome.detail) == (Status.FAILED, Kind.PARSE_FAILED, NOTE)
    assert NOTE in Source.objects.get(url=URL).note
    record(task, 1, [Reached("read", 1, answer.outcomes)])
    assert Reach.objects.get(target=URL).outcome == "failed"
    assert read(there, URL) == answer


def test_a_shorter_page_of_a_site_is_no_failure(task: ResearchTask, tmp_path: Path) -> None:
    known(task, 4)
    assert len(read(library(task, tmp_path, web=Site({URL: 15})), URL).pages) == 1


def test_a_site_that_is_hardly_known_is_taken_at_its_word(task: ResearchTask, tmp_path: Path) -> None:
    known(task, 3)
    assert len(read(library(task, tmp_path, web=Site({URL: 2})), URL).pages) == 1

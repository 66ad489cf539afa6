"""The world outside, as rows: what lies outside a task's scope is never reached, and every result has its label."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from asgiref.sync import async_to_sync
from django.db import IntegrityError, transaction

from reach.cache import NoCache
from reach.egress import Egress
from reach.errors import Kind
from reach.pace import LocalPace
from reach.pages import Hit, Outcome, Page, Period, Status
from reach.providers import Ability, Health
from reach.providers.documents import Documents, FolderLibrary
from reach.scope import ANYWHERE, DOCUMENTS_ONLY, OUTSIDE, Scope
from reach.settings import ReachSettings
from research.engine.events import Reached
from research.engine.tools import Found, Read
from research.models import Reach, ResearchTask, Source
from research.store.labelling import BY_DATE
from research.store.lease import take
from research.store.library import Outside, RowLibrary
from research.store.record import record
from research.store.replies import StepReplies
from research.store.shared import RowCache
from research.terms import Find, Query
from tests.whole.tasks import asked, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]

SETTINGS, ANY_TIME = ReachSettings(), Period()
TEXT = "Lanwan had 1,240 MWh of grid storage at the end of 2024, says the annual statistics of the grid operator. "


class Service:
    """A search service at the wire: the hits that it would answer with."""

    name, local, lane = "finder", False, "finder:search.example"
    ability = Ability("Finds.", takes_period=True, takes_language=True, batches=False, limits="")

    def __init__(self, *urls: str, twin: str = "") -> None:
        others = (twin,) if twin else ()
        self.hits = [Hit(f"T{n}", f"S{n}", url, None, self.name, n, others) for n, url in enumerate(urls, start=1)]
        self.asked: list[str] = []

    async def health(self) -> Health:
        return Health(True, "told in advance")

    async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]:
        self.asked.append(query)
        return self.hits[:limit]

    def owns(self, url: str) -> bool:
        return False

    async def read(self, url: str) -> Page:
        raise NotImplementedError


class Web:
    """Every host that is asked, whatever its address: a page, or the redirect that the test gave it."""

    def __init__(self, leads: Mapping[str, str] | None = None) -> None:
        self.leads, self.asked = leads or {}, []

    def egress(self, scope: Scope) -> Egress:
        return Egress(SETTINGS, _resolve, transport=lambda _: httpx2.MockTransport(self._answer), admits=scope.refusal)

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        url = f"https://{request.headers['host']}{request.url.path}"
        self.asked.append(url)
        if onward := self.leads.get(url):
            return httpx2.Response(302, headers={"location": onward})
        if request.url.path == "/robots.txt":
            return httpx2.Response(404)
        page = f"<html><head><title>Statistics of {url}</title></head><body><p>{TEXT * 3}{url}</p></body></html>"
        return httpx2.Response(200, headers={"content-type": "text/html; charset=utf-8"}, text=page)

    @property
    def pages(self) -> list[str]:
        return [url for url in self.asked if not url.endswith("/robots.txt")]


async def _resolve(host: str, port: int) -> Sequence[str]:
    return ["93.184.215.14"]


@pytest.fixture
def task() -> ResearchTask:
    return asked(room())


def library(
    task: ResearchTask, folder: Path, scope: Scope = ANYWHERE, service: Service | None = None, web: Web | None = None,
    cache: Any = None, marks: Mapping[str, float] | None = None,
) -> RowLibrary:  # fmt: skip
    documents = Documents(FolderLibrary(folder), SETTINGS)
    channels = [documents, *([service] if service else [])]
    egress, held = (web or Web()).egress(scope), take(task.pk, "a test", 60)
    assert held is not None
    outside = Outside(channels, documents, egress, SETTINGS, cache or NoCache(), LocalPace(), marks or {}, scope)
    return RowLibrary(task, outside, StepReplies(task, 0, held))


def searched(there: RowLibrary, period: Period = ANY_TIME) -> Found:
    batch = [Query(1, 1, "capacity", "Lanwan grid storage", "", 1)]
    return async_to_sync(there.search)(batch, period, "en")


def read(there: RowLibrary, *urls: str, **parts: Any) -> Read:
    finds = [
        Find(1, "finder", f"T{n}", "S", url, parts.get("published"), n, parts.get("other_urls", ()))
        for n, url in enumerate(urls, 1)
    ]
    return async_to_sync(there.read)(finds)


def told(outcomes: Sequence[Outcome]) -> list[tuple[str, str, str]]:
    return [(each.target, each.status.value, each.detail) for each in outcomes]


def test_hits_outside_are_dropped_with_one_row_a_host(task: ResearchTask, tmp_path: Path) -> None:
    (tmp_path / "annual.md").write_text(f"# Lanwan grid storage\n\n{TEXT}\n")
    service = Service(
        "https://a.gov.cn/1", "https://x.example/1", "https://x.example/2", "https://y.example/", "https://gov.cn/2"
    )
    found = searched(library(task, tmp_path, Scope.of(["gov.cn"]), service))
    assert sorted(find.url.split("/")[2] for find in found.finds if find.channel == "finder") == ["a.gov.cn", "gov.cn"]
    assert [find.channel for find in found.finds].count("documents") == 1
    skipped = [each for each in told(found.outcomes) if each[1] == "skipped"]
    assert skipped == [("x.example", "skipped", OUTSIDE), ("y.example", "skipped", OUTSIDE)]


def test_a_hit_outside_that_was_also_seen_inside_is_taken_there(task: ResearchTask, tmp_path: Path) -> None:
    service = Service("https://mirror.example/1", twin="https://a.gov.cn/1")
    found = searched(library(task, tmp_path, Scope.of(["gov.cn"]), service))
    assert [find.url for find in found.finds] == ["https://a.gov.cn/1"]


def test_a_task_of_some_sites_alone_is_given_more_hits_to_find_them(task: ResearchTask, tmp_path: Path) -> None:
    crowd = [f"https://n{n}.example/" for n in range(9)]
    found = searched(library(task, tmp_path, Scope.of(["gov.cn"]), Service(*crowd, "https://a.gov.cn/")))
    assert [find.url for find in found.finds] == ["https://a.gov.cn/"]


def test_documents_only_asks_nobody_outside_and_fetches_nothing(task: ResearchTask, tmp_path: Path) -> None:
    (tmp_path / "annual.md").write_text(f"# Lanwan grid storage\n\n{TEXT}\n")
    service, web = Service("https://a.example/"), Web()
    there = library(task, tmp_path, Scope.of(documents_only=True), service, web)
    found = searched(there)
    assert {find.channel for find in found.finds} == {"documents"} and service.asked == []
    answer = read(there, "https://a.example/", *(find.url for find in found.finds))
    assert web.asked == []
    assert [page.asked for page in answer.pages] == [find.url for find in found.finds]
    assert told(answer.outcomes)[0] == ("https://a.example/", "skipped", DOCUMENTS_ONLY)


def test_no_page_outside_is_fetched_and_every_address_has_its_outcome_in_order(
    task: ResearchTask, tmp_path: Path
) -> None:
    web = Web()
    there = library(task, tmp_path, Scope.of(never=["x.example"]), web=web)
    answer = read(there, "https://x.example/1", "https://a.example/1", "https://sub.x.example/2")
    assert web.pages == ["https://a.example/1"]
    assert [each[1] for each in told(answer.outcomes)] == ["skipped", "ok", "skipped"]
    assert [each.target for each in answer.outcomes] == [
        "https://x.example/1",
        "https://a.example/1",
        "https://sub.x.example/2",
    ]


def test_a_redirect_that_leaves_the_scope_is_refused_at_that_hop(task: ResearchTask, tmp_path: Path) -> None:
    web = Web({"https://a.gov.cn/1": "https://b.gov.cn/1", "https://b.gov.cn/1": "https://x.example/1"})
    answer = read(library(task, tmp_path, Scope.of(["gov.cn"]), web=web), "https://a.gov.cn/1")
    assert web.pages == ["https://a.gov.cn/1", "https://b.gov.cn/1"]
    (outcome,) = answer.outcomes
    assert (outcome.status, outcome.kind, outcome.detail) == (Status.FAILED, Kind.POLICY_DENIED, OUTSIDE)
    assert not Source.objects.exists()


def test_a_cached_page_that_was_led_outside_is_not_given_to_a_task_that_may_not_go_there(
    task: ResearchTask, tmp_path: Path
) -> None:
    web = Web({"https://a.gov.cn/1": "https://x.example/1"})
    assert read(library(task, tmp_path, web=web, cache=RowCache()), "https://a.gov.cn/1").pages
    other = asked(room("Another desk"))
    answer = read(library(other, tmp_path, Scope.of(["gov.cn"]), web=Web(), cache=RowCache()), "https://a.gov.cn/1")
    assert answer.pages == ()
    assert told(answer.outcomes) == [("https://a.gov.cn/1", "skipped", OUTSIDE)]
    assert not Source.objects.filter(workspace=other.workspace).exists()


def rows_of(task: ResearchTask, purpose: str, outcomes: Sequence[Outcome]) -> list[Reach]:
    with transaction.atomic():
        record(task, 0, [Reached(purpose, 1, tuple(outcomes))])
    return list(Reach.objects.filter(task=task, purpose=purpose))


def test_every_result_is_a_row_with_source_time_and_confidence(task: ResearchTask, tmp_path: Path) -> None:
    service = Service("https://stats.gov.cn/1", "https://www.reddit.com/r/1")
    there = library(task, tmp_path, service=service)
    before = datetime.now(UTC)
    by_channel = {row.channel: row for row in rows_of(task, "search", searched(there).outcomes)}
    listed = by_channel["finder"]
    assert (listed.outcome, listed.items, listed.host) == ("ok", 2, "")
    assert listed.confidence == pytest.approx((1.0 + 0.2) / 2)
    assert listed.confidence_from == "mean trust in the publishers of 2 hits"
    assert before <= listed.fetched_at <= datetime.now(UTC)
    nothing = by_channel["documents"]
    assert (nothing.outcome, nothing.items, nothing.confidence, nothing.host) == ("ok", 0, None, "")


def test_a_channel_that_takes_no_period_says_that_its_hits_were_filtered_by_date(
    task: ResearchTask, tmp_path: Path
) -> None:
    service = Service("https://a.example/1", "https://a.example/2")
    service.ability = replace(service.ability, takes_period=False)
    service.hits = [replace(hit, published=date(1999 + 20 * n, 5, 1)) for n, hit in enumerate(service.hits)]
    found = searched(library(task, tmp_path, service=service), Period(date(2018, 1, 1), date(2020, 1, 1)))
    (told_of,) = [each.detail for each in found.outcomes if each.channel == "finder"]
    assert told_of.startswith(BY_DATE + "; 1 hits outside the period")
    assert len(found.finds) == 1
    takes = searched(
        library(asked(room("b")), tmp_path, service=Service("https://a.example/")), Period(date(2018, 1, 1))
    )
    assert [each.detail for each in takes.outcomes if each.channel == "finder"] == [""]


def test_a_page_that_was_read_says_how_far_it_is_believed_and_why(task: ResearchTask, tmp_path: Path) -> None:
    there = library(task, tmp_path, marks={"a.example": 0.4})
    answer = read(there, "https://a.example/1", other_urls=("https://mirror.example/1",), published=date(2025, 1, 3))
    (row,) = rows_of(task, "read", answer.outcomes)
    assert (row.host, row.confidence, row.confidence_from) == ("a.example", 0.4, "marked by an admin: a.example")
    assert row.received > len(TEXT) and row.fetched_at is not None
    source = Source.objects.get()
    assert (source.credibility, source.credibility_from) == (row.confidence, row.confidence_from)
    assert (source.published, source.published_from) == (date(2025, 1, 3), "search")
    assert source.other_urls == ["https://mirror.example/1"]
    assert source.fetched == row.fetched_at


def test_a_page_from_the_cache_keeps_the_time_at_which_it_was_fetched(task: ResearchTask, tmp_path: Path) -> None:
    first = read(library(task, tmp_path, cache=RowCache()), "https://a.example/1")
    web, other = Web(), asked(room("Another desk"))
    again = read(library(other, tmp_path, web=web, cache=RowCache()), "https://a.example/1")
    assert web.pages == []
    (row,) = rows_of(other, "read", again.outcomes)
    assert (row.outcome, row.fetched_at) == ("cached", first.outcomes[0].fetched_at)
    assert row.confidence_from


def test_the_address_that_was_asked_for_is_kept_where_the_page_has_another(task: ResearchTask, tmp_path: Path) -> None:
    there = library(task, tmp_path, web=Web({"https://a.example/old": "https://a.example/new"}))
    read(there, "https://a.example/old")
    source = Source.objects.get()
    assert (source.url, source.other_urls) == ("https://a.example/new", ["https://a.example/old"])
    read(there, "https://a.example/new", other_urls=("https://b.example/", "https://a.example/old"))
    source = Source.objects.get()
    assert source.other_urls == ["https://a.example/old", "https://b.example/"]


def test_a_result_without_its_label_is_no_row(task: ResearchTask) -> None:
    bare = Outcome("https://a.example/", "web", Status.OK, None, "", 0.1, 1)
    with pytest.raises(ValueError, match="came without time or confidence"):
        rows_of(task, "read", [bare])
    lacking = {"task": task, "step": 0, "purpose": "read", "channel": "web", "target": "x", "seconds": 0, "items": 1}
    label = {"fetched_at": datetime.now(UTC) - timedelta(1), "confidence": 0.6, "confidence_from": "a rule"}
    for outcome in ("ok", "cached"):
        for gone in label:
            partly = label | {gone: "" if gone == "confidence_from" else None}
            with pytest.raises(IntegrityError, match="results_carry_a_label"), transaction.atomic():
                Reach.objects.create(outcome=outcome, **lacking, **partly)
    Reach.objects.create(outcome="failed", **(lacking | {"items": 0}))
    assert Reach.objects.count() == 1

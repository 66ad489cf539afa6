"""The already-reached list of a task, what the live page says of a lost round, and what the report says was not had."""

from typing import Any

import pytest
from django.test import Client

from research.models import Reach, Report, ResearchTask
from research.store import export
from research.store.markdown import markdown
from research.web import sizes
from tests.web import rows
from tests.web.report_rows import reviewed_report

pytestmark = pytest.mark.django_db

LABEL = {"fetched_at": rows.FETCHED, "confidence": 0.6, "confidence_from": "in no table"}


@pytest.fixture
def task() -> ResearchTask:
    room = rows.room()
    return rows.task(room, rows.person("ada", room))


@pytest.fixture
def client(task: ResearchTask) -> Client:
    client = Client()
    client.force_login(task.owner)
    return client


def reach(of: ResearchTask, target: str, outcome: str = "ok", **more: Any) -> Reach:
    brought = outcome in ("ok", "cached")
    plain = {"step": 1, "purpose": "read", "channel": "web", "seconds": 0.5, "items": int(brought)}
    return Reach.objects.create(
        task=of, target=target, outcome=outcome, **{**plain, **(LABEL if brought else {}), **more}
    )


def listed(client: Client, task: ResearchTask, asked: str = "", **headers: str) -> str:
    answer = client.get(f"/tasks/T-{task.pk}/reached{asked}", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_target_is_listed_with_its_end_and_its_label(client: Client, task: ResearchTask) -> None:
    page = rows.source(
        task.workspace, "The rack burned.", url="https://a.example/new", other_urls=["https://a.example/old"]
    )
    reach(task, "https://a.example/old", "cached", received=2048, tokens=310)
    reach(task, "https://slow.example/", "failed", kind="too_slow", detail="no complete answer within 8 s")
    reach(task, "https://x.example/", "skipped", detail="pace: 20 pages would not fit 15 s")
    reach(task, "y.example", "skipped", detail="outside the task's sites", purpose="search")
    dated = "it takes no period: hits were filtered by their date; 2 hits outside the period left out"
    reach(task, "Red Cape fire", purpose="search", channel="searxng", items=4, detail=dated)
    told = listed(client, task)
    assert f'<a href="/sources/S-{page.pk}">https://a.example/old</a>' in told
    for words in (
        "from the cache", "2026-03-04 14:02 UTC", "0.60", "in no table", "2.0\xa0KB", "310",
        "too slow; given up (no complete answer within 8 s)", "no time was left for it (20 pages would not fit 15 s)",
        "outside the task&#x27;s sites", "4 results", "it takes no period: hits were filtered by their date",
    ):  # fmt: skip
        assert words in told, words


def test_a_page_that_was_quoted_says_so_at_each_of_its_reads(client: Client, task: ResearchTask) -> None:
    page = rows.source(task.workspace, "The rack burned.", url="https://a.example/")
    rows.evidence(rows.goal(task), page, "The rack burned.")
    reach(task, "https://a.example/")
    reach(task, "https://a.example/", "cached", detail="read, nothing of it was kept")
    told = listed(client, task)
    assert told.count("1 quote of this page is kept") == 2
    assert "read; this round kept nothing of it" in told and "nothing of it was kept" not in told


def test_the_list_speaks_the_readers_language(client: Client, task: ResearchTask) -> None:
    reach(task, "https://a.example/")
    chinese = listed(client, task, accept_language="zh-CN")
    assert "https://a.example/" in chinese and 'lang="zh' in chinese


@pytest.mark.parametrize(
    ("show", "kept"),
    [
        ("", {"page", "query", "lost", "aside"}),
        ("pages", {"page", "lost"}),
        ("searches", {"query", "aside"}),
        ("failed", {"lost"}),
        ("skipped", {"aside"}),
        ("nonsense", {"page", "query", "lost", "aside"}),
    ],
)
def test_the_list_can_be_cut_to_what_failed_or_was_skipped(
    client: Client, task: ResearchTask, show: str, kept: set[str]
) -> None:
    reach(task, "target-page")
    reach(task, "target-query", purpose="search")
    reach(task, "target-lost", "failed", kind="not_found")
    reach(task, "target-aside", "skipped", purpose="search", detail="outside the task's sites")
    told = listed(client, task, f"?show={show}")
    assert {name for name in ("page", "query", "lost", "aside") if f"target-{name}" in told} == kept


def test_a_long_list_comes_in_pages(client: Client, task: ResearchTask) -> None:
    for number in range(sizes.REACHES_A_PAGE + 1):
        reach(task, f"target-{number:03}")
    assert "target-000" not in listed(client, task)
    assert "target-000" in listed(client, task, "?page=2")


def test_the_live_page_says_in_one_sentence_what_a_lost_round_did(client: Client, task: ResearchTask) -> None:
    for level, wait in (("partly", 0.0), ("late", 0.0), ("nothing", 30.0)):
        rows.happened(task, "RoundDegraded", goal=1, level=level, missing=2, asked=7, wait=wait)
    told = client.get(f"/tasks/T-{task.pk}?show=problems").content.decode()
    assert "2 of 7 could not be had; went on with the rest" in told
    assert "2 of 7 did not come in time; went on with what had arrived" in told
    assert "Nothing could be reached in this round; what a model remembers is no answer" in told
    assert "Asked to wait 30 s before the next try." in told


def test_a_target_skipped_for_time_is_no_silent_one_and_one_left_aside_is_no_problem(
    client: Client, task: ResearchTask
) -> None:
    pace = rows.outcome("skipped", target="https://late.example/", detail="pace: its turn did not come within 15 s")
    aside = rows.outcome("skipped", target="https://twin.example/", detail="same page as https://a.example/")
    rows.happened(task, "Reached", purpose="read", goal=1, outcomes=[pace, aside])
    told = client.get(f"/tasks/T-{task.pk}?show=problems").content.decode()
    assert "1 skipped for time, 1 left aside" in told
    assert "https://late.example/: no time was left for it" in told


def test_what_could_not_be_had_is_in_the_report_and_what_was_had_after_all_is_not() -> None:
    room = rows.room()
    task, _claims = reviewed_report(room, rows.person("ada", room))
    before = {row.target for row in export.report_view(task).unread}
    reach(task, "https://late.example/", "skipped", detail="pace: 20 pages would not fit 15 s")
    reach(task, "https://twin.example/", "skipped", detail="same page as https://a.example/")
    reach(task, "x.example", "skipped", detail="outside the task's sites", purpose="search")
    reach(task, "https://again.example/", "failed", kind="too_slow")
    reach(task, "https://again.example/")
    reach(task, "fire", "failed", kind="rate_limited", purpose="search", channel="searxng")
    reach(task, "fire", purpose="search", channel="documents")
    now = {row.target for row in export.report_view(task).unread}
    assert now - before == {"https://late.example/", "fire"}
    text = markdown(task)
    assert "- <https://late.example/>: no time was left for it (20 pages would not fit 15 s)" in text


def test_a_later_skip_hides_no_failure_and_every_kind_of_reason_is_told_once(task: ResearchTask) -> None:
    url = "https://a.example/x"
    reach(task, url, "failed", kind="blocked_by_site", detail="the site answered 403")
    for pages in (5, 7):
        reach(task, url, "skipped", detail=f"pace: {pages} pages would not fit 15 s")
    reach(task, url, "failed", kind="too_slow")
    told = [(row.target, row.kind, row.detail) for row in export.unread(task)]
    assert told == [
        (url, "blocked_by_site", "the site answered 403"),
        (url, "", "pace: 7 pages would not fit 15 s"),
        (url, "too_slow", ""),
    ]
    text = markdown(task)
    assert text.count(f"<{url}>") == 1
    assert f"- <{url}>: the site blocks automatic readers (the site answered 403); no time was left for it" in text
    reach(task, url)
    assert export.unread(task) == ()


def finished(task: ResearchTask) -> ResearchTask:
    goal = rows.goal(
        task, state="insufficient", rounds=2, closed_because="nothing could be reached in 2 rounds in a row"
    )
    rows.query(goal, "Red Cape fire cause")
    Report.objects.create(task=task, version=1, sections=[], v=1, cause="written")
    ResearchTask.objects.filter(pk=task.pk).update(status="finished", phase="done", only_sites=["gov.cn"])
    task.refresh_from_db()
    return task


def test_where_nothing_could_be_reached_the_report_says_so_and_answers_nothing(
    client: Client, task: ResearchTask
) -> None:
    reach(
        finished(task),
        "Red Cape fire cause",
        "failed",
        kind="provider_unavailable",
        purpose="search",
        channel="searxng",
    )
    for _round in range(2):
        rows.happened(task, "RoundDegraded", goal=1, level="nothing", missing=1, asked=1, wait=0.0)
    page, text = client.get(f"/tasks/T-{task.pk}/report").content.decode(), markdown(task)
    sentence = "Nothing could be reached, so nothing is known; no answer is given from memory."
    for told in (page, text):
        assert sentence in told
        assert "In 2 rounds nothing could be reached." in told
        assert (
            "Looked in: searxng. Queries: 1. Results: 0, each page once: 0. Pages read: 0. "
            "Asked for: only these sites: gov.cn." in told
        )
        assert "it did not answer" in told
        assert "Nothing was found that could be quoted" not in told


def test_where_nothing_was_found_the_report_says_what_was_searched(client: Client, task: ResearchTask) -> None:
    """B-037: the page says what was searched, and that nothing usable was found."""
    reach(finished(task), "Red Cape fire cause", "ok", items=0, purpose="search", channel="searxng", fetched_at=None,
          confidence=None, confidence_from="")  # fmt: skip
    text = markdown(task)
    assert "Nothing was found that could be quoted." in text
    assert "Looked in: searxng. Queries: 1. Results: 0, each page once: 0. Pages read: 0." in text
    assert "Tried: Red Cape fire cause" in text
    assert "Could not read" not in text
    assert (
        "No evidence was accepted, so nothing was written." in client.get(f"/tasks/T-{task.pk}/report").content.decode()
    )


def test_the_api_tells_where_was_looked_and_how_far(client: Client, task: ResearchTask) -> None:
    reach(finished(task), "Red Cape fire cause", "failed", kind="too_slow", purpose="search", channel="searxng")
    told = client.get(f"/api/v1/tasks/T-{task.pk}/report").json()
    assert told["looked"] == {
        "channels": ["searxng"], "queries": 1, "results": 0, "hits": 0, "pages": 0, "partly": 0, "late": 0,
        "nothing": 0, "reached": False,
    }  # fmt: skip
    assert (told["only_sites"], told["documents_only"]) == (["gov.cn"], False)

"""A whole task whose outside is away: it ends, waits where it was told to, and answers nothing from memory."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db.models.functions import Now

from research import actions
from research.models import Entry, Lease, Query, Reach, Report, ResearchTask
from research.roles.builtin.embedder import HashingEmbedder
from research.store.archive import RowArchive
from research.store.embeddings import KeptEmbedder
from research.store.markdown import markdown
from research.worker import enqueue
from tests.whole.tasks import advance_until, asked, fresh, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]


class Finder(ThreadingHTTPServer):
    """A search service that answers as it was told last."""

    daemon_threads = True
    told: tuple[int, dict[str, str], dict[str, Any]] = (200, {}, {"results": []})
    asked = 0


class Answer(BaseHTTPRequestHandler):
    server: Finder

    def do_GET(self) -> None:
        status, headers, body = self.server.told
        self.server.asked += 1
        raw = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(raw)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:
        """Silent: the test says what matters."""


@pytest.fixture
def finder(settings: Any, tmp_path: Path) -> Iterator[Finder]:
    server = Finder(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    place = f"127.0.0.1:{server.server_address[1]}"
    settings.SEARXNG_URL, settings.DOCUMENTS_FOLDER = f"http://{place}", tmp_path
    yield server
    server.shutdown()
    server.server_close()
    thread.join(5)


def levels(task: ResearchTask) -> list[str]:
    return list(Entry.objects.filter(task=task, kind="RoundDegraded").values_list("payload__level", flat=True))


def test_a_task_whose_every_reach_fails_ends_and_says_so(finder: Finder) -> None:
    finder.told = (403, {}, {})
    task = advance_until(asked(room()))
    assert task.status == "finished"
    assert set(levels(task)) == {"nothing"}
    assert {row.outcome for row in Reach.objects.filter(task=task, channel="searxng")} == {"failed"}
    goal = task.goals.get()
    assert goal.state == "insufficient" and "nothing could be reached in 2 rounds in a row" in goal.closed_because
    assert Report.objects.get(task=task).sections == []
    assert Entry.objects.get(task=task, kind="ReportWritten").payload["unreached"]
    assert "no answer is given from memory" in markdown(task)


def test_a_task_that_was_told_to_wait_waits_and_asks_the_same_again(finder: Finder) -> None:
    finder.told = (429, {"Retry-After": "3600"}, {})
    task = asked(room(), limits={"reach_wait_seconds": 300})
    while not levels(task):
        assert actions.advance(task.pk)
    left = Lease.objects.filter(task=task).values_list("not_before", Now()).get()
    assert 290 < (left[0] - left[1]).total_seconds() <= 300
    assert fresh(task).status == "running"
    assert not actions.advance(task.pk)
    before = set(Query.objects.filter(task=task, dropped="").values_list("text", flat=True))
    Lease.objects.filter(task=task).update(not_before=None)
    assert actions.advance(task.pk)
    again = Query.objects.filter(task=task, batch=2, dropped="")
    assert before & set(again.values_list("text", flat=True))


def test_nobody_is_called_while_a_task_waits(finder: Finder, post: Any) -> None:
    finder.told = (429, {"Retry-After": "60"}, {})
    task = asked(room())
    post()
    while not levels(task):
        assert actions.advance(task.pk)
        sent = post()
    assert sent == []
    enqueue(task.pk)


def test_a_service_that_answers_with_nothing_is_no_lost_one(finder: Finder) -> None:
    task = advance_until(asked(room()))
    assert finder.asked and levels(task) == []
    text = markdown(task)
    assert "Nothing was found that could be quoted." in text
    assert "Looked in: documents, searxng." in text


def test_a_query_that_nobody_answered_counts_as_never_asked(finder: Finder) -> None:
    task = advance_until(asked(room()), "evidence")
    archive = RowArchive(task, KeptEmbedder(HashingEmbedder()))
    text = Query.objects.filter(task=task, dropped="")[0].text

    def known() -> tuple[bool, str]:
        (vector,) = async_to_sync(archive.embedder.embed)([text])
        near = async_to_sync(archive.nearest_queries)(text, vector, 10)
        (told,) = [each for each in async_to_sync(archive.query_outcomes)(1, 10) if each.startswith(f"{text}: ")]
        return text in {each.text for each in near}, told.removeprefix(f"{text}: ")

    rows = Reach.objects.filter(task=task, purpose="search", target=text)
    assert known() == (True, "empty")
    lost = rows.filter(channel="searxng")
    lost.update(outcome="failed", kind="rate_limited")
    assert known() == (False, "failed, nobody answered (searxng rate limited)")
    lost.update(outcome="skipped", kind="", detail="pace: its turn did not come within 15 s")
    assert known() == (False, "failed, nobody answered (searxng too slow)")
    rows.filter(channel="documents").update(
        items=1, fetched_at=Now(), confidence=0.8, confidence_from="the workspace's own: someone chose it"
    )
    assert known() == (True, "empty (searxng too slow)")

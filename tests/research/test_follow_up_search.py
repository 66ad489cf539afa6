"""A search for a further question, over a web on loopback: what the report has read isn't fetched again (R267)."""

import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.db.models import F

from research import actions
from research.models import CacheEntry, Evidence, FollowUp, Reach, ResearchTask
from research.store.export import report_view
from tests.whole.tasks import advance_until, asked, fresh, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]

PAGE = """<html><head><title>Notes of the east dike</title></head><body><article><h1>Notes of the east dike</h1>
<p>The east dike tender was awarded to Salt Flats Works for 8.2 million yuan on 3 May 2024, the notes say.</p>
<p>The warden of the east dike is Berta Lorne, who has held the office since 2019, as the notes tell.</p>
</article></body></html>"""
QUESTION = "How much was the east dike tender awarded for?"
EAGER = {"promising_snippet": 0.1}
"""Whatever is found is read: triage by title and snippet is no matter of these tests."""
FURTHER = "Is Berta Lorne still the warden of the east dike?"


class Net(ThreadingHTTPServer):
    """A search service that finds one page, and the page."""

    daemon_threads = True
    fetched = 0


class Answer(BaseHTTPRequestHandler):
    server: Net

    def do_GET(self) -> None:
        place = f"http://127.0.0.1:{self.server.server_address[1]}"
        if self.path.startswith("/search"):
            hit = {
                "title": "Notes of the east dike",
                "url": f"{place}/dike",
                "content": "Berta Lorne, warden of the east dike; its tender was awarded",
            }
            self._say("application/json", json.dumps({"results": [hit]}))
        elif self.path == "/dike":
            self.server.fetched += 1
            self._say("text/html; charset=utf-8", PAGE)
        else:
            self._say("text/plain", "", 404)

    def _say(self, kind: str, body: str, status: int = 200) -> None:
        raw = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:
        """Silent: the test says what matters."""


@pytest.fixture
def net(settings: Any, tmp_path: Path) -> Iterator[Net]:
    server = Net(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    place = f"127.0.0.1:{server.server_address[1]}"
    settings.SEARXNG_URL, settings.DOCUMENTS_FOLDER = f"http://{place}", tmp_path
    settings.REACH_CHANNELS = ["searxng"]
    settings.REACH_ALLOW_HOSTS = [place]
    yield server
    server.shutdown()
    server.server_close()
    thread.join(5)


def reported(net: Net) -> ResearchTask:
    """A finished report that read the page once; nothing of it is left in the shared cache."""
    task = advance_until(asked(room(), QUESTION, limits=EAGER))
    assert task.reports.exists() and net.fetched == 1
    CacheEntry.objects.all().delete()
    return task


def looked_again(task: ResearchTask) -> ResearchTask:
    row = actions.ask_further(task.owner, task, FURTHER)
    assert actions.answer_follow_up(row.pk)
    child = FollowUp.objects.get(pk=row.pk).child
    assert child
    return advance_until(child)


def test_a_page_that_the_report_has_read_is_quoted_from_the_store(net: Net) -> None:
    child = looked_again(reported(net))
    assert net.fetched == 1, "the page went over the wire a second time"
    (held,) = set(Reach.objects.filter(task=child, purpose="read").values_list("channel", "outcome"))
    assert held == ("held", "cached")
    assert "Berta Lorne" in "".join(Evidence.objects.filter(task=child).values_list("quote", flat=True))
    assert fresh(child).status in ("finished", "waiting_for_review")
    lines = [line.text for section in report_view(child).sections for line in section.lines]
    assert any("Berta Lorne" in line for line in lines)


def test_a_copy_that_is_older_than_its_class_lives_is_fetched_again(net: Net) -> None:
    task = reported(net)
    Reach.objects.filter(task=task, purpose="read").update(fetched_at=F("fetched_at") - timedelta(days=30))
    looked_again(task)
    assert net.fetched == 2


def test_the_search_of_another_report_holds_nothing(net: Net) -> None:
    reported(net)
    advance_until(asked(room("Another desk"), FURTHER, limits=EAGER))
    assert net.fetched == 2

"""What can't be stored never reaches Postgres, a broken hit fails no task, a database's words stay in it (B-078)."""

import json
import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import psycopg
import pytest
from django.db import DataError, connection
from hypothesis import given
from hypothesis import strategies as st

from research.models import Entry, Goal, Query, ResearchTask
from research.store.faults import Discreet, sentence_of
from research.store.scrubbing import scrubbed
from tests.web import rows
from tests.whole.tasks import advance_until, asked, fresh, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]
BROKEN = "rain \ud83d and\x00 \ud83d\ude00 \\u0000"
STORED = "rain \ufffd and\ufffd 😀 \\u0000"


@pytest.fixture
def task() -> ResearchTask:
    here = rows.room()
    return rows.task(here, rows.person("ada", here))


def test_half_characters_and_nul_are_replaced_on_their_way_to_any_column(task: ResearchTask) -> None:
    goal = rows.goal(task, BROKEN, wanted=[BROKEN], gaps=[])
    Entry.objects.create(task=task, seq=1, step=1, kind="X", payload={BROKEN: [BROKEN, 5, None]}, v=1)
    Goal.objects.filter(pk=goal.pk).update(closed_because=BROKEN)
    goal.refresh_from_db()
    assert (goal.question, goal.wanted, goal.closed_because) == (STORED, [STORED], STORED)
    assert Entry.objects.get(task=task).payload == {STORED: [STORED, 5, None]}


def test_a_look_up_with_broken_words_finds_what_was_stored_of_them(task: ResearchTask) -> None:
    rows.goal(task, BROKEN)
    assert Goal.objects.filter(question=BROKEN).exists()
    assert Goal.objects.filter(question__in=[BROKEN, "x"]).exists()
    assert not Entry.objects.filter(payload__x=BROKEN).exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM research_goal WHERE question = ANY(%s)", [[BROKEN]])
        assert cursor.fetchone() == (1,)


@given(st.recursive(st.text(alphabet=st.characters()) | st.integers() | st.none(), lambda kids: st.lists(kids)))
def test_what_was_scrubbed_is_as_it_was_where_it_was_whole(value: Any) -> None:
    made = scrubbed(value)
    written = json.dumps(made, ensure_ascii=False)
    assert "\x00" not in written.encode().decode() and "\\u0000" not in written
    assert scrubbed(made) == made


class Service(BaseHTTPRequestHandler):
    """A search service that answers with one good line among broken ones, and names its engines as it likes."""

    def do_GET(self) -> None:
        host = self.headers["Host"]
        broken = [
            {"url": f"http://{host}/\ud800", "title": "T", "content": "The dike.", "engine": BROKEN},
            {"url": "http://a.example/\x00b", "title": BROKEN, "content": BROKEN, "publishedDate": BROKEN},
            {"url": f"http://{'a' * 60}.{'b' * 1200}.example/dike", "title": "The east dike", "content": "The dike."},
        ]
        said = f"The east dike tender cost 8.2 million yuan. {BROKEN}"
        good = {"url": f"http://{host}/dike", "title": f"What the east dike tender cost {BROKEN}", "content": said}
        engines = [["bing\ud800\x00", BROKEN]]
        told = json.dumps({"results": [*broken, good], "unresponsive_engines": engines}).encode()
        page = f'<html lang="{"x" * 40}"><title>&#xD83D;&#0;</title><p>{said}</p>'.replace("\ud83d ", "&#xD83D;")
        body = told if self.path.startswith("/search") else page.encode(errors="replace")
        self.send_response(404 if self.path == "/robots.txt" else 200)
        self.send_header("Content-Type", "application/json" if self.path.startswith("/search") else "text/html")
        self.send_header("ETag", '"\u00e9"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_broken_hit_is_dropped_alone_and_the_task_goes_on(service: str, settings: Any, tmp_path: Any) -> None:
    settings.SEARXNG_URL, settings.REACH_CHANNELS = f"http://{service}", ["searxng"]
    settings.REACH_ALLOW_HOSTS, settings.DOCUMENTS_FOLDER = [service], tmp_path
    task = advance_until(asked(room(), "What did the east dike tender cost?"), "memory")
    assert not Entry.objects.filter(task=task, kind="StepFailed").exists()
    assert f"http://{service}/dike" in task.hits.values_list("url", flat=True)
    assert task.reaches.filter(purpose="read", target=f"http://{service}/dike", outcome="ok").exists()


def test_a_database_error_is_told_by_its_class_alone(caplog: pytest.LogCaptureFixture) -> None:
    task = asked(room(), "What did the east dike tender cost?")
    advance_until(task, "query")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE research_query ADD CONSTRAINT never CHECK (text = '')")
    advance_until(task, "reach")
    (failed,) = Entry.objects.filter(task=task, kind="StepFailed").values_list("payload", flat=True)
    assert (failed["kind"], failed["sentence"]) == ("internal", "IntegrityError")
    assert fresh(task).phase == "query" and not Query.objects.filter(task=task).exists()
    (record,) = [record for record in caplog.records if record.exc_info]
    line = Discreet("%(message)s").format(record)
    assert "Failing row" in logging.Formatter().format(record)  # what it would be without it
    assert "Failing row" not in line and "dike" not in line and "research_query" not in line
    assert "IntegrityError" in line and "in _record" in line


def test_the_console_leaves_a_databases_words_out() -> None:
    formatters = [handler.formatter for handler in logging.getLogger().handlers]
    assert any(isinstance(formatter, Discreet) for formatter in formatters)


def test_only_a_databases_words_are_left_out(caplog: pytest.LogCaptureFixture) -> None:
    assert sentence_of(ValueError("no label")) == "ValueError: no label"
    assert sentence_of(DataError("LINE 1: 'ada'")) == "DataError"
    wrapped = RuntimeError("LINE 1: 'ada'")
    wrapped.__cause__ = psycopg.DataError("LINE 1: 'ada'")
    wrapped.__context__ = wrapped
    assert sentence_of(wrapped) == "RuntimeError"
    log = logging.getLogger("research.test")
    log.error("job raised %r", wrapped.__cause__, exc_info=wrapped)
    log.error("plain", exc_info=ValueError("no label"))
    first, second = (Discreet("%(message)s").format(record) for record in caplog.records)
    assert "ada" not in first and "DataError" in first
    assert "no label" in second


def test_the_key_of_a_shared_report_is_in_no_line_of_the_log() -> None:
    told = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s", ("/shared/abc-DEF_123",), None)
    assert Discreet("%(message)s").format(told) == "Not Found: /shared/…"

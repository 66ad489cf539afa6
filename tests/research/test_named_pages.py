"""Addresses of a question on their way into a reach: offered until the goal in work had them, never past a scope."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from reach.pages import Hit
from reach.scope import Scope
from reach.settings import ReachSettings
from research import wiring
from research.engine.limits import Limits
from research.models import Reach, ResearchTask, Source
from research.store.named_pages import not_refused, still_to_read
from tests.web import rows
from tests.whole.tasks import advance_until, asked, room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexical", "post")]
QUESTION = "What do https://a.example/report and https://b.example/ say of the Red Cape fire?"
NAMED = ("https://a.example/report", "https://b.example/")
NUMBERS = ReachSettings()


@pytest.fixture
def task() -> ResearchTask:
    room = rows.room()
    return rows.task(room, rows.person("ada", room), QUESTION)


def had(task: ResearchTask, goal: int, target: str, outcome: str = "failed", kind: str = "too_slow") -> None:
    brought: dict[str, Any] = {"kind": kind} if outcome == "failed" else {"confidence": 0.6, "items": 1}
    Reach.objects.create(
        task=task, step=1, goal_number=goal, purpose="read", channel="web", target=target, outcome=outcome, seconds=0.1,
        **brought,
    )  # fmt: skip


def test_each_address_is_offered_until_the_goal_in_work_has_had_it(task: ResearchTask) -> None:
    first, second = rows.goal(task, state="active"), rows.goal(task)
    assert still_to_read(task, NUMBERS) == NAMED
    had(task, first.number, NAMED[0])
    assert still_to_read(task, NUMBERS) == NAMED[1:]
    had(task, first.number, NAMED[1])
    assert still_to_read(task, NUMBERS) == ()
    task.goals.filter(pk=first.pk).update(state="done")
    task.goals.filter(pk=second.pk).update(state="active")
    assert still_to_read(task, NUMBERS) == NAMED


def test_an_address_that_our_own_rules_refused_is_not_tried_for_another_goal(task: ResearchTask) -> None:
    first, second = rows.goal(task, state="active"), rows.goal(task)
    had(task, first.number, NAMED[0], kind="policy_denied")
    task.goals.filter(pk=first.pk).update(state="done")
    task.goals.filter(pk=second.pk).update(state="active")
    assert still_to_read(task, NUMBERS) == NAMED[1:]
    hits = [Hit("T", "", url, None, "web", 1) for url in (f"{NAMED[0]}?utm_source=x", NAMED[1])]
    assert [hit.url for hit in not_refused(task, hits)] == [NAMED[1]]


def test_a_question_without_addresses_has_no_such_channel(task: ResearchTask) -> None:
    ResearchTask.objects.filter(pk=task.pk).update(question="What burned?")
    task.refresh_from_db()
    assert still_to_read(task, NUMBERS) == ()
    names = [each.name for each in wiring.outside_for(task.workspace_id, Limits()).providers]
    assert "pages" not in names and "documents" in names


def test_what_a_task_that_keeps_to_its_documents_may_look_through_is_documents(task: ResearchTask) -> None:
    outside = wiring.outside_for(task.workspace_id, Limits(), Scope(documents_only=True), NAMED)
    assert [each.name for each in outside.open_channels] == ["documents"]


def test_the_kit_of_a_step_offers_each_channel_by_its_description(task: ResearchTask) -> None:
    outside = wiring.outside_for(task.workspace_id, Limits(), named=NAMED)
    assert {each.name for each in outside.open_channels} == {"documents", "pages"}
    (pages,) = [each for each in outside.open_channels if each.name == "pages"]
    hits = async_to_sync(pages.search)("Red Cape", period=None, language=None, limit=6)
    assert tuple(hit.url for hit in hits) == NAMED


PAGE = b"""<html><head><title>Notes of the east dike</title></head><body><article><h1>Notes of the east dike</h1>
<p>The east dike tender was awarded to Salt Flats Works for 8.2 million yuan on 3 May 2024, the notes say.</p>
<p>Nothing else on the dike was decided in that year, and the works began in June.</p></article></body></html>"""


class Web(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        found = self.path == "/dike"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(PAGE) if found else 0))
        self.end_headers()
        self.wfile.write(PAGE if found else b"")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def web() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Web)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def ask(place: str, settings: Any, tmp_path: Path, **more: Any) -> ResearchTask:
    settings.REACH_ALLOW_HOSTS = [place]
    settings.DOCUMENTS_FOLDER = tmp_path
    question = f"What does http://{place}/dike say of the east dike tender?"
    return advance_until(asked(room(), question, **more), "memory")


def test_a_page_that_the_question_names_is_read_and_quoted(web: str, settings: Any, tmp_path: Path) -> None:
    task = ask(web, settings, tmp_path)
    (source,) = Source.objects.filter(workspace=task.workspace)
    assert (source.url, source.title) == (f"http://{web}/dike", "Notes of the east dike")
    query = task.queries.filter(dropped="").first()
    assert query and query.channels == ["documents", "pages"]
    assert query.channel_reason.endswith("the question names addresses")
    assert not any(web in text for text in task.queries.values_list("text", flat=True))
    assert "8.2 million yuan" in "".join(task.evidence.values_list("quote", flat=True))


def test_a_page_beyond_the_tasks_scope_is_not_read_though_the_question_names_it(
    web: str, settings: Any, tmp_path: Path
) -> None:
    task = ask(web, settings, tmp_path, scope=Scope.of(never=["127.0.0.1"]))
    assert not Source.objects.exists()
    (refused,) = task.reaches.filter(channel="pages", outcome="skipped")
    assert "outside the task's sites" in refused.detail

"""The list of tasks."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from research.models import Report, ResearchTask, User, Workspace
from tests.web import rows


@pytest.fixture
def room(db: None) -> Workspace:
    return rows.room()


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def client(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def shown(client: Client, query: str = "") -> str:
    return client.get(f"/tasks{query}").content.decode()


def test_a_first_visit_begins_with_questions_that_can_be_answered(client: Client) -> None:
    page = shown(client)
    assert "/tasks/new?question=" in page and "Red Cape" in page
    assert "补贴" in client.get("/tasks", headers={"Accept-Language": "zh-CN"}).content.decode()


def test_whose_and_status_and_words_filter_by_the_address(client: Client, room: Workspace, ada: User) -> None:
    bob = rows.person("bob", room)
    rows.task(room, ada, "What burned at Red Cape?")
    rows.task(room, bob, "Who paid for North Lake?", status="paused")
    assert "Red Cape?" in shown(client, "?whose=mine") and "North Lake" not in shown(client, "?whose=mine")
    assert "North Lake" in shown(client, "?status=paused") and "Red Cape?" not in shown(client, "?status=paused")
    assert "North Lake" in shown(client, "?q=lake+paid") and "Red Cape?" not in shown(client, "?q=lake+paid")
    assert "clear filters" in shown(client, "?q=zebra") and "No task fits" in shown(client, "?q=zebra")


def test_what_needs_me_depends_on_who_i_am(client: Client, room: Workspace, ada: User) -> None:
    reviewer = Client()
    reviewer.force_login(rows.person("rev", room, "reviewer"))
    rows.planned(rows.task(room, ada, "A plan of mine?"), "What burned?")
    rows.task(room, ada, "A failure of mine?", status="failed")
    rows.task(room, ada, "Sentences wait?", status="waiting_for_review", phase="review")
    mine, theirs = shown(client, "?whose=me"), shown(reviewer, "?whose=me")
    assert "A plan of mine?" in mine and "A failure of mine?" in mine and "Sentences wait?" not in mine
    assert "Sentences wait?" in theirs and "A plan of mine?" not in theirs


def test_foreign_tasks_are_not_listed(client: Client, room: Workspace, ada: User) -> None:
    other = rows.room("other")
    rows.task(other, rows.person("eve", other), "A secret question?")
    rows.task(room, ada)
    assert "A secret question?" not in shown(client)


def test_progress_is_counted_in_goals_quotes_and_sentences(client: Client, room: Workspace, ada: User) -> None:
    task = rows.task(room, ada)
    done = rows.goal(task, state="done")
    rows.goal(task, "Still open?")
    page = rows.source(room, "One. Two. Three.")
    for quote in ("One.", "Two."):
        rows.evidence(done, page, quote)
    rows.evidence(done, page, "Three.", accepted=False)
    text = shown(client).replace("\n", "")
    assert "<dt>goals</dt><dd>1<small>/2</small></dd>" in text and "<dt>quotes</dt><dd>2</dd>" in text


def test_a_long_list_has_pages_that_keep_the_filter(
    client: Client, room: Workspace, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("research.web.sizes.TASKS_A_PAGE", 2)
    for number in range(5):
        rows.task(room, ada, f"Question {number}?")
    page = shown(client, "?whose=mine")
    assert "Question 4?" in page and "Question 2?" not in page and "whose=mine&amp;page=2" in page
    assert "Question 0?" in shown(client, "?whose=mine&page=3")
    assert client.get("/tasks?page=nonsense").status_code == 200


def test_a_list_costs_the_same_for_one_task_and_for_many(client: Client, room: Workspace, ada: User) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as seen:
            shown(client)
        return len(seen)

    rows.goal(rows.task(room, ada))
    shown(client)
    one = cost()
    for _number in range(5):
        rows.goal(rows.task(room, ada))
    assert cost() == one
    assert ResearchTask.objects.count() == 6


@pytest.mark.parametrize("address", ["/tasks?q=%00", "/tasks?status=%00", "/sources?q=%00a", "/sources?language=%00"])
def test_signs_that_no_column_takes_do_not_break_a_filter(client: Client, address: str) -> None:
    assert client.get(address).status_code == 200
    assert client.get("/api/v1/tasks?status=%00").status_code == 200


def test_a_finished_task_with_an_empty_report_is_not_shown_as_done(client: Client, room: Workspace, ada: User) -> None:
    task = rows.task(room, ada, "Was anything found?", status="finished", phase="done")
    Report.objects.create(task=task, version=1, sections=[], v=1, cause="written")
    for address in ("/tasks", f"/tasks/T-{task.pk}"):
        assert "not answered</span>" in client.get(address).content.decode(), address

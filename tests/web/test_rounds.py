"""What each round took and brought, as a line and as a table; and the time that a search is given."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from research.models import Entry, ResearchTask, User, Workspace
from research.web.sentences import told
from tests.web import rows

pytestmark = pytest.mark.django_db

ROUND = {
    "goal": 1,
    "gap": "capacity",
    "valuable": 2,
    "hits": 6,
    "raw_tokens": 7340,
    "compressed_tokens": 212,
    "facts": 3,
    "report_tokens": 480,
    "main_input": 1290,
}


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def client(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


@pytest.fixture
def task(room: Workspace, ada: User) -> ResearchTask:
    return rows.task(room, ada)


def page(client: Client, task: ResearchTask, more: str = "") -> str:
    return client.get(f"/tasks/T-{task.pk}{more}").content.decode()


def line(**payload: object) -> str:
    made = told(Entry(kind="RoundClosed", payload=payload), {1: "What burned?"})
    return made.text if made else ""


def test_a_round_is_one_line_with_its_sizes() -> None:
    assert line(**ROUND) == (
        "Round on “capacity”: 2 new facts · 6 hits, 7340 tokens brought, 212 remembered, 3 facts, "
        "report 480, planner’s input 1290"
    )
    assert line(**{**ROUND, "valuable": 0}).startswith("This round brought nothing new on “capacity” · 6 hits")


def test_a_round_from_before_rounds_were_measured_shows_no_zeros() -> None:
    assert line(goal=1, gap="capacity", valuable=2) == ""
    assert line(goal=1, gap="capacity", valuable=0) == "This round brought nothing new on “capacity”"


def test_the_task_page_has_a_table_of_rounds_newest_first(client: Client, task: ResearchTask) -> None:
    assert "No round is over yet." in page(client, task)
    rows.happened(task, "RoundClosed", goal=1, gap="the old gap", valuable=1)
    rows.happened(task, "RoundClosed", **ROUND)
    shown = page(client, task)
    table = shown[shown.index('id="rounds"') :]
    assert table.index("capacity") < table.index("the old gap")
    assert all(f' class="n">{size}</td>' in table for size in ("6", "7,340", "212", "3", "2", "480", "1,290"))
    assert table.count(' class="n">–</td>') == 6, "unknown is not shown as zero"


def test_news_bring_the_table_only_when_a_round_closed(client: Client, task: ResearchTask) -> None:
    rows.happened(task, "RoundClosed", **ROUND)
    address = f"/tasks/T-{task.pk}/news"
    assert 'id="rounds"' in client.get(f"{address}?after=0").content.decode()
    last = task.entries.latest("seq").seq
    assert 'id="rounds"' not in client.get(f"{address}?after={last}").content.decode()


def test_the_end_of_the_search_tells_how_far_the_plan_came(client: Client, task: ResearchTask) -> None:
    rows.happened(task, "SearchEnded", stop="budget", sentence="", leaves=5, done=3, closed=4)
    shown = page(client, task)
    assert "3 of 5 goals answered, 4 closed" in shown


def test_a_search_may_be_given_minutes_and_the_page_says_until_when(client: Client, room: Workspace) -> None:
    answer = client.post("/tasks/new", {"question": "What burned?", "workspace": room.pk, "minutes": "45"})
    made = ResearchTask.objects.get()
    assert abs(made.deadline - timezone.now() - timedelta(minutes=45)) < timedelta(minutes=1)
    assert f"{made.deadline:%Y-%m-%d %H:%M} UTC</time>" in client.get(answer["Location"]).content.decode()


@pytest.mark.parametrize("minutes", ["0", "-3", "soon", "1e9", "9" * 30])
def test_minutes_that_are_none_are_refused_at_the_form(client: Client, room: Workspace, minutes: str) -> None:
    answer = client.post("/tasks/new", {"question": "What burned?", "workspace": room.pk, "minutes": minutes})
    assert answer.status_code == 422 and not ResearchTask.objects.exists()


def test_the_api_takes_minutes_and_gives_the_deadline(client: Client, room: Workspace) -> None:
    asked = {"question": "What burned?", "workspace": room.pk, "minutes": 30}
    token = client.get("/api/v1/me").json()["csrf_token"]
    answer = client.post("/api/v1/tasks", asked, "application/json", headers={"X-CSRFToken": token})
    assert answer.status_code == 202 and answer.json()["deadline"]
    refused = client.post("/api/v1/tasks", {**asked, "minutes": 0}, "application/json", headers={"X-CSRFToken": token})
    assert refused.status_code == 422

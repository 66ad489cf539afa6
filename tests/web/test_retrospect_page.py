"""The page that tells which searches paid: of a task, of a workspace, in both languages, to those who may see it."""

import re

import pytest
from django.test import Client

from research.models import Query, Reach, ResearchTask, User
from research.web import sizes
from tests.web import rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return rows.person("ada", rows.room())


@pytest.fixture
def task(ada: User) -> ResearchTask:
    """Six names alone that were never cited, one query that paid, one that was never sent."""
    made = rows.task(ada.memberships.get().workspace, ada, phase="done", status="finished")
    goal = rows.goal(made)
    for number in range(6):
        rows.query(goal, f"Red Cape {number}", wording="name", hits=4)
    paid = rows.query(goal, "Red Cape fire cause rack", wording="key_words", hits=5, kept=4, cited=3)
    Reach.objects.create(
        task=made, step=1, purpose="search", channel="searxng", target=paid.text, outcome="ok", seconds=0.5, items=5,
        fetched_at=rows.FETCHED, confidence=0.6, confidence_from="in no table",
    )  # fmt: skip
    rows.query(goal, "rack of Red Cape", wording="key_words", twin=paid, dropped="repeats query 7")
    return made


@pytest.fixture
def client(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def page(client: Client, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    bare = re.sub(r' data-label="[^"]*"', "", answer.content.decode())
    return " ".join(bare.split())


@pytest.mark.parametrize("whole", [False, True])
def test_queries_and_wordings_stand_with_their_rates(client: Client, task: ResearchTask, whole: bool) -> None:
    told = page(client, "/retrospect" if whole else f"/tasks/T-{task.pk}/retrospect")
    for words in (
        '<td>a name alone</td><td class="n">6</td> <td class="n">0</td><td class="n">0%</td>',
        '<td>a few of the question&#x27;s words</td><td class="n">1</td> <td class="n">1</td><td class="n">100%</td>',
        '<td class="n">5</td><td class="n">4</td><td class="n">3</td><td class="n">75%</td>',
        "not sent: it repeats “Red Cape fire cause rack”",
    ):
        assert words in told, words
    assert told.count("asked last: never cited in the last tasks") == 1


@pytest.mark.parametrize(
    ("show", "kept"),
    [("", 8), ("cited", 1), ("uncited", 6), ("unsent", 1), ("nonsense", 8)],
)
def test_queries_can_be_cut_to_those_that_paid_or_did_not(
    client: Client, task: ResearchTask, show: str, kept: int
) -> None:
    assert page(client, f"/tasks/T-{task.pk}/retrospect?show={show}").count('<td class="target">') == kept


def test_before_the_report_nothing_is_called_unpaid(client: Client, task: ResearchTask) -> None:
    ResearchTask.objects.filter(pk=task.pk).update(phase="query", status="running")
    told = page(client, f"/tasks/T-{task.pk}/retrospect")
    assert "Which searches paid is known after the report." in told
    assert "0%" not in told and "asked last: never" not in told
    assert "No query has been sent and answered yet." in page(client, "/retrospect")


def test_a_workspace_leads_to_its_tasks_and_back_and_report_and_task_lead_to_both(
    client: Client, task: ResearchTask
) -> None:
    assert f'href="/tasks/T-{task.pk}/retrospect"' in page(client, "/retrospect")
    assert f'href="/retrospect?workspace={task.workspace_id}"' in page(client, f"/tasks/T-{task.pk}/retrospect")
    assert f'href="/tasks/T-{task.pk}/retrospect"' in page(client, f"/tasks/T-{task.pk}")
    assert 'href="/retrospect"' in page(client, "/tasks")


def test_nobody_sees_the_queries_of_a_workspace_that_they_are_not_in(client: Client, task: ResearchTask) -> None:
    stranger = Client()
    stranger.force_login(rows.person("mallory", rows.room("Elsewhere"), "admin"))
    assert stranger.get(f"/tasks/T-{task.pk}/retrospect").status_code == 404
    for address in ("/retrospect", f"/retrospect?workspace={task.workspace_id}"):
        told = page(stranger, address)
        assert "Red Cape" not in told and "Elsewhere" in told


def test_somebody_without_a_workspace_gets_a_page_all_the_same() -> None:
    nobody = Client()
    nobody.force_login(rows.person("nobody"))
    assert "No query has been written yet." in page(nobody, "/retrospect")


def test_the_page_speaks_the_readers_language(client: Client, task: ResearchTask) -> None:
    told = page(client, f"/tasks/T-{task.pk}/retrospect", accept_language="zh-CN")
    assert "Red Cape fire cause rack" in told and 'lang="zh' in told


def test_a_long_list_comes_in_pages(client: Client, task: ResearchTask) -> None:
    goal = task.goals.get()
    for number in range(sizes.QUERIES_A_PAGE):
        rows.query(goal, f"later {number}")
    first, second = (page(client, f"/retrospect?page={number}") for number in (1, 2))
    assert first.count('<td class="target">') == sizes.QUERIES_A_PAGE
    assert second.count('<td class="target">') == Query.objects.count() - sizes.QUERIES_A_PAGE


def test_hostile_words_of_a_query_are_words(client: Client, task: ResearchTask) -> None:
    rows.query(task.goals.get(), "<script>alert(1)</script>", wording="long", gap="<b>x</b>")
    told = page(client, "/retrospect")
    assert "<script>alert(1)" not in told and "&lt;script&gt;alert(1)" in told and "<b>x</b>" not in told


def test_the_live_page_tells_what_paid_and_what_never_did(client: Client, task: ResearchTask) -> None:
    rows.happened(task, "QueriesScored", yields=[[1, 2, 1], [2, 0, 0]], wordings=[["name", 6, 0], ["key_words", 1, 1]])
    rows.happened(task, "QueriesScored", yields=[[1, 2, 1], [2, 0, 0]])
    told = page(client, f"/tasks/T-{task.pk}")
    assert "Looked back: 1 of 7 queries found something that the report cites" in told
    assert "Never cited: a name alone (6)" in told
    assert "Looked back: 1 of 2 queries found something that the report cites" in told

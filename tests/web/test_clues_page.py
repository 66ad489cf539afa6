"""The page of clues: what was learned, by whom, what became of it; and people's word on it, in both languages."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from memory.models import Clue, KeptOut
from research.models import Audit, ResearchTask, User
from tests.web import rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return rows.person("ada", rows.room())


@pytest.fixture
def task(ada: User) -> ResearchTask:
    return rows.task(ada.memberships.get().workspace, ada, phase="done", status="finished")


@pytest.fixture
def client(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def page(client: Client, address: str = "/clues", **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    return " ".join(re.sub(r' data-label="[^"]*"', "", answer.content.decode()).split())


def test_each_clue_stands_with_its_task_and_what_became_of_it(client: Client, task: ResearchTask) -> None:
    judge = rows.task(task.workspace, task.owner)
    rows.clue(task)
    judged = {"judged_by": judge.pk, "judged_at": timezone.now()}
    rows.clue(task, "It cost 4 million.", state="contradicted", judged_why="It cost 9 million.", **judged)
    rows.clue(task, "It burned twice.", state="confirmed", **judged)
    told = page(client)
    for words in ("The Red Cape fire burned for 38 minutes.", "not verified yet", f'href="/tasks/T-{task.pk}"',
                  "contradicted", f'href="/tasks/T-{judge.pk}"', "It cost 9 million.", "confirmed"):  # fmt: skip
        assert words in told, words
    assert "2 in the index" in told and "The index is full" not in told


@pytest.mark.parametrize(
    ("query", "kept"),
    [("", 3), ("q=burned", 2), ("q=T-0", 0), ("state=contradicted", 1), ("state=withheld", 1), ("state=nonsense", 3)],
)
def test_the_list_is_searched_and_filtered(client: Client, task: ResearchTask, query: str, kept: int) -> None:
    rows.clue(task)
    rows.clue(task, "It cost 4 million.", state="contradicted")
    rows.clue(task, "It burned twice.", withheld=True)
    assert page(client, f"/clues?{query}").count("Forget for good") == kept


def test_a_full_index_is_said_aloud_and_the_clues_without_room_are_marked(client: Client, task: ResearchTask) -> None:
    """R174."""
    for number in range(203):
        rows.clue(task, f"Rack {number} burned.")
    told = page(client, "/clues?page=5")
    assert "The index is full: 3 older clues are told to no task." in told
    assert told.count("no room in the index") == 3


def test_a_person_withholds_shares_and_forgets_with_a_reason(client: Client, task: ResearchTask) -> None:
    clue = rows.clue(task)
    address = f"/clues/{clue.pk}"
    assert "Say why" in _posted(client, f"{address}/withhold", withheld="1", reason=" ")
    assert "told to no task" in _posted(client, f"{address}/withhold", withheld="1", reason="private")
    clue.refresh_from_db()
    assert clue.withheld
    assert "may be told it again" in _posted(client, f"{address}/withhold", withheld="0", reason="public")
    assert "Forgotten." in _posted(client, f"{address}/forget", reason="wrong")
    assert not Clue.objects.exists()
    assert list(Audit.objects.values_list("verb", flat=True)) == ["withhold_clue", "withhold_clue", "forget_clue"]


def test_a_task_is_kept_out_and_listed_as_such(client: Client, task: ResearchTask) -> None:
    rows.clue(task)
    assert "is kept out." in _posted(client, "/clues/keep-out", task=task.label.lower(), out="1", reason="a client's")
    told = page(client)
    assert "its task is kept out" in told and "0 in the index" in told
    assert "is shared again." in _posted(client, "/clues/keep-out", task=task.label, out="0", reason="public")
    assert not KeptOut.objects.exists()
    assert client.post("/clues/keep-out", {"task": "poems", "out": "1", "reason": "x"}).status_code == 404


def _posted(client: Client, address: str, **body: str) -> str:
    answer = client.post(address, body, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_nobody_sees_or_touches_the_clues_of_another_workspace(client: Client, task: ResearchTask) -> None:
    clue = rows.clue(task)
    stranger = Client()
    stranger.force_login(rows.person("mallory", rows.room("Elsewhere"), "admin"))
    for address in ("/clues", f"/clues?workspace={task.workspace_id}", "/clues?q=burned"):
        assert "38 minutes" not in page(stranger, address)
    assert stranger.get(f"/api/v1/clues?workspace={task.workspace_id}").status_code == 404
    for verb in ("forget", "withhold"):
        assert stranger.post(f"/clues/{clue.pk}/{verb}", {"reason": "x", "withheld": "1"}).status_code == 404
    assert stranger.post("/clues/keep-out", {"task": task.label, "out": "1", "reason": "x"}).status_code == 404
    clue.refresh_from_db()
    assert not clue.withheld and not KeptOut.objects.exists()


def test_whoever_may_not_change_a_clue_sees_no_buttons(task: ResearchTask) -> None:
    rows.clue(task)
    reader = Client()
    reader.force_login(rows.person("grace", task.workspace, "reviewer"))
    assert "38 minutes" in page(reader) and "Forget for good" not in page(reader)


def test_hostile_words_of_a_clue_are_words(client: Client, task: ResearchTask) -> None:
    rows.clue(task, "<script>alert(1)</script> burned")
    assert "<script>alert(1)" not in page(client)


def test_the_page_speaks_the_readers_language_and_marks_the_clues_own(client: Client, task: ResearchTask) -> None:
    rows.clue(task, "红岬火灾持续了三十八分钟。")
    assert 'lang="zh-Hans">红岬火灾' in page(client) or 'lang="zh' in page(client)
    assert page(client, accept_language="zh-CN")


def test_by_the_api_clues_are_listed_withheld_kept_out_and_forgotten(client: Client, task: ResearchTask) -> None:
    clue = rows.clue(task)
    listed = client.get("/api/v1/clues").json()
    assert (listed["in_index"], listed["left_out"]) == (1, 0)
    (item,) = listed["items"]
    assert (item["task"], item["state"], item["told"], item["judged_by"]) == (task.label, "unverified", True, None)
    body = {"withheld": True, "reason": "private"}
    client.post(f"/api/v1/clues/{clue.pk}/withhold", body, content_type="application/json")
    assert client.get("/api/v1/clues").json()["items"][0]["told"] is False
    kept = client.post(
        f"/api/v1/tasks/{task.label}/clues", {"kept_out": True, "reason": "x"}, content_type="application/json"
    )
    assert kept.json() == {"task": task.label, "kept_out": True}
    assert client.get(f"/api/v1/tasks/{task.label}/clues").json()["kept_out"] is True
    gone = client.post(f"/api/v1/clues/{clue.pk}/forget", {"reason": "wrong"}, content_type="application/json")
    assert gone.status_code == 204 and not Clue.objects.exists()
    assert client.get("/api/v1/clues?skip=-1&q=x").json()["items"] == []

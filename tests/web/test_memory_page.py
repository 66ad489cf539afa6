"""Memory after any step, beside another, without a script; by page and API, for those who may see the task."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from memory.models import Part
from research.engine import events as happened
from research.engine.lifecycle import Phase
from research.models import ResearchTask, User
from research.store.record import record
from research.terms import GoalState
from tests.builders import goal
from tests.research.test_store import MEMORY, MIND, REPORT
from tests.web import rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return rows.person("ada", rows.room())


@pytest.fixture
def task(ada: User) -> ResearchTask:
    """Step 0 plans, step 1 chooses, step 2 remembers, step 3 goes back."""
    made = rows.task(ada.memberships.get().workspace, ada)
    first, second = goal(1, "What burned?"), goal(2, "What did it cost?")
    begun = replace(MIND, goals=(first, second), active=None, working=replace(MEMORY, entries=()), evolving=REPORT)
    ended = happened.StepEnded(Phase.QUERY, "go on")
    record(made, 0, [happened.PlanDrafted((first, second)), ended])
    record(made, 1, [happened.GoalChosen(1, ()), happened.SnapshotTaken(1, 1, begun), ended])
    later = replace(REPORT, hypotheses=(), draft="It burned for 38 minutes.")
    record(made, 2, [happened.Remembered(MEMORY), happened.ReportEvolved(later), ended])
    back = begun.with_goal(replace(first, state=GoalState.OPEN, backtracks=1))
    record(made, 3, [happened.Backtracked(1, back, (), "press releases"), ended])
    return made


@pytest.fixture
def client(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def page(client: Client, task: ResearchTask, query: str = "", **headers: str) -> str:
    answer = client.get(f"/tasks/T-{task.pk}/memory{query}", headers=headers)
    assert answer.status_code == 200
    return " ".join(re.sub(r' data-label="[^"]*"', "", answer.content.decode()).split())


def items(told: str, mark: str) -> list[str]:
    return re.findall(rf'<li class="{mark}">. (.*?)</li>', told)


def test_memory_after_the_last_step_stands_beside_the_decision_before_it(client: Client, task: ResearchTask) -> None:
    told = page(client, task)
    assert "when step 3 was over, beside step 1" in told
    assert items(told, "came") == ["What burned? · open · 0 pieces accepted", "press releases"]
    assert "Told from snapshot 1." in told


def test_any_two_steps_are_set_side_by_side(client: Client, task: ResearchTask) -> None:
    told = page(client, task, "?step=2&than=1")
    assert items(told, "went") == ["perhaps", "draft"]
    assert items(told, "came") == ["quote (Statistics)", "It burned for 38 minutes."]
    same = page(client, task, "?step=2&than=2")
    assert not items(same, "came") and not items(same, "went") and "quote (Statistics)" in same


def long_task(ada: User, many: int) -> ResearchTask:
    """A decision point a step; the report's draft is another each time, five gaps stay."""
    made = rows.task(ada.memberships.get().workspace, ada)
    chosen, ended = goal(1, "What burned?"), happened.StepEnded(Phase.QUERY, "go on")
    record(made, 0, [happened.PlanDrafted((chosen,)), ended])
    for step in range(1, many + 1):
        told = replace(REPORT, draft=f"draft {step}", gaps=tuple(f"gap {each}" for each in range(5)))
        mind = replace(MIND, goals=(chosen,), active=None, working=MEMORY, evolving=told)
        record(made, step, [happened.GoalChosen(1, ()), happened.SnapshotTaken(step, 1, mind), ended])
    return made


@pytest.mark.parametrize(
    ("query", "first", "last", "links"),
    [
        ("", 50, 31, ["older"]),
        ("?step=25", 35, 16, ["newer", "older"]),
        ("?step=2", 20, 1, ["newer"]),
        ("?step=25&until=50", 50, 31, ["older"]),
        ("?step=25&until=999", 50, 31, ["older"]),
    ],
)
def test_of_many_decision_points_those_around_the_step_are_shown(
    client: Client, ada: User, query: str, first: int, last: int, links: list[str]
) -> None:
    told = page(client, long_task(ada, 50), query)
    shown = [int(each) for each in re.findall(r'<li value="(\d+)">', told)]
    assert (shown[0], shown[-1], len(shown)) == (first, last, 20)
    assert re.findall(r'rel="(?:prev|next)">(newer|older)<', told) == links


def test_what_changed_stands_open_and_much_that_stayed_is_folded_away(client: Client, ada: User) -> None:
    task = long_task(ada, 3)
    told = page(client, task, "?step=3&than=2")
    assert (items(told, "went"), items(told, "came")) == (["draft 2"], ["draft 3"])
    assert "unchanged" not in told, "gaps that stayed are shown where no gap changed"
    gaps = replace(REPORT, gaps=("gap 0", "gap 1", "gap 2", "gap 3"))
    record(task, 4, [happened.ReportEvolved(gaps), happened.StepEnded(Phase.QUERY, "go on")])
    told = page(client, task, "?step=4&than=3")
    assert told.count("4 unchanged") == 2 and "gap 4" in items(told, "went")


@pytest.mark.parametrize("query", ["?step=99", "?step=-1", "?step=poems", "?step=" + "9" * 40, "?than=99"])
def test_a_step_that_there_is_not_is_no_error(client: Client, task: ResearchTask, query: str) -> None:
    assert "when step 3 was over" in page(client, task, query)


def test_before_the_plan_there_is_nothing_in_mind(client: Client, ada: User) -> None:
    told = page(client, rows.task(ada.memberships.get().workspace, ada))
    assert "No goal has been chosen yet." in told


def test_the_live_page_and_its_rounds_lead_there(client: Client, task: ResearchTask) -> None:
    rows.happened(task, "RoundClosed", goal=1, gap="cause", valuable=1)
    told = client.get(f"/tasks/T-{task.pk}").content.decode()
    assert f'href="/tasks/T-{task.pk}/memory"' in told
    assert f'href="/tasks/T-{task.pk}/memory?step=' in told


def test_a_memory_that_doesnt_add_up_is_said_to_be_so(client: Client, task: ResearchTask) -> None:
    Part.objects.all().delete()
    assert "cannot be read back whole" in page(client, task)
    answer = client.get(f"/api/v1/tasks/{task.label}/memory")
    assert (answer.status_code, answer.json()["code"]) == (500, "damaged")


def test_the_page_speaks_the_readers_language_and_takes_words_as_words(client: Client, task: ResearchTask) -> None:
    hostile = replace(REPORT, draft="<script>alert(1)</script>")
    record(task, 4, [happened.ReportEvolved(hostile), happened.StepEnded(Phase.QUERY, "go on")])
    told = page(client, task, accept_language="zh-CN")
    assert "<script>alert(1)" not in told and "&lt;script&gt;" in told


def test_a_stranger_learns_nothing(task: ResearchTask) -> None:
    stranger = Client()
    stranger.force_login(rows.person("mallory", rows.room("Elsewhere"), "admin"))
    for address in (f"/tasks/T-{task.pk}/memory", f"/api/v1/tasks/{task.label}/memory"):
        assert stranger.get(address).status_code == 404


def test_by_the_api_memory_comes_whole_and_with_its_changes(client: Client, task: ResearchTask) -> None:
    told = client.get(f"/api/v1/tasks/{task.label}/memory?step=2&than=1").json()
    assert (told["step"], told["last"], told["snapshot"], told["than"]) == (2, 3, 1, 1)
    assert told["mind"]["evolving"]["draft"] == "It burned for 38 minutes."
    changed = {each["part"]: (each["came"], each["went"]) for each in told["changes"]}
    assert changed["Draft conclusion"] == (["It burned for 38 minutes."], ["draft"])
    assert told["points"] == [{"number": 1, "step": 1, "goal": "What burned?"}]
    none = client.get(f"/api/v1/tasks/{task.label}/memory?until=0").json()
    assert none["points"] == []
    plain = client.get(f"/api/v1/tasks/{task.label}/memory").json()
    assert (plain["step"], plain["than"], plain["changes"], plain["tombstones"]) == (3, None, [], ["press releases"])

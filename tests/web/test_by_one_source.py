"""A goal that one source alone answers: tree, activity, report, export and API say the same of it."""

import pytest
from django.test import Client

from research.models import Entry, Goal, ResearchTask, User, Workspace
from research.store.markdown import markdown
from research.web.sentences import told
from tests.web import report_rows, rows
from tests.web.parsed import page, pick, words

pytestmark = pytest.mark.django_db

WHY = "answered by one source: 2 rounds in a row brought nothing new"


@pytest.fixture
def ana(room: Workspace) -> User:
    return rows.person("ana", room)


@pytest.fixture
def task(room: Workspace, ana: User) -> ResearchTask:
    made, _claims = report_rows.reviewed_report(room, ana)
    unpaid = made.goals.get(state="insufficient")
    rows.evidence(unpaid, rows.source(room, "The insurer paid it."), "The insurer paid it.")
    Goal.objects.filter(pk=unpaid.pk).update(closed_because=WHY, gaps=[])
    return made


@pytest.fixture
def desk(client: Client, ana: User) -> Client:
    client.force_login(ana)
    return client


def test_the_report_and_its_export_list_it_apart_from_what_was_not_answered(desk: Client, task: ResearchTask) -> None:
    shown = page(desk.get(f"/tasks/{task.label}/report"))
    assert words(shown.get_element_by_id("by-one-source")) == "Answered by one source alone"
    (card,) = pick(shown, ".open-goals")
    assert "no second, independent source was found: 2 rounds in a row brought nothing new" in words(card)
    assert shown.get_element_by_id("not-answered", None) is None
    text = markdown(task)
    assert "## Answered by one source alone\n" in text and "## Not answered" not in text
    assert "Answered only in part." not in text


def test_the_tree_and_the_api_say_so_too(desk: Client, task: ResearchTask) -> None:
    assert "answered by one source" in words(pick(page(desk.get(f"/tasks/{task.label}")), ".goal-insufficient")[0])
    report = desk.get(f"/api/v1/tasks/{task.label}/report").json()
    assert report["unanswered"] == []
    assert [(each["question"], each["why"]) for each in report["by_one_source"]] == [("Who paid for the damage?", WHY)]
    goals = desk.get(f"/api/v1/tasks/{task.label}/goals").json()
    assert [each["by_one_source"] for each in goals if each["state"] == "insufficient"] == [True]


def test_the_activity_says_so_and_leaves_other_ends_as_they_were() -> None:
    def line(why: str) -> str:
        goal = {"question": "Q", "state": "insufficient"}
        said = told(Entry(kind="GoalChanged", payload={"goal": goal, "why": why}), {})
        return said.text if said else ""

    assert line(WHY) == "Answered by one source alone: “Q”"
    assert line("insufficient evidence: 4 rounds were spent on it") == "Not answered: “Q”"

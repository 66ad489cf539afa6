"""A task's retrospective changes the next task's plan: real rows and roles, the wire alone is a fake (R073 to R075)."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from research import actions
from research import bound as servers
from research.models import Citation, Claim, Query, Reach, Report, ResearchTask
from research.store import yields
from tests.web import rows
from tests.whole.fake_model import FakeModel, planner, serving
from tests.whole.tasks import Room, advance_until, asked, fresh, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "shelf", "post")]

LEARNS_FAST = {"first_goals": 3, "goals_in_all": 3, "rounds_per_goal": 3, "variants": 3, "unpaid_tries": 2}


@pytest.fixture
def here() -> Room:
    return room()


def finished(of: Room, **more: Any) -> ResearchTask:
    """Asked, searched, written, and every sentence that waits approved by a person: with a note, since the library's
    two figures contradict each other and such a sentence is approved with a reason alone."""
    task = advance_until(asked(of, limits=LEARNS_FAST, **more), "review", "done", most=200)
    for claim in Claim.objects.filter(task=task, waits=True):
        actions.decide_claim(of.grace, claim, seen_version=claim.version, ruling="approved", note="One of two figures.")
    return advance_until(task, "done")


def sent(task: ResearchTask) -> list[Query]:
    return list(Query.objects.filter(task=task, dropped=""))


def wasted(task: ResearchTask) -> list[Query]:
    return [query for query in sent(task) if not query.cited]


def test_the_second_task_of_a_workspace_asks_otherwise_and_wastes_less(here: Room) -> None:
    first = finished(here)
    unpaid = {each.wording for each in yields.unpaid_wordings(asked(here), 2, 20)}
    assert wasted(first) and unpaid
    second = finished(here)
    assert [query.text for query in sent(second)] != [query.text for query in sent(first)]
    assert len(wasted(second)) < len(wasted(first))
    paying = {query.text for query in sent(first) if query.cited}
    assert paying & {query.text for query in sent(second)}
    opening = [query for query in sent(second) if query.batch == 1]
    assert not {query.wording for query in opening} & unpaid
    assert not {query.text for query in opening} & {query.text for query in wasted(first)}


def test_another_workspace_learns_nothing_of_it(here: Room) -> None:
    first = finished(here)
    elsewhere = finished(room("Other desk"))
    assert [query.text for query in sent(elsewhere)] == [query.text for query in sent(first)]


def test_what_is_older_than_the_last_tasks_is_let_go(here: Room) -> None:
    finished(here)
    task = asked(here)
    assert yields.unpaid_wordings(task, 2, 20) and not yields.unpaid_wordings(task, 2, 0)


def test_each_query_is_scored_by_the_evidence_that_the_report_cites(here: Room) -> None:
    task = finished(here)
    behind = Citation.objects.filter(task=task).values_list("evidence__query", "evidence")
    pieces = {(query, piece) for query, piece in behind}
    assert pieces
    for query in sent(task):
        assert query.cited == sum(1 for of, _ in pieces if of == query.pk)


def test_a_planner_model_reads_what_never_paid_in_both_prompts(here: Room, settings: Any) -> None:
    first = finished(here)
    waste = wasted(first)[-1].text
    with serving(planner) as model:
        bind(settings, model)
        task = asked(here, limits=LEARNS_FAST)
        advance_until(task, "reach")
    plan, query = model.asked[0], next(prompt for prompt in model.asked if "Missing, to be found now" in prompt)
    for prompt in (plan, query):
        assert f"- {waste}" in prompt
        assert "searches, none cited" in prompt
    assert fresh(task).phase == "reach"


def bind(settings: Any, model: FakeModel) -> None:
    settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "planner": model.binding}
    servers._endpoint.cache_clear()


# --- what counts


@pytest.fixture
def task() -> ResearchTask:
    of = rows.room("Counting desk")
    return rows.task(of, rows.person("eve", of), phase="done", status="finished")


def told(of: ResearchTask, tries: int = 2) -> dict[str, tuple[int, int, bool]]:
    made = yields.rates(Query.objects.filter(task=of), tries)
    return {rate.wording: (rate.sent, rate.paid, rate.unpaid) for rate in made}


def test_a_query_that_nobody_answered_says_nothing_of_its_words(task: ResearchTask) -> None:
    goal = rows.goal(task)
    for text in ("Red Cape", "fire"):
        rows.query(goal, text, wording="name")
        lost(task, text)
    rows.query(goal, "fire cause", wording="name", dropped="repeats query 1")
    assert told(task) == {}
    Reach.objects.create(task=task, step=1, purpose="search", channel="web", target="fire", outcome="ok", seconds=1)
    assert told(task) == {}
    rows.query(goal, "Red Cape fire", wording="name")
    assert told(task) == {"name": (1, 0, False)}


def lost(task: ResearchTask, text: str) -> None:
    Reach.objects.create(
        task=task,
        step=1,
        purpose="search",
        channel="searxng",
        target=text,
        outcome="failed",
        kind="too_slow",
        seconds=8,
    )


def test_a_wording_is_waste_once_it_was_tried_often_enough_and_never_cited(task: ResearchTask) -> None:
    goal = rows.goal(task)
    rows.query(goal, "Red Cape", wording="name")
    assert told(task)["name"] == (1, 0, False)
    rows.query(goal, "Red Cape fire", wording="name")
    assert told(task)["name"] == (2, 0, True)
    rows.query(goal, "the fire", wording="name", kept=3, cited=1)
    assert told(task)["name"] == (3, 1, False)


def test_queries_older_than_patterns_are_in_no_rate(task: ResearchTask) -> None:
    rows.query(rows.goal(task), "Red Cape", wording="")
    assert told(task) == {}


# --- the shell


def said(*arguments: str) -> str:
    out = io.StringIO()
    call_command("retrospect", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_shows_queries_and_wordings_of_a_task(task: ResearchTask) -> None:
    goal = rows.goal(task)
    first = rows.query(goal, "Red Cape fire cause", wording="key_words", hits=5, kept=2, cited=1)
    rows.query(goal, "Red Cape fire causes", wording="key_words", dropped="repeats query 1", twin=first)
    table = said(task.label)
    assert f"{task.label} {task.question}" in table
    assert ["key_words", "1", "1", "2", "1"] in [line.split() for line in table.splitlines()]
    assert "Red Cape fire causes (not sent: repeats query 1)" in table


def test_the_same_as_json_and_of_every_workspace(task: ResearchTask) -> None:
    rows.query(rows.goal(task), "Red Cape", wording="name", hits=5)
    (one,) = (json.loads(line) for line in said("--json").splitlines())
    assert one["of"] == "Counting desk"
    assert one["wordings"][0] == {
        "wording": "name", "sent": 1, "paid": 0, "kept": 0, "cited": 0, "unpaid": False,
    }  # fmt: skip
    assert one["queries"][0]["text"] == "Red Cape"


def test_a_task_on_its_way_has_nothing_to_look_back_on(task: ResearchTask) -> None:
    ResearchTask.objects.filter(pk=task.pk).update(phase="query", status="running")
    with pytest.raises(CommandError, match=f"{task.label}, running: which searches paid is counted after its report"):
        said(task.label)
    Report.objects.create(task=task, version=1, sections=[], v=1)
    ResearchTask.objects.filter(pk=task.pk).update(phase="review", status="waiting_for_review")
    with pytest.raises(CommandError, match="counted when its last sentence is decided at the review desk"):
        said(task.label)

"""Steering on the pages and by the API: a form beside the tree that needs no script, and a wish that waits in sight."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import translation

from research import actions
from research.models import Entry, ResearchTask, User, Wish, Workspace
from research.web.sentences import told
from tests.web import rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Workspace:
    made = rows.room()
    actions.current_thresholds(made)
    return made


@pytest.fixture
def ada(room: Workspace) -> User:
    return rows.person("ada", room)


@pytest.fixture
def task(room: Workspace, ada: User) -> ResearchTask:
    return rows.searching(rows.task(room, ada), "What burned?", "What did it cost?")


@pytest.fixture
def door(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def page(response: HttpResponse) -> str:
    return response.content.decode()


def steer(door: Client, task: ResearchTask, goal: int, **form: Any) -> Any:
    return door.post(f"/tasks/T-{task.pk}/goals/{goal}", form, follow=True)


def test_every_open_goal_leads_to_its_form_and_a_closed_one_does_not(door: Client, task: ResearchTask) -> None:
    task.goals.filter(number=2).update(state="done")
    text = page(door.get(f"/tasks/T-{task.pk}"))
    assert f"/tasks/T-{task.pk}/goals/1" in text
    assert f"/tasks/T-{task.pk}/goals/2" not in text
    assert "searched for no more" in page(door.get(f"/tasks/T-{task.pk}/goals/2"))


def test_a_wish_waits_in_sight_until_the_next_step(door: Client, task: ResearchTask) -> None:
    answer = steer(door, task, 2, act="skip")
    assert answer.redirect_chain[-1][0] == f"/tasks/T-{task.pk}"
    assert "From the next step on:" in page(answer) and "ada: skip “What did it cost?”" in page(answer)
    Wish.objects.update(step=4)
    assert "From the next step on:" not in page(door.get(f"/tasks/T-{task.pk}"))


@pytest.mark.parametrize(
    ("form", "kept"),
    [
        ({"act": "edit", "question": "Who paid?", "wanted": "a name\na sum"}, {"question": "Who paid?"}),
        ({"act": "prioritise", "priority": "0.25"}, {"priority": 0.25}),
        ({"act": "fund", "rounds": "2"}, {"rounds": 2}),
        ({"act": "skip"}, {}),
    ],
)
def test_each_button_of_the_form_is_a_wish(
    door: Client, task: ResearchTask, form: dict[str, str], kept: dict[str, Any]
) -> None:
    assert steer(door, task, 2, **form).status_code == 200
    wish = Wish.objects.get(task=task)
    assert kept.items() <= wish.body.items() and wish.body["goal"] == 2
    if form["act"] == "edit":
        assert wish.body["wanted"] == ["a name", "a sum"]


def test_a_goal_is_added_and_the_plan_made_anew_from_the_same_place(door: Client, task: ResearchTask) -> None:
    form = {"question": "Who pays?", "wanted": "a name", "priority": "0.5"}
    assert door.post(f"/tasks/T-{task.pk}/goals/new", form).status_code == 302
    assert door.post(f"/tasks/T-{task.pk}/plan-again").status_code == 302
    assert [wish.body["steer"] for wish in Wish.objects.order_by("id")] == ["add", "plan_again"]


def test_a_script_gets_the_answer_in_the_place_of_the_form(door: Client, task: ResearchTask) -> None:
    answer = door.post(f"/tasks/T-{task.pk}/goals/2", {"act": "skip"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert 'id="steer"' in page(answer) and "The next step takes it up" in page(answer)


def test_a_goal_that_closed_meanwhile_answers_409_with_what_was_typed(door: Client, task: ResearchTask) -> None:
    steer(door, task, 2, act="skip")
    answer = steer(door, task, 2, act="edit", question="Who paid for it?")
    assert answer.status_code == 409
    assert "closed already" in page(answer) and "Who paid for it?" in page(answer)


@pytest.mark.parametrize(
    "form",
    [
        {"act": "edit", "question": " "},
        {"act": "prioritise", "priority": "much"},
        {"act": "fund", "rounds": "-1"},
        {"act": "fund", "rounds": "9" * 40},
        {"act": "dance"},
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(door: Client, task: ResearchTask, form: dict[str, str]) -> None:
    assert steer(door, task, 2, **form).status_code == 422
    assert not Wish.objects.exists()


def test_who_may_not_steer_sees_no_form(room: Workspace, task: ResearchTask) -> None:
    client = Client()
    client.force_login(rows.person("grace", room, "reviewer"))
    assert "/goals/1" not in page(client.get(f"/tasks/T-{task.pk}"))
    assert "<form" not in words_of_main(page(client.get(f"/tasks/T-{task.pk}/goals/1")))
    assert client.post(f"/tasks/T-{task.pk}/goals/1", {"act": "skip"}).status_code == 403


def words_of_main(text: str) -> str:
    return text.partition("<main")[2].partition("</main>")[0]


def test_the_news_of_a_watcher_hold_the_links_only_for_who_may_steer(
    door: Client, room: Workspace, task: ResearchTask
) -> None:
    other = Client()
    other.force_login(rows.person("grace", room, "reviewer"))
    rows.searched(task, 3)
    address = f"/tasks/T-{task.pk}/news?after=0"
    assert "/goals/1" in page(door.get(address))
    assert "/goals/1" not in page(other.get(address))


def api(door: Client, address: str, **body: Any) -> Any:
    return door.generic("POST", f"/api/v1/tasks/{address}", json.dumps(body), content_type="application/json")


def test_the_api_gives_the_wish_as_it_waits_and_409_with_the_closed_goal(door: Client, task: ResearchTask) -> None:
    answer = api(door, f"T-{task.pk}/goals/2/skip")
    assert answer.status_code == 202
    assert (answer.json()["wish"]["steer"], answer.json()["step"], answer.json()["person"]) == ("skip", None, "ada")
    again = api(door, f"T-{task.pk}/goals/2/fund", rounds=1)
    assert (again.status_code, again.json()["code"]) == (409, "stale")
    assert again.json()["current"]["number"] == 2
    assert api(door, f"T-{task.pk}/goals/77/skip").status_code == 422
    assert api(door, f"T-{task.pk}/goals", question="Who pays?", priority=7).status_code == 422


def test_why_this_one_shows_what_each_estimate_is_made_of(door: Client, task: ResearchTask) -> None:
    gains = [
        {"goal": 1, "gain": 1.95, "gaps": 2, "missing": 1.0, "priority": 1.0, "cost": 0.05},
        {"goal": 2, "gain": 0.4, "gaps": 1, "missing": 0.5, "priority": 1.0, "cost": 0.1},
    ]
    rows.happened(task, "GoalChosen", goal=1, gains=gains)
    text = page(door.get(f"/tasks/T-{task.pk}"))
    assert "Why this one?" in text
    assert "2 gaps × 1.00 not covered × priority 1.00 − cost 0.05" in text
    assert "1 gap × 0.50 not covered × priority 1.00 − cost 0.10" in text


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("steer", ["add", "edit", "skip", "prioritise", "fund", "plan_again"])
def test_every_wish_is_told_when_it_is_made_when_it_takes_effect_and_when_it_comes_too_late(
    task: ResearchTask, steer: str, language: str
) -> None:
    wish = {"steer": steer, "goal": 2, "question": "Who paid?", "priority": 0.5, "rounds": 2}
    rows.happened(task, "SteerAsked", **wish, by="ada")
    rows.happened(task, "Steered", wish=wish, by="ada", goals=[], replan="", refused="")
    rows.happened(task, "Steered", wish=wish, by="ada", goals=[], replan="", refused="the goal is closed")
    with translation.override(language):
        lines = [told(entry, {2: "What did it cost?"}) for entry in Entry.objects.filter(task=task)]
    assert all(line and "ada" in line.text and "%" not in line.text for line in lines)
    assert len({line.text for line in lines if line}) == 3


def test_splits_doubts_new_plans_and_checks_are_told_in_words(task: ResearchTask) -> None:
    goal, child = ({"question": text, "state": "open"} for text in ("Lithium salts", "Lithium salts: carbonate"))
    rows.happened(task, "GoalSplit", goal=goal, children=[child, child], reason="its memory was full in 2 rounds")
    rows.happened(task, "PlanInDoubt", reason="off goal: it is about additives")
    rows.happened(task, "PlannedAgain", reason="asked for by ada", refused="")
    rows.happened(task, "PlannedAgain", reason="asked for by ada", refused="planned again 3 times already")
    rows.happened(task, "CheckFailed", findings=["a query names no gap"])
    rows.happened(task, "GoalsAdded", goals=[child], reason="goal 1 is thin: pursued further down")
    rows.happened(task, "GoalChanged", goal={**goal, "number": 1}, why="overlooked so far: it comes first now")
    texts = [line.text for entry in Entry.objects.filter(task=task) if (line := told(entry, {}))]
    assert texts == [
        "Split “Lithium salts” into 2 goals",
        "The plan is in doubt: it led away from the question: it is about additives",
        "The planner was asked for goals again",
        "The plan was not made anew",
        "The check after this step found something",
        "1 goal more",
        "Looked at “Lithium salts” again",
    ]

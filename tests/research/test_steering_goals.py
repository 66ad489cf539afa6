"""Goals steered while the search runs: a wish is taken up by the next step, and nothing overwrites it."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from memory.models import Notebook
from research import actions
from research.engine.tools import Found
from research.models import Audit, Entry, Goal, Query, ResearchTask, Wish
from research.store.library import RowLibrary
from research.store.replaying import replay
from research.store.tasklog import log_lines
from research.terms import Period
from research.terms import Query as QueryValue
from tests.whole.tasks import Room, advance_until, asked, fresh, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "shelf", "post")]

WIDE: dict[str, float] = {"first_goals": 2, "goals_in_all": 4}
QUESTION = "How much grid storage capacity did Lanwan have at the end of 2024, and what caused the Red Cape fire?"


def searching(of: Room, **limits: float) -> ResearchTask:
    """A task whose first round has begun."""
    return advance_until(asked(of, QUESTION, limits={**WIDE, **limits}), "reach")


def goal(task: ResearchTask, number: int) -> Goal:
    row: Goal = task.goals.get(number=number)
    return row


def in_work(task: ResearchTask) -> int:
    return int(Notebook.objects.get(pk=task.notebook_id).body["mind"]["active"])


def events(task: ResearchTask, kind: str) -> list[Any]:
    return [entry.payload for entry in Entry.objects.filter(task=task, kind=kind)]


def test_a_goal_that_is_added_is_searched_for_and_stands_in_journal_and_audit() -> None:
    here = room()
    task = searching(here)
    number = task.goals.count() + 1
    actions.add_goal(here.ada, task, "What does the  grid of Lanwan\ncost?", ["a sum"], 1.0)
    assert not task.goals.filter(number=number).exists()
    assert actions.advance(task.pk)
    assert (goal(task, number).question, goal(task, number).gaps) == ("What does the grid of Lanwan cost?", ["a sum"])
    advance_until(task, "report")
    assert Query.objects.filter(task=task, goal__number=number).exists()
    (steered,) = events(task, "Steered")
    assert (steered["by"], steered["wish"]["steer"], steered["refused"]) == (here.ada.username, "add", "")
    assert (Audit.objects.get(verb="goal_add").after or {})["question"] == "What does the grid of Lanwan cost?"


def test_a_wish_is_recorded_with_the_number_of_the_step_that_follows_it_and_before_its_events() -> None:
    here = room()
    task = searching(here)
    actions.prioritise_goal(here.ada, task, 1, 0.5)
    actions.advance(task.pk)
    entry = Entry.objects.get(task=task, kind="Steered")
    started = Entry.objects.get(task=task, kind="StepStarted", step=entry.step)
    assert entry.seq < started.seq
    assert Wish.objects.get(task=task).step == entry.step
    assert goal(task, 1).priority == 0.5


def test_new_words_for_a_goal_are_what_is_asked_from_then_on() -> None:
    here = room()
    task = searching(here)
    other = next(each.number for each in task.goals.all() if each.number != in_work(task))
    actions.edit_goal(here.ada, task, other, "Which firms built the stations of Lanwan?", ["names of firms"])
    actions.advance(task.pk)
    row = goal(task, other)
    assert (row.question, row.wanted, row.gaps) == (
        "Which firms built the stations of Lanwan?",
        ["names of firms"],
        ["names of firms"],
    )


def test_a_skipped_goal_is_left_in_the_middle_of_its_round_and_never_searched_for_again() -> None:
    here = room()
    task = searching(here)
    left = in_work(task)
    sent = Query.objects.filter(task=task, goal__number=left).count()
    actions.skip_goal(here.ada, task, left)
    actions.advance(task.pk)
    assert (goal(task, left).state, goal(task, left).closed_because) == ("abandoned", f"skipped by {here.ada.username}")
    advance_until(task, "report")
    assert Query.objects.filter(task=task, goal__number=left).count() == sent


def test_rounds_that_are_granted_are_taken_beyond_the_limit_of_a_goal_and_within_that_of_granting() -> None:
    here = room()
    limits = {"rounds_per_goal": 1, "funded_rounds": 2, "dry_rounds": 9, "independent_sources": 5}
    plain = advance_until(searching(here, **limits), "report")
    task = searching(here, **limits)
    funded = in_work(task)
    with pytest.raises(actions.Refused, match="Between 1 and 2"):
        actions.fund_goal(here.ada, task, funded, 3)
    actions.fund_goal(here.ada, task, funded, 2)
    actions.fund_goal(here.ada, task, funded, 2)
    advance_until(task, "report")
    assert (goal(plain, funded).rounds, goal(task, funded).rounds) == (1, 3)


def test_a_new_plan_may_be_asked_for_and_the_planner_is_asked_at_the_end_of_the_round() -> None:
    here = room()
    task = searching(here)
    actions.plan_again(here.ada, task)
    advance_until(task, "report")
    assert events(task, "PlannedAgain")[0]["reason"] == f"asked for by {here.ada.username}"


def test_a_wish_made_while_a_step_runs_waits_for_the_next_one_and_is_not_overwritten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = room()
    task = searching(here)
    plain: Callable[..., Any] = RowLibrary.search

    def ask() -> None:
        """As a web process would: over a connection of its own."""
        actions.prioritise_goal(here.ada, task, 2, 0.25)
        connection.close()

    async def search(self: RowLibrary, batch: Sequence[QueryValue], period: Period, language: str) -> Found:
        await sync_to_async(ask, thread_sensitive=False)()
        found: Found = await plain(self, batch, period, language)
        return found

    monkeypatch.setattr(RowLibrary, "search", search)
    before = fresh(task).phase
    assert actions.advance(task.pk)
    assert (before, fresh(task).phase) == ("reach", "evidence")
    assert goal(task, 2).priority != 0.25
    monkeypatch.setattr(RowLibrary, "search", plain)
    assert actions.advance(task.pk)
    assert goal(task, 2).priority == 0.25
    advance_until(task, "report")
    assert goal(task, 2).priority == 0.25


def test_a_paused_task_is_steered_and_does_so_with_its_next_step() -> None:
    here = room()
    task = searching(here)
    actions.pause(here.ada, task)
    actions.skip_goal(here.ada, task, 2)
    assert goal(task, 2).state == "open"
    actions.step_once(here.ada, task)
    actions.advance(task.pk)
    assert goal(task, 2).state == "abandoned"


def test_of_a_task_that_is_stopped_no_goal_is_in_work_and_what_was_asked_of_them_holds() -> None:
    here = room()
    task = searching(here)
    left = in_work(task)
    actions.skip_goal(here.ada, task, left)
    actions.stop(here.ada, task, write_report=False)
    assert (goal(task, left).state, goal(task, left).closed_because) == ("abandoned", f"skipped by {here.ada.username}")
    assert not Wish.objects.filter(task=task).waiting().exists(), "nothing waits for a step that never comes"
    other = searching(here)
    actions.stop(here.ada, other, write_report=False)
    assert {each.state for each in other.goals.all()} == {"open"}


def test_a_closed_goal_is_nobodys_to_steer_and_the_second_of_two_who_skip_it_is_told() -> None:
    here = room()
    task = searching(here)
    actions.skip_goal(here.ada, task, 2)
    with pytest.raises(actions.Stale, match="closed already"):
        actions.fund_goal(here.root, task, 2, 1)
    assert Wish.objects.filter(task=task).count() == 1


def test_what_comes_too_late_is_said_in_the_journal_and_changes_nothing() -> None:
    """Between the verb and the next step the step in work may end the search."""
    here = room()
    task = advance_until(asked(here, QUESTION, limits=WIDE), "reach")
    actions.stop(here.ada, task, write_report=True)
    actions.prioritise_goal(here.ada, task, 2, 0.25)
    ResearchTask.objects.filter(pk=task.pk).update(phase="report")
    body = Notebook.objects.get(pk=task.notebook_id).body
    Notebook.objects.filter(pk=task.notebook_id).update(body={**body, "phase": "report"})
    actions.advance(task.pk)
    (steered,) = events(task, "Steered")
    assert steered["refused"] == "the search is over"
    assert goal(task, 2).priority != 0.25


def test_only_who_asked_or_tunes_may_steer_and_only_while_it_searches() -> None:
    here = room()
    task = searching(here)
    with pytest.raises(actions.Forbidden):
        actions.skip_goal(here.grace, task, 1)
    with pytest.raises(actions.Refused, match="no such goal"):
        actions.skip_goal(here.ada, task, 99)
    with pytest.raises(actions.Refused, match="needs a question"):
        actions.add_goal(here.ada, task, "  ")
    with pytest.raises(actions.Refused, match="priority"):
        actions.prioritise_goal(here.ada, task, 1, 0)
    advance_until(task, "report")
    with pytest.raises(actions.Refused, match="search is over"):
        actions.plan_again(here.ada, task)
    assert not Wish.objects.filter(task=task).exists()


@pytest.mark.parametrize(("question", "wanted"), [("word " * 41, []), ("What did it cost?", ["sum " * 51])])
def test_a_line_of_a_goal_is_no_longer_than_a_question_may_be(question: str, wanted: list[str]) -> None:
    here = room()
    task = searching(here, question_characters=200)
    with pytest.raises(actions.Refused, match=r"at most 200 characters; this one has 20"):
        actions.add_goal(here.ada, task, question, wanted)
    with pytest.raises(actions.Refused, match="at most 200 characters"):
        actions.edit_goal(here.ada, task, 1, question, wanted)
    assert not Wish.objects.filter(task=task).exists()


@pytest.mark.parametrize("empty", ["???", "😀 😀", "——"])
def test_a_goal_without_a_word_is_no_goal(empty: str) -> None:
    here = room()
    task = searching(here)
    with pytest.raises(actions.Refused, match="needs a question"):
        actions.add_goal(here.ada, task, empty)


def test_the_tree_takes_no_more_goals_than_it_may_hold() -> None:
    here = room()
    task = searching(here, goals_in_all=task_goals(here) + 1)
    actions.add_goal(here.ada, task, "What else burned?")
    with pytest.raises(actions.Refused, match="full"):
        actions.add_goal(here.ada, task, "What did it cost?")


def task_goals(here: Room) -> int:
    return int(searching(here).goals.count())


def test_a_steered_task_is_replayed_from_its_log_to_the_same_state() -> None:
    here = room()
    task = searching(here)
    actions.add_goal(here.ada, task, "What does the grid of Lanwan cost?", ["a sum"])
    actions.advance(task.pk)
    actions.skip_goal(here.ada, task, in_work(task))
    actions.plan_again(here.ada, task)
    advance_until(task, "done")
    state, steps = replay(log_lines(task))
    assert state.phase.value == "done"
    assert steps

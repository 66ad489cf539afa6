"""What is set aside for the report, and the months that all tasks of a person or a workspace share (C30, R124)."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from research import actions
from research.engine.limits import Limits
from research.engine.stopping import checker_share, search_budget, set_aside
from research.models import Budget, Purse, ResearchTask
from research.store import purses
from research.store.asides import put_aside, release
from research.store.load import limits_of
from research.store.reserving import OverBudget, reserve
from research.store.settling import settled
from tests.research.ledgering import ASK, WORST, WORTH, order, reply, taken, told
from tests.research.test_lease import at_once
from tests.whole.tasks import Room, asked, fresh, room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexical", "post")]


WORKERS, ROUNDS = 16, 5


@pytest.fixture
def here() -> Room:
    return room()


# --- what is set aside


def test_an_ordinary_task_has_80000_tokens_a_hard_one_120000_and_the_report_its_22000(here: Room) -> None:
    ordinary, hard = asked(here, difficulty="ordinary"), asked(here, difficulty="hard")
    assert (limits_of(ordinary).tokens, limits_of(hard).tokens) == (80_000, 120_000)
    for task in (ordinary, hard):
        limits = limits_of(task)
        assert limits.tokens - search_budget(limits) == set_aside(limits) == 28_000
        assert set_aside(limits) - checker_share(limits) == 22_000


def test_who_said_that_a_task_is_hard_is_kept(here: Room) -> None:
    many = (
        "Compare the price, capacity and efficiency of LFP and sodium-ion cells: when did each enter series production?"
    )
    assert (asked(here, difficulty="hard").hard_because, asked(here).hard_because) == ("person", "answers:1")
    task = asked(here, many)
    assert task.hard and task.hard_because.startswith("answers:")
    assert asked(here, many, difficulty="ordinary").hard is False
    with pytest.raises(actions.Refused):
        asked(here, difficulty="huge")


def test_a_search_leaves_the_reports_share_and_the_reporter_the_checkers(here: Room) -> None:
    task, limits = asked(here), replace(Limits(), tokens=int(WORST) * 10, reporter_tokens=int(WORST) * 2,
                                        checker_tokens=int(WORST), reporter_share=0.5)  # fmt: skip
    made = dict.fromkeys(("executor", "reporter", "checker"), 0)
    for role in made:
        for _ in range(12):
            try:
                reserve(order(task, limits, role))
                made[role] += 1
            except OverBudget:
                break
    assert made == {"executor": 7, "reporter": 2, "checker": 1}


# --- months


def test_a_months_budget_binds_all_tasks_of_its_workspace_together(here: Room) -> None:
    Budget.objects.create(workspace=here.workspace, scope="workspace", tokens=int(WORST) * WORTH)
    tasks = [asked(here) for _ in range(4)]
    wide = replace(Limits(), tokens=1_000_000)

    def work(at: int) -> int:
        made = 0
        for _ in range(ROUNDS):
            try:
                reserve(order(tasks[at % 4], wide))
                made += 1
            except OverBudget as refused:
                assert "this workspace for the month" in refused.detail
        return made

    assert sum(at_once(WORKERS, work)) == WORTH


def test_a_persons_own_budget_comes_before_each_persons_and_leaves_others_alone(here: Room) -> None:
    Budget.objects.create(workspace=here.workspace, scope="person", tokens=0)
    Budget.objects.create(workspace=here.workspace, scope="person", person=here.ada, tokens=int(WORST))
    mine, other = asked(here), actions.start(here.grace, here.workspace, "How much storage?", auto_approve=True)
    reserve(order(mine))
    for task in (mine, other):
        with pytest.raises(OverBudget, match="this person for the month"):
            reserve(order(task))
    assert told(mine)[0] == WORST


def test_what_was_spent_before_a_budget_was_set_counts_in_it(here: Room) -> None:
    task = asked(here)
    settled(reserve(order(task)), ASK, reply(10, 5))
    month = purses.of_workspace(here.workspace.pk, purses.this_month())
    Purse.objects.filter(holder=month).delete()
    Budget.objects.create(workspace=here.workspace, scope="workspace", tokens=int(WORST) + 14)
    with pytest.raises(OverBudget):
        reserve(order(task))


def test_a_report_is_paid_from_what_its_task_set_aside_when_the_month_is_used_up(here: Room) -> None:
    limits = replace(Limits(), tokens=int(WORST) * 10, reporter_tokens=int(WORST) * 2, checker_tokens=int(WORST),
                     reporter_share=0.5)  # fmt: skip
    Budget.objects.create(workspace=here.workspace, scope="workspace", tokens=int(WORST) * 4)
    task = asked(here)
    assert put_aside(task, limits, "x/m") is None
    reserve(order(task, limits, "executor"))
    with pytest.raises(OverBudget, match="month"):
        reserve(order(task, limits, "executor"))
    reported = reserve(order(task, limits, "reporter"))
    settled(reported, ASK, reply(10, 5))
    month = purses.of_workspace(here.workspace.pk, purses.this_month())
    assert taken(month) == WORST * 4
    for _ in range(2):
        with transaction.atomic():
            release(task)
    assert taken(month) == WORST + 15


def test_a_task_whose_report_no_month_could_pay_is_refused_before_it_starts(here: Room, settings: Any) -> None:
    settings.ROLE_ENDPOINTS = {**settings.ROLE_ENDPOINTS, "reporter": "openai://127.0.0.1:9/m"}
    actions.set_budget(here.root, here.workspace, "person", tokens=28_000, reason="a small month")
    asked(here)
    with pytest.raises(actions.Refused, match="28000 tokens"):
        asked(here)
    assert ResearchTask.objects.count() == 1
    first = ResearchTask.objects.get()
    ResearchTask.objects.filter(pk=first.pk).update(status="paused")
    actions.stop(here.ada, fresh(first), write_report=False)
    actions.delete_task(here.ada, fresh(first))
    assert asked(here).pk

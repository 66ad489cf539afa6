"""What is set aside for the report, and the months that all tasks of a person or a workspace share (C30, R124)."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction

from reach.pages import Outcome, Status
from research import actions
from research.engine.limits import Limits
from research.engine.stopping import checker_share, search_budget, set_aside
from research.models import Budget, Purse, ResearchTask
from research.store import purses
from research.store.asides import put_aside, release
from research.store.fees import afforded, settle_fees
from research.store.load import limits_of
from research.store.reserving import OverBudget, reserve
from research.store.settling import settled
from research.terms import Query
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


# --- money


def priced(here: Room, **more: Any) -> None:
    amounts = {"input": Decimal(1_000), "output": Decimal(10_000), **more}
    actions.set_price(here.root, here.workspace, "m", amounts, currency="USD", reason="the list")


def test_a_call_is_held_to_money_at_its_dearest_and_settled_at_its_price(here: Room) -> None:
    priced(here)
    task, most = asked(here), Decimal(WORST - 80) * 1000 / 10**6 + Decimal("0.8")
    actions.set_budget(here.root, here.workspace, "task", tokens=None, money=most, currency="USD", reason="x")
    call = reserve(order(task))
    assert call.reserved_cost == most
    with pytest.raises(OverBudget, match="USD"):
        reserve(order(task))
    settled(call, ASK, reply(10, 5))
    call.refresh_from_db()
    assert (call.cost, call.currency) == (Decimal("0.06"), "USD")
    assert taken(purses.of_task(task.pk), "USD") == Decimal("0.06")


def test_a_model_without_a_price_is_not_called_under_a_budget_of_money(here: Room) -> None:
    actions.set_budget(here.root, here.workspace, "person", tokens=None, money=Decimal(5), currency="USD", reason="x")
    task = asked(here)
    with pytest.raises(OverBudget, match="no price of m"):
        reserve(order(task))
    long = f"http://127.0.0.1:9/v1/{'m' * 170}"
    with pytest.raises(OverBudget) as refused:
        reserve(order(task, endpoint=long))
    ResearchTask.objects.filter(pk=task.pk).update(over_budget=refused.value.detail)
    priced(here)
    assert reserve(order(task)).reserved_cost


def test_a_later_price_leaves_what_was_settled_as_it_was(here: Room) -> None:
    priced(here)
    call = reserve(order(asked(here)))
    settled(call, ASK, reply(10, 5))
    priced(here, input=Decimal(9_000))
    call.refresh_from_db()
    assert call.cost == Decimal("0.06")


# --- paid searches


def searched(task: ResearchTask, here: Room, statuses: list[Status]) -> tuple[list[str], list[Outcome], Decimal]:
    """Through both halves of a paid search, with these outcomes between them."""
    queries = [Query(n, 1, "gap", f"text {n}", "", 1) for n in (1, 2)]
    kept, rows, told = afforded(task, 0, [Named("tavily"), Named("documents")], queries)
    outcomes = [Outcome("text", "tavily", status, None, "", 0.1, 0) for status in statuses]
    settle_fees(rows, outcomes)
    return [provider.name for provider in kept], told, taken(purses.of_task(task.pk), "USD")


class Named:
    def __init__(self, name: str) -> None:
        self.name = name


def test_a_paid_search_is_reserved_for_each_query_and_what_was_not_sent_is_given_back(here: Room) -> None:
    actions.set_fee(here.root, here.workspace, "tavily", Decimal("0.01"), currency="USD", reason="their page")
    task = asked(here)
    kept, told, spent = searched(task, here, [Status.OK, Status.CACHED])
    assert (kept, told, spent) == (["tavily", "documents"], [], Decimal("0.01"))
    row = task.model_calls.get()
    assert (row.role, row.endpoint, row.state, row.cost, row.reserved_cost) == (
        "reach", "tavily", "settled", Decimal("0.01"), Decimal("0.02"),
    )  # fmt: skip


def test_a_paid_channel_that_no_budget_has_room_for_is_left_out_and_says_so(here: Room) -> None:
    actions.set_fee(here.root, here.workspace, "tavily", Decimal("0.01"), currency="USD", reason="their page")
    actions.set_budget(
        here.root, here.workspace, "workspace", tokens=None, money=Decimal("0.015"), currency="USD", reason="x"
    )
    task = asked(here)
    kept, told, spent = searched(task, here, [])
    assert (kept, spent) == (["documents"], 0)
    assert [outcome.target for outcome in told] == ["text 1", "text 2"]
    assert all("this workspace for the month" in outcome.detail for outcome in told)
    assert not task.model_calls.exists()

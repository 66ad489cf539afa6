"""Cost, prices and budgets by the API: the same figures and the same verbs as on the pages."""

from datetime import date
from decimal import Decimal
from typing import Any, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Field, Router, Schema

from research import actions
from research.models import Budget, ModelCall, Price, ResearchTask, Workspace
from research.store import costs
from research.web.api.given import Strict, Text, number_of
from research.web.api.session import person_of, room_for

router = Router(tags=["cost"])


class TierOut(Schema):
    role: str
    model: str
    endpoint: str
    calls: int
    failed: int
    estimated: int
    input: int
    cached: int
    output: int
    reasoning: int
    token_share: float
    cost: Decimal | None = Field(None, description="Null is unknown, not nothing.")
    currency: str
    cost_share: float | None = None


class CountersOut(Schema):
    main_input: int
    main_output: int
    executor_input: int
    executor_output: int
    cached: int


class UsesOut(Schema):
    raw: int
    notes: int
    instructions: int
    output: int


class YieldOut(Schema):
    brought: str
    queries: int
    tokens: int
    share: float


class CostOut(Schema):
    tiers: list[TierOut]
    counters: CountersOut
    uses: UsesOut
    by_yield: list[YieldOut]


class LeftOut(Schema):
    whose: str
    unit: str
    most: Decimal
    taken: Decimal
    left: Decimal


class BudgetOut(Schema):
    scope: str
    person: str | None = Field(None, alias="person.username")
    tokens: int | None
    money: Decimal | None
    currency: str


class BudgetsOut(Schema):
    budgets: list[BudgetOut]
    left: list[LeftOut]


class PriceOut(Schema):
    model: str
    input_per_million: Decimal
    output_per_million: Decimal
    cached_per_million: Decimal | None
    cache_written_per_million: Decimal | None
    currency: str
    valid_from: date
    known_from: str


class NewBudget(Strict):
    scope: Literal["workspace", "person", "task"]
    person: Text = Field("", description="A name: this person's own, in place of each person's.")
    tokens: int | None = None
    money: Decimal | None = None
    currency: Text = ""
    reason: Text


class NewPrice(Strict):
    model: Text
    input: Decimal
    output: Decimal
    cached: Decimal | None = None
    cache_written: Decimal | None = None
    currency: Text
    reason: Text


class NewFee(Strict):
    channel: Text
    per_call: Decimal
    currency: Text
    reason: Text


def told(calls: Any) -> dict[str, Any]:
    tiers = costs.tiers(calls)
    found = {"tiers": tiers, "counters": costs.counters(tiers), "uses": costs.uses(calls)}
    return {**found, "by_yield": costs.by_yield(calls)}


def budgets_of(request: HttpRequest, room: Workspace) -> dict[str, Any]:
    rows = Budget.objects.filter(workspace=room).select_related("person")
    return {"budgets": list(rows), "left": actions.what_is_left(person_of(request), room)}


@router.get("/cost", response=CostOut, operation_id="read_cost", summary="Where a workspace's tokens and money went")
def read_cost(request: HttpRequest, workspace: int | None = None) -> Any:
    room = room_for(request, "tune", workspace)
    return told(ModelCall.objects.visible_to(person_of(request)).filter(workspace=room))


@router.get("/tasks/{task}/cost", response=CostOut, operation_id="read_task_cost", summary="The same of one task")
def read_task_cost(request: HttpRequest, task: str) -> Any:
    rows = ResearchTask.objects.visible_to(person_of(request))
    return told(get_object_or_404(rows, pk=number_of(task, "T")).model_calls.all())


@router.get("/budgets", response=BudgetsOut, operation_id="read_budgets", summary="Budgets, and what is left of yours")
def read_budgets(request: HttpRequest, workspace: int | None = None) -> Any:
    return budgets_of(request, room_for(request, "read", workspace))


@router.put("/budgets", response=BudgetsOut, operation_id="set_budget", summary="Set a budget, or lift it")
def set_budget(request: HttpRequest, given: NewBudget, workspace: int | None = None) -> Any:
    room = room_for(request, "tune", workspace)
    actions.set_budget(person_of(request), room, given.scope, who=given.person, tokens=given.tokens,
                       money=given.money, currency=given.currency, reason=given.reason, door="api")  # fmt: skip
    return budgets_of(request, room)


@router.get("/prices", response=list[PriceOut], operation_id="read_prices", summary="Prices of models, by day")
def read_prices(request: HttpRequest, workspace: int | None = None) -> Any:
    room = room_for(request, "read", workspace)
    return list(Price.objects.filter(workspace=room).order_by("model", "-valid_from"))


@router.put("/prices", response=PriceOut, operation_id="set_price", summary="The price of a model from today on")
def set_price(request: HttpRequest, given: NewPrice, workspace: int | None = None) -> Any:
    amounts = given.dict(include={"input", "output", "cached", "cache_written"})
    room, person = room_for(request, "tune", workspace), person_of(request)
    return actions.set_price(person, room, given.model, amounts, currency=given.currency, reason=given.reason,
                             door="api")  # fmt: skip


@router.put("/fees", response=NewFee, operation_id="set_fee", summary="The price of a search at a paid channel")
def set_fee(request: HttpRequest, given: NewFee, workspace: int | None = None) -> Any:
    room, person = room_for(request, "tune", workspace), person_of(request)
    actions.set_fee(person, room, given.channel, given.per_call, currency=given.currency, reason=given.reason,
                    door="api")  # fmt: skip
    return given

"""A call's row before the call: its worst case taken from every purse it is paid from, or none of them (P5).

Of the task's budget a part is the report's and its check's own; of the month's budgets what the task set aside for
them at its start. So a search can't eat what the report is written from (C30).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from research.engine.limits import Limits
from research.engine.stopping import checker_share, search_budget
from research.models import Budget, FollowUp, ModelCall, Price, ResearchTask
from research.roles.endpoints import EndpointError, EndpointKind, Request
from research.roles.endpoints.usage import at_most_asked
from research.store import filling, purses
from research.store.prices import most_cost, price_among, prices_on, today
from research.store.purses import EMBEDDER, TOKENS, Draw

REPORT_ROLES = frozenset({"reporter", "checker"})
"""What the reserved share is kept for: writing the report, and checking it."""


UNSEARCHED = REPORT_ROLES | {EMBEDDER}
"""May go beyond the search's part: vectors are needed in every phase."""


class OverBudget(EndpointError):
    def __init__(self, sentence: str) -> None:
        super().__init__(EndpointKind.BUDGET, sentence)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a workspace pays, and may spend."""

    prices: Sequence[Price]
    budgets: Sequence[Budget]

    @classmethod
    def of(cls, workspace: int) -> "Terms":
        return cls(prices_on(workspace, today()), list(Budget.objects.filter(workspace=workspace)))


@dataclass(frozen=True)
class Order:
    """A call that somebody wants to make."""

    task: ResearchTask
    follow_up: FollowUp | None
    step: int
    endpoint: str
    request: Request
    limits: Limits
    terms: Terms | None = None
    """Where whoever orders has read them already."""

    @cached_property
    def input_tokens(self) -> int:
        return at_most_asked(self.request)

    @property
    def tokens(self) -> Decimal:
        return Decimal(self.input_tokens + self.request.max_tokens)

    @property
    def person(self) -> int:
        return self.follow_up.person_id if self.follow_up else self.task.owner_id

    @property
    def for_report(self) -> bool:
        return self.request.role in UNSEARCHED and self.follow_up is None


def reserve(order: Order) -> ModelCall:
    """Raises OverBudget, and then nothing was taken."""
    terms = order.terms or Terms.of(order.task.workspace_id)
    price = price_among(terms.prices, order.endpoint)
    cost = most_cost(price, order.input_tokens, order.request.max_tokens)
    amounts = {} if order.request.role == EMBEDDER else {TOKENS: order.tokens}
    amounts |= {price.currency: cost} if price and cost is not None else {}
    bound = [purses.budget_of(terms.budgets, scope, order.person) for scope in Budget.Scope.values]
    need_price(bound, price, order.endpoint)
    row = _row(order, price, cost)
    filled = filling.fill(list(_draws(order, terms.budgets, amounts)), order.task, row)
    if filled.refused:
        raise OverBudget(filled.refused.refused())
    row.pk = filled.row
    return row


def _draws(order: Order, budgets: Sequence[Budget], amounts: dict[str, Decimal]) -> Iterator[Draw]:
    """The task's own purses, then the months: a part that was set aside for the report is in those already."""
    for unit, amount in sorted(amounts.items()):
        yield from own_draws(order, budgets, unit, amount)
        for draw in month_draws(order.task.workspace_id, order.person, budgets, unit, amount):
            yield replace(draw, covered=order.for_report)


def own_draws(order: Order, budgets: Sequence[Budget], unit: str, amount: Decimal) -> Iterator[Draw]:
    task, limits = order.task.pk, order.limits
    if order.follow_up:
        most = Decimal(limits.follow_up_tokens) if unit == TOKENS else None
        yield Draw(purses.of_follow_up(order.follow_up.pk), unit, amount, most, "this question")
        yield Draw(purses.of_task(task), unit, amount, None, "this task")
        return
    whole = Decimal(limits.tokens) if unit == TOKENS else _money(budgets, "task", None, unit)
    role = order.request.role
    share = Decimal(search_budget(limits)) if role not in UNSEARCHED else Decimal(limits.tokens)
    share -= checker_share(limits) if role == "reporter" else 0
    part = None if whole is None else whole * share / limits.tokens
    if role in UNSEARCHED:
        yield Draw(purses.of_task(task), unit, amount, part, "this task")
    else:
        yield Draw(purses.of_task(task), unit, amount, whole, "this task")
        yield Draw(purses.of_search(task), unit, amount, part, "this task's search")


def month_draws(workspace: int, person: int, budgets: Sequence[Budget], unit: str, amount: Decimal) -> Iterator[Draw]:
    month = purses.this_month()
    for holder, scope, whose in (
        (purses.of_workspace(workspace, month), "workspace", "this workspace for the month"),
        (purses.of_person(workspace, person, month), "person", "this person for the month"),
    ):
        budget = purses.budget_of(budgets, scope, person)
        tokens = Decimal(budget.tokens) if budget and budget.tokens is not None else None
        yield Draw(holder, unit, amount, tokens if unit == TOKENS else _money(budgets, scope, person, unit), whose)


def _money(budgets: Sequence[Budget], scope: str, person: int | None, unit: str) -> Decimal | None:
    budget = purses.budget_of(budgets, scope, person)
    return budget.money if budget and budget.currency == unit else None


NAMED = 50
"""Characters of a model's name in a sentence that a row of fixed width keeps."""


def need_price(budgets: Iterable[Budget | None], price: Price | None, endpoint: str) -> None:
    """Money can't be held to a ceiling without a price: such a call isn't made, and says what an admin must do."""
    for budget in budgets:
        if budget and budget.money is not None and (price is None or price.currency != budget.currency):
            where = (endpoint.rpartition("/")[2] or endpoint)[:NAMED]
            raise OverBudget(f"There is a budget of money in {budget.currency}, and no price of {where} in it.")


def _row(order: Order, price: Price | None, cost: Decimal | None) -> ModelCall:
    request = order.request
    return ModelCall(
        workspace_id=order.task.workspace_id,
        task=order.task,
        follow_up=order.follow_up,
        step=order.step,
        role=request.role,
        endpoint=order.endpoint,
        prompt=request.prompt_name,
        prompt_hash=request.prompt_hash,
        state=ModelCall.State.RESERVED,
        reserved_tokens=int(order.tokens),
        reserved_cost=cost,
        currency=price.currency if price else "",
    )

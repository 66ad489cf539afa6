"""Paid searches: their price is taken from the same purses as a model's, before they are sent (P5).

A channel that no budget has room for is left out, and says so; what was answered from the cache, or never sent, is
given back.
"""

from collections.abc import Sequence
from decimal import Decimal

from reach.errors import Kind
from reach.pages import Outcome, Status
from reach.providers import Provider
from research.models import Budget, ChannelFee, ModelCall, ResearchTask
from research.store import purses
from research.store.filling import end, fill
from research.store.prices import fee_of
from research.store.purses import Draw
from research.store.reserving import month_draws
from research.terms import Query

ROLE = "reach"
"""Under which searches stand in the ledger, beside the roles of models."""
UNSENT = (Status.CACHED, Status.SKIPPED)


def afforded(
    task: ResearchTask, step: int, providers: Sequence[Provider], batch: Sequence[Query]
) -> tuple[list[Provider], list[ModelCall], list[Outcome]]:
    """The channels that may be asked, a ledger row for each that is paid, and what is said of those left out."""
    if not ChannelFee.objects.filter(workspace=task.workspace_id).exists():
        return list(providers), [], []
    budgets = list(Budget.objects.filter(workspace=task.workspace_id))
    kept: list[Provider] = []
    rows: list[ModelCall] = []
    told: list[Outcome] = []
    for provider in providers:
        asks = [query for query in batch if not query.channels or provider.name in query.channels]
        row, refused = _reserved(task, step, provider.name, len(asks), budgets)
        if refused:
            told += [_left_out(query.text, provider.name, refused) for query in asks]
            continue
        kept.append(provider)
        rows += [row] if row else []
    return kept, rows, told


def _left_out(text: str, channel: str, why: str) -> Outcome:
    return Outcome(text, channel, Status.SKIPPED, Kind.POLICY_DENIED, why, 0.0, 0)


def _reserved(
    task: ResearchTask, step: int, channel: str, searches: int, budgets: Sequence[Budget]
) -> tuple[ModelCall | None, str]:
    fee = fee_of(task.workspace_id, channel) if searches else None
    if fee is None or not fee.per_call:
        return None, ""
    amount = fee.per_call * searches
    mine = purses.budget_of(budgets, "task")
    most = mine.money if mine and mine.currency == fee.currency else None
    own = [Draw(purses.of_task(task.pk), fee.currency, amount, most, "this task")]
    months = month_draws(task.workspace_id, task.owner_id, budgets, fee.currency, amount)
    row = _row(task, step, channel, amount, fee.currency)
    filled = fill([*own, *months], task, row)
    if filled.refused:
        return None, filled.refused.refused()
    row.pk = filled.row
    return row, ""


def _row(task: ResearchTask, step: int, channel: str, amount: Decimal, currency: str) -> ModelCall:
    return ModelCall(
        workspace_id=task.workspace_id,
        task=task,
        step=step,
        role=ROLE,
        endpoint=channel,
        prompt="search",
        state=ModelCall.State.RESERVED,
        reserved_tokens=0,
        reserved_cost=amount,
        currency=currency,
    )


def settle_fees(rows: Sequence[ModelCall], outcomes: Sequence[Outcome]) -> None:
    """One search, one price: also a search that failed may be charged."""
    for row in rows:
        fee = fee_of(row.workspace_id, row.endpoint)
        sent = sum(each.channel == row.endpoint and each.status not in UNSENT for each in outcomes)
        cost = min((fee.per_call if fee else Decimal(0)) * sent, row.reserved_cost or Decimal(0))
        end(row, {"state": ModelCall.State.SETTLED.value, "cost": cost}, {row.currency: cost})

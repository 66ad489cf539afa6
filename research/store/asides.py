"""What a task sets aside of its months for the report, from its first moment until it rests for good (C30).

Without it other tasks could use the month up while this one searches, and its report could not be paid.
"""

from decimal import Decimal

from django.db.models import F

from research.engine.limits import Limits
from research.engine.stopping import set_aside
from research.models import Aside, Budget, Price, Purse, ResearchTask
from research.store.filling import fill
from research.store.prices import most_cost, price_of
from research.store.purses import TOKENS, Draw
from research.store.reserving import month_draws


def put_aside(task: ResearchTask, limits: Limits, reporter: str) -> Draw | None:
    """Needs a transaction. The draw that found no room, if one did: then the task can't begin."""
    budgets = list(Budget.objects.filter(workspace=task.workspace_id))
    parts = {
        unit: (amount, list(month_draws(task.workspace_id, task.owner_id, budgets, unit, amount)))
        for unit, amount in wanted(limits, price_of(task.workspace_id, reporter)).items()
    }
    if refused := fill([draw for _, draws in parts.values() for draw in draws], task).refused:
        return refused
    for unit, (amount, draws) in parts.items():
        Aside.objects.create(task=task, unit=unit, left=amount, holders=[draw.holder for draw in draws])
    return None


def wanted(limits: Limits, price: Price | None) -> dict[str, Decimal]:
    """Tokens, and what they cost: sections as long as they may be, all else as input."""
    tokens = set_aside(limits)
    written = min(limits.first_goals * limits.section_tokens, tokens)
    cost = most_cost(price, tokens - written, written)
    return {TOKENS: Decimal(tokens)} | ({price.currency: cost} if price and cost is not None else {})


def release(task: ResearchTask) -> None:
    """What the report didn't need goes back to the months it was taken from. Once, however often it is asked for."""
    rows = list(Aside.objects.select_for_update().filter(task=task, left__gt=0).order_by("unit"))
    for holder, unit, left in sorted((holder, row.unit, row.left) for row in rows for holder in row.holders):
        Purse.objects.filter(holder=holder, unit=unit).update(taken=F("taken") - left)
    Aside.objects.filter(pk__in=[row.pk for row in rows]).update(left=0)

"""Budgets and prices: what may be spent a month and a task, and what a model or a paid channel costs.

A change holds from now on: what was settled keeps what it cost, and what runs is held to the new ceiling at its next
call.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from reach.clean import clean
from research.actions.refusal import Refused
from research.actions.rights import need
from research.actions.trail import audit
from research.bound import bound_line
from research.models import Budget, ChannelFee, Membership, Price, Purse, ResearchTask, User, Workspace
from research.store import purses
from research.store.asides import put_aside
from research.store.load import limits_of
from research.store.prices import today
from research.store.sayings import said

MOST_TOKENS = 10**15
MOST_MONEY = Decimal(10**9)
DEAREST = Decimal(10**6)
"""Of a million tokens or of one search, in any currency: beyond it somebody mistyped."""
LONGEST_NAME = 200
"""Characters, as the ledger keeps a model's name."""
CURRENCY_LETTERS = 3  # as ISO 4217 writes them: EUR, CNY
BUILTIN = "builtin:"


def keep_for_report(task: ResearchTask) -> None:
    """At a task's start, in its transaction: a month without room for its report refuses it here, not in the middle."""
    reporter = bound_line(task, "reporter")[0].partition(",")[0].partition("?")[0].strip()
    if reporter == BUILTIN:
        return
    if draw := put_aside(task, limits_of(task), reporter):
        told = {"whose": said(draw.whose), "needed": said(purses.shown(draw.amount, draw.unit))}
        raise Refused(
            _("The budget of %(whose)s has no room for another task: its report alone needs %(needed)s.") % told
        )


def set_budget(
    person: User,
    workspace: Workspace,
    scope: str,
    *,
    tokens: int | None,
    money: Decimal | None = None,
    currency: str = "",
    who: str = "",
    reason: str,
    door: str = "page",
) -> None:
    """A ceiling, or none where both are left open. `who`: that person's own, in place of each person's."""
    need(person, "tune", workspace)
    why, whom = _why(reason), _member(workspace, scope, who)
    fields = _ceiling(scope, tokens, money, currency)
    with transaction.atomic():
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        rows = Budget.objects.filter(workspace=workspace, scope=scope, person=whom)
        before = _told(rows.first())
        if fields["tokens"] is None and fields["money"] is None:
            rows.delete()
        else:
            Budget.objects.update_or_create(workspace=workspace, scope=scope, person=whom, defaults=fields)
        thing = f"{scope} {whom.username}" if whom else scope
        audit(person, workspace, door, "set_budget", thing, before, _told(rows.first()), why)


def _ceiling(scope: str, tokens: int | None, money: Decimal | None, currency: str) -> dict[str, Any]:
    if scope not in Budget.Scope.values:
        raise Refused(_("A budget is the workspace's, each person's, or each task's."))
    if scope == Budget.Scope.TASK and tokens is not None:
        raise Refused(_("The tokens of one task are among the thresholds."))
    if tokens is not None and not 0 <= tokens <= MOST_TOKENS:
        raise Refused(_("So many tokens are no budget."))
    if money is not None and not 0 <= money <= MOST_MONEY:
        raise Refused(_("So much money is no budget."))
    return {"tokens": tokens, "money": money, "currency": _currency(currency) if money is not None else ""}


def _member(workspace: Workspace, scope: str, who: str) -> User | None:
    if not who:
        return None
    if scope != Budget.Scope.PERSON:
        raise Refused(_("Only a budget of persons can be one person's own."))
    row = Membership.objects.filter(workspace=workspace, person__username=clean(who).strip()).first()
    if row is None:
        raise Refused(_("There is nobody named %(name)s in this workspace.") % {"name": clean(who).strip()})
    return row.person


def set_price(
    person: User,
    workspace: Workspace,
    model: str,
    prices: Mapping[str, Decimal | None],
    *,
    currency: str,
    reason: str,
    door: str = "page",
    known_from: str = "",
) -> Price:
    """From today on. `prices` are input, output, cached and cache_written, for a million tokens; 0 is a price."""
    need(person, "tune", workspace)
    why, name, coin = _why(reason), _name(model), _currency(currency)
    fields = {f"{part}_per_million": _amount(prices.get(part)) for part in ("cached", "cache_written")}
    fields |= {f"{part}_per_million": _needed(prices.get(part)) for part in ("input", "output")}
    with transaction.atomic():
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        rows = Price.objects.filter(workspace=workspace, model=name, valid_from__lte=today())
        before = _priced(rows.order_by("-valid_from").first())
        made, _new = Price.objects.update_or_create(
            workspace=workspace,
            model=name,
            valid_from=today(),
            defaults={**fields, "currency": coin, "known_from": known_from},
        )
        audit(person, workspace, door, "set_price", name, before, _priced(made), why)
    return made


def set_fee(
    person: User,
    workspace: Workspace,
    channel: str,
    per_call: Decimal | None,
    *,
    currency: str,
    reason: str,
    door: str = "page",
) -> ChannelFee:
    """What one search at a channel costs, from today on."""
    need(person, "tune", workspace)
    why, name, fields = _why(reason), _name(channel), {"per_call": _needed(per_call), "currency": _currency(currency)}
    with transaction.atomic():
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        rows = ChannelFee.objects.filter(workspace=workspace, channel=name, valid_from__lte=today())
        old = rows.order_by("-valid_from").first()
        before = {"per_call": str(old.per_call), "currency": old.currency} if old else None
        made, _new = ChannelFee.objects.update_or_create(
            workspace=workspace, channel=name, valid_from=today(), defaults=fields
        )
        after = {"per_call": str(made.per_call), "currency": made.currency}
        audit(person, workspace, door, "set_fee", name, before, after, why)
    return made


@dataclass(frozen=True, slots=True)
class Left:
    """One ceiling that holds for a person this month: how much of it is taken, and how much left."""

    whose: str
    unit: str
    most: Decimal
    taken: Decimal

    @property
    def left(self) -> Decimal:
        return max(self.most - self.taken, Decimal(0))


def what_is_left(person: User, workspace: Workspace) -> list[Left]:
    """Of the workspace's month and the person's own; a ceiling that nobody set isn't in it."""
    need(person, "read", workspace)
    month, budgets = purses.this_month(timezone.now()), list(Budget.objects.filter(workspace=workspace))
    holders = {
        "workspace": (purses.of_workspace(workspace.pk, month), "this workspace for the month"),
        "person": (purses.of_person(workspace.pk, person.pk, month), "this person for the month"),
    }
    told = []
    for scope, (holder, whose) in holders.items():
        budget = purses.budget_of(budgets, scope, person.pk)
        ceilings = {purses.TOKENS: budget.tokens, budget.currency: budget.money} if budget else {}
        told += [
            Left(whose, unit, Decimal(most), _taken(holder, unit))
            for unit, most in ceilings.items()
            if most is not None
        ]
    return told


def _taken(holder: str, unit: str) -> Decimal:
    row = Purse.objects.filter(holder=holder, unit=unit).first()
    return row.taken if row else purses.ledger_sum(purses.calls_of(holder), unit)


def _told(row: Budget | None) -> dict[str, object] | None:
    if row is None:
        return None
    return {"tokens": row.tokens, "money": None if row.money is None else str(row.money), "currency": row.currency}


def _priced(row: Price | None) -> dict[str, object] | None:
    if row is None:
        return None
    parts = ("input", "output", "cached", "cache_written")
    told: dict[str, object] = {part: _or_none(getattr(row, f"{part}_per_million")) for part in parts}
    return told | {"currency": row.currency, "valid_from": row.valid_from.isoformat()}


def _or_none(amount: Decimal | None) -> str | None:
    return None if amount is None else str(amount)


def _why(reason: str) -> str:
    why = clean(reason).strip()
    if not why:
        raise Refused(_("Say why: the reason stands in the audit trail."))
    return why


def _name(typed: str) -> str:
    name = clean(typed).strip()
    if not name or len(name) > LONGEST_NAME:
        raise Refused(_("Name the model or channel that it is the price of."))
    return name


def _currency(typed: str) -> str:
    coin = clean(typed).strip().upper()
    if len(coin) != CURRENCY_LETTERS or not coin.isascii() or not coin.isalpha():
        raise Refused(_("A currency has three letters, like USD or CNY."))
    return coin


def _amount(typed: Decimal | None) -> Decimal | None:
    if typed is None:
        return None
    try:
        amount = Decimal(typed)
    except InvalidOperation:
        raise Refused(_("A price is a number.")) from None
    if not amount.is_finite() or not 0 <= amount <= DEAREST:
        raise Refused(_("A price is a number from 0 to %(most)s.") % {"most": f"{DEAREST:,}"})
    return amount


def _needed(typed: Decimal | None) -> Decimal:
    amount = _amount(typed)
    if amount is None:
        raise Refused(_("A price needs its amount; what costs nothing costs 0."))
    return amount

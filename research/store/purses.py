"""Purses: how much of a ceiling is taken, whose they are, and what of the ledger each stands for (P5, B-031)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from research.models import Budget, FollowUp, ModelCall

TOKENS = "tokens"
EMBEDDER = "embedder"
"""The role whose calls are paid in money alone. A task's tokens are those that its models read and write: its pages'
paragraphs, as vectors, would be a multiple of them."""
ASIDE = "aside"
"""Stands for what a task has set aside for its report, among the holders that a call was paid from."""


@dataclass(frozen=True, slots=True)
class Draw:
    """So much of a unit from a holder, if it then holds at most `most`; None: it is only counted."""

    holder: str
    unit: str
    amount: Decimal
    most: Decimal | None
    whose: str
    """Whose budget it is, in the words of a sentence."""
    covered: bool = False
    """Not taken where the task set enough aside for it: that is in the purse already."""

    def refused(self) -> str:
        return f"The next call could pass the budget of {self.whose}: {shown(self.most or 0, self.unit)}."


def shown(amount: Decimal | int, unit: str) -> str:
    return f"{amount:.0f} tokens" if unit == TOKENS else f"{amount:.2f} {unit}"


def this_month(now: datetime | None = None) -> str:
    return (now or timezone.now()).astimezone(UTC).strftime("%Y-%m")


def of_task(task: int) -> str:
    return f"T-{task}"


def of_search(task: int) -> str:
    return f"T-{task}/search"


def of_follow_up(row: int) -> str:
    return f"F-{row}"


def of_workspace(workspace: int, month: str) -> str:
    return f"W-{workspace}/{month}"


def of_person(workspace: int, person: int, month: str) -> str:
    return f"W-{workspace}/P-{person}/{month}"


def budget_of(budgets: Sequence[Budget], scope: str, person: int | None = None) -> Budget | None:
    """A person's own budget comes before each person's."""
    fitting = [each for each in budgets if each.scope == scope and each.person_id in (None, person)]
    return max(fitting, key=lambda each: each.person_id is not None, default=None)


def calls_of(holder: str) -> Q:
    """The ledger rows that a purse stands for."""
    name, _, rest = holder.partition("/")
    number = int(name[2:])
    if name.startswith("T-"):
        search = ~Q(role__in=["reporter", "checker"]) & Q(follow_up=None)
        return Q(task=number) & search if rest else Q(task=number)
    if name.startswith("F-"):
        return Q(follow_up=number)
    return Q(workspace=number) & _in_month(rest)


def _in_month(rest: str) -> Q:
    person, _, month = rest.rpartition("/")
    year, number = month.split("-")
    when = Q(at__year=int(year), at__month=int(number))
    if not person:
        return when
    asked = FollowUp.objects.filter(person=int(person[2:])).values("pk")
    return when & (Q(follow_up__in=asked) | Q(follow_up=None, task__owner=int(person[2:])))


def ledger_sum(which: Q, unit: str) -> Decimal:
    """Settled calls at what was used, open ones at their worst case."""
    open_ = Q(state=ModelCall.State.RESERVED)
    rows = ModelCall.objects.filter(which)
    if unit == TOKENS:
        parts = rows.exclude(role=EMBEDDER).aggregate(
            used=Coalesce(Sum(F("input_tokens") + F("output_tokens"), filter=~open_), 0),
            held=Coalesce(Sum("reserved_tokens", filter=open_), 0),
        )
    else:
        mine = rows.filter(currency=unit)
        parts = mine.aggregate(
            used=Coalesce(Sum("cost", filter=~open_), Decimal(0)),
            held=Coalesce(Sum("reserved_cost", filter=open_), Decimal(0)),
        )
    return Decimal(parts["used"]) + Decimal(parts["held"])

"""Purses: how much of a ceiling is taken. Each is filled by one conditional UPDATE, so that no two calls can pass the
same check (P5, B-031); several are filled together or not at all, in one order, so that no two calls wait crosswise.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from research.models import Aside, Budget, FollowUp, ModelCall, Purse, ResearchTask

TOKENS = "tokens"
ASIDE = "aside"
"""Stands for what a task has set aside for its report, among the holders that a call was paid from."""
Held = list[list[str]]
"""[holder, unit, amount], as a ledger row keeps it."""


@dataclass(frozen=True, slots=True)
class Draw:
    """So much of a unit from a holder, if it then holds at most `most`; None: it is only counted."""

    holder: str
    unit: str
    amount: Decimal
    most: Decimal | None
    whose: str
    """Whose budget it is, in the words of a sentence."""

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


def take(draws: Iterable[Draw], task: ResearchTask) -> Draw | None:
    """Fills all of them, or returns the one that has no room. Needs a transaction, rolled back in that case."""
    for draw in sorted(draws, key=lambda each: (each.holder, each.unit)):
        if not _taken(draw, task):
            return draw
    return None


def _taken(draw: Draw, task: ResearchTask) -> bool:
    rows = Purse.objects.filter(holder=draw.holder, unit=draw.unit)
    room = rows if draw.most is None else rows.filter(taken__lte=draw.most - draw.amount)
    if room.update(taken=F("taken") + draw.amount):
        return True
    if rows.exists():
        return False
    _open(draw, task)
    return bool(room.update(taken=F("taken") + draw.amount))


def _open(draw: Draw, task: ResearchTask) -> None:
    """With what the ledger holds already: a task may be older than its purse. Of two that open it, one does."""
    mine = task if draw.holder.startswith(of_task(task.pk)) or draw.holder.startswith("F-") else None
    row = Purse(
        workspace_id=task.workspace_id,
        task=mine,
        holder=draw.holder,
        unit=draw.unit,
        taken=ledger_sum(calls_of(draw.holder), draw.unit),
    )
    Purse.objects.bulk_create([row], ignore_conflicts=True)


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
        parts = rows.aggregate(
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


def held_by(draws: Iterable[Draw]) -> Held:
    return [[each.holder, each.unit, str(each.amount)] for each in draws]


def _turn(held: Sequence[str]) -> tuple[int, str, str]:
    """Every transaction locks a task's own purses first, then what it set aside, then the months."""
    holder, unit, _ = held
    return (1 if holder == ASIDE else 2 if holder.startswith("W-") else 0), holder, unit


def settle(held: Held, task: int | None, used: dict[str, Decimal | None]) -> None:
    """From worst case to what was used; an unknown use keeps the worst case. In the order in which it was taken."""
    for holder, unit, amount in sorted(held, key=_turn):
        now = used.get(unit)
        if now is None:
            continue
        less = Decimal(amount) - now
        if holder == ASIDE:
            rows = Aside.objects.filter(task=task, unit=unit)
            rows.update(left=Greatest(F("left") + less, Decimal(0)))
        else:
            Purse.objects.filter(holder=holder, unit=unit).update(taken=F("taken") - less)

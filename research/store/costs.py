"""Where tokens and money went, from the ledger: by tier, by use, by what the queries brought (R021, R122, R123).

Context tokens rank before call counts: a model that is asked seldom with long prompts costs more than one asked often.
A sum is known only where the price of each of its calls was known; otherwise it is told as "unknown", never as less.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from research.models import Entry, ModelCall, Query
from research.store.spend import EXECUTOR_ROLES, MAIN_ROLES

SEARCH_ROLES = ("planner", "executor")
FEES = "reach"
"""The role under which paid searches stand in the ledger."""


@dataclass(frozen=True, slots=True)
class Tier:
    """A role at one model: one line of R021's table."""

    role: str
    endpoint: str
    model: str
    calls: int
    failed: int
    estimated: int
    input: int
    cached: int
    output: int
    reasoning: int
    currency: str
    cost: Decimal | None
    """None: unknown."""
    token_share: float = 0.0
    cost_share: float | None = None

    @property
    def tokens(self) -> int:
        return self.input + self.output


@dataclass(frozen=True, slots=True)
class Counters:
    """R123: kept apart, since they differ in price. Cached tokens are a part of the two inputs."""

    main_input: int
    main_output: int
    executor_input: int
    executor_output: int
    cached: int


@dataclass(frozen=True, slots=True)
class Uses:
    """What the tokens were for."""

    raw: int
    notes: int
    instructions: int
    output: int

    @property
    def ranked(self) -> list[tuple[str, int, float]]:
        told = {"raw": self.raw, "notes": self.notes, "instructions": self.instructions, "output": self.output}
        whole = sum(told.values()) or 1
        return sorted(((name, n, n / whole) for name, n in told.items()), key=lambda each: -each[1])


@dataclass(frozen=True, slots=True)
class Yielded:
    """Tokens of the queries that came to one thing: cited, kept or nothing."""

    brought: str
    queries: int
    tokens: int
    share: float


def counted(calls: QuerySet[ModelCall]) -> QuerySet[ModelCall]:
    """Settled and failed ones; open ones have used nothing yet."""
    return calls.exclude(state=ModelCall.State.RESERVED)


def tiers(calls: QuerySet[ModelCall]) -> list[Tier]:
    """The largest first."""
    rows = counted(calls).order_by().values("role", "endpoint", "model", "currency")
    summed = rows.annotate(
        calls=Count("id"),
        failed=Count("id", filter=Q(state=ModelCall.State.FAILED)),
        estimated=Count("id", filter=Q(estimated=True)),
        input=Sum("input_tokens"),
        cached=Sum("cached_tokens"),
        output=Sum("output_tokens"),
        reasoning=Sum("reasoning_tokens"),
        paid=Coalesce(Sum("cost"), Decimal(0)),
        unknown=Count("id", filter=Q(cost=None, input_tokens__gt=0) | Q(cost=None, output_tokens__gt=0)),
    )
    made = [_tier(row) for row in summed]
    return _with_shares(sorted(made, key=lambda tier: (-tier.tokens, tier.role, tier.endpoint, tier.model)))


def _tier(row: Any) -> Tier:
    unknown, paid = row.pop("unknown"), row.pop("paid")
    known = paid if not unknown and row["currency"] else None
    return Tier(**row, cost=known)


def _with_shares(found: list[Tier]) -> list[Tier]:
    whole = sum(tier.tokens for tier in found)
    paid = total(found)
    return [
        Tier(
            **{name: getattr(tier, name) for name in Tier.__slots__ if not name.endswith("_share")},
            token_share=tier.tokens / whole if whole else 0.0,
            cost_share=float(tier.cost / paid[0]) if paid and paid[0] and tier.cost is not None else None,
        )
        for tier in found
    ]


def total(found: Sequence[Tier]) -> tuple[Decimal, str] | None:
    """The sum and its currency, if there is one sum: all prices known, all in one currency."""
    spent = [tier for tier in found if tier.tokens or tier.cost]
    currencies = {tier.currency for tier in spent}
    if len(currencies) != 1 or any(tier.cost is None for tier in spent):
        return None
    return sum((tier.cost or Decimal(0) for tier in spent), Decimal(0)), currencies.pop()


def known_part(found: Iterable[Tier]) -> dict[str, Decimal]:
    """What is known of a sum that isn't known whole, by currency."""
    parts: dict[str, Decimal] = defaultdict(Decimal)
    for tier in found:
        if tier.cost is not None:
            parts[tier.currency] += tier.cost
    return dict(parts)


def counters(found: Iterable[Tier]) -> Counters:
    found = list(found)
    main = [tier for tier in found if tier.role in MAIN_ROLES]
    executor = [tier for tier in found if tier.role in EXECUTOR_ROLES]
    return Counters(
        main_input=sum(tier.input for tier in main),
        main_output=sum(tier.output for tier in main),
        executor_input=sum(tier.input for tier in executor),
        executor_output=sum(tier.output for tier in executor),
        cached=sum(tier.cached for tier in found),
    )


def uses(calls: QuerySet[ModelCall]) -> Uses:
    rest = F("input_tokens") - F("raw_tokens") - F("notes_tokens")
    found = counted(calls).aggregate(
        raw=Coalesce(Sum("raw_tokens"), 0),
        notes=Coalesce(Sum("notes_tokens"), 0),
        instructions=Coalesce(Sum(rest), 0),
        output=Coalesce(Sum("output_tokens"), 0),
    )
    return Uses(**found)


def by_yield(calls: QuerySet[ModelCall]) -> list[Yielded]:
    """Each query bears an equal part of its round: of the step that wrote it and what followed until the next such
    step, for one call judges what all of them brought. Empty while no model works."""
    spent = counted(calls).filter(role__in=SEARCH_ROLES, follow_up=None).exclude(task=None)
    by_step = spent.order_by().values("task", "step").annotate(all=Sum(F("input_tokens") + F("output_tokens")))
    rows = list(by_step)
    brought = _brought({row["task"] for row in rows})
    tokens: dict[str, Fraction] = defaultdict(Fraction)
    for row in rows:
        begun = brought.get(row["task"], [])
        at = bisect_right([step for step, _ in begun], row["step"])
        came = begun[at - 1][1] if at else ("plan",)
        for name in came:
            tokens[name] += Fraction(row["all"], len(came))
    written = [name for of_task in brought.values() for _, came in of_task for name in came]
    whole = sum(tokens.values()) or 1
    ranked = sorted(tokens.items(), key=lambda each: -each[1])
    return [Yielded(name, written.count(name), round(n), float(n / whole)) for name, n in ranked]


def _brought(tasks: set[int]) -> dict[int, list[tuple[int, tuple[str, ...]]]]:
    """By task: the steps that wrote queries, and what each of those came to."""
    paid = {
        (task, number): "cited" if cited else "kept" if kept else "nothing"
        for task, number, cited, kept in Query.objects.filter(task__in=tasks).values_list(
            "task", "number", "cited", "kept"
        )
    }
    written = Entry.objects.filter(task__in=tasks, kind="QueriesWritten").order_by("task", "seq")
    found: dict[int, list[tuple[int, tuple[str, ...]]]] = defaultdict(list)
    for task, step, payload in written.values_list("task", "step", "payload"):
        if came := tuple(paid.get((task, query["number"]), "nothing") for query in payload["queries"]):
            found[task].append((step, came))
    return found

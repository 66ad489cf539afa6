"""What models answered and what that took, read from the ledger. Unknown is never shown as zero (K3)."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Sum

from research.models import Entry, ModelCall, ResearchTask, User
from research.roles.endpoints.counting import NAME as COUNTING

MAIN_ROLES = ("planner", "reporter")
"""The strong models. Theirs and the executor's tokens are never added up into one figure (R123)."""

EXECUTOR_ROLES = ("executor", "checker", "embedder")

TASKS_SHOWN = 50
"""Latest tasks in the table of tokens: a page, not an archive."""


@dataclass(frozen=True, slots=True)
class Use:
    """Calls and tokens of one role bound to one endpoint."""

    role: str
    endpoint: str
    model: str
    calls: int
    failed: int
    estimated: int
    input: int
    output: int


@dataclass(frozen=True, slots=True)
class Counters:
    """R123: four, never only a total."""

    main_input: int
    main_output: int
    executor_input: int
    executor_output: int


def used(calls: QuerySet[ModelCall]) -> list[Use]:
    rows = calls.order_by("role", "endpoint", "model").values("role", "endpoint", "model")
    summed = rows.annotate(
        calls=Count("id"),
        failed=Count("id", filter=Q(state=ModelCall.State.FAILED)),
        estimated=Count("id", filter=Q(estimated=True)),
        input=Sum("input_tokens"),
        output=Sum("output_tokens"),
    )
    return [Use(**row) for row in summed]


def counters(uses: Iterable[Use]) -> Counters:
    uses = list(uses)
    main = [use for use in uses if use.role in MAIN_ROLES]
    executor = [use for use in uses if use.role in EXECUTOR_ROLES]
    return Counters(
        main_input=sum(use.input for use in main),
        main_output=sum(use.output for use in main),
        executor_input=sum(use.input for use in executor),
        executor_output=sum(use.output for use in executor),
    )


def visible_calls(user: User) -> QuerySet[ModelCall]:
    return ModelCall.objects.visible_to(user)


def by_task(user: User) -> list[tuple[ResearchTask, Counters]]:
    """Of the latest tasks, newest first."""
    tasks = list(ResearchTask.objects.visible_to(user)[:TASKS_SHOWN])
    rows = ModelCall.objects.filter(task__in=tasks).order_by("task", "role").values("task", "role")
    of_task: dict[int, list[Use]] = {task.pk: [] for task in tasks}
    for row in rows.annotate(calls=Count("id"), input=Sum("input_tokens"), output=Sum("output_tokens")):
        use = Use(row["role"], "", "", row["calls"], 0, 0, row["input"], row["output"])
        of_task[row["task"]].append(use)
    return [(task, counters(of_task[task.pk])) for task in tasks]


def fallbacks(user: User) -> dict[str, int]:
    """How often the builtin role answered in place of a model, by role."""
    rows = Entry.objects.visible_to(user).filter(kind="RoleFellBack").order_by("payload__role").values("payload__role")
    return {row["payload__role"]: row["times"] for row in rows.annotate(times=Count("id"))}


def annotated_quotations(task: ResearchTask) -> bool:
    """Nobody but the builtin reporter wrote it: a collection of quotations, and the page says so."""
    asked = task.model_calls.filter(role="reporter", state=ModelCall.State.SETTLED, follow_up=None)
    return not asked.exclude(endpoint__startswith="builtin:").exclude(endpoint=COUNTING).exists()

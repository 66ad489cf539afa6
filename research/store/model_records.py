"""How each model has done, over all that somebody may see: answers that couldn't be used, queries that were none or
repeated another, and how far our count of its prompts was off (R064, R065)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from research.models import ModelCall, Query, User
from research.store.answered import Form, forms_of_answers
from research.store.token_ratios import Error, errors

QUERIES = "query"
"""The prompt that asks for search texts."""


@dataclass(frozen=True, slots=True)
class Record:
    model: str
    tries: int
    unusable: int
    queries: int
    """In answers that could be used …"""
    invalid: int
    """… and those of them that broke a rule, and went unused."""
    judged: int
    """Queries that came to the engine …"""
    repeated: int
    """… and those of them that repeat an earlier one, and were never sent."""
    counts: tuple[Error, ...]
    """One a server that has it."""


def records(user: User) -> list[Record]:
    """The most tried first."""
    forms: dict[str, list[Form]] = defaultdict(list)
    for form in forms_of_answers(user):
        forms[form.model].append(form)
    counts: dict[str, list[Error]] = defaultdict(list)
    for error in errors(_endpoints(user)):
        counts[error.model].append(error)
    repeats = _repeats(user)
    made = [_record(name, forms[name], repeats.get(name, (0, 0)), counts[name]) for name in {*forms, *counts, *repeats}]
    return sorted(made, key=lambda each: (-each.tries, each.model))


def _record(model: str, forms: Iterable[Form], repeats: tuple[int, int], counts: Iterable[Error]) -> Record:
    every = list(forms)
    asked = [form for form in every if form.prompt == QUERIES]
    return Record(
        model=model,
        tries=sum(form.tries for form in every),
        unusable=sum(form.malformed for form in every),
        queries=sum(form.offered for form in asked),
        invalid=sum(form.dropped for form in asked),
        judged=repeats[0],
        repeated=repeats[1],
        counts=tuple(counts),
    )


def _endpoints(user: User) -> set[str]:
    """The addresses of other workspaces' servers are theirs."""
    return set(ModelCall.objects.visible_to(user).order_by().values_list("endpoint", flat=True).distinct())


def _repeats(user: User) -> dict[str, tuple[int, int]]:
    """By the model that wrote a task's queries: those of a task with two such models are nobody's."""
    calls = ModelCall.objects.visible_to(user).filter(prompt=QUERIES, state=ModelCall.State.SETTLED).exclude(task=None)
    writers: dict[int, set[str]] = defaultdict(set)
    for task, model in calls.order_by().values_list("task", "model").distinct():
        writers[task].add(model)
    alone = {task: next(iter(models)) for task, models in writers.items() if len(models) == 1}
    rows = Query.objects.filter(task__in=alone).order_by().values("task")
    found: dict[str, tuple[int, int]] = {}
    for row in rows.annotate(all=Count("id"), dropped=Count("id", filter=~Q(dropped=""))):
        judged, repeated = found.get(alone[row["task"]], (0, 0))
        found[alone[row["task"]]] = judged + row["all"], repeated + row["dropped"]
    return found

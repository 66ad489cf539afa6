"""Rows by the numbers that events call them by."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django.db.models import QuerySet

from research.models import Evidence, Goal, Query, ResearchTask
from research.store.prepared import Prepared

Numbered = type[Goal] | type[Query] | type[Evidence]


@cache
def _keys(rows: Numbered) -> Prepared:
    @Prepared
    def keys(task: int, numbers: list[int]) -> QuerySet[Any, Any]:
        return rows.objects.filter(task=task, number__in=numbers).order_by().values_list("number", "pk")

    return keys


def numbered(rows: Numbered, task: ResearchTask, numbers: Iterable[int]) -> dict[int, int]:
    """Their keys. Of those that are meant alone: a task has thousands."""
    meant = list(set(numbers))
    return dict(_keys(rows)(task.pk, meant)) if meant else {}

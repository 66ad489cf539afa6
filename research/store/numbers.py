"""Rows by the numbers that events call them by."""

from collections.abc import Iterable

from research.models import Evidence, Goal, Query, ResearchTask


def numbered(
    rows: type[Goal] | type[Query] | type[Evidence], task: ResearchTask, numbers: Iterable[int]
) -> dict[int, int]:
    """Their keys. Of those that are meant alone: a task has thousands."""
    meant = rows.objects.filter(task=task, number__in=set(numbers)).order_by()
    return dict(meant.values_list("number", "pk"))

"""What a query found once serves every goal that would send it again: its pages are weighed anew, nothing is searched
or fetched a second time (R187, R192)."""

from collections.abc import Collection

from research.models import Hit, Query, ResearchTask
from research.terms import Find


def found_by(task: ResearchTask, queries: Collection[int], goal: int, gap: str) -> tuple[Find, ...]:
    """Each page once, the best rank first. The phrasings of a batch went out as one request, so what one is credited
    with all of them found. What the goal itself got for the same gap, by its own batches or by those that they repeat,
    was weighed for it already."""
    asked = Query.objects.filter(task=task)
    own = asked.filter(goal__number=goal, gap=gap)
    weighed = {*own.values_list("batch", flat=True), *own.exclude(twin=None).values_list("twin__batch", flat=True)}
    batches = set(asked.filter(number__in=queries).values_list("batch", flat=True)) - weighed
    rows = Hit.objects.filter(task=task, query__batch__in=batches, read=True)
    found: dict[str, Find] = {}
    for row in rows.select_related("query").order_by("rank", "id"):
        find = Find(row.query.number, row.channel, row.title, row.snippet, row.url, row.published, row.rank)
        found.setdefault(row.url, find)
    return tuple(found.values())

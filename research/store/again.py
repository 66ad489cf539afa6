"""What a query found once serves every goal that would send it again: its pages are weighed anew, nothing is searched
or fetched a second time (R187, R192)."""

from collections.abc import Collection

from research.models import Hit, Query, ResearchTask
from research.terms import Find


def found_by(task: ResearchTask, queries: Collection[int], goal: int, gap: str) -> tuple[Find, ...]:
    """Each page once, the best rank first. What the goal itself got for the same gap, by its own queries or by those
    that they repeat, was weighed for it already."""
    own = Query.objects.filter(task=task, goal__number=goal, gap=gap)
    weighed = {*own.values_list("number", flat=True), *own.exclude(twin=None).values_list("twin__number", flat=True)}
    rows = Hit.objects.filter(task=task, query__number__in=set(queries) - weighed, read=True)
    rows = rows.select_related("query").order_by("rank", "id")
    found: dict[str, Find] = {}
    for row in rows:
        find = Find(row.query.number, row.channel, row.title, row.snippet, row.url, row.published, row.rank)
        found.setdefault(row.url, find)
    return tuple(found.values())

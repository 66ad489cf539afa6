"""What a query found once serves every goal that would send it again: its pages are weighed anew, nothing is searched
or fetched a second time (R187, R192)."""

from collections.abc import Collection

from research.models import Hit, ResearchTask
from research.terms import Find


def found_by(task: ResearchTask, queries: Collection[int], goal: int, gap: str) -> tuple[Find, ...]:
    """Each page once, the best rank first. What the goal itself got for the same gap was weighed for it already."""
    rows = Hit.objects.filter(task=task, query__number__in=queries, read=True)
    rows = rows.exclude(query__goal__number=goal, query__gap=gap).select_related("query").order_by("rank", "id")
    found: dict[str, Find] = {}
    for row in rows:
        find = Find(row.query.number, row.channel, row.title, row.snippet, row.url, row.published, row.rank)
        found.setdefault(row.url, find)
    return tuple(found.values())

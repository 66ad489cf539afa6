"""What a query found once serves every goal that would send it again: its pages are weighed anew, nothing is searched
or fetched a second time (R187, R192). What promised as much as what was read, and had no room, is not lost either."""

from collections.abc import Collection

from django.db.models import QuerySet

from research.models import Evidence, Hit, Query, ResearchTask
from research.terms import Find


def found_by(task: ResearchTask, queries: Collection[int], goal: int, gap: str) -> tuple[Find, ...]:
    """Each page once, the best rank first. The phrasings of a batch went out as one request, so what one is credited
    with all of them found. What the goal itself got for the same gap, by its own batches or by those that they repeat,
    was weighed for it already."""
    asked = Query.objects.filter(task=task)
    own = asked.filter(goal__number=goal, gap=gap)
    weighed = {*own.values_list("batch", flat=True), *own.exclude(twin=None).values_list("twin__batch", flat=True)}
    batches = _batches(task, queries) - weighed
    return _finds(Hit.objects.filter(task=task, query__batch__in=batches, read=True).order_by("rank", "id"))


def left_by(task: ResearchTask, queries: Collection[int], least: float) -> tuple[Find, ...]:
    """Likewise of the whole batches."""
    return _finds(_unread(task, least).filter(query__batch__in=_batches(task, queries)).order_by("rank", "id"))


def left_unread(task: ResearchTask, goal: int, least: float, most: int) -> tuple[tuple[Find, float], ...]:
    rows = _unread(task, least).filter(query__goal__number=goal).order_by("-relevance", "rank", "id")
    promised = {row.url: row.relevance or 0.0 for row in reversed(rows)}
    return tuple((find, promised[find.url]) for find in _finds(rows))[:most]


def weighed(task: ResearchTask, goal: int) -> tuple[tuple[str, int], ...]:
    rows = Evidence.objects.filter(task=task, goal__number=goal, dropped=False)
    return tuple(rows.values_list("source__key", "start"))


def _batches(task: ResearchTask, queries: Collection[int]) -> set[int]:
    return set(Query.objects.filter(task=task, number__in=queries).values_list("batch", flat=True))


def _unread(task: ResearchTask, least: float) -> QuerySet[Hit]:
    """Of searches that brought something that stands: what a dry one or a branch that was left found is no promise. A
    page that was read for another goal since is not left."""
    read = Hit.objects.filter(task=task, read=True).values("url")
    paid = Evidence.objects.filter(task=task).standing().values("query__batch")
    left = Hit.objects.filter(task=task, read=False, relevance__gte=least, query__batch__in=paid)
    return left.exclude(url__in=read)


def _finds(rows: QuerySet[Hit]) -> tuple[Find, ...]:
    found: dict[str, Find] = {}
    for row in rows.select_related("query"):
        find = Find(row.query.number, row.channel, row.title, row.snippet, row.url, row.published, row.rank)
        found.setdefault(row.url, find)
    return tuple(found.values())

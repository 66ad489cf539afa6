"""What searches and reads brought, each figure defined once: whatever page, export or command names it, it is this.

A **result** is a line of a service's answer: one page that three phrasings found through two channels is six results.
A **hit** is what is left of a round's results with each page once, and at most as many as the limit allows.
A **page read** is an address that was opened and gave text, however often: each counts once.
"""

from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from research.models import Reach, ResearchTask

BROUGHT = ("ok", "cached")


def results(task: ResearchTask) -> int:
    told: int = task.reaches.filter(purpose="search").aggregate(all=Coalesce(Sum("items"), 0))["all"]
    return told


def hits(task: ResearchTask) -> int:
    return task.hits.count()


def pages_read(task: ResearchTask) -> int:
    opened = task.reaches.filter(purpose="read", outcome__in=BROUGHT, items__gt=0)
    return opened.order_by().values("target").distinct().count()


def with_results(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Queries, each with the results of its own text. The row's own `hits` are those that no phrasing before it had."""
    answers = Reach.objects.filter(task=OuterRef("task"), purpose="search", target=OuterRef("text")).order_by()
    summed = Subquery(answers.values("target").annotate(all=Sum("items")).values("all"))
    counted: QuerySet[Any] = rows.annotate(results=Coalesce(summed, 0))
    return counted

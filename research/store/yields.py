"""Which queries paid, by query and by wording: of one task for people, of a workspace's last tasks for its next plan.

Derived from the rows each time: there is no second truth to keep in step. A query that nobody answered counts nowhere:
that a service was down says nothing of the words.
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from research.engine.limits import Limits
from research.models import Query, Reach, ResearchTask, Workspace
from research.models.query import WORDING_WORDS
from research.roles.patterns import Unpaid, Wording
from research.store.brought import with_results
from research.store.nearest import LOST

SHOWS = {
    "cited": Q(cited__gt=0),
    "uncited": Q(cited=0, dropped=""),
    "unsent": ~Q(dropped=""),
}


@dataclass(frozen=True, slots=True)
class Rate:
    """How often a wording pays. `unpaid` is what the next planner is told."""

    wording: str
    sent: int
    paid: int
    """Queries of which the report cites something."""
    kept: int
    cited: int
    """Pieces of evidence, so `cited` of `kept`."""
    unpaid: bool

    @property
    def words(self) -> str:
        return str(WORDING_WORDS[Wording(self.wording)])

    @property
    def percent(self) -> str:
        return f"{self.paid / self.sent:.0%}"


def answered(rows: QuerySet[Query]) -> QuerySet[Query]:
    """Sent, and by some channel answered, be it with nothing."""
    searches = Reach.objects.filter(task=OuterRef("task"), purpose="search", target=OuterRef("text"))
    lost = Exists(searches.filter(LOST)) & ~Exists(searches.filter(items__gt=0))
    return rows.filter(dropped="").exclude(lost)


def looked_back(workspace: int, tasks: int) -> QuerySet[ResearchTask]:
    """The last tasks whose queries were scored."""
    done: QuerySet[ResearchTask] = ResearchTask.objects.filter(workspace=workspace, phase="done").order_by("-id")
    return done[:tasks]


def of_last_tasks(workspace: int, tasks: int) -> QuerySet[Query]:
    return Query.objects.filter(task__in=list(looked_back(workspace, tasks).values_list("pk", flat=True)))


def rates(rows: QuerySet[Query], tries: int) -> tuple[Rate, ...]:
    """In the order of the closed set; only what was tried at all."""
    counted = (
        answered(rows)
        .exclude(wording="")
        .order_by()
        .values("wording")
        .annotate(
            n=Count("pk"),
            paid=Count("pk", filter=Q(cited__gt=0)),
            pieces=Coalesce(Sum("kept"), 0),
            used=Coalesce(Sum("cited"), 0),
        )
    )
    known = {
        each["wording"]: Rate(
            each["wording"],
            each["n"],
            each["paid"],
            each["pieces"],
            each["used"],
            each["n"] >= tries and not each["paid"],
        )
        for each in counted
    }
    return tuple(known[wording] for wording in Wording if wording in known)


def unpaid_wordings(task: ResearchTask, tries: int, tasks: int) -> tuple[Unpaid, ...]:
    told = rates(of_last_tasks(task.workspace_id, tasks), tries)
    return tuple(Unpaid(Wording(rate.wording), rate.sent) for rate in told if rate.unpaid)


def uncited(task: ResearchTask, tasks: int) -> QuerySet[Query]:
    """Queries of the last tasks that led to nothing. A text that paid in one is no waste for failing in another."""
    last = answered(of_last_tasks(task.workspace_id, tasks))
    return last.filter(cited=0).exclude(text__in=list(last.filter(cited__gt=0).values_list("text", flat=True)))


def shown(rows: QuerySet[Query], show: str = "") -> QuerySet[Any]:
    """For people, the newest task first, each with its results; `show` is one of SHOWS, anything else shows all."""
    kept = with_results(rows.filter(SHOWS.get(show, Q()))).select_related("task", "goal", "twin")
    return kept.order_by("-task", "number")


def sent_queries(task: ResearchTask) -> tuple[tuple[int, str], ...]:
    return tuple(answered(task.queries.all()).order_by("number").values_list("number", "text"))


def limits_now(workspace: Workspace) -> Limits:
    """By these the workspace's next task will be planned."""
    newest = workspace.thresholds.order_by("-number").first()
    return Limits.kept(newest.values) if newest else Limits()

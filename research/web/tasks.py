"""All tasks that a person may see: mine, all, and those that need me."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from research.models import Claim, Evidence, Goal, Report, ResearchTask, User
from research.models.task import STATUS_WORDS
from research.web import sizes
from research.web.filters import asked_for
from research.web.frame import Asked, signed_in
from research.web.samples import example_questions
from research.web.workspaces import workspaces_for

WHOSE = {"mine": gettext_lazy("Mine"), "all": gettext_lazy("All"), "me": gettext_lazy("Needs me")}


@signed_in
@require_safe
def task_list(request: Asked) -> HttpResponse:
    visible = ResearchTask.objects.visible_to(request.user)
    whose, status, words = (asked_for(request, name) for name in ("whose", "status", "q"))
    rows = filtered(visible, request.user, whose, status, words)
    context = {
        "rows": Paginator(with_progress(rows), sizes.TASKS_A_PAGE).get_page(request.GET.get("page")),
        "whose": whose if whose in WHOSE else "all",
        "tabs": list(WHOSE.items()),
        "needs": needs(visible, request.user).count(),
        "statuses": [(status.value, word) for status, word in STATUS_WORDS.items()],
        "status": status,
        "q": words,
        "first_visit": not visible.exists(),
        "examples": example_questions(),
    }
    return render(request, "tasks/list.html", context)


def filtered(visible: QuerySet[Any], person: User, whose: str, status: str, words: str) -> QuerySet[Any]:
    rows = {"mine": visible.filter(owner=person), "me": needs(visible, person)}.get(whose, visible)
    if status:
        rows = rows.filter(status=status)
    for word in words.split():
        rows = rows.filter(question__icontains=word)
    return rows.select_related("owner").order_by("-id")


def needs(visible: QuerySet[Any], person: User) -> QuerySet[Any]:
    """Plans and failures wait for whoever asked; sentences for everybody who may decide."""
    desks = workspaces_for(person, "decide")
    return visible.filter(
        Q(status__in=["awaiting_approval", "failed"], owner=person)
        | Q(status="waiting_for_review", workspace__in=desks)
    )


def with_progress(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Goals answered, quotes kept, sentences waiting: counted apart, since one join would multiply them."""
    closed = ["done", "insufficient", "abandoned"]
    annotated: QuerySet[Any] = rows.annotate(
        goals_all=counted(Goal.objects.all()),
        goals_closed=counted(Goal.objects.filter(state__in=closed)),
        kept=counted(Evidence.objects.standing()),
        sentences=counted(Claim.objects.all()),
        waits=counted(Claim.objects.waiting()),
        written=Exists(Report.objects.filter(task=OuterRef("pk"))),
    )
    return annotated


def counted(rows: QuerySet[Any]) -> Coalesce:
    of_task = rows.filter(task=OuterRef("pk")).order_by().values("task").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(of_task, output_field=IntegerField()), 0)

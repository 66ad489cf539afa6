"""Asking further on a report: the box below it, the answers as they come, and all that was asked."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from research import actions
from research.models import FollowUp, ResearchTask, User
from research.store.asked_further import AskedView, rows_of, view
from research.store.speaking import written
from research.web import sizes
from research.web.frame import Asked, signed_in
from research.web.further_words import why


@dataclass(frozen=True, slots=True)
class Shown:
    told: AskedView
    why: str
    every: int
    """Seconds until its page looks again; 0: there is nothing to wait for."""
    may_look_up: bool
    written: int
    """Characters of its answer so far, while a model writes it."""

    @property
    def row(self) -> FollowUp:
        return self.told.row

    @property
    def seen(self) -> str:
        """What a page shows of it now. While that stays, nothing is sent: a voice would read the same words again."""
        child = self.row.child
        return f"{self.row.state}.{self.written}.{child.status if child else ''}.{len(self.told.found)}"


def shown(person: User, row: FollowUp) -> Shown:
    waits = sizes.ANSWER_SECONDS if row.state == FollowUp.State.ASKED else sizes.FALLBACK_SECONDS
    may = row.may_be_looked_up and person.can("ask", row.task.workspace)
    so_far = written(row.task_id, row) if row.state == FollowUp.State.ASKED else 0
    return Shown(view(row), why(row), waits if row.waits else 0, may, so_far)


def box(person: User, task: ResearchTask, *, question: str = "", error: str = "") -> dict[str, Any]:
    """What the report's page shows below the report: the form, and the latest answers."""
    rows = list(rows_of(task)[: sizes.FOLLOW_UPS_SHOWN + 1])
    return {
        "task": task,
        "asked": [shown(person, row) for row in rows[: sizes.FOLLOW_UPS_SHOWN]],
        "more": len(rows) > sizes.FOLLOW_UPS_SHOWN,
        "may_ask": person.can("ask", task.workspace) and actions.may_be_asked_further(task),
        "most": int(actions.shown_thresholds(task.workspace).values["follow_up_characters"]),
        "question": question,
        "error": error,
    }


def find(request: Asked, task: int) -> ResearchTask:
    visible = ResearchTask.objects.visible_to(request.user).select_related("workspace", "owner")
    found: ResearchTask = get_object_or_404(visible, pk=task)
    return found


def part(request: Asked) -> bool:
    return "HX-Request" in request.headers


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def follow_ups(request: Asked, task: int) -> HttpResponse:
    """GET: all that was asked. POST: one more question; without scripts the answer's place on the report is next."""
    found = find(request, task)
    if request.method != "POST":
        return listed(request, found)
    question = request.POST.get("question", "")
    try:
        row = actions.ask_further(request.user, found, question, look_up=bool(request.POST.get("look_up")))
    except actions.Forbidden:
        raise
    except actions.Refused as refusal:
        return listed(request, found, question=question, error=str(refusal), status=422)
    if part(request):
        return render(request, "report/_further.html", box(request.user, found))
    return redirect(place(row))


def listed(
    request: Asked, task: ResearchTask, *, question: str = "", error: str = "", status: int = 200
) -> HttpResponse:
    context = box(request.user, task, question=question, error=error)
    if part(request):
        return render(request, "report/_further.html", context, status=status)
    rows = Paginator(rows_of(task), sizes.FOLLOW_UPS_A_PAGE).get_page(request.GET.get("page"))
    context |= {"rows": rows, "asked": [shown(request.user, row) for row in rows], "more": False}
    return render(request, "report/follow_ups.html", context, status=status)


def place(row: FollowUp) -> str:
    return f"{reverse('report', args=[row.task_id])}#{row.label}"


def one_of(request: Asked, task: int, follow_up: int) -> FollowUp:
    rows = FollowUp.objects.visible_to(request.user).select_related("task__workspace", "person", "child")
    found: FollowUp = get_object_or_404(rows, pk=follow_up, task=task)
    return found


@signed_in
@require_safe
def follow_up(request: Asked, task: int, follow_up: int) -> HttpResponse:
    """One question as it stands now; a page without scripts goes to its place on the report."""
    row = one_of(request, task, follow_up)
    if not part(request):
        return redirect(place(row))
    each = shown(request.user, row)
    if request.GET.get("seen") == each.seen:
        return HttpResponse(status=204)
    return render(request, "report/_asked.html", {"task": row.task, "each": each})


@signed_in
@require_POST
def look_up(request: Asked, task: int, follow_up: int) -> HttpResponse:
    row = one_of(request, task, follow_up)
    try:
        actions.look_up(request.user, row)
    except actions.Forbidden:
        raise
    except actions.Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(place(row))

"""The drafted plan, to be edited and approved. Without scripts every button is a request; nothing is saved before
"approve": the rows travel in the form."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from research import actions
from research.models import ResearchTask
from research.store.load import limits_of
from research.web.frame import Asked, signed_in
from research.web.live import find, may_steer

MUST, NICE = 1.0, 0.5


@dataclass(frozen=True, slots=True)
class Row:
    question: str
    wanted: str
    """One piece of evidence a line."""
    priority: float = MUST
    removed: bool = False

    @property
    def edit(self) -> Any:
        wanted = [line.strip() for line in self.wanted.splitlines() if line.strip()]
        return actions.GoalEdit(self.question.strip(), wanted, self.priority)

    @property
    def drafted_priority(self) -> bool:
        return self.priority not in (MUST, NICE)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: Asked, task: int) -> HttpResponse:
    found = find(request, task)
    if found.status != "awaiting_approval":
        return too_late(request, task)
    if request.method != "POST":
        return shown(request, found, drafted(found), found.plan_hash)
    rows, act = posted(request.POST), request.POST.get("act", "")
    if act == "approve":
        return approved(request, found, rows)
    return shown(request, found, changed(rows, act), request.POST.get("seen_hash", ""))


def too_late(request: Asked, task: int) -> HttpResponse:
    """Somebody approved, or ended it, while this page was open: what was typed here is gone, and that is said."""
    if request.method == "POST":
        sentence = _("The plan was approved already, or the task was stopped: what you changed was not saved.")
        messages.warning(request, sentence)
    return redirect("live", task=task)


def approved(request: Asked, task: ResearchTask, rows: list[Row]) -> HttpResponse:
    kept = [row for row in rows if not row.removed and row.question.strip()]
    goals = None if rows == drafted(task) else [row.edit for row in kept]
    seen = request.POST.get("seen_hash", "")
    try:
        actions.approve_plan(request.user, task, goals, seen_hash=seen, door="page")
    except actions.Stale as stale:
        return changed_meanwhile(request, task, rows, str(stale))
    except actions.Forbidden:
        raise
    except actions.Refused as refusal:
        return shown(request, task, rows, seen, error=str(refusal), status=422)
    messages.success(request, _("Approved. The search begins."))
    return redirect("live", task=task.pk)


def changed_meanwhile(request: Asked, task: ResearchTask, rows: list[Row], sentence: str) -> HttpResponse:
    """Both versions, and a choice: what was typed stays, the newer plan stands beside it."""
    task.refresh_from_db()
    return shown(request, task, rows, task.plan_hash, error=sentence, theirs=drafted(task), status=409)


def shown(
    request: Asked,
    task: ResearchTask,
    rows: list[Row],
    seen: str,
    *,
    error: str = "",
    theirs: list[Row] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {"task": task, "rows": rows, "seen_hash": seen, "error": error, "theirs": theirs, "must": MUST}
    context |= {"nice": NICE, "most": limits_of(task).question_characters, "may": may_steer(request.user, task)}
    return render(request, "tasks/plan.html", context, status=status)


def drafted(task: ResearchTask) -> list[Row]:
    return [Row(goal.question, "\n".join(goal.wanted), goal.priority) for goal in task.goals.order_by("number")]


def posted(form: QueryDict) -> list[Row]:
    columns = (form.getlist(name) for name in ("question", "wanted", "priority", "removed"))
    return [
        Row(question, wanted.replace("\r\n", "\n"), _priority(priority), removed == "yes")
        for question, wanted, priority, removed in zip(*columns, strict=False)
    ]


def _priority(text: str) -> float:
    try:
        return min(max(float(text), 0.0), MUST)
    except ValueError:
        return MUST


def changed(rows: list[Row], act: str) -> list[Row]:
    """The rows after one button: add, up-2, down-2, remove-2, restore-2. An unknown one changes nothing."""
    verb, _dash, place = act.partition("-")
    if verb == "add":
        return [*rows, Row("", "")]
    at = int(place) if place.isdecimal() else len(rows)
    if at >= len(rows):
        return rows
    if verb in ("up", "down"):
        return swapped(rows, at, at - 1 if verb == "up" else at + 1)
    if verb in ("remove", "restore"):
        row = replace(rows[at], removed=verb == "remove")
        return [*rows[:at], row, *rows[at + 1 :]]
    return rows


def swapped(rows: list[Row], one: int, other: int) -> list[Row]:
    if not 0 <= other < len(rows):
        return rows
    moved = list(rows)
    moved[one], moved[other] = moved[other], moved[one]
    return moved

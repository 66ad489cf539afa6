"""A goal of a running search in a person's hands: the form beside the tree, or a page of its own without scripts."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from research import actions
from research.models import Goal, ResearchTask
from research.store.load import limits_of
from research.web import numbers, sizes
from research.web.frame import Asked, signed_in
from research.web.live import find, may_steer

Act = Callable[[Asked, ResearchTask, int], Any]


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def steer(request: Asked, task: int, goal: int) -> HttpResponse:
    found = find(request, task)
    row = get_object_or_404(Goal, task=found, number=goal)
    if request.method != "POST":
        return shown(request, found, row)
    act = ACTS.get(request.POST.get("act", ""))
    return done(request, found, row, act) if act else shown(request, found, row, status=422)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: Asked, task: int) -> HttpResponse:
    found = find(request, task)
    return done(request, found, None, _added) if request.method == "POST" else shown(request, found, None)


@signed_in
@require_POST
def plan_again(request: Asked, task: int) -> HttpResponse:
    return done(request, find(request, task), None, lambda request, task, _goal: actions.plan_again(request.user, task))


def done(request: Asked, task: ResearchTask, row: Goal | None, act: Act) -> HttpResponse:
    """With a script the form says it in its own place; without one, the live page does."""
    try:
        act(request, task, row.number if row else 0)
    except actions.Stale as stale:
        return shown(request, task, row, error=str(stale), status=409)
    except actions.Forbidden:
        raise
    except actions.Refused as refusal:
        return shown(request, task, row, error=str(refusal), status=422)
    said = _("Noted. The next step takes it up.")
    if "HX-Request" in request.headers:
        return shown(request, task, row, said=said)
    messages.success(request, said)
    return redirect("live", task=task.pk)


def shown(
    request: Asked, task: ResearchTask, row: Goal | None, *, error: str = "", said: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "task": task,
        "goal": row,
        "open": row is None or row.state in ("open", "active"),
        "may": may_steer(request.user, task),
        "error": error,
        "said": said,
        "typed": request.POST if error else {},
        "most": limits_of(task).question_characters,
        "granted": int(task.thresholds.values.get("funded_rounds", 1)) or 1,
    }
    return render(request, "tasks/steer.html", context, status=status)


def _edited(request: Asked, task: ResearchTask, goal: int) -> Any:
    return actions.edit_goal(request.user, task, goal, _line(request.POST), _wanted(request.POST))


def _added(request: Asked, task: ResearchTask, goal: int) -> Any:
    return actions.add_goal(request.user, task, _line(request.POST), _wanted(request.POST), _priority(request.POST))


def _skipped(request: Asked, task: ResearchTask, goal: int) -> Any:
    return actions.skip_goal(request.user, task, goal)


def _prioritised(request: Asked, task: ResearchTask, goal: int) -> Any:
    return actions.prioritise_goal(request.user, task, goal, _priority(request.POST))


def _funded(request: Asked, task: ResearchTask, goal: int) -> Any:
    return actions.fund_goal(request.user, task, goal, _rounds(request.POST))


ACTS: dict[str, Act] = {"edit": _edited, "skip": _skipped, "prioritise": _prioritised, "fund": _funded}


def _line(form: QueryDict) -> str:
    return form.get("question", "")


def _wanted(form: QueryDict) -> list[str]:
    return [line for line in form.get("wanted", "").splitlines() if line.strip()]


def _priority(form: QueryDict) -> float:
    """What is no number is refused by the verb, like a number out of range."""
    try:
        return float(numbers.decimal(form.get("priority", "1")))
    except ValidationError:
        return 0.0


def _rounds(form: QueryDict) -> int:
    typed = form.get("rounds", "")
    try:
        return numbers.whole(typed) if len(typed) <= sizes.NUMBER_DIGITS else 0
    except ValidationError:
        return 0

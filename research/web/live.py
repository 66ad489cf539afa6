"""The live page of a task, and the buttons on it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from research import actions
from research.models import ResearchTask, User
from research.store.looking import scope_words
from research.web import sizes, watched
from research.web.before_after import before_after
from research.web.frame import Asked, View, signed_in
from research.web.in_mind import in_mind
from research.web.rewordings import rewordings
from research.web.rounds import rounds
from research.web.sentences import GROUPS

GROUP_WORDS = {
    "": gettext_lazy("All"),
    "decisions": gettext_lazy("Decisions"),
    "searching": gettext_lazy("Searching"),
    "reading": gettext_lazy("Reading"),
    "problems": gettext_lazy("Problems"),
}


def find(request: Asked, task: int) -> ResearchTask:
    rows = ResearchTask.objects.visible_to(request.user)
    found: ResearchTask = get_object_or_404(
        rows.select_related("workspace", "owner", "thresholds", "approved_by"), pk=task
    )
    return found


@signed_in
@require_safe
def live(request: Asked, task: int) -> HttpResponse:
    found = find(request, task)
    show = request.GET.get("show", "")
    show = show if show in GROUPS else ""
    before = request.GET.get("before", "")
    told = watched.lines(found, show, number_in(before) or None)
    context = shown(found, evidence_kind(request), request.user) | {
        "show": show,
        "tabs": [(group, GROUP_WORDS[group]) for group in ("", *GROUPS)],
        "problems": watched.problems(found),
        "lines": told,
        "earlier": told[-1].entry.seq if len(told) == sizes.LINES_SHOWN else None,
        "before": bool(number_in(before)),
    }
    return render(request, "tasks/live.html", context | moves(request, found))


def number_in(text: str) -> int:
    """The number of an entry as an address gives it; whatever else stands there means: from the beginning."""
    return int(text) if text.isdecimal() and len(text) <= sizes.NUMBER_DIGITS else 0


def evidence_kind(request: Asked) -> str:
    return "rejected" if request.GET.get("evidence") == "rejected" else "kept"


def shown(task: ResearchTask, evidence: str, person: User) -> dict[str, Any]:
    """The parts that every piece of news replaces. The number comes first: what is read after it is at least as new."""
    seq = watched.last_seq(task)
    return {
        "task": task,
        "scope": scope_words(task),
        "seq": seq,
        "after": seq,
        "facts": watched.facts(task),
        "tree": watched.tree(task),
        "choice": watched.choice(task),
        "steers": watched.searching(task) and may_steer(person, task),
        "wishes": watched.wishes(task),
        "evidence_kind": evidence,
        "cards": watched.cards(task, evidence),
        "fallback": sizes.FALLBACK_SECONDS,
        "card_limit": sizes.CARDS_SHOWN,
        "rounds": rounds(task),
        "mind": SimpleLazyObject(lambda: in_mind(task)),
        "reworded": rewordings(task),
    }


def fragment(task: ResearchTask, after: int, evidence: str, person: User) -> tuple[watched.News, str]:
    """Everything after the watcher's last number, in the language that is active."""
    context = shown(task, evidence, person)
    new = watched.news(task, after)
    context |= {"closed_rounds": new.rounds, "minded": new.minded, "lines": new.lines, "after": after, "seq": new.seq}
    context["moved"] = new.moved
    return new, render_to_string("tasks/_news.html", context)


@signed_in
@require_safe
def news(request: Asked, task: int) -> HttpResponse:
    """For a page that has no socket: the same fragment, asked for every few seconds."""
    after = number_in(request.GET.get("after", ""))
    _new, html = fragment(find(request, task), after, evidence_kind(request), request.user)
    return HttpResponse(html)


@signed_in
@require_safe
def buttons(request: Asked, task: int) -> HttpResponse:
    """What may be done now; fetched anew when the task moved, since a form needs its own token."""
    return render(request, "tasks/_moves.html", moves(request, find(request, task)))


def moves(request: Asked, task: ResearchTask) -> dict[str, Any]:
    why, figures = watched.ending(task)
    step = watched.hand_step(task)
    return {
        "task": task,
        "may": may_steer(request.user, task),
        "why_ended": why,
        "why_figures": figures,
        "hand_step": step,
        "memory": before_after(step) if step else None,
        "reported": task.reports.exists(),
    }


def may_steer(person: User, task: ResearchTask) -> bool:
    """For showing buttons alone; the verbs check for themselves."""
    own = task.owner_id == person.pk or person.can("tune", task.workspace)
    return own and person.can("ask", task.workspace)


def _move(act: Callable[..., None], said: Any) -> View:
    @signed_in
    @require_POST
    def view(request: Asked, task: int) -> HttpResponse:
        found = find(request, task)
        try:
            act(request.user, found, door="page")
            messages.success(request, said)
        except actions.Forbidden:
            raise
        except actions.Refused as refusal:
            messages.error(request, str(refusal))
        return redirect("live", task=task)

    return view


pause = _move(actions.pause, gettext_lazy("Pausing after this step."))
resume = _move(actions.resume, gettext_lazy("It goes on from the same step."))
step_once = _move(actions.step_once, gettext_lazy("One step, then it pauses again."))
retry = _move(actions.retry, gettext_lazy("It is tried again from the step that failed."))


@signed_in
@require_POST
def stop(request: Asked, task: int) -> HttpResponse:
    found = find(request, task)
    write = request.POST.get("write") == "report"
    try:
        actions.stop(request.user, found, write_report=write, door="page")
        messages.success(request, _("Writing from what is there.") if write else _("Stopped. The evidence is kept."))
    except actions.Forbidden:
        raise
    except actions.Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("live", task=task)


@signed_in
@require_POST
def delete(request: Asked, task: int) -> HttpResponse:
    """Irreversible, so the number is typed: a button alone is pressed by accident (X14)."""
    found = find(request, task)
    if request.POST.get("label", "").strip().upper() != found.label:
        messages.error(request, _("Not deleted: the number typed is not the number of this task."))
        return redirect("live", task=task)
    try:
        actions.delete_task(request.user, found, door="page")
    except actions.Forbidden:
        raise
    except actions.Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("live", task=task)
    messages.success(request, _("%(task)s is deleted.") % {"task": f"T-{task}"})
    return redirect("task_list")

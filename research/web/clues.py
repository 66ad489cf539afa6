"""What tasks of a workspace learned: who may be told what, what became of it, and how it is forgotten (R172-R177)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from memory.models import Clue, KeptOut
from research import actions
from research.models import ResearchTask, User, Workspace
from research.store.clue_rows import Told, in_order, index, language_of
from research.store.yields import limits_now
from research.web import sizes
from research.web.api.given import number_of
from research.web.filters import asked_for, plain
from research.web.frame import Asked, signed_in

STATE_WORDS = {
    Clue.State.UNVERIFIED.value: gettext_lazy("not verified yet"),
    Clue.State.CONFIRMED.value: gettext_lazy("confirmed"),
    Clue.State.CONTRADICTED.value: gettext_lazy("contradicted"),
    "withheld": gettext_lazy("told to nobody"),
}
_WITHHELD = Q(withheld=True) | Q(task__in=KeptOut.objects.values("task"))


@dataclass(frozen=True, slots=True)
class Shown:
    row: Clue
    there: bool
    """Its task is still there to be looked at."""
    judge_there: bool
    told: bool
    kept_out: bool
    may: bool
    word: str

    @property
    def language(self) -> str:
        return language_of(self.row.text)


@signed_in
@require_safe
def clue_list(request: Asked) -> HttpResponse:
    rooms = list(Workspace.objects.visible_to(request.user).order_by("name"))
    wanted = asked_for(request, "workspace")
    room = next((each for each in rooms if str(each.pk) == wanted), rooms[0] if rooms else None)
    words, state = asked_for(request, "q"), asked_for(request, "state")
    shown = {"rooms": rooms, "room": room, "q": words, "state": state, "states": list(STATE_WORDS.items())}
    return render(request, "clues/list.html", {**shown, **(_page(request, room, words, state) if room else {})})


def _page(request: Asked, room: Workspace, words: str, state: str) -> dict[str, Any]:
    rows = Paginator(found(room, words, state), sizes.CLUES_A_PAGE).get_page(request.GET.get("page"))
    limits, told = limits_now(room), told_in(room)
    tasks = ResearchTask.objects.filter(workspace=room)
    out = tasks.filter(pk__in=KeptOut.objects.values("task")).select_related("owner")
    return {
        "rows": rows,
        "shown": _shown(rows, room, request.user, told.rows),
        "in_index": len(told.rows),
        "left_out": told.left_out,
        "lines": limits.clue_lines,
        "kilobytes": limits.clue_bytes // 1000,
        "kept_out": out.order_by("-pk"),
        "may_ask": request.user.can("ask", room),
    }


def told_in(room: Workspace) -> Told:
    """The workspace's index as its limits are now."""
    limits = limits_now(room)
    return index(room.pk, limits.clue_lines, limits.clue_bytes)


def found(room: Workspace, words: str, state: str) -> QuerySet[Clue]:
    rows = in_order(room.pk)
    for word in words.split():
        rows = rows.filter(Q(text__icontains=word) | Q(task_label__iexact=word))
    if state == "withheld":
        return rows.filter(_WITHHELD)
    return rows.filter(state=state) if state in Clue.State.values else rows


def _shown(rows: Any, room: Workspace, person: User, told: frozenset[int]) -> list[Shown]:
    numbers = {number for row in rows for number in (row.task, row.judged_by) if number}
    tasks = {task.pk: task for task in ResearchTask.objects.filter(workspace=room, pk__in=numbers)}
    out = set(KeptOut.objects.filter(task__in=numbers).values_list("task", flat=True))
    return [
        Shown(
            row,
            row.task in tasks,
            row.judged_by in tasks,
            row.pk in told,
            row.task in out,
            actions.may_rule_on(person, room, row),
            str(STATE_WORDS[row.state]),
        )
        for row in rows
    ]


def clue_of(person: User, number: int) -> tuple[Clue, Workspace]:
    """With its workspace; of a workspace that the person isn't in, it is missing."""
    row = get_object_or_404(Clue.objects.filter(workspace_id__in=Workspace.objects.visible_to(person)), pk=number)
    return row, Workspace.objects.get(pk=row.workspace_id)


@signed_in
@require_POST
def forget(request: Asked, clue: int) -> HttpResponse:
    row, room = clue_of(request.user, clue)
    reason = plain(request.POST.get("reason", ""))
    done = _("Forgotten. The audit trail says who and why, not what.")
    return _answered(request, room, done, lambda: actions.forget_clue(request.user, room, row, reason=reason))


@signed_in
@require_POST
def withhold(request: Asked, clue: int) -> HttpResponse:
    row, room = clue_of(request.user, clue)
    held, reason = request.POST.get("withheld") == "1", plain(request.POST.get("reason", ""))
    done = _("It is told to no task from now on.") if held else _("Later tasks may be told it again.")
    return _answered(request, room, done, lambda: actions.withhold_clue(request.user, room, row, held, reason=reason))


@signed_in
@require_POST
def keep_out(request: Asked) -> HttpResponse:
    tasks = ResearchTask.objects.visible_to(request.user).select_related("workspace", "owner")
    try:
        number = number_of(plain(request.POST.get("task", "")), "T")
    except Http404:
        number = 0
    task = get_object_or_404(tasks, pk=number)
    out, reason = request.POST.get("out") == "1", plain(request.POST.get("reason", ""))
    told = {"task": task.label}
    done = _("%(task)s is kept out.") % told if out else _("%(task)s is shared again.") % told
    return _answered(request, task.workspace, done, lambda: actions.keep_out(request.user, task, out, reason=reason))


def _answered(request: Asked, room: Workspace, done: str, act: Callable[[], None]) -> HttpResponse:
    try:
        act()
        messages.success(request, done)
    except actions.Forbidden:
        raise
    except actions.Refused as refusal:
        messages.error(request, str(refusal))
    response = redirect("clues")
    response["Location"] += f"?workspace={room.pk}"
    return response

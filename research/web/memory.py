"""A task's memory after any of its steps, beside what it was after another: what came, went and stayed (R048)."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from memory.parts import Damaged
from research.models import ResearchTask
from research.store.memories import Remembered, decided_by, last_step, points, remembered, snapshots
from research.store.payloads import UnknownVersion, dumped
from research.web import sizes
from research.web.before_after import Part, between
from research.web.frame import Asked, signed_in
from research.web.live import find


@signed_in
@require_safe
def memory(request: Asked, task: int) -> HttpResponse:
    found = find(request, task)
    last, newest = last_step(found), snapshots(found)
    step = step_in(request.GET.get("step", ""), last, last)
    than = step_in(request.GET.get("than", ""), last, _decided_before(found, step))
    until = step_in(request.GET.get("until", ""), newest, _around(found, step, newest))
    shown = {
        "task": found,
        "last": last,
        "step": step,
        "than": than,
        "points": points(found, sizes.POINTS_A_PAGE, until),
        "snapshots": newest,
        "newer": min(newest, until + sizes.POINTS_A_PAGE) if until < newest else None,
        "older": until - sizes.POINTS_A_PAGE if until > sizes.POINTS_A_PAGE else None,
        **_told(found, step, than),
    }
    return render(request, "tasks/memory.html", shown)


def step_in(text: str, last: int, otherwise: int) -> int:
    """A number of a step that there is: beyond the last is the last, and what is no number says nothing."""
    fits = text.isdecimal() and len(text) <= sizes.NUMBER_DIGITS
    return min(int(text), last) if fits else otherwise


def _decided_before(task: ResearchTask, step: int) -> int:
    """The step of the last decision before this one: what has happened since is what a reader wants to see."""
    point = decided_by(task, step - 1)
    return point.step if point else 0


def _around(task: ResearchTask, step: int, newest: int) -> int:
    """The newest number of a page of decision points that has the step's own in its middle."""
    point = decided_by(task, step)
    middle = (point.number if point else 0) + sizes.POINTS_A_PAGE // 2
    return min(newest, max(middle, sizes.POINTS_A_PAGE))


def _told(task: ResearchTask, step: int, than: int) -> dict[str, Any]:
    """A memory that can't be put together again is said to be so: a nearly right one would mislead."""
    try:
        now, was = remembered(task, step), remembered(task, than)
    except (Damaged, UnknownVersion, ValueError):
        return {"broken": _("The memory of this step cannot be read back whole, so it is not shown.")}
    return {"parts": compared(was, now), "since": now.since}


def compared(was: Remembered, now: Remembered) -> list[Part]:
    return between(body_of(was), body_of(now))


def body_of(then: Remembered) -> dict[str, Any]:
    return {**dumped(then.mind), "tombstones": list(then.tombstones)}

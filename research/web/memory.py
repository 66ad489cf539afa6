"""A task's memory after any of its steps, beside what it was after another: what came, went and stayed (R048)."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from memory.parts import Damaged
from research.models import ResearchTask
from research.store.memories import Point, Remembered, last_step, points, remembered
from research.store.payloads import UnknownVersion, dumped
from research.web import sizes
from research.web.before_after import Part, between
from research.web.frame import Asked, signed_in
from research.web.live import find


@signed_in
@require_safe
def memory(request: Asked, task: int) -> HttpResponse:
    found = find(request, task)
    last, taken = last_step(found), points(found, sizes.POINTS_SHOWN)
    step = step_in(request.GET.get("step", ""), last, last)
    than = step_in(request.GET.get("than", ""), last, point_before(taken, step))
    shown = {
        "task": found,
        "last": last,
        "step": step,
        "than": than,
        "points": taken,
        **_told(found, step, than),
    }
    return render(request, "tasks/memory.html", shown)


def step_in(text: str, last: int, otherwise: int) -> int:
    """A number of a step that there is: beyond the last is the last, and what is no number says nothing."""
    fits = text.isdecimal() and len(text) <= sizes.NUMBER_DIGITS
    return min(int(text), last) if fits else otherwise


def point_before(taken: list[Point], step: int) -> int:
    """The step of the last decision before this one: what has happened since is what a reader wants to see."""
    return next((point.step for point in taken if point.step < step), 0)


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

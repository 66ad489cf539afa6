"""Versions of a report: the list, one as it was, what changed to it, and publishing the newest."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from research import actions
from research.actions.sharing import DAYS
from research.models import Report, ResearchTask
from research.store import versions
from research.web.claim_page import difference, told
from research.web.frame import Asked, signed_in
from research.web.marks import Piece
from research.web.report import report_shown


@dataclass(frozen=True, slots=True)
class ChangeShown:
    change: versions.Change
    pieces: list[Piece]
    """Old and new in one, word by word."""
    cause: dict[str, Any] | None


@signed_in
@require_safe
def listed(request: Asked, task: int) -> HttpResponse:
    return versions_page(request, _task(request, task))


def versions_page(request: Asked, task: ResearchTask, status: int = 200, **more: Any) -> HttpResponse:
    """Also the answer to a form on it that says something once."""
    rows = task.reports.select_related("published_by").order_by("-version")
    may = request.user.can("decide", task.workspace)
    shown = {
        "task": task,
        "rows": [(row, _names(row)) for row in rows],
        "may_publish": may,
        "may_share": may and task.workspace.links_allowed,
        "days": DAYS,
        **more,
    }
    return render(request, "report/versions.html", shown, status=status)


@signed_in
@require_safe
def as_it_was(request: Asked, task: int, version: int) -> HttpResponse:
    report = _version(request, task, version)
    newest = report.task.reports.latest("version")
    shown = report_shown(report.task, report) | {"past": report if report != newest else None}
    return render(request, "report/report.html", shown)


@signed_in
@require_safe
def changed(request: Asked, task: int, version: int) -> HttpResponse:
    new = _version(request, task, version)
    old = new.task.reports.filter(version__lt=version).order_by("-version").first()
    found = versions.changes(old, new) if old else ()
    shown = [
        ChangeShown(each, difference(each.old, each.new), told(each.cause) if each.cause else None) for each in found
    ]
    return render(request, "report/changes.html", {"task": new.task, "old": old, "new": new, "changes": shown})


@signed_in
@require_POST
def publish(request: Asked, task: int) -> HttpResponse:
    found = _task(request, task)
    seen = request.POST.get("seen_version", "")
    try:
        if not (seen.isascii() and seen.isdecimal()):
            raise actions.Refused(_("There is a newer version than the one you saw."))
        made = actions.publish(request.user, found, seen_version=int(seen))
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(request, _("Version %(number)s is published and stays as it is.") % {"number": made.version})
    return redirect("versions", task)


def _task(request: Asked, task: int) -> ResearchTask:
    rows = ResearchTask.objects.visible_to(request.user).select_related("workspace", "owner")
    found: ResearchTask = get_object_or_404(rows, pk=task)
    return found


def _version(request: Asked, task: int, version: int) -> Report:
    joined = ("task__owner", "task__workspace", "task__thresholds", "task__approved_by", "task__parent", "published_by")
    rows = Report.objects.visible_to(request.user).select_related(*joined)
    found: Report = get_object_or_404(rows, task=task, version=version)
    return found


def _names(report: Report) -> list[str]:
    """Whose decisions a version holds."""
    people = report.decisions.order_by("person__username").values_list("person__username", flat=True)
    return list(people.distinct())

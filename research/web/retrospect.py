"""Which searches paid: each query with what the report cites of it, each wording with its rate; of a task, of all."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from research.models import Query, ResearchTask, Workspace
from research.store import yields
from research.web import sizes
from research.web.filters import asked_for
from research.web.frame import Asked, signed_in

SHOW_WORDS = {
    "": gettext_lazy("All"),
    "cited": gettext_lazy("Cited"),
    "uncited": gettext_lazy("Never cited"),
    "unsent": gettext_lazy("Not sent"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    row: Query
    scored: bool
    """False until its task is done: before the report, nothing can be cited."""

    @property
    def share(self) -> str:
        """How much of what it brought is cited."""
        return f"{self.row.cited / self.row.kept:.0%}" if self.scored and self.row.kept else ""


@signed_in
@require_safe
def of_task(request: Asked, task: int) -> HttpResponse:
    visible = ResearchTask.objects.visible_to(request.user).select_related("workspace")
    found = get_object_or_404(visible, pk=task)
    return render(request, "tasks/retrospect.html", page(request, found.workspace, found))


@signed_in
@require_safe
def of_workspace(request: Asked) -> HttpResponse:
    rooms = list(Workspace.objects.visible_to(request.user).order_by("name"))
    wanted = asked_for(request, "workspace")
    room = next((each for each in rooms if str(each.pk) == wanted), rooms[0] if rooms else None)
    shown = page(request, room, None) if room else {"scored": True}
    return render(request, "tasks/retrospect.html", {**shown, "rooms": rooms})


def page(request: Asked, room: Workspace, task: ResearchTask | None) -> dict[str, Any]:
    """Of a task its own figures; which wordings the next plan avoids is the workspace's in either case."""
    limits, show = yields.limits_now(room), asked_for(request, "show")
    last = yields.of_last_tasks(room.pk, limits.looked_back_tasks)
    learned = yields.rates(last, limits.unpaid_tries)
    queries = Query.objects.filter(task=task) if task else last
    rows = Paginator(yields.shown(queries, show), sizes.QUERIES_A_PAGE).get_page(request.GET.get("page"))
    return {
        "room": room,
        "task": task,
        "tasks": yields.looked_back(room.pk, limits.looked_back_tasks),
        "rates": yields.rates(queries, limits.unpaid_tries) if task else learned,
        "avoided": {rate.wording for rate in learned if rate.unpaid},
        "tries": limits.unpaid_tries,
        "rows": rows,
        "shown": [Shown(row, row.task.phase == "done") for row in rows],
        "show": show if show in yields.SHOWS else "",
        "tabs": list(SHOW_WORDS.items()),
        "scored": task is None or task.phase == "done",
        "waiting": task is not None and task.reports.exists(),
    }

"""Everything that a task reached, or didn't: when, through which channel, how it ended, and how far it is believed."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from research.models import Reach, ResearchTask
from research.models.reach import OPENED
from research.store.failures import failure
from research.store.reached import SHOWS, already_reached, kept_pages, looked, quotes_kept
from research.store.sayings import said_each
from research.web import sizes
from research.web.filters import asked_for
from research.web.frame import Asked, signed_in

SHOW_WORDS = {
    "": gettext_lazy("All"),
    "pages": pgettext_lazy("kinds of reaches", "Pages"),
    "searches": gettext_lazy("Searches"),
    "failed": gettext_lazy("Failed"),
    "skipped": gettext_lazy("Skipped"),
}
END_WORDS = {
    "ok": gettext_lazy("fetched"),
    "cached": gettext_lazy("from the cache"),
    "failed": gettext_lazy("failed"),
    "skipped": gettext_lazy("skipped"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    row: Reach
    end: str
    why: str
    copy: int | None
    """The stored copy of the page, where there is one."""
    quotes: int = 0
    """Kept of that page by the whole task: a later look that kept nothing takes none of them back."""


@signed_in
@require_safe
def reached(request: Asked, task: int) -> HttpResponse:
    visible = ResearchTask.objects.visible_to(request.user).select_related("workspace", "owner")
    found = get_object_or_404(visible, pk=task)
    show = asked_for(request, "show")
    rows = Paginator(already_reached(found, show), sizes.REACHES_A_PAGE).get_page(request.GET.get("page"))
    copies = kept_pages(found, rows)
    quotes = quotes_kept(found)
    context = {
        "task": found,
        "rows": rows,
        "shown": [shown(row, copies, quotes) for row in rows],
        "show": show if show in SHOWS else "",
        "tabs": list(SHOW_WORDS.items()),
        "looked": looked(found),
    }
    return render(request, "tasks/reached.html", context)


def shown(row: Reach, copies: dict[str, int], quotes: Mapping[int, int]) -> Shown:
    lost = row.outcome in ("failed", "skipped")
    why = failure(row.kind, row.detail) if lost else said_each(row.detail)
    copy = copies.get(row.target) if row.purpose in OPENED else None
    return Shown(row, str(END_WORDS[row.outcome]), why, copy, quotes.get(copy, 0) if copy else 0)

"""The stored copy beside the report, at a quote: in the address, so that a link gives the same two texts (RP5)."""

from dataclasses import dataclass
from typing import Any

from django.shortcuts import get_object_or_404

from research.models import Evidence, ResearchTask
from research.store.changed_since import Differs, differs_since
from research.store.report_views import ReportView
from research.store.stored_copy import parts, pieces
from research.web.frame import Asked


@dataclass(frozen=True, slots=True)
class Beside:
    evidence: Evidence
    pieces: list[Any]
    before: Evidence | None
    """The quote that the report cites before this one."""
    after: Evidence | None
    since: Differs | None
    """The live page was seen to differ since the copy was stored."""


def beside(request: Asked, task: ResearchTask, view: ReportView) -> Beside | None:
    asked = request.GET.get("beside", "")
    if not (asked.isascii() and asked.isdecimal()):
        return None
    rows = Evidence.objects.visible_to(request.user).select_related("source")
    found = get_object_or_404(rows, task=task, pk=asked)
    source = found.source
    shown = pieces(source.text, [found], parts(source.text, source.page_starts, source.content_type))
    return Beside(found, list(shown), *_neighbours(found, view), differs_since(source, found.quote))


def _neighbours(found: Evidence, view: ReportView) -> tuple[Evidence | None, Evidence | None]:
    lines = [line for section in view.sections for line in section.lines]
    cited = list(dict.fromkeys(each.evidence for line in lines for each in line.citations))
    if found not in cited:
        return None, cited[0] if cited else None
    at = cited.index(found)
    return cited[at - 1] if at else None, cited[at + 1] if at + 1 < len(cited) else None

"""The report, the popover behind each of its citations, and its export."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from research import actions
from research.models import Citation, Reach, Report, ResearchTask
from research.models.claim import VERDICT_WORDS
from research.store import desk, export, spend
from research.store.failures import cause
from research.store.markdown import markdown as as_markdown
from research.store.report_views import ReportView
from research.web import further
from research.web.beside import beside
from research.web.claim_page import decisions_shown, flags_shown
from research.web.frame import Asked, signed_in
from research.web.marks import marked


@dataclass(frozen=True, slots=True)
class Tally:
    """Coverage is printed beside the verdicts: how many of the claims were checked at all (RP7)."""

    claims: int
    checked: int
    """By code, or by the person who rejected it."""
    unchecked: int
    """Written, and the check has not come to them yet."""
    rejected: int
    parts: list[tuple[str, str, int]]


def tally(view: ReportView) -> Tally:
    counts = view.counts
    parts = [(verdict.value, str(word), counts.get(verdict.value, 0)) for verdict, word in VERDICT_WORDS.items()]
    unchecked = counts.get("", 0)
    checked = view.claims - unchecked - view.check_failed
    return Tally(view.claims, checked, unchecked, view.rejected, parts)


def by_cause(rows: Iterable[Reach]) -> list[tuple[str, list[Reach]]]:
    """Failed sources under the words of their cause, the commonest cause first (RP8)."""
    grouped: dict[str, list[Reach]] = {}
    for row in rows:
        grouped.setdefault(cause(row.kind, row.detail), []).append(row)
    return sorted(grouped.items(), key=lambda pair: -len(pair[1]))


@signed_in
@require_safe
def report(request: Asked, task: int) -> HttpResponse:
    joined = ("owner", "approved_by", "thresholds", "workspace", "parent")
    visible = ResearchTask.objects.visible_to(request.user).select_related(*joined)
    found = get_object_or_404(visible, pk=task)
    if not found.reports.exists():
        return render(request, "report/unwritten.html", {"task": found})
    shown = report_shown(found) | further.box(request.user, found)
    return render(request, "report/report.html", shown | {"beside": beside(request, found, shown["view"])})


def report_shown(task: ResearchTask, version: Report | None = None) -> dict[str, Any]:
    view = export.report_view(task, version)
    lines = [line for section in view.sections for line in section.lines]
    return {
        "task": task,
        "view": view,
        "tally": tally(view),
        "waiting": sum(line.waits for line in lines) + sum(section.waits for section in view.sections),
        "decided": sum(line.decision is not None for line in lines),
        "reasons": list(actions.REASONS.items()),
        "unread": by_cause(view.unread),
        "uses": spend.used(task.model_calls.filter(follow_up=None)),
        "annotated": view.annotated,
        "written": view.report,
    }


@signed_in
@require_safe
def citation(request: Asked, task: int, number: int, evidence: int) -> HttpResponse:
    """One quote behind one sentence. Asked for by htmx it's the card alone; a plain request gets it on a page."""
    cited = Citation.objects.visible_to(request.user).select_related("claim__task", "evidence__source")
    found = get_object_or_404(cited, claim__task=task, claim__number=number, evidence=evidence)
    shown = {
        "claim": found.claim,
        "evidence": found.evidence,
        "pieces": marked(found.evidence.quote, found.claim.atoms),
        "against": desk.against([found.evidence]),
        "reprints": found.evidence.reprints.select_related("source"),
        "decisions": decisions_shown(request.user, found.claim),
        "flags": flags_shown(request.user, found.claim),
    }
    part = "HX-Request" in request.headers
    return render(request, "report/_citation.html" if part else "report/citation.html", shown)


@signed_in
@require_safe
def markdown(request: Asked, task: int) -> HttpResponse:
    found = get_object_or_404(ResearchTask.objects.visible_to(request.user), pk=task)
    get_object_or_404(found.reports.order_by("-version")[:1])
    answer = HttpResponse(as_markdown(found), content_type="text/markdown; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{found.label}.md"'
    return answer

"""Flagging a sentence or a heading: a page with all of the report, or with the one that somebody came from; taking the
flag back, and answering it that nothing is wrong (RP10)."""

from collections.abc import Callable, Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from research import actions
from research.models import Claim, Flag, ResearchTask
from research.store.export import report_view
from research.store.report_views import ReportView
from research.web.claim_page import flags_shown
from research.web.frame import Asked, signed_in
from research.web.review import refused_at


class FlagForm(forms.Form):
    claim = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    reason_code = forms.CharField(required=False)
    note = forms.CharField(required=False)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def flag(request: Asked, task: int) -> HttpResponse:
    found = get_object_or_404(ResearchTask.objects.visible_to(request.user).select_related("workspace"), pk=task)
    get_object_or_404(found.reports.order_by("-version")[:1])
    if request.method != "POST":
        return _page(request, found, FlagForm(request.GET))
    form = FlagForm(request.POST)
    try:
        claim = _chosen(found, form)
        reason, note = request.POST.get("reason_code", ""), request.POST.get("note", "")
        actions.flag_claim(request.user, claim, reason_code=reason, note=note)
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        return _page(request, found, form, refused.sentence)
    messages.success(request, _("%(claim)s is flagged. A reviewer decides on it.") % {"claim": claim.label})
    return redirect(f"{reverse('report', args=[found.pk])}#c-{claim.number}")


@signed_in
@require_POST
def withdraw(request: Asked, task: int, flag: int) -> HttpResponse:
    found = _flag(request, task, flag)
    return _ended(
        request, found, lambda: actions.withdraw_flag(request.user, found), _("%(claim)s: your flag is gone.")
    )


@signed_in
@require_POST
def settle(request: Asked, task: int, flag: int) -> HttpResponse:
    found, note = _flag(request, task, flag), request.POST.get("answer", "")
    said = _("%(claim)s: the flag is answered, nothing is wrong.")
    return _ended(request, found, lambda: actions.settle_flag(request.user, found, note=note), said)


def _flag(request: Asked, task: int, flag: int) -> Flag:
    joined = ("person", "claim__task__workspace", "claim__task__owner")
    rows = Flag.objects.visible_to(request.user).select_related(*joined)
    found: Flag = get_object_or_404(rows, pk=flag, claim__task=task)
    return found


def _ended(request: Asked, flag: Flag, end: Callable[[], Flag], said: str) -> HttpResponse:
    """Back to the sentence, with what happened or with the reason why not."""
    claim = flag.claim
    try:
        end()
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        answered = {"flag": flag.pk, "text": request.POST.get("answer", "")}
        return refused_at(request, claim, refused, answered=answered)
    messages.success(request, said % {"claim": claim.label})
    return redirect("claim", claim.task_id, claim.number)


def _chosen(task: ResearchTask, form: FlagForm) -> Claim:
    form.is_valid()
    number = form.cleaned_data.get("claim") or 0
    claim: Claim | None = task.claims.filter(number=number).first()
    if claim is None:
        raise actions.Refused(_("Choose the sentence."))
    return claim


def _page(request: Asked, task: ResearchTask, form: FlagForm, refused: str = "") -> HttpResponse:
    """What was typed stays. A sentence that the report doesn't have leads to the choice among all."""
    form.is_valid()
    view = report_view(task)
    wanted = form.cleaned_data.get("claim")
    one = next((claim for claim in _shown(view) if claim["number"] == wanted), None)
    shown = {
        "task": task,
        "view": view,
        "one": one,
        "flags": flags_shown(request.user, one["claim"]) if one else [],
        "form": form,
        "refused": refused,
        "reasons": list(actions.REASONS.items()),
    }
    return render(request, "report/flag.html", shown, status=422 if refused else 200)


def _shown(view: ReportView) -> Iterator[dict[str, Any]]:
    """What can be flagged, as a reader sees it: headings that are claims, and sentences that weren't removed."""
    for section in view.sections:
        if section.claim:
            yield {"number": section.claim.number, "claim": section.claim, "text": section.heading}
        for line in section.lines:
            if line.claim and line.state != "removed":
                yield {"number": line.claim.number, "claim": line.claim, "text": line.text}

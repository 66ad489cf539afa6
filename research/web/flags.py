"""Flagging a sentence: a page with every sentence of the report, or with the one that somebody came from (RP10)."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from research import actions
from research.models import Claim, ResearchTask
from research.store.export import report_view
from research.web.frame import Asked, signed_in


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
        actions.flag_claim(
            request.user, claim, reason_code=form.cleaned_data["reason_code"], note=form.cleaned_data["note"]
        )
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        return _page(request, found, form, refused.sentence)
    messages.success(request, _("%(claim)s is flagged. A reviewer decides on it.") % {"claim": claim.label})
    return redirect(f"{reverse('report', args=[found.pk])}#c-{claim.number}")


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
    said = [line for section in view.sections for line in section.lines if line.claim and line.state != "removed"]
    wanted = form.cleaned_data.get("claim")
    shown = {
        "task": task,
        "view": view,
        "one": next((line for line in said if line.claim and line.claim.number == wanted), None),
        "form": form,
        "refused": refused,
        "reasons": list(actions.REASONS.items()),
    }
    return render(request, "report/flag.html", shown, status=422 if refused else 200)

"""Giving a sentence, or all that wait of a task, to a reviewer. Forms that post: they work without a script."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from research import actions
from research.models import ResearchTask
from research.web.frame import Asked, signed_in
from research.web.numbers import UNREADABLE
from research.web.review import find, refused_at, with_filters


class AssignForm(forms.Form):
    to = forms.CharField(required=False)

    def name(self) -> str:
        """What can't be a name is nobody's, and so refused; empty is nobody."""
        return str(self.cleaned_data["to"]) if self.is_valid() else UNREADABLE


@signed_in
@require_POST
def assign(request: Asked, task: int, number: int) -> HttpResponse:
    found, to = find(request, task, number), AssignForm(request.POST).name()
    try:
        actions.assign_claim(request.user, found, to)
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        return refused_at(request, found, refused)
    said = _("%(claim)s is assigned to %(name)s.") if to else _("%(claim)s is assigned to nobody.")
    messages.success(request, said % {"claim": found.label, "name": to})
    return redirect(with_filters(request, reverse("claim", args=[task, number])))


@signed_in
@require_POST
def assign_task(request: Asked, task: int) -> HttpResponse:
    rows = ResearchTask.objects.visible_to(request.user).select_related("workspace")
    found, to = get_object_or_404(rows, pk=task), AssignForm(request.POST).name()
    try:
        count = len(actions.assign_task(request.user, found, to))
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        messages.error(request, refused.sentence)
    else:
        said = ngettext("%(count)s sentence changed hands.", "%(count)s sentences changed hands.", count)
        messages.success(request, said % {"count": count})
    return redirect(with_filters(request, reverse("desk")))

"""The reviewer's desk: the queue, one claim, and the decision on it."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from research import actions
from research.models import Claim, Decision
from research.models.claim import VERDICT_WORDS
from research.store import desk
from research.web.claim_page import claim_view, stale_view
from research.web.frame import Asked, signed_in
from research.web.words import RULING_WORDS, verdict_word

SKIPPED = "skipped"
"""In the session: claims at the end of this person's line. Others see them where they stand."""


class QueueForm(forms.Form):
    """Filters live in the address, so that a link gives the same view (X3). What isn't valid doesn't filter."""

    task = forms.IntegerField(required=False, min_value=1)
    verdict = forms.ChoiceField(required=False, choices=[("", ""), *VERDICT_WORDS.items()])
    language = forms.ChoiceField(required=False, choices=[("", ""), ("en", "English"), ("zh", "中文")])

    def wanted(self) -> dict[str, Any]:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


class DecisionForm(forms.Form):
    """The shape of a decision. Its rules (who may, which reason is due) are the verb's."""

    seen_version = forms.IntegerField(min_value=1)
    ruling = forms.ChoiceField(choices=[*RULING_WORDS.items(), ("rejected:remove", ""), ("rejected:mark", "")])
    text = forms.CharField(required=False)
    reason_code = forms.ChoiceField(required=False, choices=lambda: [("", ""), *actions.REASONS.items()])
    note = forms.CharField(required=False)

    def decision(self) -> dict[str, Any]:
        """As the verb takes it. The two buttons under "reject" carry their effect in their value."""
        ruling, _colon, effect = self.cleaned_data["ruling"].partition(":")
        return self.cleaned_data | {"ruling": ruling} | ({"effect": effect} if effect else {})


@signed_in
@require_safe
def queue(request: Asked) -> HttpResponse:
    form = QueueForm(request.GET)
    rows = desk.waiting_for(request.user, **form.wanted(), last=request.session.get(SKIPPED, ()))
    counted = desk.counts(request.user)
    shown = {
        "rows": rows,
        "filters": form.wanted(),
        "query": urlencode(form.wanted()),
        "verdicts": [(verdict.value, word, counted.get(verdict.value, 0)) for verdict, word in VERDICT_WORDS.items()],
        "waiting": sum(counted.values()),
        "tasks": sorted({row.claim.task for row in rows}, key=lambda task: task.pk),
    }
    return render(request, "review/queue.html", shown)


@signed_in
@require_safe
def claim(request: Asked, task: int, number: int) -> HttpResponse:
    found = _find(request, task, number)
    return render(request, "review/claim.html", claim_view(request.user, found) | _place_in_line(request, found))


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: Asked, task: int, number: int) -> HttpResponse:
    """A refused decision is answered at this address: asked for anew, it leads back to the claim."""
    found, form = _find(request, task, number), DecisionForm(request.POST)
    if request.method != "POST":
        return redirect(_with_filters(request, reverse("claim", args=[task, number])))
    onward = _onward(request, found)
    try:
        decision = actions.decide_claim(request.user, found, **_checked(form))
    except actions.Forbidden:
        raise
    except actions.Stale as stale:
        return render(request, "review/stale.html", stale_view(request, found, stale.current, form), status=409)
    except actions.Refused as refused:
        again = claim_view(request.user, found) | _place_in_line(request, found)
        return render(request, "review/claim.html", again | {"refused": refused.sentence, "form": form}, status=422)
    messages.success(request, _said(decision))
    return redirect(onward)


@signed_in
@require_POST
def skip(request: Asked, task: int, number: int) -> HttpResponse:
    found = _find(request, task, number)
    line = [pk for pk in desk.still_open(request.user, request.session.get(SKIPPED, [])) if pk != found.pk]
    request.session[SKIPPED] = [*line, found.pk]
    return redirect(_onward(request, found))


def _find(request: Asked, task: int, number: int) -> Claim:
    visible = Claim.objects.visible_to(request.user).select_related("task__owner", "task__workspace")
    found: Claim = get_object_or_404(visible, task=task, number=number)
    return found


def _checked(form: DecisionForm) -> dict[str, Any]:
    """A form that no page of ours sends is refused like any other bad input."""
    if not form.is_valid():
        raise actions.Refused(_("Something was missing in this decision. Choose again."))
    return form.decision()


def _filters(request: Asked) -> str:
    return urlencode(QueueForm(request.GET).wanted())


def _place_in_line(request: Asked, found: Claim) -> dict[str, Any]:
    queued = _queue(request)
    at = next((index for index, row in enumerate(queued, start=1) if row.claim.pk == found.pk), 0)
    following = desk.next_after(queued, found)
    return {"at": at, "of": len(queued), "following": following, "query": _filters(request)}


def _queue(request: Asked) -> list[desk.Waiting]:
    wanted = QueueForm(request.GET).wanted()
    return desk.waiting_for(request.user, **wanted, last=request.session.get(SKIPPED, ()))


def _onward(request: Asked, found: Claim) -> str:
    """The next claim of the same line, or the queue that is empty now. Worked out before the decision."""
    following = desk.next_after(_queue(request), found)
    place = ("claim", [following.task_id, following.number]) if following else ("desk", [])
    return _with_filters(request, reverse(place[0], args=place[1]))


def _with_filters(request: Asked, address: str) -> str:
    filters = _filters(request)
    return f"{address}?{filters}" if filters else address


def _said(decision: Decision) -> str:
    words = {"ruling": RULING_WORDS[decision.ruling], "claim": decision.claim.label}
    if decision.ruling == "edited":
        checked = _("The new text was checked again: %(verdict)s.") % {"verdict": verdict_word(decision.verdict)}
        return _("%(claim)s: %(ruling)s.") % words + " " + checked
    return _("%(claim)s: %(ruling)s.") % words

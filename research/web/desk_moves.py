"""What a reviewer does with a claim besides deciding on it. All are forms that post, so all work without a script."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from research import actions
from research.models import Claim, Evidence, Workspace
from research.store import desk
from research.web.frame import Asked, signed_in
from research.web.review import SKIPPED, DecisionForm, find, line_of, next_for, pairs, refused_at, with_filters
from research.web.sizes import NUMBER_DIGITS
from research.web.undoing import DECIDED
from research.web.words import verdict_word


class SeenForm(forms.Form):
    seen_version = forms.IntegerField(min_value=1)


@signed_in
@require_POST
def start(request: Asked) -> HttpResponse:
    """The most urgent claim that nobody else has in hand."""
    return redirect(next_for(request, line_of(request)))


@signed_in
@require_POST
def skip(request: Asked, task: int, number: int) -> HttpResponse:
    found = find(request, task, number)
    line = line_of(request)
    skipped = [pk for pk in desk.still_open(request.user, request.session.get(SKIPPED, [])) if pk != found.pk]
    request.session[SKIPPED] = [*skipped, found.pk]
    actions.give_back(request.user, found)
    return redirect(next_for(request, line, found))


@signed_in
@require_POST
def take(request: Asked, task: int, number: int) -> HttpResponse:
    found = find(request, task, number)
    try:
        actions.take(request.user, found)
    except actions.HeldByOther as held:
        return refused_at(request, found, held)
    return redirect(_page(request, found))


@signed_in
@require_POST
def draft(request: Asked, task: int, number: int) -> HttpResponse:
    """What is typed so far. A script sends it while somebody types, and needs no page for it."""
    found = find(request, task, number)
    try:
        actions.keep_draft(request.user, found, request.POST.get("text", ""), request.POST.get("note", ""))
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        return refused_at(request, found, refused, DecisionForm(request.POST))
    if "X-Draft" in request.headers:
        return HttpResponse(status=204)
    messages.success(request, _("What you typed is kept."))
    return redirect(_page(request, found))


@signed_in
@require_POST
def undo(request: Asked, task: int, number: int) -> HttpResponse:
    found, form = find(request, task, number), SeenForm(request.POST)
    try:
        if not form.is_valid():
            raise actions.Refused(_("Something was missing in this decision. Choose again."))
        actions.undo_decision(request.user, found, seen_version=form.cleaned_data["seen_version"])
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        return refused_at(request, found, refused)
    request.session.pop(DECIDED, None)
    messages.success(request, _("%(claim)s: the decision is taken back.") % {"claim": found.label})
    return redirect(_page(request, found))


@signed_in
@require_POST
def more(request: Asked, task: int, number: int) -> HttpResponse:
    found, about = find(request, task, number), request.POST.get("about", "")
    line = line_of(request)
    try:
        actions.send_for(request.user, found, about=about, refute="refute" in request.POST)
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        return refused_at(request, found, refused, about=about)
    messages.success(
        request, _("%(claim)s: evidence is being looked for; it comes back here.") % {"claim": found.label}
    )
    return redirect(next_for(request, line, found))


@signed_in
@require_POST
def bring(request: Asked, task: int, number: int) -> HttpResponse:
    """A pasted link, or a passage with its link. What was pasted stays in its field where the page can't be read."""
    found, pasted = find(request, task, number), request.POST.get("pasted", "")
    try:
        made = actions.bring(request.user, found, pasted)
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        return refused_at(request, found, refused, pasted=pasted)
    facts = {"source": made.evidence.source.label, "verdict": verdict_word(made.verdict)}
    messages.success(
        request, _("%(source)s is read and stored. Its best passage is offered below: %(verdict)s.") % facts
    )
    return redirect(f"{_page(request, found)}#{made.evidence.label}")


@signed_in
@require_POST
def cite(request: Asked, task: int, number: int, evidence: int) -> HttpResponse:
    found, form = find(request, task, number), SeenForm(request.POST)
    piece = get_object_or_404(Evidence.objects.visible_to(request.user), task=task, pk=evidence)
    try:
        if not form.is_valid():
            raise actions.Refused(_("Something was missing in this decision. Choose again."))
        now = actions.cite(request.user, found, piece, seen_version=form.cleaned_data["seen_version"])
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        return refused_at(request, find(request, task, number), refused)
    facts = {"claim": now.label, "verdict": now.verdict_word}
    messages.success(request, _("%(claim)s cites this quote too. Checked again: %(verdict)s.") % facts)
    return redirect(_page(request, found))


@signed_in
@require_POST
def approve(request: Asked) -> HttpResponse:
    """Several at once."""
    seen = dict(pairs(request.POST.getlist("chosen")))
    rows = Claim.objects.visible_to(request.user).filter(pk__in=seen).select_related("task__workspace", "task__owner")
    made = actions.approve_all(request.user, [(row, seen[row.pk]) for row in rows])
    count = len(made.approved)
    told = ngettext("%(count)s sentence approved.", "%(count)s sentences approved.", count) % {"count": count}
    messages.success(request, told)
    if not made.left:
        return redirect(with_filters(request, "/review"))
    return render(request, "review/left.html", {"left": made.left, "approved": made.approved}, status=409)


@signed_in
@require_POST
def spot_check(request: Asked) -> HttpResponse:
    """A sample for the workspace that is named; foreign ones answer like missing ones."""
    named = request.POST.get("workspace", "")
    known = int(named) if named.isascii() and named.isdecimal() and len(named) < NUMBER_DIGITS else 0
    room = get_object_or_404(Workspace.objects.visible_to(request.user), pk=known)
    try:
        made = actions.draw_spot_checks(request.user, room)
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        messages.error(request, refused.sentence)
    else:
        count = len(made)
        told = ngettext("%(count)s supported sentence drawn.", "%(count)s supported sentences drawn.", count)
        messages.success(request, told % {"count": count})
    return redirect(f"{reverse('desk')}?spot=on")


def _page(request: Asked, claim: Claim) -> str:
    return with_filters(request, f"/review/C-{claim.task_id}-{claim.number}")

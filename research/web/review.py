"""The reviewer's desk: the queue, one claim, and the decision on it."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from research import actions
from research.models import Claim, Decision, ResearchTask
from research.models.claim import VERDICT_WORDS
from research.store import desk
from research.store.assigned import counts, reviewers_of
from research.store.spot_checks import precisions
from research.web.claim_page import claim_view, stale_view, told
from research.web.desk_keys import keys_of
from research.web.frame import Asked, signed_in
from research.web.queue_form import QueueForm, views_shown
from research.web.sizes import CLAIMS_A_PAGE, FALLBACK_SECONDS
from research.web.undoing import remember, undoable
from research.web.words import RULING_WORDS, verdict_word

SKIPPED = "skipped"
"""In the session: claims at the end of this person's line. Others see them where they stand."""


class DecisionForm(forms.Form):
    """The shape of a decision. Its rules (who may, which reason is due) are the verb's."""

    effects = ("remove", "mark", "both")
    seen_version = forms.IntegerField(min_value=1)
    ruling = forms.ChoiceField(choices=[*RULING_WORDS.items(), *((f"rejected:{effect}", "") for effect in effects)])
    text = forms.CharField(required=False)
    reason_code = forms.ChoiceField(required=False, choices=lambda: [("", ""), *actions.REASONS.items()])
    note = forms.CharField(required=False)

    def decision(self) -> dict[str, Any]:
        """As the verb takes it. The buttons under "reject" carry their effect in their value."""
        ruling, _colon, effect = self.cleaned_data["ruling"].partition(":")
        return self.cleaned_data | {"ruling": ruling} | ({"effect": effect} if effect else {})


@signed_in
@require_safe
def queue(request: Asked) -> HttpResponse:
    wanted = QueueForm(request.GET).wanted()
    return _decided(request) if wanted.get("decided") else queue_shown(request, wanted)


def queue_shown(request: Asked, wanted: dict[str, Any], status: int = 200, **more: Any) -> HttpResponse:
    rows = line_of(request)
    page = Paginator(rows, CLAIMS_A_PAGE).get_page(request.GET.get("page"))
    shown = {
        "rows": page,
        "exact": actions.exact_among([row.claim for row in page]),
        "filters": wanted,
        "query": filters(request),
        "oldest": min((row.since for row in rows), default=None),
        "poll_seconds": FALLBACK_SECONDS,
    }
    views = views_shown(request.user, wanted)
    return render(request, "review/queue.html", shown | _of_person(request) | views | more, status=status)


def _of_person(request: Asked) -> dict[str, Any]:
    """What the queue shows of all that this person may see, whatever the filters."""
    person = request.user
    (counted, turns), figures = counts(person), precisions(person)
    return {
        "keys": keys_of(person),
        "verdicts": [(verdict.value, word, counted.get(verdict.value, 0)) for verdict, word in VERDICT_WORDS.items()],
        "waiting": sum(counted.values()),
        "out": desk.sent_out(person),
        "assigned": turns,
        "to_assign": to_assign(request),
        "flagged": desk.flagged(person),
        "drawn": sum(each.left for each in figures),
        "precisions": figures,
        "undo": undoable(request),
        "today": desk.decided_today(person),
    }


def to_assign(request: Asked) -> dict[str, Any] | None:
    """Filtered to one task, all of it can be assigned, by whoever may decide there."""
    number = QueueForm(request.GET).wanted().get("task")
    rows = ResearchTask.objects.visible_to(request.user).select_related("workspace")
    task = rows.filter(pk=number).first() if number else None
    if task is None or not request.user.can("decide", task.workspace):
        return None
    return {"task": task, "reviewers": reviewers_of(task.workspace)}


def _decided(request: Asked) -> HttpResponse:
    """What was decided, the newest first: where one finds a decision again, to look at it or to take it back."""
    rows = Paginator(desk.decisions_seen_by(request.user), CLAIMS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "review/decided.html", {"rows": rows, "told": [told(row) for row in rows]})


@signed_in
@require_safe
def claim(request: Asked, task: int, number: int) -> HttpResponse:
    found = find(request, task, number)
    shown = claim_view(request.user, found) | place_in_line(request, found) | {"undo": undoable(request)}
    shown["taken"] = bool(shown["careful"]) and "careful" in request.GET
    return render(request, "review/claim.html", shown)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: Asked, task: int, number: int) -> HttpResponse:
    """A refused decision is answered at this address: asked for anew, it leads back to the claim."""
    found, form = find(request, task, number), DecisionForm(request.POST)
    if request.method != "POST":
        return redirect(with_filters(request, reverse("claim", args=[task, number])))
    line, also = line_of(request), request.POST.getlist("also")
    try:
        wish = _checked(form)
        if also:
            actions.need_alike(wish["ruling"])
        decision = actions.decide_claim(request.user, found, **wish)
    except actions.Forbidden:
        raise
    except actions.Stale as stale:
        _keep_typed(request, found)
        return render(request, "review/stale.html", stale_view(request, found, stale.current, form), status=409)
    except actions.Refused as refused:
        _keep_typed(request, found)
        return refused_at(request, found, refused, form, also=also)
    messages.success(request, _said(decision))
    _decide_alike(request, decision, also)
    remember(request, found)
    return redirect(next_for(request, line, found))


def _keep_typed(request: Asked, found: Claim) -> None:
    """A decision that isn't taken loses no words, whatever becomes of the page that shows them. The box of the text is
    sent with every decision, mostly as it came."""
    text, note = request.POST.get("text", ""), request.POST.get("note", "")
    own = "" if text.split() == found.text.split() else text
    if (own.strip() or note.strip()) and request.user.can("decide", found.task.workspace):
        with suppress(actions.Refused):  # of what is longer than any draft, the answer's page alone has it all
            actions.keep_draft(request.user, found, own, note, extend=False)


def _decide_alike(request: Asked, decision: Decision, also: list[str]) -> None:
    """Similar sentences that were ticked. Which of them stayed behind is said, with the reason."""
    seen = dict(pairs(also))
    if not seen:
        return
    rows = Claim.objects.visible_to(request.user).filter(pk__in=seen).select_related("task__workspace", "task__owner")
    made = actions.decide_alike(request.user, decision, [(row, seen[row.pk]) for row in rows])
    count = len(made.decided)
    if count:
        told = ngettext(
            "%(count)s similar sentence decided alike.", "%(count)s similar sentences decided alike.", count
        )
        messages.success(request, told % {"count": count})
    for claim, why in made.left:
        messages.warning(request, _("%(claim)s was left as it is: %(why)s") % {"claim": claim.label, "why": why})


def pairs(chosen: Iterable[str]) -> Iterator[tuple[int, int]]:
    """ "17@2" is a claim's row and the version that was seen. What is no such pair was not sent by a page of ours."""
    for each in chosen:
        pk, _at, version = each.partition("@")
        if pk.isascii() and pk.isdecimal() and version.isascii() and version.isdecimal():
            yield int(pk), int(version)


def refused_at(
    request: Asked, found: Claim, refused: actions.Refused, form: forms.Form | None = None, **typed: Any
) -> HttpResponse:
    """The claim's page with the sentence why, and with what was typed."""
    again = claim_view(request.user, found) | place_in_line(request, found) | typed
    why = {"refused": refused.sentence, "note_due": isinstance(refused, actions.NoteDue), "form": form}
    return render(request, "review/claim.html", again | why, status=422)


def find(request: Asked, task: int, number: int) -> Claim:
    visible = Claim.objects.visible_to(request.user).select_related("task__owner", "task__workspace")
    found: Claim = get_object_or_404(visible, task=task, number=number)
    return found


def _checked(form: DecisionForm) -> dict[str, Any]:
    """A form that no page of ours sends is refused like any other bad input."""
    if not form.is_valid():
        raise actions.Refused(_("Something was missing in this decision. Choose again."))
    return form.decision()


def filters(request: Asked) -> str:
    return urlencode(QueueForm(request.GET).wanted())


def place_in_line(request: Asked, found: Claim) -> dict[str, Any]:
    queued = line_of(request)
    at = next((index for index, row in enumerate(queued, start=1) if row.claim.pk == found.pk), 0)
    following = next((row.claim for row in queued if row.claim.pk != found.pk and not row.holder), None)
    return {"at": at, "of": len(queued), "following": following, "query": filters(request)}


def line_of(request: Asked) -> list[desk.Waiting]:
    wanted = QueueForm(request.GET).wanted()
    return desk.waiting_for(request.user, **wanted, last=request.session.get(SKIPPED, ()))


def next_for(request: Asked, line: list[desk.Waiting], found: Claim | None = None) -> str:
    """The next claim of the line, taken for this person, or the queue where none is left. The line is as it was before
    the decision, so that a place in it isn't lost."""
    others = [each for each in desk.offered_for(line, request.user) if found is None or each.pk != found.pk]
    following = actions.take_first(request.user, others)
    place = ("claim", [following.task_id, following.number]) if following else ("desk", [])
    return with_filters(request, reverse(place[0], args=place[1]))


def with_filters(request: Asked, address: str) -> str:
    chosen = filters(request)
    return f"{address}?{chosen}" if chosen else address


def _said(decision: Decision) -> str:
    words = {"ruling": RULING_WORDS[decision.ruling], "claim": decision.claim.label}
    told = _("%(claim)s: %(ruling)s.") % words
    if decision.ruling == "edited":
        checked = _("The new text was checked again: %(verdict)s.") % {"verdict": verdict_word(decision.verdict)}
        return told + " " + checked
    lacks = {"second": _("It holds once a second person says the same."), "lead": _("An admin decides between you.")}
    return f"{told} {lacks.get(decision.claim.stage, '')}".strip()

"""Who answers for which role: endpoints with their health, examinations and prices, and the way to change a binding."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from research import actions
from research.bound import key_names
from research.models import Bindings, Workspace
from research.store.answered import Form, flaws_seen, forms_of_answers
from research.store.model_records import Record, records
from research.web.frame import Asked, signed_in
from research.web.model_words import FLAW_WORDS, PAIR_WORDS, PROBE_WORDS, TAKEN, share, told
from research.web.room import own_room
from research.web.words import ROLE_WORDS, VERDICT_ORDER, verdict_word

LOOK_SECONDS = 2
"""Between two looks at an examination that runs."""


class BindForm(forms.Form):
    endpoint = forms.CharField(required=False, max_length=300)
    key_name = forms.CharField(required=False)
    reason = forms.CharField(required=False)
    seen_number = forms.IntegerField()
    anyway = forms.BooleanField(required=False)


@signed_in
@require_safe
def roles(request: Asked) -> HttpResponse:
    return _page(request, own_room(request, "tune"))


@signed_in
@require_POST
def bind(request: Asked, role: str) -> HttpResponse:
    room, form = _room(request, role), BindForm(request.POST)
    if not form.is_valid():
        told = _("The form came incomplete; read the page anew.")
        return _page(request, room, role=role, refused=told, typed=form.data, status=422)
    given = form.cleaned_data
    line = given.pop("endpoint")
    try:
        saved = actions.bind_role(request.user, room, role, line, **given)
    except actions.Forbidden:
        raise
    except actions.Stale as stale:
        return _page(request, room, role=role, refused=stale.sentence, typed=form.data, status=409)
    except actions.Refused as refused:
        return _page(request, room, role=role, refused=refused.sentence, typed=form.data, status=422)
    told = _("Version %(number)s is saved. It holds for tasks that begin from now on.")
    messages.success(request, told % {"number": saved.number})
    return redirect("roles")


@signed_in
@require_POST
def examine(request: Asked, role: str) -> HttpResponse:
    """A worker carries it out; the page shows how far it is, by itself with a script and anew without one."""
    room = _room(request, role)
    line, key_name = request.POST.get("endpoint", ""), request.POST.get("key_name", "")
    try:
        actions.ask_examination(request.user, room, role, line, key_name)
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        typed = {"endpoint": line, "key_name": key_name}
        return _page(request, room, role=role, refused=refused.sentence, typed=typed, status=422)
    if "HX-Request" in request.headers:
        return _examinations(request, room, role)
    messages.success(request, _("The examination is asked for; a worker takes it."))
    return redirect("roles")


@signed_in
@require_safe
def examinations(request: Asked, role: str) -> HttpResponse:
    return _examinations(request, _room(request, role), role)


def _room(request: Asked, role: str) -> Workspace:
    room = own_room(request, "tune")
    if role not in actions.ROLES:
        raise Http404
    return room


def _examinations(request: Asked, room: Workspace, role: str) -> HttpResponse:
    return render(request, "settings/_examinations.html", _looked_at(room, role))


def _looked_at(room: Workspace, role: str) -> dict[str, Any]:
    rows = actions.examinations_of(room, role)
    shown = [(row, [_outcome(each) for each in row.outcomes], told(row.failure)) for row in rows]
    running = any(row.finished is None and not row.lost for row in rows)
    verdicts = [verdict_word(each) for each in VERDICT_ORDER]
    return {"role": role, "room": room, "rows": shown, "verdicts": verdicts, "every": LOOK_SECONDS if running else 0}


def _outcome(each: dict[str, Any]) -> tuple[Any, dict[str, Any], str, list[tuple[Any, list[int]]]]:
    table = each.get("table", {})
    kinds = [(PAIR_WORDS.get(kind, kind), [row.get(each, 0) for each in VERDICT_ORDER]) for kind, row in table.items()]
    return PROBE_WORDS.get(each["probe"], each["probe"]), each, told(each["detail"]), kinds


def _page(
    request: Asked, room: Workspace, *, role: str = "", refused: str = "", typed: Any = None, status: int = 200
) -> HttpResponse:
    bound = actions.role_bindings(room)
    now = actions.current_bindings(room)
    shown = {
        "room": room,
        "bound": [(each, ROLE_WORDS[each.role], _looked_at(room, each.role)) for each in bound],
        "number": now.number if now else 0,
        "versions": _versions(room),
        "same": actions.own_work_is_checked(bound),
        "keys": key_names(),
        "records": [_record(each) for each in records(request.user)],
        "answers": [_answers(each) for each in forms_of_answers(request.user)],
        "flaws": [(model, FLAW_WORDS.get(flaw, flaw), flaw in TAKEN, n) for model, flaw, n in flaws_seen(request.user)],
        "at_role": role,
        "refused": refused,
        "typed": typed or {},
    }
    return render(request, "settings/roles.html", shown, status=status)


def _record(each: Record) -> tuple[Record, str, str, str, list[str]]:
    off = [
        _("%(off)s on the whole, %(widest)s at most, in %(calls)s calls")
        % {"off": f"{error.off:+.0%}", "widest": f"{error.widest:.0%}", "calls": error.calls}
        for error in each.counts
    ]
    invalid, repeated = share(each.invalid, each.queries), share(each.repeated, each.judged)
    return each, share(each.unusable, each.tries), invalid, repeated, off


def _answers(form: Form) -> tuple[Form, Any, str, str]:
    unusable = f"{form.malformed} ({form.malformed_share:.0%})"
    return form, ROLE_WORDS.get(form.role, form.role), unusable, share(form.dropped, form.offered)


def _versions(room: Workspace) -> list[tuple[Bindings, list[tuple[Any, str]]]]:
    rows = Bindings.objects.filter(workspace=room).select_related("person")
    return [
        (row, [(ROLE_WORDS.get(role, role), each["endpoint"]) for role, each in row.values.items()]) for row in rows
    ]

"""Who answers for which role: endpoints with their health, examinations and prices, and the way to change a binding."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from research import actions
from research.bound import key_names
from research.models import Bindings, Workspace
from research.store.answered import Form, flaws_seen, forms_of_answers
from research.web.frame import Asked, signed_in
from research.web.room import own_room
from research.web.words import ROLE_WORDS

PROBE_WORDS = {
    "builtin": gettext_lazy("builtin"),
    "english": gettext_lazy("a task in English"),
    "chinese": gettext_lazy("a task in Chinese"),
    "orders": gettext_lazy("data that gives orders"),
    "contradiction": gettext_lazy("a sentence that its quote contradicts"),
    "context": gettext_lazy("a prompt of full length"),
    "order": gettext_lazy("many texts at once"),
    "form": gettext_lazy("form of the answers"),
    "usage": gettext_lazy("tells what it used"),
    "speed": gettext_lazy("speed"),
}
FLAW_WORDS = {
    "fenced": gettext_lazy("in a code fence"),
    "thoughts": gettext_lazy("with its thoughts"),
    "prose_around": gettext_lazy("with chatter around it"),
    "python_spelling": gettext_lazy("in Python's spelling"),
    "spelling_mended": gettext_lazy("with commas or quotes missing"),
    "wrong_top": gettext_lazy("another kind of value"),
    "wrong_shape": gettext_lazy("fields missing or wrong"),
    "double_key": gettext_lazy("one key with two values"),
    "not_finite": gettext_lazy("a number that is none"),
    "too_deep": gettext_lazy("nested too deep"),
    "unclosed": gettext_lazy("never closed"),
    "not_json": gettext_lazy("prose"),
    "empty": gettext_lazy("empty"),
    "blanks": gettext_lazy("white space up to the limit"),
    "wrong_language": gettext_lazy("in another language"),
    "broken_rule": gettext_lazy("broke a rule of the question"),
    "truncated_output": gettext_lazy("cut at the limit"),
    "refused": gettext_lazy("refused"),
    "prompt_too_long": gettext_lazy("the prompt was too long"),
}
TAKEN = frozenset({"fenced", "thoughts", "prose_around", "python_spelling", "spelling_mended"})
"""Read past: the answer was used."""
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
        return _page(request, room, role=role, refused=_("The form came incomplete; read the page anew."), status=422)
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
    shown = [(row, [(PROBE_WORDS.get(each["probe"], each["probe"]), each) for each in row.outcomes]) for row in rows]
    running = any(row.finished is None and not row.lost for row in rows)
    return {"role": role, "room": room, "rows": shown, "every": LOOK_SECONDS if running else 0}


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
        "answers": [_answers(each) for each in forms_of_answers(request.user)],
        "flaws": [(model, FLAW_WORDS.get(flaw, flaw), flaw in TAKEN, n) for model, flaw, n in flaws_seen(request.user)],
        "at_role": role,
        "refused": refused,
        "typed": typed or {},
    }
    return render(request, "settings/roles.html", shown, status=status)


def _answers(form: Form) -> tuple[Form, Any, str, str]:
    dropped = "–" if form.dropped_share is None else f"{form.dropped} / {form.offered} ({form.dropped_share:.0%})"
    unusable = f"{form.malformed} ({form.malformed_share:.0%})"
    return form, ROLE_WORDS.get(form.role, form.role), unusable, dropped


def _versions(room: Workspace) -> list[tuple[Bindings, list[tuple[Any, str]]]]:
    rows = Bindings.objects.filter(workspace=room).select_related("person")
    return [
        (row, [(ROLE_WORDS.get(role, role), each["endpoint"]) for role, each in row.values.items()]) for row in rows
    ]

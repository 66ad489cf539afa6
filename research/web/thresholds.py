"""Thresholds: every number of the product in plain words, its versions, and the way back."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from research import actions
from research.models import Thresholds, Workspace
from research.web.frame import Asked, signed_in
from research.web.limit_words import Words, group_word, unit_word, words_for
from research.web.numbers import FractionField, WholeField
from research.web.room import own_room


class ReasonForm(forms.Form):
    reason = forms.CharField(error_messages={"required": ""})
    seen_number = forms.IntegerField(required=False)
    number = forms.IntegerField(required=False)


class LimitsForm(forms.Form):
    """One field a limit: a value out of its range is told beside the field, before the verb is asked."""

    def __init__(self, rows: list[actions.LimitRow], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for row in rows:
            self.fields[row.name] = _field(row)


def _field(row: actions.LimitRow) -> forms.Field:
    if row.whole:
        return WholeField(min_value=int(row.low), max_value=int(row.high))
    return FractionField(min_value=row.low, max_value=row.high)


@dataclass(frozen=True, slots=True)
class Line:
    """A limit as a row of the page: the typed value stays in the field when it was refused."""

    row: actions.LimitRow
    words: Words
    reason: str
    unit: str
    typed: Any
    errors: list[str]
    newer: float | None = None
    """What somebody else saved meanwhile, where it differs from what is typed here."""


@signed_in
def thresholds(request: Asked) -> HttpResponse:
    room = own_room(request, "tune")
    return _save(request, room) if request.method == "POST" else _page(request, room)


def _save(request: Asked, room: Workspace) -> HttpResponse:
    form, why = LimitsForm(actions.limit_rows(room), request.POST), ReasonForm(request.POST)
    if not (form.is_valid() and why.is_valid()):
        return _page(request, room, form=form, why=why, status=422)
    seen = why.cleaned_data["seen_number"] or 0
    mine = _changed(room, seen, form.cleaned_data)
    try:
        saved = actions.change_thresholds(request.user, room, mine, reason=why.cleaned_data["reason"], seen_number=seen)
    except actions.Forbidden:
        raise
    except actions.Stale as stale:
        return _page(request, room, mine=mine, why=why, newer=stale.current, status=409)
    except actions.Refused as refused:
        return _page(request, room, form=form, why=why, refused=refused.sentence, status=422)
    messages.success(request, _("Version %(number)s is saved. Tasks that run keep theirs.") % {"number": saved.number})
    return redirect("thresholds")


def _changed(room: Workspace, seen: int, typed: dict[str, Any]) -> dict[str, Any]:
    """What this person changed on the version they saw. The rest of the form isn't theirs: sent along, it would undo
    what somebody else saved meanwhile."""
    base = Thresholds.objects.filter(workspace=room, number=seen).first()
    values = {row.name: row.default for row in actions.limit_rows(room)} | (base.values if base else {})
    return {name: value for name, value in typed.items() if values.get(name) != value}


@signed_in
@require_POST
def restore(request: Asked) -> HttpResponse:
    room, why = own_room(request, "tune"), ReasonForm(request.POST)
    if not why.is_valid():
        return _page(request, room, restoring=why, refused=_("Say why you restore this version."), status=422)
    try:
        saved = actions.restore_thresholds(
            request.user, room, why.cleaned_data["number"], reason=why.cleaned_data["reason"]
        )
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        return _page(request, room, restoring=why, refused=refused.sentence, status=422)
    messages.success(request, _("Restored as version %(number)s.") % {"number": saved.number})
    return redirect("thresholds")


def _page(
    request: Asked,
    room: Workspace,
    *,
    form: LimitsForm | None = None,
    mine: dict[str, Any] | None = None,
    why: ReasonForm | None = None,
    restoring: ReasonForm | None = None,
    newer: Thresholds | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    rows = actions.limit_rows(room)
    shown = {
        "room": room,
        "groups": _grouped([_line(row, form, mine or {}) for row in rows]),
        "current": actions.shown_thresholds(room),
        "versions": _versions(room, {row.name: row.default for row in rows}),
        "why": why,
        "restoring": restoring.data if restoring else {},
        "newer": newer,
        "refused": refused,
        "errors": bool(form and form.errors),
    }
    return render(request, "settings/thresholds.html", shown, status=status)


def _line(row: actions.LimitRow, form: LimitsForm | None, mine: dict[str, Any]) -> Line:
    words = words_for(row.name)
    typed = form.data.get(row.name, row.value) if form else mine.get(row.name, row.value)
    errors = [str(error) for error in form.errors.get(row.name, [])] if form else []
    newest = row.value if row.name in mine and mine[row.name] != row.value else None
    return Line(row, words, words.because(row.reason), unit_word(row.unit), typed, errors, newest)


def _grouped(lines: list[Line]) -> list[tuple[str, str, list[Line]]]:
    names = list(dict.fromkeys(line.row.group for line in lines))
    return [(name, group_word(name), [line for line in lines if line.row.group == name]) for name in names]


def _versions(room: Workspace, default: dict[str, float]) -> list[tuple[Thresholds, list[tuple[str, Any, Any]]]]:
    """Each version with what it changed against the one before it."""
    rows = list(Thresholds.objects.filter(workspace=room).select_related("person")) or [actions.shown_thresholds(room)]
    before = [*(default | row.values for row in rows[1:]), default]
    return [(row, _changes(old, default | row.values)) for row, old in zip(rows, before, strict=True)]


def _changes(old: dict[str, Any], new: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    return [(str(words_for(name)), old.get(name), value) for name, value in new.items() if old.get(name) != value]

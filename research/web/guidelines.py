"""The guidelines of a workspace: an admin's page to write them on, with every earlier version; what the desk shows."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from research import actions
from research.models import Guidelines, Workspace
from research.store.rich import rich
from research.web.frame import Asked, signed_in
from research.web.room import own_room


class GuidelinesForm(forms.Form):
    text = forms.CharField(required=False, strip=False)
    seen_number = forms.IntegerField(min_value=0)


@signed_in
def guidelines(request: Asked) -> HttpResponse:
    room = own_room(request, "tune")
    form = GuidelinesForm(request.POST or None)
    if request.method != "POST":
        return _page(request, room)
    if not form.is_valid():
        told = _("Something was missing. Look, then save again.")
        return _page(request, room, told, form.data.get("text", "").replace("\0", ""), status=422)
    try:
        made = actions.write_guidelines(request.user, room, **form.cleaned_data)
    except actions.Forbidden:
        raise
    except actions.Refused as refused:
        status = 409 if isinstance(refused, actions.Stale) else 422
        return _page(request, room, refused.sentence, form.cleaned_data["text"], status)
    messages.success(
        request, _("Saved as version %(number)s. Reviewers see it beside each sentence.") % {"number": made.number}
    )
    return redirect(f"{reverse('guidelines')}?workspace={room.pk}")


def beside_claim(room: Workspace) -> dict[str, Any] | None:
    """None where nothing was written, or all of it was taken away again."""
    found = actions.current_guidelines(room)
    return {"row": found, "html": rich(found.text)} if found and found.text else None


def _page(
    request: Asked, room: Workspace, refused: str = "", typed: str | None = None, status: int = 200
) -> HttpResponse:
    """What was typed stays, also where somebody else was first: theirs then stands below it."""
    versions = list(Guidelines.objects.filter(workspace=room).select_related("person"))
    now = versions[0] if versions else None
    shown = {
        "room": room,
        "now": now,
        "typed": typed if typed is not None else (now.text if now else ""),
        "shown": rich(now.text) if now and now.text else "",
        "earlier": [(row, rich(row.text)) for row in versions[1:]],
        "refused": refused,
    }
    return render(request, "settings/guidelines.html", shown, status=status)

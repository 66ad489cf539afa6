"""Channels: what each is for, how it answered last, what holds it back, and what is off."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from research import actions
from research.models import Workspace
from research.web.frame import Asked, signed_in
from research.web.room import own_room


@signed_in
@require_safe
def channels(request: Asked) -> HttpResponse:
    return _page(request, own_room(request, "tune"), "settings/channels.html")


@signed_in
@require_POST
def check(request: Asked) -> HttpResponse:
    """With a script the list is swapped in place; without one the page comes anew."""
    room = own_room(request, "tune")
    actions.check_channels(request.user, room)
    if "HX-Request" in request.headers:
        return _page(request, room, "settings/_channels.html")
    messages.success(request, _("Every channel was asked."))
    return redirect("channels")


def _page(request: Asked, room: Workspace, template: str) -> HttpResponse:
    shown = {
        "room": room,
        "rows": actions.channel_rows(room),
        "off": actions.switched_off(),
        "pauses": actions.back_offs(),
    }
    return render(request, template, shown)

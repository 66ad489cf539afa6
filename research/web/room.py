from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from research.models import Workspace
from research.web.frame import Asked, signed_in
from research.web.workspaces import workspaces_for


def own_room(request: Asked, right: str) -> Workspace:
    """The workspace that a settings page is about: the one asked for, else the first where the person has the right.

    Whoever may see a workspace without having the right there is told so (403); others learn nothing (404).
    """
    rooms, asked = workspaces_for(request.user, right), request.GET.get("workspace", "")
    if asked.isdecimal():
        rooms = rooms.filter(pk=get_object_or_404(Workspace.objects.visible_to(request.user), pk=asked).pk)
    room = rooms.first()
    if room is None:
        raise PermissionDenied
    return room


@signed_in
@require_safe
def settings(request: Asked) -> HttpResponse:
    """To the first of the settings pages; every one of them asks for the same right."""
    own_room(request, "tune")
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    return redirect(f"{reverse('thresholds')}{query}")

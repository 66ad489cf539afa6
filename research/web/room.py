from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404

from research.models import Workspace
from research.web.frame import Asked
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

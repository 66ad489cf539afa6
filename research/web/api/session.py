"""Who calls the API: whoever the session cookie says, with a CSRF token for everything but reading.

Tokens for machines are no part of this yet.
"""

from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja.security import SessionAuth
from ninja.utils import check_csrf

from research.models import User, Workspace
from research.web.api.problems import Problem
from research.web.workspaces import workspaces_for


class BySession(SessionAuth):
    """Ninja switches Django's own CSRF check off for its addresses; it is made here (B-127)."""

    def _get_key(self, request: HttpRequest) -> str | None:
        if check_csrf(request):
            raise Problem("csrf")
        return request.COOKIES.get(settings.SESSION_COOKIE_NAME)

    def authenticate(self, request: HttpRequest, key: str | None) -> Any:
        person = request.user
        if not isinstance(person, User):
            raise Problem("signed_out")
        if person.must_change_password:
            raise Problem("password_due")
        return person


def person_of(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # addresses of the API stand behind BySession
    return request.user


def room_for(request: HttpRequest, right: str, asked: int | None) -> Workspace:
    """The workspace asked for, else the first where the right is held. Unseen ones are missing, not forbidden."""
    rooms = workspaces_for(person_of(request), right)
    if asked is not None:
        seen = get_object_or_404(Workspace.objects.visible_to(person_of(request)), pk=asked)
        rooms = rooms.filter(pk=seen.pk)
    room = rooms.first()
    if room is None:
        raise PermissionDenied
    return room

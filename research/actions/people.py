"""Who is in a workspace. Passwords made here are shown once and must be changed at the first sign-in."""

import secrets

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from research.actions.assigning import turns_over
from research.actions.naming import checked_username
from research.actions.refusal import Refused
from research.actions.rights import need
from research.actions.trail import audit
from research.models import Membership, User, Workspace
from research.models.people import FIRST_WORKSPACE

FIRST_ADMIN = "admin"
PASSWORD_BYTES = 12
"""96 bits: not to be guessed, short enough to be typed once."""


def one_time_password() -> str:
    return secrets.token_urlsafe(PASSWORD_BYTES)


def first_admin() -> str | None:
    """Workspace and admin of a fresh installation; the password is given once, afterwards None."""
    with transaction.atomic():
        if User.objects.exists():
            return None
        password = one_time_password()
        workspace, _new = Workspace.objects.get_or_create(name=FIRST_WORKSPACE)
        admin = User.objects.create_superuser(FIRST_ADMIN, password=password, must_change_password=True)
        Membership.objects.create(workspace=workspace, person=admin, role=Membership.Role.ADMIN)
        audit(None, workspace, "command", "first_admin", FIRST_ADMIN)
        return password


def add_person(person: User, workspace: Workspace, username: str, role: str, *, door: str = "page") -> tuple[User, str]:
    need(person, "tune", workspace)
    _known_role(role)
    name = checked_username(username)
    password = one_time_password()
    try:
        with transaction.atomic():
            member = User.objects.create_user(name, password=password, must_change_password=True)
            Membership.objects.create(workspace=workspace, person=member, role=role)
            audit(person, workspace, door, "add_person", name, after={"role": role})
    except IntegrityError:
        raise Refused(_("There is somebody named %(name)s already.") % {"name": name}) from None
    return member, password


def change_role(person: User, workspace: Workspace, member: User, role: str, *, door: str = "page") -> None:
    need(person, "tune", workspace)
    _known_role(role)
    with transaction.atomic():
        mine = Membership.objects.select_for_update().filter(workspace=workspace, person=member).first()
        if mine is None:
            raise Refused(_("%(name)s doesn't belong to this workspace.") % {"name": member.username})
        before = mine.role
        if before == Membership.Role.ADMIN and role != before and _is_last_admin(workspace, member):
            raise Refused(_("A workspace needs at least one admin."))
        Membership.objects.filter(pk=mine.pk).update(role=role)
        if not member.can("decide", workspace):
            turns_over(person, workspace, member, role, door)
        audit(person, workspace, door, "change_role", member.username, {"role": before}, {"role": role})


def _known_role(role: str) -> None:
    if role not in Membership.Role.values:
        raise Refused(_("There is no such role."))


def _is_last_admin(workspace: Workspace, member: User) -> bool:
    admins = Membership.objects.filter(workspace=workspace, role=Membership.Role.ADMIN, person__is_active=True)
    return not admins.exclude(person=member).exists()

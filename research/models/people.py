"""Who may see and do what. Rights hang on the membership of a workspace, never on a person alone."""

from typing import Self

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

FIRST_WORKSPACE = "Main"
"""The product's own name for the workspace that a fresh installation begins with."""


class WorkspaceQuerySet(models.QuerySet["Workspace"]):
    def visible_to(self, user: "User") -> Self:
        if not user.is_authenticated:
            return self.none()
        return self.filter(memberships__person=user).distinct()


class Workspace(models.Model):
    """Who shares tasks, documents, clues, prices and budgets. Its name is people's word, the first one's ours."""

    name = models.CharField(max_length=120, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    links_allowed = models.BooleanField(default=False)
    """Whether published versions may be shared by link with people who have no account."""

    objects = WorkspaceQuerySet.as_manager()

    def __str__(self) -> str:
        return pgettext("the first workspace", "Main") if self.name == FIRST_WORKSPACE else self.name


class User(AbstractUser):
    language = models.CharField(max_length=10, blank=True, choices=[("en", "English"), ("zh-hans", "简体中文")])
    single_keys = models.BooleanField(default=True, help_text="Single-letter shortcuts (WCAG 2.1.4).")
    desk_keys = models.JSONField(default=dict, blank=True)
    """Letters of the desk that this person chose otherwise: {"a": "q"} approves with Q."""
    must_change_password = models.BooleanField(default=False)

    def role_in(self, workspace: Workspace) -> str:
        """The strongest role in a workspace, or an empty string."""
        mine = Membership.objects.filter(person=self, workspace=workspace).first()
        return mine.role if mine else ""

    def can(self, right: str, workspace: Workspace) -> bool:
        return right in RIGHTS.get(self.role_in(workspace), frozenset())


class Membership(models.Model):
    class Role(models.TextChoices):
        ANALYST = "analyst", _("analyst")
        REVIEWER = "reviewer", _("reviewer")
        ADMIN = "admin", _("admin")

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="memberships")
    person = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace", "person"], name="one_role_a_person"),
            models.CheckConstraint(condition=models.Q(role__in=["analyst", "reviewer", "admin"]), name="known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.person} as {self.role} in {self.workspace}"


RIGHTS: dict[str, frozenset[str]] = {
    "analyst": frozenset({"read", "ask"}),
    "reviewer": frozenset({"read", "ask", "decide"}),
    "admin": frozenset({"read", "ask", "decide", "tune"}),
}
"""Each role may do what the one before may, and one thing more."""


def roles_with(right: str) -> list[str]:
    return [role for role, rights in RIGHTS.items() if right in rights]

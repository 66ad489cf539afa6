from django.db import models

from research.models.people import User, Workspace
from research.models.visible import VisibleQuerySet


class Bindings(models.Model):
    """One immutable version of who answers for which role in a workspace. A task keeps the version it began with."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="bindings")
    number = models.PositiveIntegerField()
    values = models.JSONField(default=dict)
    """Role: {"endpoint": …, "key": NAME}. A role that isn't there is bound by the environment. `key` names a variable
    of the environment; no value of one is ever stored."""
    person = models.ForeignKey(User, models.PROTECT, related_name="+")
    reason = models.TextField()
    created = models.DateTimeField(auto_now_add=True)

    objects = VisibleQuerySet.as_manager()

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["workspace", "number"], name="one_number_a_binding")]

    def __str__(self) -> str:
        return f"bindings {self.number}"

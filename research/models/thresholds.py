from django.db import models

from research.models.people import User, Workspace
from research.models.visible import VisibleQuerySet


class Thresholds(models.Model):
    """One immutable version of the limits. A task stores the version it began with."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="thresholds")
    number = models.PositiveIntegerField()
    values = models.JSONField()
    person = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    reason = models.TextField()
    created = models.DateTimeField(auto_now_add=True)

    objects = VisibleQuerySet.as_manager()

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["workspace", "number"], name="one_number_a_version")]

    def __str__(self) -> str:
        return f"thresholds {self.number}"

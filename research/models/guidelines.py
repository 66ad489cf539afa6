"""How a workspace reviews, in its own words. Each change is a version of its own; none is ever changed or deleted."""

from django.db import models

from research.models.people import User, Workspace
from research.models.visible import VisibleQuerySet


class Guidelines(models.Model):
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="guidelines")
    number = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    """Markdown. Empty: there are none any more."""
    person = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    objects = VisibleQuerySet.as_manager()

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["workspace", "number"], name="one_number_a_guideline")]

    def __str__(self) -> str:
        return f"guidelines {self.number}"

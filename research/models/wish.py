from django.db import models

from research.models.people import User
from research.models.task import ResearchTask
from research.models.visible import OfTaskQuerySet


class WishQuerySet(OfTaskQuerySet):
    def waiting(self) -> "WishQuerySet":
        return self.filter(step=None)


class Wish(models.Model):
    """What a person wants of the goals while the search runs: written at once, taken up by the next step, in order.

    A row and no change of the notebook: the step in work would overwrite that, or be overwritten by it."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="wishes")
    person = models.ForeignKey(User, models.PROTECT, related_name="+")
    body = models.JSONField()
    v = models.PositiveIntegerField()
    asked = models.DateTimeField(auto_now_add=True)
    step = models.PositiveIntegerField(null=True, blank=True)
    """The step before which it took effect; empty while it waits."""
    refused = models.TextField(blank=True)
    """Why nothing came of it after all."""

    objects = WishQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.task_id} {self.body.get('steer', '')}"

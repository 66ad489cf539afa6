"""Supported sentences drawn at random for a person to look at: how far the checker's "supported" holds."""

from django.db import models

from research.models.claim import Claim, Decision
from research.models.people import User, Workspace
from research.models.visible import VisibleQuerySet


class SpotCheckQuerySet(VisibleQuerySet):
    def unlooked(self) -> "SpotCheckQuerySet":
        return self.filter(decision=None)


class SpotCheck(models.Model):
    """One sentence of one draw. `decision` is the first word on it after the draw: an approval confirms the checker."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="spot_checks")
    claim = models.OneToOneField(Claim, models.CASCADE, related_name="spot")
    draw = models.PositiveIntegerField()
    """Counts within the workspace."""
    seed = models.CharField(max_length=80)
    """With the sentences of that moment it gives the same sample again."""
    person = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    decision = models.ForeignKey(Decision, models.SET_NULL, null=True, blank=True, related_name="+")

    objects = SpotCheckQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.claim_id} in draw {self.draw}"

from django.db import models

from research.models.task import ResearchTask
from research.models.visible import OfTaskQuerySet


class Reach(models.Model):
    """How one target of one excursion ended: ok, cached, failed or skipped, never silence (R218)."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="reaches")
    step = models.PositiveIntegerField()
    goal_number = models.PositiveIntegerField(null=True, blank=True)
    purpose = models.CharField(max_length=10)
    channel = models.CharField(max_length=40)
    target = models.TextField()
    outcome = models.CharField(max_length=10)
    kind = models.CharField(max_length=30, blank=True)
    detail = models.TextField(blank=True)
    seconds = models.FloatField()
    items = models.PositiveIntegerField(default=0)
    tokens = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(auto_now_add=True)

    objects = OfTaskQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(outcome__in=["ok", "cached", "failed", "skipped"]), name="known_outcome"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.target}: {self.outcome}"


class CacheEntry(models.Model):
    """A search answer or page text shared by all workers, until it expires (R232)."""

    key = models.CharField(max_length=64, primary_key=True)
    value = models.BinaryField()
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key


class HostPause(models.Model):
    """A host that asked to be left alone until then; every worker obeys (C18)."""

    host = models.CharField(max_length=255, primary_key=True)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return self.host

from django.db import models

from research.models.task import ResearchTask
from research.models.visible import OfTaskQuerySet

BY_HAND = "brought"
"""What for: a page that a reviewer pasted. The search didn't look for it, so no report tells it of the search."""
OPENED = ("read", BY_HAND)


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
    host = models.CharField(max_length=255, blank=True)
    """Whose answer time this is: the P95 of its last answers sizes the next reach (R271)."""
    seconds = models.FloatField()
    received = models.PositiveBigIntegerField(default=0)
    """Decoded bytes."""
    fetched_at = models.DateTimeField(null=True, blank=True)
    """When what it brought was fetched: on a cache hit the original time (R199)."""
    confidence = models.FloatField(null=True, blank=True)
    confidence_from = models.TextField(blank=True)
    """How the confidence was computed; a reach that brought something has both (R199)."""
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
            models.CheckConstraint(
                condition=~models.Q(outcome__in=["ok", "cached"], items__gt=0)
                | models.Q(fetched_at__isnull=False, confidence__isnull=False, confidence__range=(0, 1))
                & ~models.Q(confidence_from=""),
                name="results_carry_a_label",
            ),
        ]
        indexes = [models.Index(fields=["host", "-id"], name="answer_times_of_a_host")]

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
    strikes = models.PositiveIntegerField(default=1)
    """Times in a row that it said so: the wait doubles with each."""

    def __str__(self) -> str:
        return self.host


class HostTurn(models.Model):
    """When a host may be asked again: the gap between two requests, kept by all workers together."""

    host = models.CharField(max_length=255, primary_key=True)
    free_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.host


class FetchClaim(models.Model):
    """A page that some worker is fetching now: the others wait for its copy instead of fetching it too (B-044)."""

    key = models.CharField(max_length=64, primary_key=True)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return self.key


class ChannelCheck(models.Model):
    """The last health check of a channel."""

    channel = models.CharField(max_length=40, primary_key=True)
    ok = models.BooleanField()
    detail = models.TextField(blank=True)
    quota = models.TextField(blank=True)
    at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.channel

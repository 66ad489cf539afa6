from django.db import models

from research.models.claim import Decision
from research.models.goal import Goal
from research.models.people import User
from research.models.task import ResearchTask
from research.models.visible import OfTaskQuerySet


class SummaryRow(models.Model):
    """A closed goal in three parts: conclusion, supporting evidence, doubts (R037)."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="summaries")
    goal = models.ForeignKey(Goal, models.CASCADE, related_name="summaries")
    body = models.JSONField()
    v = models.PositiveIntegerField()
    kept_raw = models.PositiveIntegerField(default=0)
    dropped = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    objects = OfTaskQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"summary of goal {self.goal_id}"


class Report(models.Model):
    """The written result, in numbered versions. Sentences carry evidence numbers; references come from rows."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="reports")
    version = models.PositiveIntegerField()
    sections = models.JSONField()
    v = models.PositiveIntegerField()
    cause = models.CharField(max_length=20)
    """written or decided."""
    decisions = models.ManyToManyField(Decision, related_name="reports")
    """In force in this version. Rows that never change, so a version can always be shown as it was."""
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    objects = OfTaskQuerySet.as_manager()

    class Meta:
        ordering = ["version"]
        constraints = [models.UniqueConstraint(fields=["task", "version"], name="one_version_a_report")]

    def __str__(self) -> str:
        return f"T-{self.task_id}.{self.version}"

from django.db import models

from research.models.evidence import Evidence
from research.models.task import ResearchTask
from research.models.visible import OfTaskQuerySet


class Fact(models.Model):
    """Subject, relation, object, with the evidence that says so (R120)."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="facts")
    evidence = models.ForeignKey(Evidence, models.CASCADE, related_name="facts")
    subject = models.TextField()
    relation = models.TextField()
    object = models.TextField()
    relevance = models.FloatField()
    embedding_hash = models.CharField(max_length=64, blank=True)

    objects = OfTaskQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.subject} {self.relation} {self.object}"


class Conflict(models.Model):
    """Two accepted quotes that cannot both hold. Shown in the report, never settled in silence (R139). `right` is the
    later piece: its goal's round found it."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="conflicts")
    left = models.ForeignKey(Evidence, models.CASCADE, related_name="+")
    right = models.ForeignKey(Evidence, models.CASCADE, related_name="+")
    reason = models.TextField()
    settled_for = models.ForeignKey(Evidence, models.CASCADE, null=True, blank=True, related_name="+")
    """The side that prevails; none: open, so the report shows both."""
    because = models.TextField(blank=True)
    """Why it prevails, or why nothing decides; empty until the search is over."""

    objects = OfTaskQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["task", "left", "right"], name="one_conflict_a_pair"),
            models.CheckConstraint(
                condition=models.Q(settled_for=None)
                | models.Q(settled_for=models.F("left"))
                | models.Q(settled_for=models.F("right")),
                name="settled_for_a_side",
            ),
        ]

    def __str__(self) -> str:
        return self.reason

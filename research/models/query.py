from django.db import models

from research.models.goal import Goal
from research.models.task import ResearchTask
from research.models.visible import OfTaskQuerySet


class Query(models.Model):
    """One search text. A dropped one says why, and names the earlier query that it repeats."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="queries")
    number = models.PositiveIntegerField()
    goal = models.ForeignKey(Goal, models.CASCADE, related_name="queries")
    batch = models.PositiveIntegerField()
    gap = models.TextField()
    text = models.TextField()
    hopes = models.TextField(blank=True)
    channels = models.JSONField(default=list)
    """The channels chosen for it."""
    channel_reason = models.TextField(blank=True)
    """Why these (R198)."""
    twin = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    dropped = models.TextField(blank=True)
    hits = models.PositiveIntegerField(default=0)
    kept = models.PositiveIntegerField(default=0)
    cited = models.PositiveIntegerField(default=0)
    embedding_hash = models.CharField(max_length=64, blank=True)

    objects = OfTaskQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["task", "number"], name="one_number_a_query")]

    def __str__(self) -> str:
        return self.text


class Hit(models.Model):
    """A search result, whether or not it was read."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="hits")
    query = models.ForeignKey(Query, models.CASCADE, related_name="hit_rows")
    channel = models.CharField(max_length=40)
    title = models.TextField()
    snippet = models.TextField()
    url = models.TextField()
    published = models.DateField(null=True, blank=True)
    rank = models.PositiveIntegerField()
    relevance = models.FloatField(null=True, blank=True)
    read = models.BooleanField(default=False)

    objects = OfTaskQuerySet.as_manager()

    def __str__(self) -> str:
        return self.title

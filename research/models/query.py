from django.db import models
from django.utils.translation import gettext_lazy as _

from research.models.goal import Goal
from research.models.task import ResearchTask
from research.models.visible import OfTaskQuerySet
from research.roles.patterns import Wording

WORDING_WORDS = {
    Wording.QUOTED: _("a phrase in quotation marks"),
    Wording.OTHER_LANGUAGE: _("another language than the question's"),
    Wording.QUESTION: _("asked like a question"),
    Wording.TITLE: _("a document, version or number that the question doesn't name"),
    Wording.YEAR: _("a year that the question doesn't name"),
    Wording.FACET: _("a noun for the kind of answer"),
    Wording.OTHER_WORDS: _("mostly other words than the question's"),
    Wording.NAME: _("a name alone"),
    Wording.KEY_WORDS: _("a few of the question's words"),
    Wording.LONG: _("many of the question's words"),
}


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
    wording = models.CharField(max_length=20, blank=True)
    """Its pattern; empty in rows that are older than patterns, which no rate counts (R074)."""

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

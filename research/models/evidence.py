from django.db import models
from django.utils.translation import gettext as _

from research.models.goal import Goal
from research.models.query import Query
from research.models.source import Source, part_word
from research.models.task import ResearchTask
from research.models.visible import OfTaskQuerySet


class EvidenceQuerySet(OfTaskQuerySet):
    def standing(self) -> "EvidenceQuerySet":
        """Accepted, and not thrown out by a backtrack."""
        return self.filter(accepted=True, dropped=False)


class Evidence(models.Model):
    """An exact quote that bears on a goal: source.text[start:end] == quote."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="evidence")
    number = models.PositiveIntegerField()
    goal = models.ForeignKey(Goal, models.CASCADE, related_name="evidence")
    query = models.ForeignKey(Query, models.CASCADE, related_name="evidence")
    source = models.ForeignKey(Source, models.PROTECT, related_name="evidence")
    quote = models.TextField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    relevance = models.FloatField()
    credibility = models.FloatField()
    timeliness = models.FloatField()
    score = models.FloatField()
    reason = models.TextField()
    accepted = models.BooleanField()
    dropped = models.BooleanField(default=False)
    reprint_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="reprints")

    same_as = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="corroborations")
    """The more informative piece that says the same: this one corroborates it (R240)."""
    paragraph = models.PositiveIntegerField(default=0)
    """1 is the first of the page; shown as "¶ 12" (R222). 0: older than the mark."""
    page = models.PositiveIntegerField(null=True, blank=True)
    """Of a paged document."""

    objects = EvidenceQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["task", "number"], name="one_number_a_piece"),
            # The target of citations' two-column foreign key: evidence of the same task, or nothing.
            models.UniqueConstraint(fields=["id", "task"], name="evidence_of_task"),
            models.CheckConstraint(condition=models.Q(end__gt=models.F("start")), name="quote_has_words"),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        return f"E-{self.pk}"

    @property
    def place(self) -> str:
        """The position tag, in the reader's language; empty for a piece that is older than the mark (R222)."""
        if not self.paragraph:
            return ""
        if not self.page:
            return _("¶ %(paragraph)s") % {"paragraph": self.paragraph}
        facts = {"part": part_word(self.source.content_type, self.page), "paragraph": self.paragraph}
        return _("%(part)s, ¶ %(paragraph)s of the document") % facts

    @property
    def witnesses(self) -> list["Evidence"]:
        """What others say on the same matter; reprints are no witnesses (R240)."""
        return list(self.corroborations.standing().filter(reprint_of=None).select_related("source"))

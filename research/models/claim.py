"""Claims, what they cite, and what people decided about them."""

from collections.abc import Iterable

from django.db import models
from django.utils.translation import gettext_lazy as _

from research.models.evidence import Evidence
from research.models.people import User
from research.models.task import ResearchTask
from research.models.visible import OfTaskQuerySet, VisibleQuerySet
from research.terms import Place, Ruling, SentenceKind, Verdict

VERDICT_WORDS = {
    Verdict.SUPPORTED: _("supported"),
    Verdict.PARTLY: _("partly"),
    Verdict.CONTRADICTED: _("contradicted"),
    Verdict.NOT_FOUND: _("not found"),
    Verdict.NOT_CHECKED: _("check failed"),
}


class ClaimQuerySet(OfTaskQuerySet):
    def waiting(self) -> "ClaimQuerySet":
        """At the desk: not carried by evidence, and nobody has decided the present version."""
        return self.filter(waits=True)

    def of_sentences(self) -> "ClaimQuerySet":
        """For readers that know one claim a sentence: headings aside, and of several in one sentence the one that still
        waits comes last, so that in a table by place it is the one that stays."""
        return self.exclude(place=Place.HEADING.value).order_by("waits", "-number")


class Claim(models.Model):
    """One checkable sentence of a report."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="claims")
    number = models.PositiveIntegerField()
    section = models.PositiveIntegerField()
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    text = models.TextField()
    place = models.CharField(max_length=10, default=Place.SENTENCE.value)
    start = models.PositiveIntegerField(default=0)
    """`text` is [start:end] of the sentence as it was written, or of the section's heading; end 0: all of it."""
    end = models.PositiveIntegerField(default=0)
    context = models.TextField(blank=True)
    """What row and column of a cell are called."""
    version = models.PositiveIntegerField(default=1)
    """Raised by every decision: a decision names the version it was made on (P10)."""
    verdict = models.CharField(max_length=14, default=Verdict.NOT_CHECKED.value)
    reason = models.TextField(blank=True)
    atoms = models.JSONField(default=list)
    offered = models.JSONField(default=list)
    """Other evidence of the task: {evidence, verdict, reason}; what carries the claim first."""
    waits = models.BooleanField(default=False)
    stage = models.CharField(max_length=8, blank=True)
    """Empty, or what a decision still lacks: "second", the opinion of another person; "lead", an admin's word between
    two that differ. Until then no decision on the claim is in force."""

    objects = ClaimQuerySet.as_manager()

    class Meta:
        ordering = ["task_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["task", "number"], name="one_number_a_claim"),
            models.UniqueConstraint(fields=["id", "task"], name="claim_of_task"),
            models.CheckConstraint(condition=models.Q(verdict__in=[v.value for v in Verdict]), name="known_verdict"),
            models.CheckConstraint(condition=models.Q(kind__in=[k.value for k in SentenceKind]), name="known_kind"),
            models.CheckConstraint(condition=models.Q(place__in=[p.value for p in Place]), name="known_place"),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        return f"C-{self.task_id}-{self.number}"

    @property
    def verdict_word(self) -> str:
        return str(VERDICT_WORDS[Verdict(self.verdict)])

    def in_force(self) -> "Decision | None":
        """What holds of all that people said: the last word, unless it was taken back or waits for another's."""
        return None if self.stage else last_word(self.decisions.all())


class Citation(models.Model):
    """The thread from a sentence to a quote. The migration adds a foreign key over (evidence, task), so a claim
    can't cite another task's evidence, whatever code writes the row."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="citations")
    claim = models.ForeignKey(Claim, models.CASCADE, related_name="citations")
    evidence = models.ForeignKey(Evidence, models.CASCADE, related_name="citations")
    position = models.PositiveIntegerField()

    objects = OfTaskQuerySet.as_manager()

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["claim", "evidence"], name="cited_once_a_claim")]

    def __str__(self) -> str:
        return f"{self.claim_id} → {self.evidence_id}"


class DecisionQuerySet(VisibleQuerySet):
    path = "claim__task__workspace"


class Decision(models.Model):
    """A person's word on one version of one claim. Never changed, never deleted."""

    claim = models.ForeignKey(Claim, models.CASCADE, related_name="decisions")
    claim_version = models.PositiveIntegerField()
    person = models.ForeignKey(User, models.PROTECT, related_name="decisions")
    ruling = models.CharField(max_length=10)
    text = models.TextField()
    effect = models.CharField(max_length=10, blank=True)
    reason_code = models.CharField(max_length=20, blank=True)
    note = models.TextField(blank=True)
    verdict = models.CharField(max_length=14)
    """What the machine said of the text decided on."""
    at = models.DateTimeField(auto_now_add=True)

    objects = DecisionQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["claim", "claim_version"], name="one_decision_a_version"),
            models.CheckConstraint(condition=models.Q(ruling__in=[r.value for r in Ruling]), name="known_ruling"),
        ]

    def __str__(self) -> str:
        return f"{self.claim_id}: {self.ruling}"


def last_word(decisions: Iterable[Decision]) -> Decision | None:
    last = max(decisions, key=lambda row: row.claim_version, default=None)
    return None if last is None or last.ruling == Ruling.REVERTED.value else last

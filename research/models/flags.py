"""A reader's doubt about one sentence: anybody who may read a report can raise it, a reviewer's decision settles it."""

from django.db import models

from research.models.claim import Claim, Decision
from research.models.people import User
from research.models.visible import VisibleQuerySet


class FlagQuerySet(VisibleQuerySet):
    path = "claim__task__workspace"

    def standing(self) -> "FlagQuerySet":
        return self.filter(decision=None, outcome="")


class Flag(models.Model):
    """Never deleted. `decision` is the one that settled it; taken back, the flag stands again. Or it ended without a
    word on the sentence: whoever raised it withdrew it, or a reviewer found nothing wrong."""

    class Outcome(models.TextChoices):
        WITHDRAWN = "withdrawn"
        UNFOUNDED = "unfounded"

    claim = models.ForeignKey(Claim, models.CASCADE, related_name="flags")
    person = models.ForeignKey(User, models.PROTECT, related_name="flags")
    reason_code = models.CharField(max_length=20)
    note = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)
    decision = models.ForeignKey(Decision, models.CASCADE, null=True, blank=True, related_name="settled")
    outcome = models.CharField(max_length=10, blank=True, choices=Outcome)
    """Empty: it stands, or a decision settled it."""
    answer = models.TextField(blank=True)
    """What the reviewer says who found nothing wrong."""
    closed_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = FlagQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["claim", "person"],
                condition=models.Q(decision=None, outcome=""),
                name="one_standing_flag_a_person",
            ),
            models.CheckConstraint(
                condition=models.Q(outcome__in=["", "withdrawn", "unfounded"]), name="known_end_of_a_flag"
            ),
        ]

    @property
    def stands(self) -> bool:
        return self.decision_id is None and not self.outcome

    def __str__(self) -> str:
        return f"{self.claim_id} flagged by {self.person_id}"

"""A reader's doubt about one sentence: anybody who may read a report can raise it, a reviewer's decision settles it."""

from django.db import models

from research.models.claim import Claim, Decision
from research.models.people import User
from research.models.visible import VisibleQuerySet


class FlagQuerySet(VisibleQuerySet):
    path = "claim__task__workspace"

    def standing(self) -> "FlagQuerySet":
        return self.filter(decision=None)


class Flag(models.Model):
    """Never deleted. `decision` is the one that settled it; taken back, the flag stands again."""

    claim = models.ForeignKey(Claim, models.CASCADE, related_name="flags")
    person = models.ForeignKey(User, models.PROTECT, related_name="flags")
    reason_code = models.CharField(max_length=20)
    note = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)
    decision = models.ForeignKey(Decision, models.CASCADE, null=True, blank=True, related_name="settled")

    objects = FlagQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["claim", "person"], condition=models.Q(decision=None), name="one_standing_flag_a_person"
            )
        ]

    def __str__(self) -> str:
        return f"{self.claim_id} flagged by {self.person_id}"

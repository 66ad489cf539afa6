"""Who has a claim in hand, what they typed, and what was sent for: the rows between two decisions."""

from django.db import models
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from research.models.claim import Claim
from research.models.people import Membership, User, roles_with
from research.models.task import ResearchTask
from research.models.visible import VisibleQuerySet


class HoldQuerySet(VisibleQuerySet):
    path = "claim__task__workspace"

    def alive(self) -> "HoldQuerySet":
        """By the database's clock, which all workers share."""
        return self.filter(until__gt=Now())


class Hold(models.Model):
    """One reviewer has one claim in hand until a time. A lapsed row is taken over by the next one who asks (CR7)."""

    claim = models.OneToOneField(Claim, models.CASCADE, primary_key=True, related_name="hold")
    person = models.ForeignKey(User, models.CASCADE, related_name="holds")
    until = models.DateTimeField()

    objects = HoldQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.claim_id} held by {self.person_id}"


class AssignmentQuerySet(VisibleQuerySet):
    path = "claim__task__workspace"

    def standing(self) -> "AssignmentQuerySet":
        """Of sentences that wait, and to people who may still decide there: no other has a turn."""
        deciding = Membership.objects.filter(
            workspace=OuterRef(self.path), person=OuterRef("person"), role__in=roles_with("decide")
        )
        return self.filter(Exists(deciding), claim__waits=True, person__is_active=True)


class Assignment(models.Model):
    """Whose turn a claim is, as the team wishes it. It keeps nobody from deciding; earlier ones stand in the trail."""

    claim = models.OneToOneField(Claim, models.CASCADE, primary_key=True, related_name="assignment")
    person = models.ForeignKey(User, models.CASCADE, related_name="assignments")
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now=True)

    objects = AssignmentQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.claim_id} assigned to {self.person_id}"


class Draft(models.Model):
    """What somebody typed about a claim and hasn't sent. It outlives the hold, the session and the claim's version."""

    claim = models.ForeignKey(Claim, models.CASCADE, related_name="drafts")
    person = models.ForeignKey(User, models.CASCADE, related_name="drafts")
    claim_version = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    note = models.TextField(blank=True)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["claim", "person"], name="one_draft_a_person")]

    def __str__(self) -> str:
        return f"{self.claim_id} typed by {self.person_id}"


class ErrandQuerySet(VisibleQuerySet):
    path = "claim__task__workspace"

    def out(self) -> "ErrandQuerySet":
        return self.filter(back=None)


class Errand(models.Model):
    """A claim for which more evidence is looked for, by a small search of its own. The claim waits until it is back."""

    claim = models.ForeignKey(Claim, models.CASCADE, related_name="errands")
    person = models.ForeignKey(User, models.PROTECT, related_name="errands")
    child = models.OneToOneField(ResearchTask, models.CASCADE, related_name="errand")
    refute = models.BooleanField(default=False)
    """A challenge: looked for is what speaks against the claim."""
    brought = models.PositiveIntegerField(default=0)
    """Pieces of evidence that came back with it."""
    at = models.DateTimeField(auto_now_add=True)
    back = models.DateTimeField(null=True, blank=True)

    objects = ErrandQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["claim"], condition=models.Q(back=None), name="one_errand_a_claim")
        ]

    def __str__(self) -> str:
        return f"{self.claim_id} sent for by {self.person_id}"

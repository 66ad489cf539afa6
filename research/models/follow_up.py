"""Questions on a finished report, and what was answered."""

from datetime import timedelta

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from research.engine.lifecycle import Status
from research.models.people import User
from research.models.task import ResearchTask
from research.models.thresholds import Thresholds
from research.models.visible import OfTaskQuerySet

STATE_WORDS = {
    "asked": _("waiting for a worker"),
    "answered": _("answered"),
    "unanswered": _("the report's evidence doesn't answer this"),
    "reaching": _("looking again"),
    "failed": _("failed"),
}


class FollowUpQuerySet(OfTaskQuerySet):
    def due(self) -> "FollowUpQuerySet":
        """Asked, and in nobody's hands by the database clock."""
        free = models.Q(until=None) | models.Q(until__lt=Now())
        return self.filter(free, state=FollowUp.State.ASKED)

    def of_last_hour(self, person: User) -> "FollowUpQuerySet":
        return self.filter(person=person, created__gt=Now() - timedelta(hours=1))


class FollowUp(models.Model):
    """One question on one report. How it is answered, and why so, stands with it (R264)."""

    class State(models.TextChoices):
        ASKED = "asked"
        ANSWERED = "answered"
        UNANSWERED = "unanswered"
        REACHING = "reaching"
        FAILED = "failed"

    class Decision(models.TextChoices):
        ANSWER = "answer"
        REACH = "reach"

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="follow_ups")
    person = models.ForeignKey(User, models.PROTECT, related_name="follow_ups")
    thresholds = models.ForeignKey(Thresholds, models.PROTECT, related_name="follow_ups")
    """The version when it was asked: bars and budget of the answer."""
    question = models.TextField()
    language = models.CharField(max_length=2)
    state = models.CharField(max_length=12, choices=State, default=State.ASKED)
    look_up = models.BooleanField(default=False)
    """A person wants another look, whatever the trigger would say."""
    decision = models.CharField(max_length=8, choices=Decision, blank=True)
    rule = models.CharField(max_length=12, blank=True)
    named = models.TextField(blank=True)
    """The words that the rule saw, or the model's reason."""
    reason = models.TextField(blank=True)
    sentences = models.JSONField(default=list)
    """Text, kind, evidence numbers of the task, verdict and its reason; references are rendered from rows."""
    child = models.ForeignKey(ResearchTask, models.SET_NULL, null=True, blank=True, related_name="answers")
    """The search that was begun for it."""
    failure = models.TextField(blank=True)
    attempts = models.PositiveIntegerField(default=0)
    """Also the fence: what an earlier attempt brings late is not taken."""
    until = models.DateTimeField(null=True, blank=True)
    """Whoever answers it has so long; or nobody tries again before then."""
    created = models.DateTimeField(auto_now_add=True)
    answered = models.DateTimeField(null=True, blank=True)

    objects = FollowUpQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=["asked", "answered", "unanswered", "reaching", "failed"]),
                name="known_follow_up_state",
            ),
            models.CheckConstraint(
                condition=models.Q(decision__in=["", "answer", "reach"]), name="known_follow_up_decision"
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=["answered", "unanswered", "reaching"])
                | ~models.Q(decision="") & ~models.Q(reason=""),
                name="decided_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        return f"F-{self.pk}"

    @property
    def state_word(self) -> str:
        return str(STATE_WORDS[self.state])

    @property
    def may_be_looked_up(self) -> bool:
        """Nobody is at it, and no search that was begun for it brings or brought a report."""
        if self.state == self.State.REACHING:
            return self.child is None or self.child.status in (Status.FAILED, Status.STOPPED)
        return self.state != self.State.ASKED

    @property
    def waits(self) -> bool:
        """Whether its page has something to wait for."""
        if self.state == self.State.REACHING and self.child:
            return not Status(self.child.status).resting
        return self.state == self.State.ASKED

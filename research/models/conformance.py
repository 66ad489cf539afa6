"""Whether a model is fit for a role, and what became of each of its answers."""

from datetime import timedelta

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from research.models.people import User, Workspace
from research.models.task import ResearchTask
from research.models.visible import VisibleQuerySet

UNTAKEN = timedelta(minutes=30)
"""No worker took it within this: whoever waits for it is told so."""
SILENT = timedelta(minutes=1)
"""A running one whose worker gave no sign for so long has none any more; as long as a step's lease."""


PROMISED = frozenset({"wrong_pairs", "builtin"})
"""What an examination of a checker holds that says how many wrong claims it lets pass: the labelled ones, or that code
alone decides, whose measure is in docs/claims.md."""


class ConformanceQuerySet(VisibleQuerySet):
    def examinations(self) -> "ConformanceQuerySet":
        """Without what was measured on somebody's pairs: that binds nothing."""
        return self.filter(pairs="")

    def running(self) -> "ConformanceQuerySet":
        """Somebody carries it out, or will."""
        return self.filter(
            models.Q(state="asked", at__gt=Now() - UNTAKEN) | models.Q(state="running", beat__gt=Now() - SILENT)
        )

    def deserted(self) -> "ConformanceQuerySet":
        """Nobody will finish it."""
        return self.filter(finished=None).exclude(pk__in=self.running())


class Conformance(models.Model):
    """One examination of one endpoint for one role. Never changed once it is done; a later one counts more."""

    class State(models.TextChoices):
        ASKED = "asked", _("waiting for a worker")
        RUNNING = "running", _("running")
        PASSED = "passed", _("passed")
        FAILED = "failed", _("failed")

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="examinations")
    person = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    role = models.CharField(max_length=12)
    binding = models.CharField(max_length=300)
    """As it was written: host, model and options, never a key."""
    key_name = models.CharField(max_length=80, blank=True)
    """The environment variable that holds the key, where the binding names one of its own."""
    pairs = models.CharField(max_length=255, blank=True)
    """The file of labelled claims and quotes that the bound checker was measured on; empty: an examination."""
    model = models.CharField(max_length=200, blank=True)
    """What the server called the model that answered."""
    server = models.CharField(max_length=200, blank=True)
    """Name and version, as far as the server tells."""
    state = models.CharField(max_length=10, choices=State, default=State.ASKED)
    outcomes = models.JSONField(default=list)
    """{probe, passed, required, detail, seconds, table}, one at a time while it runs."""
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    failure = models.TextField(blank=True)
    """Why it ended before its last task: it says nothing of the model then."""
    beat = models.DateTimeField(null=True, blank=True)
    """The last sign of the worker that carries it out."""
    at = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)

    objects = ConformanceQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["role", "binding", "-id"], name="last_examination")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=["asked", "running", "passed", "failed"]), name="known_examination_state"
            )
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.binding}: {self.state}"

    @property
    def too_thin(self) -> bool:
        """A checker that passed when it was asked less than today: of claims that it lets pass, nothing is known."""
        seen = {outcome["probe"] for outcome in self.outcomes}
        return self.role == "checker" and self.state == self.State.PASSED and not seen & PROMISED

    @property
    def lost(self) -> bool:
        """Nobody will finish it, and no sweeper has closed it yet."""
        return self.finished is None and type(self).objects.filter(pk=self.pk).deserted().exists()


class Answered(models.Model):
    """One try of one model at one prompt, and what was wrong with it. All tries count, not only the last (R065)."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="answers")
    task = models.ForeignKey(ResearchTask, models.SET_NULL, null=True, blank=True, related_name="answered")
    step = models.PositiveIntegerField(default=0)
    role = models.CharField(max_length=12)
    prompt = models.CharField(max_length=40)
    endpoint = models.CharField(max_length=200)
    model = models.CharField(max_length=200, blank=True)
    attempt = models.PositiveSmallIntegerField()
    flaw = models.CharField(max_length=20, blank=True)
    """Empty: taken as it stood."""
    offered = models.PositiveSmallIntegerField(default=0)
    """Queries, goals or quotes in it …"""
    dropped = models.PositiveSmallIntegerField(default=0)
    """… and those that broke a rule and went unused (R064)."""
    at = models.DateTimeField(auto_now_add=True)

    objects = VisibleQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.model} {self.prompt}: {self.flaw or 'whole'}"

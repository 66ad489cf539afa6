"""What happened, in order, and what was answered: the two things a crash must not lose."""

from django.db import models
from django.db.models.functions import Now

from research.models.task import ResearchTask
from research.models.visible import OfTaskQuerySet


class Step(models.Model):
    """The smallest thing that is saved. One outcome a (task, number), whoever takes it (P2)."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    phase = models.CharField(max_length=12)
    now = models.DateTimeField()
    """Recorded at the first attempt; every later attempt sees the same time."""
    attempts = models.PositiveIntegerField(default=1)
    recorded = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(null=True, blank=True)
    record = models.BinaryField(null=True)
    """Every decision with its inputs' hashes, packed: what a replay answers from."""
    memory_before = models.JSONField(null=True)
    memory_after = models.JSONField(null=True)
    """Kept for steps taken by hand, so that a person can read what changed (R156)."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["task", "number"], name="one_outcome_a_step")]

    def __str__(self) -> str:
        return f"{self.task_id}/{self.number} {self.phase}"


class Entry(models.Model):
    """One line of the journal; append-only. `seq` is gapless per task, so a watcher can ask for what it missed."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="entries")
    seq = models.BigIntegerField()
    step = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    payload = models.JSONField()
    v = models.PositiveIntegerField()
    at = models.DateTimeField(db_default=Now())

    objects = OfTaskQuerySet.as_manager()

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["task", "seq"], name="one_entry_a_number")]

    def __str__(self) -> str:
        return f"{self.task_id}#{self.seq} {self.kind}"


class Reply(models.Model):
    """An answer from outside, stored before it is used: a step taken again finds it here and pays nothing."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="replies")
    step = models.PositiveIntegerField()
    key = models.CharField(max_length=64)
    kind = models.CharField(max_length=10)
    payload = models.JSONField()
    v = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "step", "key"], name="one_reply_a_request")]
        indexes = [models.Index(fields=["key"], name="replies_by_request")]

    def __str__(self) -> str:
        return f"{self.task_id}/{self.step} {self.kind}"

"""Who works on a task now. Changed only by conditional UPDATEs against the database clock (F-06, F-12)."""

from datetime import timedelta

from django.db import models
from django.db.models.functions import Now

from research.engine.lifecycle import Status
from research.models.task import ResearchTask


class LeaseQuerySet(models.QuerySet["Lease"]):
    def due(self, reserved_for: str = "") -> "LeaseQuerySet":
        """Of running tasks that nobody holds and whose waiting time is over, by the database clock.

        The lease's own columns stand in the WHERE itself, not in a subquery: of two workers that take it at once, the
        second one's condition is judged on the row as the first one left it.
        """
        free = models.Q(until=None) | models.Q(until__lt=Now())
        waited = models.Q(not_before=None) | models.Q(not_before__lte=Now())
        running = ResearchTask.objects.filter(
            pk=models.OuterRef("task_id"), status=Status.RUNNING.value, reserved_for=reserved_for
        )
        return self.filter(free, waited, models.Exists(running))

    def deserted(self, seconds: float) -> "LeaseQuerySet":
        """Reserved for a process that has not been heard of for so long: any worker may have them."""
        silent = models.Q(beat=None) | models.Q(beat__lt=Now() - timedelta(seconds=seconds))
        return self.filter(silent, task__status=Status.RUNNING.value).exclude(task__reserved_for="")


class Lease(models.Model):
    task = models.OneToOneField(ResearchTask, models.CASCADE, primary_key=True, related_name="lease")
    holder = models.CharField(max_length=80, blank=True)
    fence = models.BigIntegerField(default=0)
    """Raised at each taking; the statement that records an outcome checks it."""
    until = models.DateTimeField(null=True, blank=True)
    beat = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    """Of the step in flight; cleared when it is recorded."""
    last_seq = models.BigIntegerField(default=0)
    not_before = models.DateTimeField(null=True, blank=True)

    objects = LeaseQuerySet.as_manager()

    def __str__(self) -> str:
        return f"lease of {self.task_id}"

from django.db import models

from research.engine.stopping import by_one_source
from research.models.task import ResearchTask
from research.models.visible import OfTaskQuerySet
from research.terms import GoalState


class Goal(models.Model):
    """A node of the goal tree. The engine's value is the truth while a task runs; this row is what a door shows."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="goals")
    number = models.PositiveIntegerField()
    parent = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="children")
    question = models.TextField()
    wanted = models.JSONField(default=list)
    gaps = models.JSONField(default=list)
    priority = models.FloatField(default=1.0)
    state = models.CharField(max_length=12, default=GoalState.OPEN.value)
    accepted = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)
    reads = models.PositiveIntegerField(default=0)
    closed_because = models.TextField(blank=True)

    objects = OfTaskQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["task", "number"], name="one_number_a_goal"),
            models.CheckConstraint(condition=models.Q(state__in=[s.value for s in GoalState]), name="known_goal_state"),
        ]

    def __str__(self) -> str:
        return f"{self.task_id}/{self.number} {self.question}"

    @property
    def by_one_source(self) -> bool:
        """Nothing is missing but a second, independent source."""
        return by_one_source(self.state, self.closed_because)

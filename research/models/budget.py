"""What may be spent, and how much of it is taken. A purse changes by conditional UPDATE alone (P5)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from research.models.people import User, Workspace
from research.models.task import ResearchTask
from research.models.visible import VisibleQuerySet


class Budget(models.Model):
    """A ceiling that an admin set. None is no ceiling; the tokens of one task are a threshold, not a budget."""

    class Scope(models.TextChoices):
        WORKSPACE = "workspace", _("the whole workspace, a month")
        PERSON = "person", _("each person, a month")
        TASK = "task", _("each task")

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="budgets")
    scope = models.CharField(max_length=10, choices=Scope)
    person = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="budgets")
    """Whose own budget it is, in place of each person's."""
    tokens = models.BigIntegerField(null=True, blank=True)
    money = models.DecimalField(max_digits=14, decimal_places=4, null=True, blank=True)
    currency = models.CharField(max_length=3, blank=True)

    objects = VisibleQuerySet.as_manager()

    class Meta:
        ordering = ["scope", "person"]
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "scope", "person"], name="one_budget_a_scope", nulls_distinct=False
            ),
            models.CheckConstraint(condition=models.Q(scope__in=["workspace", "person", "task"]), name="known_scope"),
        ]

    def __str__(self) -> str:
        return f"{self.scope} {self.person_id or ''}"


class Purse(models.Model):
    """How much of one unit a holder has taken: settled at what was used, open at the worst case.

    A month's row outlives the tasks that filled it: money that was spent stays spent.
    """

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="purses")
    task = models.ForeignKey(ResearchTask, models.CASCADE, null=True, blank=True, related_name="purses")
    holder = models.CharField(max_length=60)
    """T-12, T-12/search, F-7, W-1/2026-11, W-1/P-3/2026-11."""
    unit = models.CharField(max_length=6)
    """"tokens", or a currency."""
    taken = models.DecimalField(max_digits=24, decimal_places=8, default=0)

    objects = VisibleQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["holder", "unit"], name="one_purse_a_holder")]

    def __str__(self) -> str:
        return f"{self.holder} {self.unit}"


class Aside(models.Model):
    """What a running task has set aside, of its person's and its workspace's month, for writing the report (C30)."""

    task = models.ForeignKey(ResearchTask, models.CASCADE, related_name="asides")
    unit = models.CharField(max_length=6)
    left = models.DecimalField(max_digits=24, decimal_places=8)
    holders = models.JSONField(default=list)
    """The purses it was taken from, and goes back to when the task is over."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["task", "unit"], name="one_aside_a_unit"),
            models.CheckConstraint(condition=models.Q(left__gte=0), name="aside_is_not_overdrawn"),
        ]

    def __str__(self) -> str:
        return f"{self.task_id} {self.unit}"

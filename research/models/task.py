"""One question on its way to a reviewed report."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from memory.models import Notebook
from research.engine.lifecycle import Phase, Status
from research.models.bindings import Bindings
from research.models.people import User, Workspace
from research.models.thresholds import Thresholds
from research.models.visible import VisibleQuerySet

STATUS_WORDS = {
    Status.DRAFT: _("draft"),
    Status.AWAITING_APPROVAL: _("waiting for you"),
    Status.RUNNING: _("running"),
    Status.PAUSED: _("paused"),
    Status.WAITING_FOR_REVIEW: _("needs review"),
    Status.FINISHED: _("done"),
    Status.STOPPED: _("stopped"),
    Status.FAILED: _("failed"),
}


class TaskQuerySet(VisibleQuerySet):
    def running(self) -> "TaskQuerySet":
        return self.filter(status=Status.RUNNING)


class ResearchTask(models.Model):
    """Moved by `research.actions` alone. A bare `save()` on a task is a lint error: fields change by name."""

    workspace = models.ForeignKey(Workspace, models.PROTECT, related_name="tasks")
    owner = models.ForeignKey(User, models.PROTECT, related_name="tasks")
    question = models.TextField()
    language = models.CharField(max_length=2)
    length = models.CharField(max_length=6, blank=True)
    """Of the report: "short" or "long"; empty: the usual one."""
    period_start = models.DateField(null=True, blank=True)
    period_end = models.DateField(null=True, blank=True)
    only_sites = models.JSONField(default=list)
    """Hosts: when there are any, the web is read there alone; the workspace's own documents stay open."""
    never_sites = models.JSONField(default=list)
    documents_only = models.BooleanField(default=False)
    """Nothing leaves the machine to look: the workspace's own documents are all there is."""
    auto_approve = models.BooleanField(default=False)
    parent = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="follow_up_tasks")
    """The task whose report was asked further: what that reached counts as reached (R267)."""
    narrow = models.BooleanField(default=False)
    """One further question: the limits of a follow-up hold, also when the parent is gone."""
    deadline = models.DateTimeField(null=True, blank=True)
    """When its search has to end. The report follows it."""
    phase = models.CharField(max_length=12, default=Phase.PLAN.value)
    status = models.CharField(max_length=20, default=Status.RUNNING.value)
    hard = models.BooleanField(default=False)
    """Which of the two budgets of tokens it has."""
    hard_because = models.CharField(max_length=40, blank=True)
    """"person", or "answers:" and how many answers the question wants."""
    over_budget = models.CharField(max_length=120, blank=True)
    """The budget that a call of its search would have passed, as a sentence: the search ends with it."""
    thresholds = models.ForeignKey(Thresholds, models.PROTECT, related_name="tasks")
    bindings = models.ForeignKey(Bindings, models.PROTECT, null=True, blank=True, related_name="tasks")
    """Who answers for which role, as it was when the task began. None: the environment binds them all."""
    notebook = models.OneToOneField(Notebook, models.PROTECT, related_name="task")
    approved_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    approved_at = models.DateTimeField(null=True, blank=True)
    plan_hash = models.CharField(max_length=64, blank=True)
    stop_asked = models.BooleanField(default=False)
    """The report is to be written from what is there."""
    one_step = models.BooleanField(default=False)
    """Advanced by hand: it pauses again after the next step."""
    reserved_for = models.CharField(max_length=80, blank=True)
    """The one process that may advance it (a command with its own environment); empty: any worker."""
    ended_because = models.TextField(blank=True)
    failure = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)

    objects = TaskQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(phase__in=[p.value for p in Phase]), name="known_phase"),
            models.CheckConstraint(condition=models.Q(status__in=[s.value for s in Status]), name="known_status"),
            models.CheckConstraint(
                condition=~models.Q(status=Status.FINISHED.value) | models.Q(phase=Phase.DONE.value),
                name="finished_means_done",
            ),
            models.CheckConstraint(
                condition=~models.Q(status=Status.WAITING_FOR_REVIEW.value) | models.Q(phase=Phase.REVIEW.value),
                name="desk_waits_in_review",
            ),
            models.CheckConstraint(condition=~models.Q(question=""), name="question_is_not_empty"),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        return f"T-{self.pk}"

    @property
    def status_word(self) -> str:
        return str(STATUS_WORDS[Status(self.status)])

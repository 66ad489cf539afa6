"""What was paid. A row for each attempt, reserved before the call and settled after it (P5)."""

from django.db import models

from research.models.people import Workspace
from research.models.task import ResearchTask
from research.models.visible import VisibleQuerySet


class ModelCall(models.Model):
    class State(models.TextChoices):
        RESERVED = "reserved"
        SETTLED = "settled"
        FAILED = "failed"

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="model_calls")
    task = models.ForeignKey(ResearchTask, models.SET_NULL, null=True, blank=True, related_name="model_calls")
    """Money that was spent stays spent when its task is deleted."""
    follow_up = models.ForeignKey(
        "research.FollowUp", models.SET_NULL, null=True, blank=True, related_name="model_calls"
    )
    """The question on the finished report that it was made for."""
    step = models.PositiveIntegerField(default=0)
    role = models.CharField(max_length=12)
    endpoint = models.CharField(max_length=200)
    model = models.CharField(max_length=200, blank=True)
    prompt = models.CharField(max_length=40)
    prompt_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State)
    reserved_tokens = models.PositiveIntegerField()
    """The worst case: the prompt as counted before the call, and the cap of the answer."""
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    estimated = models.BooleanField(default=False)
    seconds = models.FloatField(default=0)
    failure = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)

    objects = VisibleQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=["reserved", "settled", "failed"]), name="known_call_state"
            )
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.prompt} {self.state}"


class Price(models.Model):
    """A price never rewrites the past: a new one starts on its day."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="prices")
    model = models.CharField(max_length=200)
    input_per_million = models.DecimalField(max_digits=12, decimal_places=4)
    output_per_million = models.DecimalField(max_digits=12, decimal_places=4)
    currency = models.CharField(max_length=3)
    valid_from = models.DateField()

    objects = VisibleQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "model", "valid_from"], name="one_price_a_day")]

    def __str__(self) -> str:
        return f"{self.model} from {self.valid_from}"

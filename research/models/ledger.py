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
    examination = models.ForeignKey(
        "research.Conformance", models.SET_NULL, null=True, blank=True, related_name="model_calls"
    )
    """The examination of a model that it was made for: no task's."""
    step = models.PositiveIntegerField(default=0)
    role = models.CharField(max_length=12)
    endpoint = models.CharField(max_length=200)
    model = models.CharField(max_length=200, blank=True)
    prompt = models.CharField(max_length=40)
    prompt_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State)
    reserved_tokens = models.PositiveIntegerField()
    """The worst case: the prompt as counted before the call, and the cap of the answer."""
    reserved_cost = models.DecimalField(max_digits=16, decimal_places=8, null=True, blank=True)
    """What the worst case would cost; null: nobody knows the price."""
    held = models.JSONField(default=list)
    """(holder, unit, amount): from which purses the worst case was taken, so that settling gives back to the same."""
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cached_tokens = models.PositiveIntegerField(default=0)
    """Part of the input that a server's prefix cache held: it is paid at another price."""
    cache_written_tokens = models.PositiveIntegerField(default=0)
    reasoning_tokens = models.PositiveIntegerField(default=0)
    """Part of the output that nobody reads."""
    raw_tokens = models.PositiveIntegerField(default=0)
    """Part of the input: hits and pages, read for the first time."""
    notes_tokens = models.PositiveIntegerField(default=0)
    """Part of the input: what the task knew already, read again. The rest of the input is instructions."""
    cost = models.DecimalField(max_digits=16, decimal_places=8, null=True, blank=True)
    """By the price of the day on which it was settled; null is "unknown", never zero."""
    currency = models.CharField(max_length=3, blank=True)
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
    """A price never rewrites the past: a new one starts on its day, and a settled call keeps what it cost."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="prices")
    model = models.CharField(max_length=200)
    input_per_million = models.DecimalField(max_digits=12, decimal_places=4)
    output_per_million = models.DecimalField(max_digits=12, decimal_places=4)
    cached_per_million = models.DecimalField(max_digits=12, decimal_places=4, null=True, blank=True)
    """Null: not known, so the cached part counts at the full price of input, which is never less."""
    cache_written_per_million = models.DecimalField(max_digits=12, decimal_places=4, null=True, blank=True)
    currency = models.CharField(max_length=3)
    valid_from = models.DateField()
    known_from = models.CharField(max_length=60, blank=True)
    """The price list that it was taken from; empty: a person typed it."""

    objects = VisibleQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "model", "valid_from"], name="one_price_a_day")]

    def __str__(self) -> str:
        return f"{self.model} from {self.valid_from}"


class ChannelFee(models.Model):
    """What one search at a paid channel costs. A channel without one costs nothing."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="channel_fees")
    channel = models.CharField(max_length=40)
    per_call = models.DecimalField(max_digits=12, decimal_places=6)
    currency = models.CharField(max_length=3)
    valid_from = models.DateField()

    objects = VisibleQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "channel", "valid_from"], name="one_fee_a_day")]

    def __str__(self) -> str:
        return f"{self.channel} from {self.valid_from}"

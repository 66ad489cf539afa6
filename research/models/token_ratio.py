from django.db import models


class TokenRatio(models.Model):
    """What a model's server said it read, against what we counted before the call: how far our count is off."""

    endpoint = models.CharField(max_length=200)
    model = models.CharField(max_length=200)
    calls = models.PositiveIntegerField(default=0)
    counted = models.PositiveBigIntegerField(default=0)
    """Tokens of the prompts by the offline vocabulary, and …"""
    used = models.PositiveBigIntegerField(default=0)
    """… as the server's `usage` had them. Both are halved now and then, so that the latest calls weigh most."""
    widest = models.FloatField(default=0)
    """The largest share by which one prompt was longer or shorter than counted."""
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["endpoint", "model"], name="one_ratio_a_model")]

    def __str__(self) -> str:
        return f"{self.endpoint} {self.used}/{self.counted}"

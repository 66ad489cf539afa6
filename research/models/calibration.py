from django.db import models


class Calibration(models.Model):
    """The scale of an embedder, fitted once for all processes. Vectors are stored under its full name, so that those of
    an earlier scale are never compared with those of a later one (B-135)."""

    embedder = models.CharField(max_length=200, unique=True)
    """What its vectors are stored under: the model's name, and the scale's behind it."""
    base = models.CharField(max_length=180, db_index=True)
    """The model's own name."""
    name = models.CharField(max_length=20)
    mean = models.JSONField()
    curve = models.JSONField()
    """(cosine, similarity) points, rising."""
    made_at = models.DateTimeField()
    by = models.CharField(max_length=80)
    """Who or what asked for it."""

    class Meta:
        ordering = ["-made_at", "-id"]

    def __str__(self) -> str:
        return self.embedder

from django.db import models
from pgvector.django import VectorField


class Embedding(models.Model):
    """A vector by the hash of its text. No fixed dimension: each embedder has its own, and its own partial index."""

    text_hash = models.CharField(max_length=64)
    embedder = models.CharField(max_length=200)
    vector = VectorField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["text_hash", "embedder"], name="one_vector_a_text")]

    def __str__(self) -> str:
        return f"{self.embedder} {self.text_hash}"

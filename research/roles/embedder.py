"""Embedder: vectors for dedup, recall and paragraphs, on a scale where 0.85 means 'the same' (DESIGN §7)."""

from collections.abc import Sequence
from typing import Protocol

from research.roles.briefs import Vector


class Embedder(Protocol):
    name: str
    """Stored with every vector: vectors of different embedders are never compared (B-135)."""

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One unit-length, finite vector a text, already centred for this embedder."""

    def similarity(self, left: Vector, right: Vector) -> float:
        """Calibrated similarity 0..1."""

"""Embedder: vectors for dedup, recall and paragraphs, on a scale where 0.85 means 'the same' (DESIGN §7)."""

import math
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from research.roles.briefs import Vector
from research.roles.endpoints import EndpointError, EndpointKind, VectorEndpoint, Vectors


class Embedder(Protocol):
    name: str
    """Stored with every vector: vectors of different embedders are never compared (B-135)."""

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One unit-length, finite vector a text, already centred for this embedder."""

    def similarity(self, left: Vector, right: Vector) -> float:
        """Calibrated similarity 0..1."""


TEXTS_AT_ONCE = 32
"""In one call: what small servers take."""
SCALE = "c1"
"""Part of the name: vectors centred by another list are another embedder's."""

Pairs = Sequence[tuple[bool, str, str]]
Likeness = Callable[[Vector, Vector], float]
Fit = Callable[[Sequence[Vector], Sequence[tuple[bool, Vector, Vector]]], tuple[Vector, Likeness]]
"""Background and labelled pairs to the mean that is taken off and the curve that 0.85 is read on."""


class EndpointEmbedder:
    """Any `/v1/embeddings`. Raw cosines of different models mean different things, so each is put on our scale first,
    from the same texts that the builtin embedder was calibrated on: once a process, with its first texts."""

    def __init__(self, endpoint: VectorEndpoint, background: Sequence[str], pairs: Pairs, fit: Fit) -> None:
        self.name = f"{endpoint.name}#{SCALE}"
        self._endpoint = endpoint
        self._background = tuple(background)
        self._pairs = tuple(pairs)
        self._fit = fit
        self._mean: Vector | None = None
        self._likeness: Likeness | None = None

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        mean = self._mean if self._mean is not None else await self._calibrate()
        return [_centred(raw, mean) for raw in await self._raw(texts)]

    def similarity(self, left: Vector, right: Vector) -> float:
        if self._likeness is None:
            raise RuntimeError("vectors are compared on a scale that the first embedding fits: embed before comparing")
        return self._likeness(left, right)

    async def _calibrate(self) -> Vector:
        sides = [text for _, first, second in self._pairs for text in (first, second)]
        raw = await self._raw([*self._background, *sides])
        background, paired = raw[: len(self._background)], raw[len(self._background) :]
        labelled = [(same, paired[2 * at], paired[2 * at + 1]) for at, (same, _, _) in enumerate(self._pairs)]
        self._mean, self._likeness = self._fit(background, labelled)
        return self._mean

    async def _raw(self, texts: Sequence[str]) -> list[Vector]:
        found: list[Vector] = []
        for at in range(0, len(texts), TEXTS_AT_ONCE):
            answer = await self._endpoint.vectors(tuple(texts[at : at + TEXTS_AT_ONCE]))
            found.extend(_sound(answer))
        return found


def _sound(answer: Vectors) -> Sequence[Vector]:
    """One dimension and no NaN: one bad vector would poison every comparison with it (reliability LLM08)."""
    if len({len(vector) for vector in answer.values}) > 1:
        raise EndpointError(EndpointKind.INTERNAL, "the server returned vectors of different lengths")
    if not all(math.isfinite(part) for vector in answer.values for part in vector):
        raise EndpointError(EndpointKind.INTERNAL, "the server returned a vector that isn't finite")
    return answer.values


def _centred(raw: Vector, mean: Vector) -> Vector:
    moved = np.asarray(raw, dtype=np.float64) - np.asarray(mean, dtype=np.float64)
    length = float(np.linalg.norm(moved))
    if length == 0:
        raise EndpointError(EndpointKind.INTERNAL, "the server returned the same vector for every text")
    return tuple(float(part) for part in moved / length)

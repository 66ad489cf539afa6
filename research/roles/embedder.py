"""Embedder: vectors for dedup, recall and paragraphs, on a scale where 0.85 means 'the same' (DESIGN §7)."""

import hashlib
import json
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
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
FIRST = "c1"
"""The scale that is fitted without being asked for. Raised with the lists that it is fitted on: vectors centred by
another list are another embedder's."""
NAME_DIGITS = 8
"""Of the hash that tells the scales of one embedder apart."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Raw cosines of different models mean different things: the mean that is taken off, and the curve on which 0.85
    means "the same"."""

    name: str
    mean: tuple[float, ...]
    curve: tuple[tuple[float, float], ...]
    """(cosine, similarity), rising."""

    @classmethod
    def fitted(cls, mean: Sequence[float], curve: Sequence[Sequence[float]]) -> "Scale":
        """Named by what it holds: another fit is another embedder to all who keep vectors (B-135)."""
        told = json.dumps([list(mean), [list(point) for point in curve]])
        name = f"k{hashlib.sha256(told.encode()).hexdigest()[:NAME_DIGITS]}"
        return cls(name, tuple(mean), tuple((cosine, value) for cosine, value in curve))

    def centred(self, raw: Vector) -> Vector:
        if len(raw) != len(self.mean):
            told = f"a vector of {len(raw)} numbers came, the scale was fitted on {len(self.mean)}"
            raise EndpointError(EndpointKind.INTERNAL, f"{told}: run manage.py calibrate similarity")
        moved = np.asarray(raw, dtype=np.float64) - np.asarray(self.mean, dtype=np.float64)
        length = float(np.linalg.norm(moved))
        if length == 0:
            raise EndpointError(EndpointKind.INTERNAL, "the server returned the same vector for every text")
        return tuple(float(part) for part in moved / length)

    def similarity(self, left: Vector, right: Vector) -> float:
        cosine = float(np.dot(np.asarray(left, dtype=np.float64), np.asarray(right, dtype=np.float64)))
        return float(np.interp(cosine, [at for at, _ in self.curve], [value for _, value in self.curve]))


class Source(Protocol):
    """Where vectors come from before they are put on our scale."""

    base: str

    @property
    def own(self) -> Scale | None:
        """The scale that came with it, if one did."""

    async def raw(self, texts: Sequence[str]) -> list[Vector]:
        """As the model gives them: finite, of one length, not centred."""


Fitting = Callable[[Source], Awaitable[Scale]]


class ScaledEmbedder:
    """Any source on our scale. Without one yet, it is fitted with the first texts and kept for the other processes."""

    def __init__(self, source: Source, scale: Scale | None, fitting: Fitting | None = None) -> None:
        self.name = f"{source.base}#{scale.name if scale else FIRST}"
        self._source = source
        self._scale = scale
        self._fitting = fitting

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        if self._scale is None and self._fitting:
            self._scale = await self._fitting(self._source)
        scale = self._known()
        return [scale.centred(raw) for raw in await self._source.raw(texts)]

    def similarity(self, left: Vector, right: Vector) -> float:
        return self._known().similarity(left, right)

    def _known(self) -> Scale:
        if self._scale is None:
            raise RuntimeError("vectors are compared on a scale that the first embedding fits: embed before comparing")
        return self._scale


class EndpointVectors:
    """Any `/v1/embeddings`, as it answers."""

    own = None

    def __init__(self, endpoint: VectorEndpoint) -> None:
        self.base = endpoint.name
        self.endpoint = endpoint

    async def raw(self, texts: Sequence[str]) -> list[Vector]:
        found: list[Vector] = []
        for at in range(0, len(texts), TEXTS_AT_ONCE):
            answer = await self.endpoint.vectors(tuple(texts[at : at + TEXTS_AT_ONCE]))
            found.extend(_sound(answer))
        return found


def _sound(answer: Vectors) -> Sequence[Vector]:
    """One dimension and no NaN: one bad vector would poison every comparison with it (reliability LLM08)."""
    if len({len(vector) for vector in answer.values}) > 1:
        raise EndpointError(EndpointKind.INTERNAL, "the server returned vectors of different lengths")
    if not all(math.isfinite(part) for vector in answer.values for part in vector):
        raise EndpointError(EndpointKind.INTERNAL, "the server returned a vector that isn't finite")
    return answer.values

"""Vectors by the hash of their text, per embedder: computed once, kept, and never compared across embedders (B-135)."""

import hashlib
import math
from array import array
from collections.abc import Sequence
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import QuerySet

from research.models import Embedding
from research.roles.briefs import Vector
from research.roles.embedder import Embedder
from research.store.prepared import Prepared
from research.store.statements import carried_out

SAID_CHARACTERS = 80
"""Of a text in a message about it: enough to find it again."""


class BadVector(ValueError):
    """A vector that is not finite or has no length is refused at the door, with its text named."""


def text_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@Prepared
def _vectors(embedder: str, hashes: list[str]) -> QuerySet[Any, Any]:
    return Embedding.objects.filter(embedder=embedder, text_hash__in=hashes).values_list("text_hash", "vector")


_KEEP = """
    INSERT INTO research_embedding (text_hash, embedder, vector)
    SELECT hash, %(embedder)s, told::vector FROM unnest(%(hashes)s::text[], %(vectors)s::text[]) AS made(hash, told)
    ON CONFLICT DO NOTHING
"""
"""Vectors go as the text that a list of floats is; pgvector's own way makes each part by itself, in Python."""


class KeptEmbedder:
    """An embedder that asks the rows first, once for each text. The same role to those who use it."""

    def __init__(self, embedder: Embedder) -> None:
        self.inner = embedder
        self.name = embedder.name
        self._asked: dict[str, Vector] = {}

    def similarity(self, left: Vector, right: Vector) -> float:
        return self.inner.similarity(left, right)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        hashes = [text_hash(text) for text in texts]
        if unasked := [h for h in hashes if h not in self._asked]:
            self._asked |= await sync_to_async(self._known)(unasked)
        missing = {h: text for h, text in zip(hashes, texts, strict=True) if h not in self._asked}
        if missing:
            made = await self.inner.embed(list(missing.values()))
            fresh = {h: _checked(text, vector) for (h, text), vector in zip(missing.items(), made, strict=True)}
            await sync_to_async(self._keep)(fresh)
            self._asked |= fresh
        return [self._asked[h] for h in hashes]

    def _known(self, hashes: list[str]) -> dict[str, Vector]:
        return dict(_vectors(self.name, hashes))

    def _keep(self, vectors: dict[str, Vector]) -> None:
        told = [str(array("f", vector).tolist()) for vector in vectors.values()]
        carried_out(_KEEP, {"embedder": self.name, "hashes": list(vectors), "vectors": told})


def _checked(text: str, vector: Vector) -> Vector:
    if not all(math.isfinite(part) for part in vector) or not any(vector):
        raise BadVector(f"the embedder gave no usable vector for: {text[:SAID_CHARACTERS]}")
    return [float(part) for part in vector]

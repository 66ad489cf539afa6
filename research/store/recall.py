"""The nearest of a task's own evidence to a text: compared in the database, within the task (DESIGN §4)."""

from collections.abc import Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import BinaryField, F, Func, TextField, Value
from pgvector.django import CosineDistance

from research.engine.recalled import Near
from research.models import Embedding, Evidence, ResearchTask
from research.models.evidence import EvidenceQuerySet
from research.roles.briefs import Vector
from research.roles.embedder import Embedder
from research.store.embeddings import text_hash
from research.store.values import evidence_value

_BYTES = Func(F("quote"), Value("UTF8"), function="convert_to", output_field=BinaryField())
_DIGEST = Func(_BYTES, function="sha256", output_field=BinaryField())
_HASH = Func(_DIGEST, Value("hex"), function="encode", output_field=TextField())
"""`text_hash` of a quote, as the database says it: vectors are kept by it."""


def heads(task: ResearchTask) -> EvidenceQuerySet:
    """What a report is written from: accepted, standing, and the most informative of its matter."""
    rows: EvidenceQuerySet = Evidence.objects.filter(task=task).standing().filter(same_as=None)
    return rows


async def recalled(task: ResearchTask, text: str, embedder: Embedder, most: int, at_once: int) -> tuple[Near, ...]:
    """Nearest first. Quotes without a vector of this embedder get one, `at_once` of them a time, the newest first."""
    unseen = await sync_to_async(_unseen)(task, embedder, at_once)
    vector, *_ = await embedder.embed([text, *unseen])
    return await sync_to_async(_nearest)(task, embedder, vector, most)


def _hashed(task: ResearchTask) -> Any:
    return heads(task).order_by().annotate(hashed=_HASH)


def _unseen(task: ResearchTask, embedder: Embedder, most: int) -> list[str]:
    seen = Embedding.objects.filter(embedder=embedder.name).values("text_hash")
    return list(_hashed(task).exclude(hashed__in=seen).order_by("-number").values_list("quote", flat=True)[:most])


def _nearest(task: ResearchTask, embedder: Embedder, vector: Vector, most: int) -> tuple[Near, ...]:
    found = (
        Embedding.objects.filter(embedder=embedder.name, text_hash__in=_hashed(task).values("hashed"))
        .annotate(distance=CosineDistance("vector", list(vector)))
        .order_by("distance", "text_hash")[:most]
    )
    near = {row.text_hash: embedder.similarity(vector, [float(part) for part in row.vector]) for row in found}
    joined = heads(task).select_related("goal", "query", "source", "reprint_of", "same_as")
    rows = joined.annotate(hashed=_HASH).filter(hashed__in=near).order_by("number")
    pieces = [(row, near[text_hash(row.quote)]) for row in rows]
    ranked = sorted(pieces, key=lambda made: (-made[1], made[0].number))[:most]
    return tuple(Near(evidence_value(row), similarity) for row, similarity in ranked)


def told(task: ResearchTask) -> Iterator[str]:
    """What the report holds, text by text: to be passed by, never gathered."""
    yield task.question
    rows = heads(task).values_list("quote", "source__title", "source__publisher", "source__url")
    for parts in rows.iterator():
        yield "\n".join(parts)

"""Nearness by vector, compared in the database: an exact scan over what is asked about (DESIGN §4).

Only vectors of the bound embedder are looked at (B-135). A text that it hasn't seen is far from everything until
`unseen` has named it and somebody has embedded it.
"""

from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.functions import Concat
from pgvector.django import CosineDistance

from memory.models import Clue
from research.engine.degrading import PACED
from research.engine.tools import Earlier
from research.models import Embedding, Fact, Query, Reach, ResearchTask
from research.roles.briefs import Vector
from research.roles.embedder import Embedder

Rows = QuerySet[Any]
_SPACE = Value(" ")


def nearest(rows: Rows, embedder: Embedder, vector: Vector, most: int) -> dict[str, float]:
    """Calibrated similarity by the texts' hash, nearest first. The scale is monotone: its order is the database's."""
    found = (
        Embedding.objects.filter(embedder=embedder.name, text_hash__in=rows.order_by().values(_hash_of(rows)))
        .annotate(distance=CosineDistance("vector", list(vector)))
        .order_by("distance", "text_hash")
        .values_list("text_hash", "vector")[:most]
    )
    return {known: embedder.similarity(vector, other) for known, other in found}


def unseen(rows: Rows, embedder: Embedder, most: int) -> list[str]:
    """The newest texts of which there is no vector of this embedder: another was bound when they were written."""
    missing = lacking(rows, _hash_of(rows), embedder).annotate(said=_said(rows))
    return list(missing.values_list("said", flat=True)[:most])


def lacking(rows: Rows, hashed: str, embedder: Embedder) -> Rows:
    """The newest first. Asked row by row of the vectors' unique index: NOT IN would gather the hashes of every
    workspace's vectors, and where they outgrow the server's work memory, run through all of them for each row."""
    vector = Embedding.objects.filter(text_hash=OuterRef(hashed), embedder=embedder.name)
    return rows.filter(~Exists(vector)).order_by("-pk")


def _hash_of(rows: Rows) -> str:
    return "text_hash" if rows.model is Clue else "embedding_hash"


def _said(rows: Rows) -> Any:
    if rows.model is not Fact:
        return F("text")
    return Concat("subject", _SPACE, "relation", _SPACE, "object", output_field=TextField())


LOST = Q(outcome="failed") | Q(outcome="skipped") & (~Q(kind="") | Q(detail__startswith=PACED))


def unanswered(task: ResearchTask) -> Q:
    """Queries of which some channel was lost and no channel brought a hit."""
    reaches = Reach.objects.filter(task=task, purpose="search")
    brought = reaches.filter(items__gt=0).values("target")
    lost = reaches.filter(LOST)
    return Q(text__in=lost.values("target")) & ~Q(text__in=brought)


def asked(task: ResearchTask) -> QuerySet[Query]:
    """A query that nobody answered counts as never asked: it may be asked again, word for word."""
    return Query.objects.filter(task=task, dropped="").exclude(unanswered(task)).order_by("number")


def known(task: ResearchTask) -> QuerySet[Fact]:
    return Fact.objects.filter(task=task, evidence__dropped=False).order_by("-id")


def nearest_queries(rows: QuerySet[Query], embedder: Embedder, vector: Vector, most: int) -> tuple[Earlier, ...]:
    near = nearest(rows, embedder, vector, most)
    found = [Earlier(row.number, row.text, near[row.embedding_hash]) for row in rows.filter(embedding_hash__in=near)]
    return tuple(sorted(found, key=lambda each: (-each.similarity, each.number))[:most])


def nearest_texts(rows: QuerySet[Query], embedder: Embedder, vector: Vector, most: int) -> tuple[str, ...]:
    """Each text once, and only those that are near at all."""
    near = {known: value for known, value in nearest(rows, embedder, vector, most).items() if value > 0}
    texts = dict(rows.filter(embedding_hash__in=near).values_list("embedding_hash", "text"))
    return tuple(texts[known] for known in near)


def nearest_facts(rows: QuerySet[Fact], embedder: Embedder, vector: Vector, most: int) -> tuple[str, ...]:
    """Nearest first; then the newest of those without a vector, until there are enough."""
    near = nearest(rows, embedder, vector, most)
    ranked = sorted(rows.filter(embedding_hash__in=near), key=lambda row: -near[row.embedding_hash])
    others = rows.exclude(embedding_hash__in=near)[: max(0, most - len(ranked))]
    return tuple(dict.fromkeys(str(row) for row in (*ranked, *others)))[:most]

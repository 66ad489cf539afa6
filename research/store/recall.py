"""The nearest of a task's own evidence and summaries to a text, whatever goal they were found for.

Compared in the database by an exact scan within the task (DESIGN §4): owner and task stand in the statement that
compares, so that a row of another one can't come back, whatever it says. Vectors are shared by their text's hash; a row
that has the same words elsewhere lends its vector and nothing more.
"""

from collections.abc import Collection, Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import BinaryField, F, Func, QuerySet, TextField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Concat
from pgvector.django import CosineDistance

from research.engine.recalled import Near
from research.models import Embedding, Evidence, ResearchTask, SummaryRow
from research.models.evidence import EvidenceQuerySet
from research.roles.briefs import Vector
from research.roles.embedder import Embedder
from research.store.embeddings import text_hash
from research.store.nearest import lacking
from research.store.values import evidence_values

Rows = QuerySet[Any]
_LINE = Value("\n")


def _hash_of(text: Any) -> Func:
    """`text_hash` as the database says it: vectors are kept by it."""
    encoded = Func(text, Value("UTF8"), function="convert_to", output_field=BinaryField())
    digest = Func(encoded, function="sha256", output_field=BinaryField())
    return Func(digest, Value("hex"), function="encode", output_field=TextField())


def heads(task: ResearchTask) -> EvidenceQuerySet:
    """What a report is written from: accepted, standing, and the most informative of its matter."""
    own = Evidence.objects.filter(task=task, task__workspace=task.workspace_id)
    rows: EvidenceQuerySet = own.standing().filter(same_as=None)
    return rows


def quotes(task: ResearchTask) -> Any:
    return heads(task).order_by().annotate(said=F("quote"), hashed=_hash_of(F("quote")))


def conclusions(task: ResearchTask) -> Any:
    """Of finished goals: the question with the conclusion, since "none was found" alone is near to nothing."""
    own = SummaryRow.objects.filter(task=task, task__workspace=task.workspace_id, dropped=False).order_by()
    parts = (KeyTextTransform(name, "body") for name in ("question", "conclusion"))
    said = Concat(*_between(parts, _LINE), output_field=TextField())
    rows: Any = own.annotate(said=said).annotate(hashed=_hash_of(F("said")))
    return rows


def _between(parts: Iterator[Any], mark: Any) -> list[Any]:
    first, *rest = parts
    return [first, *(each for part in rest for each in (mark, part))]


async def recalled(task: ResearchTask, text: str, embedder: Embedder, most: int, at_once: int) -> tuple[Near, ...]:
    """Nearest first. Quotes without a vector of this embedder get one, `at_once` of them a time, the newest first."""
    unseen = await sync_to_async(without_vector)(quotes(task), embedder, at_once)
    vector, *_ = await embedder.embed([text, *unseen])
    return await sync_to_async(nearest_evidence)(task, embedder, vector, most)


def without_vector(rows: Rows, embedder: Embedder, most: int) -> list[str]:
    return list(lacking(rows, "hashed", embedder).values_list("said", flat=True)[:most])


def _near(rows: Rows, embedder: Embedder, vector: Vector, most: int) -> dict[str, float]:
    """Similarity by the hash of the text, nearest first."""
    found = (
        Embedding.objects.filter(embedder=embedder.name, text_hash__in=rows.values("hashed"))
        .annotate(distance=CosineDistance("vector", list(vector)))
        .order_by("distance", "text_hash")
        .values_list("text_hash", "vector")[:most]
    )
    return {known: embedder.similarity(vector, other) for known, other in found}


def nearest_evidence(
    task: ResearchTask, embedder: Embedder, vector: Vector, most: int, without: Collection[int] = ()
) -> tuple[Near, ...]:
    """`without`: numbers of pieces that whoever asks has in hand already."""
    open_to = quotes(task).exclude(number__in=without)
    near = _near(open_to, embedder, vector, most)
    pieces = [Near(each, near[text_hash(each.quote)]) for each in evidence_values(open_to.filter(hashed__in=near))]
    return tuple(sorted(pieces, key=lambda each: (-each.similarity, each.piece.number))[:most])


def nearest_goals(task: ResearchTask, embedder: Embedder, vector: Vector) -> tuple[int, ...]:
    """Finished goals by what they came to, nearest first; a goal without a vector is named by none."""
    rows = conclusions(task)
    near = _near(rows, embedder, vector, rows.count() or 1)
    told = sorted(
        rows.filter(hashed__in=near).values_list("hashed", "goal__number"), key=lambda row: (-near[row[0]], row[1])
    )
    return tuple(dict.fromkeys(number for _, number in told))


def told(task: ResearchTask) -> Iterator[str]:
    """What the report holds, text by text: to be passed by, never gathered."""
    yield task.question
    rows = heads(task).values_list("quote", "source__title", "source__publisher", "source__url")
    for parts in rows.iterator():
        yield "\n".join(parts)

"""Nearness by vector. Within one task an exact scan; a task has hundreds of queries, not millions (DESIGN §4)."""

from collections.abc import Sequence

from django.db.models import Q

from memory.models import Clue
from research.engine.degrading import PACED
from research.engine.tools import Earlier
from research.models import Embedding, Fact, Query, Reach, ResearchTask
from research.roles.briefs import Vector
from research.roles.embedder import Embedder


def by_nearness(
    pairs: Sequence[tuple[str, str]], embedder: Embedder, vector: Vector, most: int
) -> list[tuple[float, int]]:
    """(similarity, index) of the nearest texts. `pairs` are (text, hash); texts without a vector are passed over."""
    rows = Embedding.objects.filter(embedder=embedder.name, text_hash__in={h for _, h in pairs})
    vectors = {row.text_hash: [float(part) for part in row.vector] for row in rows}
    scored = [(embedder.similarity(vector, vectors[h]), index) for index, (_, h) in enumerate(pairs) if h in vectors]
    return sorted(scored, key=lambda pair: (-pair[0], pair[1]))[:most]


LOST = Q(outcome="failed") | Q(outcome="skipped") & (~Q(kind="") | Q(detail__startswith=PACED))


def unanswered(task: ResearchTask) -> Q:
    """Queries of which some channel was lost and no channel brought a hit."""
    reaches = Reach.objects.filter(task=task, purpose="search")
    brought = reaches.filter(items__gt=0).values("target")
    lost = reaches.filter(LOST)
    return Q(text__in=lost.values("target")) & ~Q(text__in=brought)


def nearest_queries(
    task: ResearchTask, embedder: Embedder, text: str, vector: Vector, most: int
) -> tuple[Earlier, ...]:
    """A query that nobody answered counts as never asked: it may be asked again, word for word."""
    rows = list(Query.objects.filter(task=task, dropped="").exclude(unanswered(task)).order_by("number"))
    ranked = by_nearness([(row.text, row.embedding_hash) for row in rows], embedder, vector, most)
    return tuple(Earlier(rows[index].number, rows[index].text, near) for near, index in ranked)


def nearest_facts(task: ResearchTask, embedder: Embedder, vector: Vector, most: int) -> tuple[str, ...]:
    """Facts that have a vector, nearest first; then the newest ones, until there are enough."""
    rows = list(Fact.objects.filter(task=task, evidence__dropped=False).order_by("-id"))
    ranked = by_nearness([(str(row), row.embedding_hash) for row in rows], embedder, vector, most)
    chosen = [index for _, index in ranked]
    chosen += [index for index in range(len(rows)) if index not in set(chosen)]
    return tuple(str(rows[index]) for index in chosen[:most])


def nearest_clues(task: ResearchTask, embedder: Embedder, vector: Vector, most: int) -> tuple[str, ...]:
    rows = list(Clue.objects.filter(workspace_id=task.workspace_id).order_by("-learned", "-id"))
    ranked = by_nearness([(row.text, row.text_hash) for row in rows], embedder, vector, most)
    near = [rows[index] for similarity, index in ranked if similarity > 0]
    return tuple(f"{row.text} ({row.task_label}, {row.learned.isoformat()})" for row in near)

"""Clues as rows: what a workspace's tasks learned, how much of it a new task may be told, and what became of each.

Told is what nobody withholds, of tasks that nobody keeps out, within the bounds of the index. Rows beyond them stay:
they are shown to people, and come back when newer ones are forgotten.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce, Now, TruncDate

from memory.clues import Clue as ClueValue
from memory.clues import Index, held
from memory.models import Clue, KeptOut
from reach.tongue import tongue
from research.engine.limits import Limits
from research.models import Evidence, ResearchTask
from research.roles.briefs import Vector
from research.roles.embedder import Embedder
from research.store.embeddings import text_hash
from research.store.nearest import nearest

CONFIRMED, CONTRADICTED, UNVERIFIED = Clue.State.CONFIRMED, Clue.State.CONTRADICTED, Clue.State.UNVERIFIED


def in_order(workspace: int) -> QuerySet[Clue]:
    """Those that somebody has learned or borne out last come first: what is oldest is cut."""
    rows = Clue.objects.filter(workspace_id=workspace)
    return rows.order_by(Coalesce(TruncDate("judged_at"), F("learned")).desc(), "-id")


def shared(workspace: int) -> QuerySet[Clue]:
    """A contradicted one stays to be read by people. No task is told it again."""
    return (
        in_order(workspace)
        .filter(withheld=False)
        .exclude(state=CONTRADICTED)
        .exclude(task__in=KeptOut.objects.values("task"))
    )


@dataclass(frozen=True, slots=True)
class Told:
    """The index of a workspace: numbers of the rows that are in it, and how many are not for want of room."""

    rows: frozenset[int]
    left_out: int


def index(workspace: int, lines: int, size: int) -> Told:
    rows = shared(workspace)
    first = list(rows[:lines])
    kept = held([clue_value(row).line() for row in first], lines, size)
    return Told(frozenset(row.pk for row in first[:kept]), rows.count() - kept)


def clue_value(row: Clue) -> ClueValue:
    confirmed = f"T-{row.judged_by}" if row.state == CONFIRMED and row.judged_by else ""
    return ClueValue(row.text, row.learned, row.task_label, confirmed)


def language_of(text: str) -> str:
    return tongue(text)


def offered(task: ResearchTask, limits: Limits) -> tuple[QuerySet[Clue], int]:
    """What this task may be told, before anybody asks what of it is near; and how many the index has no room for."""
    told = index(task.workspace_id, limits.clue_lines, limits.clue_bytes)
    rows = Clue.objects.filter(workspace_id=task.workspace_id, pk__in=told.rows)
    return rows.exclude(task=task.pk), told.left_out


def nearest_clues(task: ResearchTask, embedder: Embedder, vector: Vector, limits: Limits) -> Index:
    """Compared in the database, within the workspace: no other one's clue is as much as looked at."""
    rows, left_out = offered(task, limits)
    found = nearest(rows, embedder, vector, limits.clues_told)
    near = {known: value for known, value in found.items() if value >= limits.clue_near}
    ranked = sorted(rows.filter(text_hash__in=near), key=lambda row: (-near[row.text_hash], row.pk))
    return Index(tuple(clue_value(row) for row in ranked), left_out)


def _learned(task: ResearchTask, step: int, event: Any) -> None:
    """Words that an earlier task left are borne out by this one, and stay the earlier one's."""
    for text in event.texts:
        row, new = Clue.objects.get_or_create(
            workspace_id=task.workspace_id,
            text_hash=text_hash(text),
            defaults={"text": text, "task": task.pk, "task_label": task.label, "learned": task.created.date()},
        )
        if not new and row.task != task.pk:
            _judge(task, text, CONFIRMED, None)


def _settled(task: ResearchTask, step: int, event: Any) -> None:
    """Of the hypotheses only those that came from another task are clues."""
    if event.origin.startswith("T-"):
        _judge(task, event.text, CONFIRMED if event.borne_out else CONTRADICTED, event.evidence)


def _judge(task: ResearchTask, text: str, state: str, evidence: int | None) -> None:
    pieces = Evidence.objects.filter(task=task, number=evidence) if evidence is not None else Evidence.objects.none()
    quote = pieces.values_list("quote", flat=True).first() or ""
    rows = Clue.objects.filter(workspace_id=task.workspace_id, text_hash=text_hash(text)).exclude(task=task.pk)
    rows.update(state=state, judged_by=task.pk, judged_evidence=evidence, judged_why=quote, judged_at=Now())


def unjudge(task: ResearchTask, dropped: Collection[int]) -> None:
    """Evidence that a backtrack threw out speaks for nothing, and against nothing."""
    rows = Clue.objects.filter(workspace_id=task.workspace_id, judged_by=task.pk, judged_evidence__in=dropped)
    rows.update(state=UNVERIFIED, judged_by=None, judged_evidence=None, judged_why="", judged_at=None)


def forget_task(task: ResearchTask) -> None:
    """What a deleted task learned goes with it."""
    Clue.objects.filter(workspace_id=task.workspace_id, task=task.pk).delete()
    KeptOut.objects.filter(task=task.pk).delete()


WRITERS: dict[str, Callable[[ResearchTask, int, Any], None]] = {
    "CluesLearned": _learned,
    "HypothesisSettled": _settled,
}

"""What the task already knows, asked of the rows in bounded pieces. One archive a step."""

from collections.abc import Callable, Collection
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db.models import F, QuerySet
from django.db.models.functions import Substr

from memory.clues import Index
from memory.models import Snapshot
from memory.store import restored
from memory.summary import Summary
from research.engine.limits import Limits
from research.engine.recalled import Near
from research.engine.state import Mind
from research.engine.tools import Earlier, Spoken
from research.models import Claim, Conflict, Evidence, Fact, Report, ResearchTask, Source, SummaryRow
from research.roles.briefs import Vector
from research.roles.embedder import Embedder
from research.roles.patterns import Unpaid
from research.store.again import found_by, left_by, left_unread, weighed
from research.store.clue_rows import nearest_clues, offered
from research.store.nearest import (
    Rows,
    asked,
    known,
    nearest_facts,
    nearest_queries,
    nearest_texts,
    unseen,
)
from research.store.outcomes import query_outcomes
from research.store.payloads import revived
from research.store.prepared import Prepared
from research.store.recall import conclusions, nearest_evidence, nearest_goals, quotes, without_vector
from research.store.spoken import spoken
from research.store.values import EVIDENCE, evidence_value
from research.store.versions import decided, in_force
from research.store.yields import sent_queries, uncited, unpaid_wordings
from research.terms import Claim as ClaimValue
from research.terms import Conflict as ConflictValue
from research.terms import Decided, Find, Place, Section, SentenceKind
from research.terms import Evidence as EvidenceValue
from research.terms import Fact as FactValue

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class RowArchive:
    """The engine's archive over rows of one task. Reads only."""

    def __init__(self, task: ResearchTask, embedder: Embedder, embedded_again: int = Limits().embedded_again) -> None:
        self.task = task
        self.embedder = embedder
        self._may_embed = embedded_again
        self._caught_up: set[str] = set()

    async def nearest_queries(self, text: str, vector: Vector, most: int) -> tuple[Earlier, ...]:
        rows = asked(self.task)
        await self._catch_up("queries", unseen, rows)
        return await _rows(nearest_queries, rows, self.embedder, vector, most)

    async def query_outcomes(self, goal: int, most: int) -> tuple[str, ...]:
        return await _rows(query_outcomes, self.task, goal, most)

    async def found_by(self, queries: Collection[int], goal: int, gap: str) -> tuple[Find, ...]:
        return await _rows(found_by, self.task, queries, goal, gap)

    async def left_by(self, queries: Collection[int], least: float) -> tuple[Find, ...]:
        return await _rows(left_by, self.task, queries, least)

    async def left_unread(self, goal: int, least: float, most: int) -> tuple[tuple[Find, float], ...]:
        return await _rows(left_unread, self.task, goal, least, most)

    async def weighed(self, goal: int) -> tuple[tuple[str, int], ...]:
        return await _rows(weighed, self.task, goal)

    async def spoken(self, about: str, language: str, most: int) -> Spoken:
        return await _rows(spoken, self.task, about, language, most)

    async def known_facts(self, text: str, vector: Vector, most: int) -> tuple[str, ...]:
        rows = known(self.task)
        await self._catch_up("facts", unseen, rows)
        return await _rows(nearest_facts, rows, self.embedder, vector, most)

    async def near_evidence(self, vector: Vector, most: int, without: Collection[int]) -> tuple[Near, ...]:
        await self._catch_up("quotes", without_vector, quotes(self.task))
        return await _rows(nearest_evidence, self.task, self.embedder, vector, most, without)

    async def near_goals(self, vector: Vector) -> tuple[int, ...]:
        await self._catch_up("conclusions", without_vector, conclusions(self.task))
        return await _rows(nearest_goals, self.task, self.embedder, vector)

    async def _catch_up(self, what: str, unseen: Callable[[Rows, Embedder, int], list[str]], rows: Rows) -> None:
        """Texts that were embedded by another embedder are embedded anew when they are asked about: a few a step, the
        newest first, so that a change of embedder costs no task its deadline (B-135). Once a step: its own rows are
        written at its end."""
        if what in self._caught_up:
            return
        self._caught_up.add(what)
        texts = await _rows(unseen, rows, self.embedder, self._may_embed)
        self._may_embed -= len(texts)
        if texts:
            await self.embedder.embed(texts)

    async def evidence(self, goals: Collection[int]) -> tuple[EvidenceValue, ...]:
        return await _rows(_evidence, self.task, goals)

    async def evidence_by_number(self, numbers: Collection[int]) -> tuple[EvidenceValue, ...]:
        return await _rows(_evidence_by_number, self.task, numbers)

    async def in_place(self, numbers: Collection[int]) -> tuple[int, ...]:
        return await _rows(in_place, self.task, numbers)

    async def source_text(self, key: str) -> str:
        return await _rows(_source_text, self.task, key)

    async def summaries(self) -> tuple[Summary, ...]:
        return await _rows(_summaries, self.task)

    async def conflicts(self) -> tuple[ConflictValue, ...]:
        return await _rows(_conflicts, self.task)

    async def facts_of(self, evidence: Collection[int]) -> tuple[FactValue, ...]:
        return await _rows(_facts_of, self.task, evidence)

    async def clues(self, question: str, vector: Vector, limits: Limits) -> Index:
        rows, _ = await _rows(offered, self.task, limits)
        await self._catch_up("clues", unseen, rows)
        return await _rows(nearest_clues, self.task, self.embedder, vector, limits)

    async def wasted_queries(self, question: str, vector: Vector, most: int, tasks: int) -> tuple[str, ...]:
        rows = await _rows(uncited, self.task, tasks)
        await self._catch_up("wasted queries", unseen, rows)
        return await _rows(nearest_texts, rows, self.embedder, vector, most)

    async def unpaid_wordings(self, tries: int, tasks: int) -> tuple[Unpaid, ...]:
        return await _rows(unpaid_wordings, self.task, tries, tasks)

    async def sent_queries(self) -> tuple[tuple[int, str], ...]:
        return await _rows(sent_queries, self.task)

    async def snapshot(self, goal: int) -> Mind | None:
        return await _rows(_snapshot, self.task, goal)

    async def sections(self) -> tuple[Section, ...]:
        return await _rows(report_sections, self.task)

    async def claims(self) -> tuple[ClaimValue, ...]:
        return await _rows(claims_of_report, self.task)

    async def decisions(self) -> tuple[Decided, ...]:
        return await _rows(_decisions, self.task)

    async def evidence_by_query(self) -> tuple[tuple[int, int], ...]:
        return await _rows(_evidence_by_query, self.task)


async def _rows(ask: Callable[Asked, Answer], *args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
    """The ORM stays in the worker's one thread, so that it keeps its one connection."""
    return await sync_to_async(ask, thread_sensitive=True)(*args, **kwargs)


@Prepared
def _of_goals(task: int, goals: list[int]) -> QuerySet[Any, Any]:
    rows = Evidence.objects.filter(task=task).standing().filter(goal__number__in=goals)
    return rows.order_by("-score", "number").values_list(*EVIDENCE)


def _evidence(task: ResearchTask, goals: Collection[int]) -> tuple[EvidenceValue, ...]:
    return tuple(evidence_value(row) for row in _of_goals(task.pk, list(goals)))


@Prepared
def _of_numbers(task: int, numbers: list[int]) -> QuerySet[Any, Any]:
    return Evidence.objects.filter(task=task, number__in=numbers).values_list(*EVIDENCE)


def _evidence_by_number(task: ResearchTask, numbers: Collection[int]) -> tuple[EvidenceValue, ...]:
    return tuple(evidence_value(row) for row in _of_numbers(task.pk, list(numbers)))


def in_place(task: ResearchTask, numbers: Collection[int]) -> tuple[int, ...]:
    """Compared in the database: the texts of a hundred pages needn't leave it."""
    stored = Substr("source__text", F("start") + 1, F("end") - F("start"))
    rows = Evidence.objects.filter(task=task, number__in=numbers, end__gt=F("start")).annotate(stored=stored)
    return tuple(rows.filter(quote=F("stored")).order_by("number").values_list("number", flat=True))


def _source_text(task: ResearchTask, key: str) -> str:
    return Source.objects.values_list("text", flat=True).get(workspace=task.workspace_id, key=key)


def _summaries(task: ResearchTask) -> tuple[Summary, ...]:
    rows = SummaryRow.objects.filter(task=task, dropped=False)
    return tuple(revived(Summary, row.body, row.v) for row in rows)


def _conflicts(task: ResearchTask) -> tuple[ConflictValue, ...]:
    rows = Conflict.objects.filter(task=task, left__dropped=False, right__dropped=False).order_by("pk")
    sides = ("left__number", "right__number", "reason", "right__goal__number", "settled_for__number", "because")
    return tuple(ConflictValue(*row) for row in rows.values_list(*sides))


def _facts_of(task: ResearchTask, evidence: Collection[int]) -> tuple[FactValue, ...]:
    rows = Fact.objects.filter(task=task, evidence__number__in=evidence).order_by("pk")
    told = rows.values_list("subject", "relation", "object", "evidence__number", "relevance")
    return tuple(FactValue(*row) for row in told)


def _snapshot(task: ResearchTask, goal: int) -> Mind | None:
    row = Snapshot.objects.filter(notebook=task.notebook_id, goal=goal).order_by("-number").first()
    return revived(Mind, restored(row), row.v) if row else None


def report_sections(task: ResearchTask) -> tuple[Section, ...]:
    """The newest version's sections; none while nothing is written."""
    row = Report.objects.filter(task=task).order_by("-version").first()
    return tuple(revived(Section, section, row.v) for section in row.sections) if row else ()


def claims_of_report(task: ResearchTask) -> tuple[ClaimValue, ...]:
    rows = Claim.objects.filter(task=task).prefetch_related("citations__evidence")
    return tuple(
        ClaimValue(
            row.number,
            row.section,
            row.position,
            row.text,
            SentenceKind(row.kind),
            tuple(citation.evidence.number for citation in row.citations.all()),
            Place(row.place),
            row.start,
            row.end,
            row.context,
        )
        for row in rows
    )


def _decisions(task: ResearchTask) -> tuple[Decided, ...]:
    return tuple(decided(row) for row in in_force(task))


def _evidence_by_query(task: ResearchTask) -> tuple[tuple[int, int], ...]:
    rows = Evidence.objects.filter(task=task).standing()
    return tuple(rows.order_by("number").values_list("query__number", "number"))

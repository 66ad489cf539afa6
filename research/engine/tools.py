"""What a step may use: five roles, the library outside, the archive behind, the numbers, and the time it began.

Everything without a ceiling is asked for here and never carried in the state (taste rule 5).
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from memory.clues import Index
from memory.summary import Summary
from reach.pages import Outcome
from research.engine.limits import Limits
from research.engine.recalled import Near
from research.engine.state import Mind
from research.roles.briefs import Vector
from research.roles.checker import Checker
from research.roles.embedder import Embedder
from research.roles.executor import Executor
from research.roles.patterns import Unpaid
from research.roles.planner import Planner
from research.roles.reporter import Reporter
from research.terms import Channel, Claim, Conflict, Decided, Evidence, Fact, Find, Period, Query, Section, Source


@dataclass(frozen=True, slots=True)
class Found:
    """What one batch brought. Every target has exactly one outcome, failed ones included (R218)."""

    finds: tuple[Find, ...]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class ReadPage:
    source: Source
    text: str
    asked: str
    """The address as the hit gave it; redirects and canonical links may have led elsewhere."""
    page_starts: tuple[int, ...] = ()
    """Offsets in `text` at which the pages of a paged document begin."""
    listed: bool = False
    """An index of other pages, each line an item: no quote may join two (B-066)."""


@dataclass(frozen=True, slots=True)
class Read:
    pages: tuple[ReadPage, ...]
    outcomes: tuple[Outcome, ...]


class Library(Protocol):
    """The world outside. A page is stored before it is returned, so a crash never pays twice."""

    async def search(self, batch: Sequence[Query], period: Period, language: str) -> Found: ...

    async def read(self, finds: Sequence[Find]) -> Read: ...

    async def held(self, finds: Sequence[Find], now: datetime) -> Read:
        """Those whose page this task has read and whose copy still holds: from the store, without a fetch (R267)."""

    def timeliness(self, source: Source, period: Period, about_the_present: bool, now: datetime) -> float:
        """0..1: whether the source speaks of the time asked about (DESIGN §2, sentence 7)."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Other languages of the sources that are held, and what these call the terms of a goal (R051)."""

    languages: tuple[str, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Earlier:
    """An earlier query of this task, with how near it is to the one asked about."""

    number: int
    text: str
    similarity: float


class Archive(Protocol):
    """What the task already knows, asked for in bounded pieces."""

    async def nearest_queries(self, text: str, vector: Vector, most: int) -> tuple[Earlier, ...]: ...

    async def query_outcomes(self, goal: int, most: int) -> tuple[str, ...]: ...

    async def found_by(self, queries: Collection[int], goal: int, gap: str) -> tuple[Find, ...]:
        """Hits of these queries whose pages this task has read, but for what was asked for this very goal and gap."""

    async def left_by(self, queries: Collection[int], least: float) -> tuple[Find, ...]:
        """Hits of these queries that promised at least so much and were read for no goal, if their search brought
        something that stands."""

    async def left_unread(self, goal: int, least: float, most: int) -> tuple[tuple[Find, float], ...]:
        """The same of the goal's own hits, with what they promised, the best first."""

    async def weighed(self, goal: int) -> tuple[tuple[str, int], ...]:
        """Source and place of each quote that was weighed for the goal, kept or not; none of a branch that was left."""

    async def spoken(self, about: str, language: str, most: int) -> Spoken:
        """As the newest `most` sources have it."""

    async def known_facts(self, text: str, vector: Vector, most: int) -> tuple[str, ...]: ...

    async def near_evidence(self, vector: Vector, most: int, without: Collection[int]) -> tuple[Near, ...]:
        """Of all that this task holds, for whatever goal it was found: the nearest, but for what is in hand."""

    async def near_goals(self, vector: Vector) -> tuple[int, ...]:
        """Finished goals, by what their summaries came to, nearest first."""

    async def evidence(self, goals: Collection[int]) -> tuple[Evidence, ...]:
        """Accepted, not dropped, best first."""

    async def evidence_by_number(self, numbers: Collection[int]) -> tuple[Evidence, ...]: ...

    async def in_place(self, numbers: Collection[int]) -> tuple[int, ...]:
        """Of these pieces of evidence, those whose quote stands at its place in the stored copy of its source."""

    async def source_text(self, key: str) -> str: ...

    async def summaries(self) -> tuple[Summary, ...]: ...

    async def conflicts(self) -> tuple[Conflict, ...]: ...

    async def facts_of(self, evidence: Collection[int]) -> tuple[Fact, ...]:
        """What these pieces say as subject, relation and object (R120)."""

    async def clues(self, question: str, vector: Vector, limits: Limits) -> Index:
        """Of the workspace's index those near to the question, to be verified; how many the index has no room for."""

    async def wasted_queries(self, question: str, vector: Vector, most: int, tasks: int) -> tuple[str, ...]:
        """Queries of the workspace's last `tasks` finished tasks that no report cited, nearest first (R074)."""

    async def unpaid_wordings(self, tries: int, tasks: int) -> tuple[Unpaid, ...]:
        """Wording patterns tried at least `tries` times in the same tasks and never cited (R074)."""

    async def sent_queries(self) -> tuple[tuple[int, str], ...]:
        """(number, text) of each query of this task that was sent and that somebody answered."""

    async def snapshot(self, goal: int) -> Mind | None:
        """The memory and goal tree as they were when this goal was chosen (C34)."""

    async def sections(self) -> tuple[Section, ...]: ...

    async def claims(self) -> tuple[Claim, ...]: ...

    async def decisions(self) -> tuple[Decided, ...]: ...

    async def evidence_by_query(self) -> tuple[tuple[int, int], ...]:
        """(query, evidence) of every accepted piece: what the retrospective scores (R073)."""


@dataclass(frozen=True, slots=True)
class Tools:
    planner: Planner
    executor: Executor
    reporter: Reporter
    checker: Checker
    by_code: Checker
    """What is offered beside a verdict is judged by code alone, whichever model is bound as the checker."""
    embedder: Embedder
    library: Library
    archive: Archive
    limits: Limits
    now: datetime
    """Recorded when the step was first taken: a second attempt sees the same time."""
    count: Callable[[str], int]
    """Tokens of a text."""
    channels: tuple[Channel, ...] = ()
    """What this task may look through: the choice among them is made for each batch."""

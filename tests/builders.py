"""A world in memory for the pure engine: a small honest library, archive and roles, and a task that walks through.

No row, no network, no clock. What a role says is given by the test; everything else is the product's own code.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any

import numpy as np

from memory.clues import Clue, Index
from memory.digest import Digest, Room, plain_digests
from memory.evolving import EvolvingReport
from memory.summary import Summary, plain_summary
from memory.working import WorkingMemory
from reach import freshness
from reach.errors import Kind
from reach.pages import Outcome, Status
from reach.settings import ReachSettings
from reach.words import content_terms
from research.engine.events import (
    Backtracked,
    ClaimsChecked,
    ClaimsDrawn,
    ConflictsFound,
    ConflictsSettled,
    DecisionsFolded,
    Event,
    EvidenceWeighed,
    FactsNoted,
    FindsSeen,
    FindsTriaged,
    QueriesWritten,
    ReportWritten,
    SnapshotTaken,
    Summarised,
)
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.loop import advance, apply
from research.engine.recalled import Near
from research.engine.state import Mind, Round, TaskState, begin
from research.engine.tools import Earlier, Found, Read, ReadPage, Spoken, Tools
from research.roles.briefs import (
    DigestBrief,
    DraftQuery,
    DraftQuote,
    EvolveBrief,
    Evolved,
    FactBrief,
    GrowBrief,
    PlanBrief,
    PlannedGoal,
    QueryBrief,
    QuoteBrief,
    ReflectBrief,
    SummaryBrief,
    TriageBrief,
    Vector,
)
from research.roles.builtin.claims.checker import BuiltinChecker
from research.roles.builtin.embedder import HashingEmbedder
from research.roles.builtin.reporter import BuiltinReporter
from research.roles.builtin.term_pairs import term_pairs
from research.roles.patterns import Unpaid
from research.roles.tokens import count_tokens
from research.terms import (
    Checked,
    Claim,
    Conflict,
    Decided,
    Evidence,
    Fact,
    Find,
    Goal,
    Language,
    Period,
    Query,
    Reflection,
    Score,
    Section,
    Source,
)

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
QUESTION = "How much grid storage did Lanwan have at the end of 2024?"


@dataclass(frozen=True)
class Leaf:
    """A page of the small library."""

    source: Source
    text: str


def source(title: str = "Annual statistics", text: str = "", **parts: Any) -> Source:
    host = parts.pop("host", "stats.example")
    key = hashlib.sha256(f"{host}{title}{text}".encode()).hexdigest()
    plain = {
        "key": key,
        "url": f"https://{host}/{key[:8]}",
        "title": title,
        "publisher": host,
        "published": date(2024, 12, 31),
        "credibility": 0.8,
        "language": "en",
    }
    return Source(**{**plain, **parts})


def leaf(title: str, text: str, **parts: Any) -> Leaf:
    return Leaf(source(title, text, **parts), text)


def goal(number: int = 1, question: str = "grid storage capacity of Lanwan", **parts: Any) -> Goal:
    wanted = parts.pop("wanted", ("capacity",))
    return Goal(number, parts.pop("parent", None), question, wanted, **{"gaps": wanted, **parts})


def query(number: int = 1, of: int = 1, text: str = "Lanwan grid storage capacity", **parts: Any) -> Query:
    return Query(**{"number": number, "goal": of, "gap": "capacity", "text": text, "hopes": "", "batch": 1, **parts})


def evidence(number: int = 1, of: int = 1, quote: str = "Lanwan had 1,240 MWh of storage.", **parts: Any) -> Evidence:
    page = parts.pop("source", None) or source(f"Source {number}", quote)
    total = parts.pop("total", 0.8)
    plain = {
        "number": number,
        "goal": of,
        "query": 1,
        "source": page,
        "quote": quote,
        "start": 0,
        "end": len(quote),
        "score": Score(total, total, total, total, "says the figure"),
        "accepted": True,
    }
    return Evidence(**{**plain, **parts})


def state(*goals: Goal, phase: Phase = Phase.QUERY, active: int | None = None, **parts: Any) -> TaskState:
    """A task on its way. Counts follow from the goals unless they are given."""
    first = begin(parts.pop("question", QUESTION), parts.pop("language", Language.ENGLISH), Period(None, None))
    mind = replace(first.mind, goals=goals, active=active, **parts.pop("mind", {}))
    counts = replace(first.counts, **{"goals": len(goals), **parts.pop("counts", {})})
    return replace(first, phase=phase, mind=mind, counts=counts, **parts)


def in_hand(*pieces: Evidence, gap: str = "capacity", reads: int = 0) -> Round:
    return Round(gap=gap, queries=(query(),), fresh=pieces, reads=reads)


class Shelf:
    """The world outside as a few pages: found by shared words, read by address. Keeps what was asked of it."""

    def __init__(self, leaves: Iterable[Leaf], closed: Collection[str] = ()) -> None:
        self.leaves = {each.source.url: each for each in leaves}
        self.closed = closed
        self.searched: list[tuple[str, ...]] = []
        self.opened: list[str] = []
        self.kept: set[str] = set()
        self.starts: tuple[int, ...] = ()

    async def search(self, batch: Sequence[Query], period: Period, language: str) -> Found:
        self.searched.append(tuple(each.text for each in batch))
        ranked = sorted(
            ((self._shared(each, leaf), -at, each, leaf) for each in batch for at, leaf in enumerate(self._all())),
            key=lambda made: (-made[0], -made[1]),
        )
        finds: dict[str, Find] = {}
        for shared, _, each, found in ranked:
            if shared and found.source.url not in finds:
                finds[found.source.url] = _find(each, found, len(finds) + 1)
        outcomes = tuple(Outcome(each.text, "shelf", Status.OK, None, "", 0.0, len(finds)) for each in batch)
        return Found(tuple(finds.values()), outcomes)

    def _all(self) -> list[Leaf]:
        return list(self.leaves.values())

    def _shared(self, asked: Query, found: Leaf) -> int:
        return len(set(content_terms(asked.text)) & set(content_terms(f"{found.source.title} {found.text}")))

    async def read(self, finds: Sequence[Find]) -> Read:
        self.opened += [find.url for find in finds]
        leaves = [(self.leaves[find.url], find.url) for find in finds if find.url not in self.closed]
        pages = tuple(replace(_page(each, url), page_starts=self.starts) for each, url in leaves)
        self.kept |= {page.asked for page in pages}
        return Read(pages, tuple(self._outcome(find.url) for find in finds))

    def _outcome(self, url: str) -> Outcome:
        if url in self.closed:
            return Outcome(url, "shelf", Status.FAILED, Kind.TOO_SLOW, "no answer", 0.0, 0)
        return Outcome(url, "shelf", Status.OK, None, "", 0.0, 1)

    def timeliness(self, page: Source, period: Period, about_the_present: bool, now: datetime) -> float:
        return freshness.timeliness(page.published, period, about_the_present, now, ReachSettings())

    async def held(self, finds: Sequence[Find], now: datetime) -> Read:
        known = [find.url for find in finds if find.url in self.kept]
        outcomes = tuple(Outcome(url, "held", Status.CACHED, None, "", 0.0, 1, fetched_at=NOW) for url in known)
        return Read(tuple(_page(self.leaves[url], url) for url in known), outcomes)


def _find(asked: Query, found: Leaf, rank: int) -> Find:
    page = found.source
    return Find(asked.number, "shelf", page.title, found.text[:200], page.url, page.published, rank)


def _page(found: Leaf, asked: str) -> ReadPage:
    return ReadPage(found.source, found.text, asked)


@dataclass
class Shoebox:
    """The archive as lists: it is told every event, and asked as the rows would be."""

    embedder: Any
    texts: dict[str, str] = field(default_factory=dict)
    queries: list[Query] = field(default_factory=list)
    vectors: list[Any] = field(default_factory=list)
    finds: list[Find] = field(default_factory=list)
    promised: dict[str, float] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)
    pieces: dict[int, Evidence] = field(default_factory=dict)
    dropped: set[int] = field(default_factory=set)
    facts: list[Fact] = field(default_factory=list)
    summarised: dict[int, list[Summary]] = field(default_factory=dict)
    disputes: list[Conflict] = field(default_factory=list)
    minds: dict[int, Mind] = field(default_factory=dict)
    versions: list[tuple[Section, ...]] = field(default_factory=list)
    drawn: tuple[Claim, ...] = ()
    checked: tuple[Checked, ...] = ()
    decided: tuple[Decided, ...] = ()
    known_clues: tuple[Clue, ...] = ()
    clues_left_out: int = 0
    known_waste: tuple[str, ...] = ()
    known_unpaid: tuple[Unpaid, ...] = ()

    async def note(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case QueriesWritten(queries):
                    await self._queries(queries)
                case FindsSeen(finds):
                    self.finds += finds
                case FindsTriaged(relevance, chosen):
                    self.promised = {**dict(relevance), **self.promised}
                    self.read |= set(chosen)
                case EvidenceWeighed(pieces):
                    self.pieces |= {piece.number: piece for piece in pieces}
                case FactsNoted(facts):
                    self.facts += facts
                case Summarised(summary, part=part):
                    earlier = self.summarised.get(summary.goal, []) if part > 1 else []
                    self.summarised[summary.goal] = [*earlier, summary]
                case ConflictsFound(conflicts):
                    self.disputes += conflicts
                case ConflictsSettled(conflicts):
                    self.disputes = list(conflicts)
                case SnapshotTaken(_, goal, mind):
                    self.minds[goal] = mind
                case Backtracked(goal=goal, dropped=dropped):
                    self.dropped |= set(dropped)
                    self.summarised.pop(goal, None)
                case ReportWritten(sections) | DecisionsFolded(sections):
                    self.versions.append(sections)
                case ClaimsDrawn(claims):
                    self.drawn = claims
                case ClaimsChecked(checked):
                    self.checked = checked

    async def _queries(self, queries: Sequence[Query]) -> None:
        sent = [each for each in queries if not each.dropped]
        self.queries += sent
        self.vectors += [np.asarray(vector) for vector in await self.embedder.embed([each.text for each in sent])]

    def _standing(self) -> list[Evidence]:
        kept = [each for each in self.pieces.values() if each.accepted and each.number not in self.dropped]
        return sorted(kept, key=lambda each: (-each.score.total, each.number))

    async def nearest_queries(self, text: str, vector: Vector, most: int) -> tuple[Earlier, ...]:
        aim = np.asarray(vector)
        near = [self.embedder.similarity(aim, each) for each in self.vectors]
        ranked = sorted(zip(near, self.queries, strict=True), key=lambda pair: (-pair[0], pair[1].number))[:most]
        return tuple(Earlier(each.number, each.text, value) for value, each in ranked)

    async def found_by(self, queries: Collection[int], goal: int, gap: str) -> tuple[Find, ...]:
        own = {each.batch for each in self.queries if (each.goal, each.gap) == (goal, gap)}
        batches = {each.batch for each in self.queries if each.number in queries} - own
        found = {each.number for each in self.queries if each.batch in batches}
        return tuple(each for each in self.finds if each.query in found and each.url in self.read)

    async def left_by(self, queries: Collection[int], least: float) -> tuple[Find, ...]:
        batches = {each.batch for each in self.queries if each.number in queries}
        return self._left({each.number for each in self.queries if each.batch in batches}, least)

    async def left_unread(self, goal: int, least: float, most: int) -> tuple[tuple[Find, float], ...]:
        left = self._left({each.number for each in self.queries if each.goal == goal}, least)
        ranked = sorted(left, key=lambda find: -self.promised[find.url])
        return tuple((find, self.promised[find.url]) for find in ranked)[:most]

    def _left(self, queries: set[int], least: float) -> tuple[Find, ...]:
        batch = {each.number: each.batch for each in self.queries}
        paid = {batch.get(piece.query) for piece in self._standing()}
        left = (find for find in self.finds if find.url not in self.read and batch.get(find.query) in paid)
        own = {find.url: find for find in left if find.query in queries}
        return tuple(find for find in own.values() if self.promised.get(find.url, 0.0) >= least)

    async def weighed(self, goal: int) -> tuple[tuple[str, int], ...]:
        own = [each for each in self.pieces.values() if each.goal == goal and each.number not in self.dropped]
        return tuple((each.source.key, each.start) for each in own)

    async def query_outcomes(self, goal: int, most: int) -> tuple[str, ...]:
        return tuple(f"{each.text}: searched" for each in self.queries if each.goal == goal)[-most:]

    async def spoken(self, about: str, language: str, most: int) -> Spoken:
        return Spoken((), tuple(term_pairs(list(self.texts.values())[:most], about).items()))

    async def known_facts(self, text: str, vector: Vector, most: int) -> tuple[str, ...]:
        return tuple(f"{each.subject} {each.relation} {each.object}" for each in self.facts[-most:])

    async def near_evidence(self, vector: Vector, most: int, without: Collection[int]) -> tuple[Near, ...]:
        open_to = [each for each in self._standing() if each.same_as is None and each.number not in without]
        vectors = await self.embedder.embed([each.quote for each in open_to]) if open_to else []
        near = [Near(each, self.embedder.similarity(vector, v)) for each, v in zip(open_to, vectors, strict=True)]
        return tuple(sorted(near, key=lambda each: (-each.similarity, each.piece.number))[:most])

    async def near_goals(self, vector: Vector) -> tuple[int, ...]:
        told = {goal: f"{parts[0].question}\n{parts[0].conclusion}" for goal, parts in self.summarised.items()}
        vectors = await self.embedder.embed(list(told.values())) if told else []
        near = {goal: self.embedder.similarity(vector, v) for goal, v in zip(told, vectors, strict=True)}
        return tuple(sorted(near, key=lambda goal: (-near[goal], goal)))

    async def evidence(self, goals: Collection[int]) -> tuple[Evidence, ...]:
        return tuple(each for each in self._standing() if each.goal in goals)

    async def evidence_by_number(self, numbers: Collection[int]) -> tuple[Evidence, ...]:
        return tuple(self.pieces[number] for number in numbers if number in self.pieces)

    async def in_place(self, numbers: Collection[int]) -> tuple[int, ...]:
        known = [self.pieces[number] for number in sorted(numbers) if number in self.pieces]
        return tuple(each.number for each in known if self._copy(each)[each.start : each.end] == each.quote)

    def _copy(self, piece: Evidence) -> str:
        """Pieces that a test lays in by hand bring their own words, unless it gives their source a text."""
        return self.texts.get(piece.source.key, " " * piece.start + piece.quote)

    async def source_text(self, key: str) -> str:
        return self.texts[key]

    async def summaries(self) -> tuple[Summary, ...]:
        return tuple(each for parts in self.summarised.values() for each in parts)

    async def conflicts(self) -> tuple[Conflict, ...]:
        return tuple(each for each in self.disputes if not {each.left, each.right} & self.dropped)

    async def facts_of(self, evidence: Collection[int]) -> tuple[Fact, ...]:
        return tuple(each for each in self.facts if each.evidence in evidence)

    async def clues(self, question: str, vector: Vector, limits: Limits) -> Index:
        return Index(self.known_clues[: limits.clues_told], self.clues_left_out)

    async def wasted_queries(self, question: str, vector: Vector, most: int, tasks: int) -> tuple[str, ...]:
        return self.known_waste[:most] if tasks else ()

    async def unpaid_wordings(self, tries: int, tasks: int) -> tuple[Unpaid, ...]:
        return tuple(each for each in self.known_unpaid if each.queries >= tries) if tasks else ()

    async def sent_queries(self) -> tuple[tuple[int, str], ...]:
        return tuple((each.number, each.text) for each in self.queries)

    async def snapshot(self, goal: int) -> Mind | None:
        return self.minds.get(goal)

    async def sections(self) -> tuple[Section, ...]:
        return self.versions[-1] if self.versions else ()

    async def claims(self) -> tuple[Claim, ...]:
        return self.drawn

    async def decisions(self) -> tuple[Decided, ...]:
        return self.decided

    async def evidence_by_query(self) -> tuple[tuple[int, int], ...]:
        return tuple((each.query, each.number) for each in sorted(self._standing(), key=lambda each: each.number))


ON_GOAL = Reflection(supports=True, off_goal=False, overlooked="", reason="The evidence is about the goal.")
OFF_GOAL = Reflection(supports=False, off_goal=True, overlooked="", reason="The evidence left the goal.")


class SaidPlanner:
    """Says what the test gave it. Keeps the briefs: what a planner was told is half of what is tested."""

    def __init__(
        self,
        goals: Sequence[PlannedGoal] = (PlannedGoal("grid storage capacity of Lanwan", ("capacity",)),),
        queries: Callable[[QueryBrief], Sequence[str]] = lambda brief: [f"{brief.goal.question} {brief.gap}"],
        reflections: Sequence[Reflection] = (),
        grown: Mapping[int, Sequence[PlannedGoal]] | None = None,
    ) -> None:
        self.goals, self.queries, self.grown = tuple(goals), queries, grown or {}
        self.reflections = list(reflections)
        self.planned: list[PlanBrief] = []
        self.asked: list[QueryBrief] = []
        self.grew: list[GrowBrief] = []

    async def draft_plan(self, brief: PlanBrief) -> tuple[PlannedGoal, ...]:
        self.planned.append(brief)
        return self.goals

    async def grow(self, brief: GrowBrief) -> tuple[PlannedGoal, ...]:
        self.grew.append(brief)
        return tuple(self.grown.get(brief.closing.number, ()))

    async def write_queries(self, brief: QueryBrief) -> tuple[DraftQuery, ...]:
        self.asked.append(brief)
        return tuple(DraftQuery(text, brief.gap) for text in self.queries(brief))

    async def reflect(self, brief: ReflectBrief) -> Reflection:
        return self.reflections.pop(0) if self.reflections else ON_GOAL


class SaidExecutor:
    """Quotes a page's first sentences; how relevant a page is, the test says by its title."""

    def __init__(self, relevance: Mapping[str, float] | None = None) -> None:
        self.relevance = relevance or {}
        self.quoted: list[QuoteBrief] = []
        self.summed: list[SummaryBrief] = []
        self.digested: list[DigestBrief] = []
        self.evolved: list[EvolveBrief] = []

    async def triage(self, brief: TriageBrief) -> tuple[float, ...]:
        return tuple(self.relevance.get(find.title, 0.9) for find in brief.finds)

    async def quote(self, brief: QuoteBrief) -> tuple[DraftQuote, ...]:
        self.quoted.append(brief)
        made, start = [], 0
        for sentence in brief.page.text.split("\n"):
            value = self.relevance.get(brief.page.title, 0.9)
            made.append(DraftQuote(sentence, start, start + len(sentence), value, "first words of the page"))
            start += len(sentence) + 1
        return tuple(made[: brief.most])

    async def find_facts(self, brief: FactBrief) -> tuple[Fact, ...]:
        return tuple(Fact(entry.source, "says", entry.quote, entry.evidence, 0.8) for entry in brief.entries)

    async def summarise(self, brief: SummaryBrief) -> Summary:
        self.summed.append(brief)
        aim = brief.goal
        return plain_summary(
            aim.number, aim.question, brief.outcome, brief.entries, brief.doubts, brief.summary_tokens, count_tokens
        )

    async def digest(self, brief: DigestBrief) -> tuple[Digest, ...]:
        self.digested.append(brief)
        return plain_digests(brief.entries, Room(brief.target_tokens, brief.cap_tokens, count_tokens, brief.dense))

    async def evolve(self, brief: EvolveBrief) -> Evolved:
        self.evolved.append(brief)
        return Evolved()


@dataclass
class World:
    """One task, its tools, and everything that has happened."""

    state: TaskState
    tools: Tools
    happened: list[Event] = field(default_factory=list)

    @property
    def shelf(self) -> Any:
        return self.tools.library

    @property
    def box(self) -> Any:
        return self.tools.archive

    async def step(self) -> tuple[Event, ...]:
        events = await advance(self.state, self.tools)
        self.state = apply(self.state, events)
        await self.box.note(events)
        given_up = {number for event in events if isinstance(event, Backtracked) for number in event.dropped}
        self.shelf.kept -= {self.box.pieces[number].source.url for number in given_up}
        self.happened += events
        return events

    async def until(self, *phases: Phase, most: int = 400) -> "World":
        """Steps until one of these phases is next."""
        for _ in range(most):
            await self.step()
            if self.state.phase in phases:
                return self
        raise AssertionError(f"{most} steps and still in {self.state.phase}")

    def saw(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.happened if isinstance(event, kind)]


def world(leaves: Sequence[Leaf] = (), begun: TaskState | None = None, **parts: Any) -> World:
    """Limits come by name, roles and `closed` addresses too; the rest has defaults that work."""
    embedder = HashingEmbedder()
    names = set(Limits().values())
    limits = Limits.kept({**Limits().values(), **{name: parts.pop(name) for name in list(parts) if name in names}})
    box = parts.pop("archive", None) or Shoebox(embedder, texts={each.source.key: each.text for each in leaves})
    tools = Tools(
        planner=parts.pop("planner", None) or SaidPlanner(),
        executor=parts.pop("executor", None) or SaidExecutor(),
        reporter=parts.pop("reporter", None) or BuiltinReporter(),
        checker=parts.pop("checker", None) or BuiltinChecker(),
        by_code=parts.pop("by_code", None) or BuiltinChecker(),
        embedder=embedder,
        library=Shelf(leaves, parts.pop("closed", ())),
        archive=box,
        limits=limits,
        now=NOW,
        count=count_tokens,
    )
    assert not parts, f"nobody knows {sorted(parts)}"
    return World(begun or begin(QUESTION, Language.ENGLISH, Period(None, None)), tools)


def empty_memory(of: int | None = None) -> WorkingMemory:
    return WorkingMemory(goal=of)


def empty_report(question: str = QUESTION) -> EvolvingReport:
    return EvolvingReport(goal=question)

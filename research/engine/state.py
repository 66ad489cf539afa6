"""What a task carries from one step to the next: of bounded size, whatever the task's length.

Changed by events alone (`changes.py`). Evidence, sources and queries are counted here and kept in rows;
this round's finds are carried, everything older is asked for through the archive.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from memory.digest import Digest
from memory.evolving import EvolvingReport
from memory.working import WorkingMemory
from research.engine.degrading import NONE_YET, Level, Tally, level_of
from research.engine.lifecycle import Phase
from research.terms import Evidence, Find, Goal, Language, Period, Query, Stop


@dataclass(frozen=True, slots=True)
class Gain:
    """The expected information gain of an open goal at one choice (R033)."""

    goal: int
    gain: float
    gaps: int = 0
    missing: float = 0.0
    """1 − coverage."""
    priority: float = 0.0
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Mind:
    """Goal tree and memory: what a snapshot keeps and a backtrack restores."""

    goals: tuple[Goal, ...]
    active: int | None
    working: WorkingMemory
    evolving: EvolvingReport
    digests: tuple[Digest, ...] = ()
    """Of the newest reach for the goal in work: all that a prompt tells of it."""
    dry: int = 0
    """Rounds in a row, over all goals, without a valuable fact (R103). What a branch found or didn't find is forgotten
    with it, so this goes back, too."""

    def goal(self, number: int) -> Goal:
        return next(goal for goal in self.goals if goal.number == number)

    def with_goal(self, goal: Goal) -> "Mind":
        kept = tuple(goal if old.number == goal.number else old for old in self.goals)
        return replace(self, goals=kept)


@dataclass(frozen=True, slots=True)
class Round:
    """What the current round has in hand. Emptied when the next one begins."""

    gap: str = ""
    queries: tuple[Query, ...] = ()
    finds: tuple[Find, ...] = ()
    relevance: tuple[float, ...] = ()
    """Of finds that were triaged in an earlier round; empty otherwise."""
    unread: bool = True
    """Whether its finds may be fetched."""
    fresh: tuple[Evidence, ...] = ()
    """Accepted in this round."""
    doubtful: tuple[Evidence, ...] = ()
    """To the point, and below the bar: what it says is to be verified."""
    reads: int = 0
    """Pages read in this round."""
    searched: Tally = NONE_YET
    opened: Tally = NONE_YET
    hits: int = 0
    raw_tokens: int = 0
    """Of the hits as they came and of the pages that were fetched, whole (R100)."""
    main_input: int = 0
    """Tokens of the longest thing a planner was told in it; a reflection counts with the round that it opens."""

    @property
    def level(self) -> Level:
        return level_of(self.searched, self.opened)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many there have been. None of them goes back with a branch: a number given twice would be two things, and
    what was asked, read and paid stays so. What the search has learnt goes back; that is in the mind."""

    goals: int = 0
    queries: int = 0
    batches: int = 0
    evidence: int = 0
    snapshots: int = 0
    rounds: int = 0
    reads: int = 0
    claims: int = 0
    got: int = 0
    """Targets of reaches that answered, and those that didn't: whether anything could be reached at all (R260)."""
    missing: int = 0
    replans: int = 0
    """How often the planner was asked for goals again."""


@dataclass(frozen=True, slots=True)
class TaskState:
    question: str
    language: Language
    period: Period
    phase: Phase
    step: int
    mind: Mind
    round: Round
    counts: Counts
    tombstones: tuple[str, ...] = ()
    stop: Stop | None = None
    spent_tokens: int = 0
    """Settled and reserved, read from the ledger when the state is loaded."""
    over_budget: str = ""
    """Why no further call of the search is made, as a sentence; read from the task's row when the state is loaded."""
    asked_to_stop: bool = False
    """A person asked for the report from what is there."""
    deadline: datetime | None = None
    """When the search has to end; read from the task's row when the state is loaded."""
    replan: str = ""
    """Why the planner is to be asked for goals again; empty while the plan stands."""
    suspicion: str = ""
    """What the check after a step found: the reflection is not waited for (C16)."""
    doubted: int | None = None
    """The goal above a branch that was taken back: if its next reflection fails, too, it is given up (C17)."""


def begin(question: str, language: Language, period: Period) -> TaskState:
    working = WorkingMemory(goal=None, entries=(), evicted=0)
    evolving = EvolvingReport(goal=question, facts=(), hypotheses=(), gaps=(), draft="", archived=())
    mind = Mind(goals=(), active=None, working=working, evolving=evolving)
    return TaskState(question, language, period, Phase.PLAN, 0, mind, Round(), Counts())


def open_goals(state: TaskState) -> tuple[Goal, ...]:
    return tuple(goal for goal in state.mind.goals if not goal.state.closed)

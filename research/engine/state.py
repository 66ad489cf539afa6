"""What a task carries from one step to the next: of bounded size, whatever the task's length.

`after(state, event)` is the only way it changes. Evidence, sources and queries are counted here and kept in rows;
this round's finds are carried, everything older is asked for through the archive.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from memory.evolving import EvolvingReport
from memory.working import WorkingMemory
from research.engine.degrading import NONE_YET, Level, Tally, level_of
from research.engine.lifecycle import Phase, move_phase
from research.terms import Evidence, Find, Goal, GoalState, Language, Period, Query, Stop


@dataclass(frozen=True, slots=True)
class Gain:
    """The expected information gain of an open goal at one choice (R033)."""

    goal: int
    gain: float


@dataclass(frozen=True, slots=True)
class Mind:
    """Goal tree and memory: what a snapshot keeps and a backtrack restores."""

    goals: tuple[Goal, ...]
    active: int | None
    working: WorkingMemory
    evolving: EvolvingReport

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
    fresh: tuple[Evidence, ...] = ()
    """Accepted in this round."""
    reads: int = 0
    """Pages read in this round."""
    searched: Tally = NONE_YET
    opened: Tally = NONE_YET

    @property
    def level(self) -> Level:
        return level_of(self.searched, self.opened)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many there have been: numbers are never given twice, not even after a backtrack."""

    goals: int = 0
    queries: int = 0
    batches: int = 0
    evidence: int = 0
    snapshots: int = 0
    rounds: int = 0
    dry: int = 0
    """Rounds in a row, over all goals, without a valuable fact (R103)."""
    reads: int = 0
    claims: int = 0
    got: int = 0
    """Targets of reaches that answered, and those that didn't: whether anything could be reached at all (R260)."""
    missing: int = 0


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
    asked_to_stop: bool = False
    """A person asked for the report from what is there."""


def begin(question: str, language: Language, period: Period) -> TaskState:
    working = WorkingMemory(goal=None, entries=(), evicted=0)
    evolving = EvolvingReport(goal=question, facts=(), hypotheses=(), gaps=(), draft="", archived=())
    mind = Mind(goals=(), active=None, working=working, evolving=evolving)
    return TaskState(question, language, period, Phase.PLAN, 0, mind, Round(), Counts())


def open_goals(state: TaskState) -> tuple[Goal, ...]:
    return tuple(goal for goal in state.mind.goals if not goal.state.closed)


def leaves(goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """Goals without children: shares of the plan count these (C37)."""
    parents = {goal.parent for goal in goals}
    return tuple(goal for goal in goals if goal.number not in parents)


def share_closed(goals: tuple[Goal, ...]) -> float:
    counted = leaves(goals)
    return sum(goal.state.closed for goal in counted) / len(counted) if counted else 0.0


Change = Callable[[TaskState, Any], TaskState]
CHANGES: dict[str, Change] = {}
"""By the event's class name: events import this module, so it can't import them."""


def changes(kind: str) -> Callable[[Change], Change]:
    def register(change: Change) -> Change:
        CHANGES[kind] = change
        return change

    return register


def after(state: TaskState, event: object) -> TaskState:
    """The state once this has happened. Events that only inform (rows, page) leave it as it is."""
    change = CHANGES.get(type(event).__name__)
    return change(state, event) if change else state


def _with_mind(state: TaskState, **parts: Any) -> TaskState:
    return replace(state, mind=replace(state.mind, **parts))


def _count(state: TaskState, **parts: int) -> TaskState:
    return replace(state, counts=replace(state.counts, **parts))


def _highest(state: TaskState, goals: tuple[Goal, ...]) -> int:
    return max([state.counts.goals, *(goal.number for goal in goals)])


@changes("PlanDrafted")
@changes("PlanApproved")
def _plan(state: TaskState, event: Any) -> TaskState:
    return _count(_with_mind(state, goals=event.goals), goals=_highest(state, event.goals))


@changes("GoalsAdded")
def _goals_added(state: TaskState, event: Any) -> TaskState:
    grown = (*state.mind.goals, *event.goals)
    return _count(_with_mind(state, goals=grown), goals=_highest(state, event.goals))


@changes("GoalChosen")
def _goal_chosen(state: TaskState, event: Any) -> TaskState:
    mind = state.mind.with_goal(replace(state.mind.goal(event.goal), state=GoalState.ACTIVE))
    return replace(state, mind=replace(mind, active=event.goal), round=Round())


@changes("SnapshotTaken")
def _snapshot(state: TaskState, event: Any) -> TaskState:
    return _count(state, snapshots=event.number)


@changes("QueriesWritten")
def _queries(state: TaskState, event: Any) -> TaskState:
    counts = state.counts
    numbers = [counts.queries, *(query.number for query in event.queries)]
    batches = [counts.batches, *(query.batch for query in event.queries)]
    gap = event.queries[0].gap if event.queries else ""
    sent = tuple(query for query in event.queries if not query.dropped)
    state = _count(state, queries=max(numbers), batches=max(batches))
    return replace(state, round=Round(gap=gap, queries=sent))


@changes("Reached")
def _reached(state: TaskState, event: Any) -> TaskState:
    done, now, counts = state.round, NONE_YET.plus(event.outcomes), state.counts
    if event.purpose == "search":
        done = replace(done, searched=done.searched.plus(event.outcomes))
    else:
        done = replace(done, opened=done.opened.plus(event.outcomes))
    return _count(replace(state, round=done), got=counts.got + now.got, missing=counts.missing + now.missing)


@changes("FindsSeen")
def _finds(state: TaskState, event: Any) -> TaskState:
    return replace(state, round=replace(state.round, finds=event.finds))


@changes("PagesRead")
def _read(state: TaskState, event: Any) -> TaskState:
    state = _count(state, reads=state.counts.reads + len(event.sources))
    return replace(state, round=replace(state.round, reads=len(event.sources)))


@changes("EvidenceWeighed")
def _weighed(state: TaskState, event: Any) -> TaskState:
    numbers = [state.counts.evidence, *(piece.number for piece in event.evidence)]
    fresh = tuple(piece for piece in event.evidence if piece.accepted)
    state = _count(state, evidence=max(numbers))
    return replace(state, round=replace(state.round, fresh=fresh, finds=()))


@changes("Remembered")
def _remembered(state: TaskState, event: Any) -> TaskState:
    return _with_mind(state, working=event.working)


@changes("GoalChanged")
def _goal_changed(state: TaskState, event: Any) -> TaskState:
    mind = state.mind.with_goal(event.goal)
    if event.goal.state.closed and mind.active == event.goal.number:
        mind = replace(mind, active=None)
    return replace(state, mind=mind)


@changes("RoundClosed")
def _round_closed(state: TaskState, event: Any) -> TaskState:
    state = _count(state, rounds=state.counts.rounds + 1, dry=0 if event.valuable else state.counts.dry + 1)
    return replace(state, round=Round())


@changes("ReportEvolved")
def _evolved(state: TaskState, event: Any) -> TaskState:
    return _with_mind(state, evolving=event.report)


@changes("Backtracked")
def _backtracked(state: TaskState, event: Any) -> TaskState:
    return replace(state, mind=event.mind, round=Round(), tombstones=(*event.buried, event.tombstone))


@changes("SearchEnded")
def _search_ended(state: TaskState, event: Any) -> TaskState:
    """Nothing is in work any more: a goal that was is open, and the report says so."""
    mind = state.mind
    if mind.active is not None:
        mind = mind.with_goal(replace(mind.goal(mind.active), state=GoalState.OPEN))
    return replace(state, stop=event.stop, mind=replace(mind, active=None))


@changes("ClaimsDrawn")
def _claims(state: TaskState, event: Any) -> TaskState:
    return _count(state, claims=max([state.counts.claims, *(claim.number for claim in event.claims)]))


@changes("StepEnded")
def _step_ended(state: TaskState, event: Any) -> TaskState:
    return replace(state, phase=move_phase(state.phase, event.then), step=state.step + 1)

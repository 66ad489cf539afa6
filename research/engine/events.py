"""One frozen class for each thing that can happen in a step.

The same events move the state, become rows, and reach the page. Nothing else carries news. Each is stored as a
journal entry under its class name, with a version; `EVENTS` is the closed set.
"""

from dataclasses import dataclass

from memory.evolving import EvolvingReport
from memory.summary import Summary
from memory.working import WorkingMemory
from reach.pages import Outcome
from research.engine.degrading import Level
from research.engine.lifecycle import Phase
from research.engine.state import Gain, Mind
from research.terms import (
    Checked,
    Claim,
    Conflict,
    Decided,
    Evidence,
    Fact,
    Find,
    Goal,
    PageSeen,
    Query,
    Reflection,
    Section,
    Source,
    Stop,
)

VERSION = 1
"""Written beside every stored event; raised when a field changes its meaning."""


@dataclass(frozen=True, slots=True)
class PlanDrafted:
    goals: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class PlanApproved:
    """By a person, possibly edited: these goals replace the drafted ones."""

    goals: tuple[Goal, ...]
    by: str


@dataclass(frozen=True, slots=True)
class GoalsAdded:
    """Finer goals, brought up by evidence."""

    goals: tuple[Goal, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class GoalChosen:
    """With the estimate of every open goal: the answer to 'why this one?' (R033)."""

    goal: int
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class SnapshotTaken:
    """Memory and tree at a decision point; immutable; what a backtrack restores (R048)."""

    number: int
    goal: int
    mind: Mind


@dataclass(frozen=True, slots=True)
class QueriesWritten:
    """Sent and dropped ones alike: a dropped query is a row with the twin it repeats."""

    queries: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class Reached:
    """How every target of one excursion ended (R218, R219)."""

    purpose: str
    """'search' or 'read'."""
    goal: int
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class RoundDegraded:
    """Not all that a round asked for could be had; it went on all the same (R260 to R263)."""

    goal: int
    level: Level
    missing: int
    asked: int
    wait: float
    """Seconds until it is worth asking again, as far as somebody said; else 0."""


@dataclass(frozen=True, slots=True)
class FindsSeen:
    finds: tuple[Find, ...]


@dataclass(frozen=True, slots=True)
class FindsTriaged:
    """Relevance of each find by address, and the addresses chosen for reading."""

    relevance: tuple[tuple[str, float], ...]
    chosen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PagesRead:
    """`sources` count against the caps of reading; pages that the task held already don't (R082, R267)."""

    sources: tuple[Source, ...]
    again: tuple[Source, ...] = ()
    """Quoted once more from the store."""
    seen: tuple[PageSeen, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidenceWeighed:
    evidence: tuple[Evidence, ...]
    outdone: tuple[tuple[int, int], ...] = ()
    """Earlier pieces and the more informative new one that each now corroborates (R240)."""


@dataclass(frozen=True, slots=True)
class FactsNoted:
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class ConflictsFound:
    conflicts: tuple[Conflict, ...]


@dataclass(frozen=True, slots=True)
class Remembered:
    """Working memory after the fresh evidence was admitted."""

    working: WorkingMemory


@dataclass(frozen=True, slots=True)
class GoalChanged:
    """Gaps closed or restated, counts raised. `why` is one sentence for the page."""

    goal: Goal
    why: str


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """The sub-step is over. Valuable means: accepted evidence that was new (R140)."""

    goal: int
    gap: str
    valuable: int


@dataclass(frozen=True, slots=True)
class Summarised:
    summary: Summary
    retried: bool
    kept_raw: int
    """Lines kept word for word because a rewording lost something (R077)."""


@dataclass(frozen=True, slots=True)
class ReportEvolved:
    report: EvolvingReport


@dataclass(frozen=True, slots=True)
class Reflected:
    reflection: Reflection
    goal: int


@dataclass(frozen=True, slots=True)
class Backtracked:
    """One level back: the snapshot restored, the branch's evidence dropped, a tombstone set (R047)."""

    goal: int
    mind: Mind
    dropped: tuple[int, ...]
    tombstone: str
    buried: tuple[str, ...] = ()
    """Earlier tombstones that stay within the bound."""


@dataclass(frozen=True, slots=True)
class SearchEnded:
    stop: Stop
    sentence: str


@dataclass(frozen=True, slots=True)
class ReportWritten:
    sections: tuple[Section, ...]
    unreached: bool = False
    """Empty because nothing at all could be reached, which says nothing of the world (R260)."""


@dataclass(frozen=True, slots=True)
class ClaimsDrawn:
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class ClaimsChecked:
    checked: tuple[Checked, ...]


@dataclass(frozen=True, slots=True)
class DeskOpened:
    waiting: int


@dataclass(frozen=True, slots=True)
class DecisionsFolded:
    """The report as it stands after people decided: a new version."""

    sections: tuple[Section, ...]
    decisions: tuple[Decided, ...]


@dataclass(frozen=True, slots=True)
class QueriesScored:
    """(query, evidence it brought, of which the report cites) (R073)."""

    yields: tuple[tuple[int, int, int], ...]
    wordings: tuple[tuple[str, int, int], ...] = ()
    """(wording pattern, queries that were answered, of which the report cites)."""


@dataclass(frozen=True, slots=True)
class CluesLearned:
    """What a later task may be told, to verify and never to believe (R176)."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepEnded:
    """The last event of every step: where the task goes next, and why in one sentence."""

    then: Phase
    why: str
    wait: float = 0.0
    """Seconds before the next step is worth taking; the worker is free meanwhile."""


Event = (
    PlanDrafted
    | PlanApproved
    | GoalsAdded
    | GoalChosen
    | SnapshotTaken
    | QueriesWritten
    | Reached
    | RoundDegraded
    | FindsSeen
    | FindsTriaged
    | PagesRead
    | EvidenceWeighed
    | FactsNoted
    | ConflictsFound
    | Remembered
    | GoalChanged
    | RoundClosed
    | Summarised
    | ReportEvolved
    | Reflected
    | Backtracked
    | SearchEnded
    | ReportWritten
    | ClaimsDrawn
    | ClaimsChecked
    | DeskOpened
    | DecisionsFolded
    | QueriesScored
    | CluesLearned
    | StepEnded
)

EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in Event.__args__}
BY_PEOPLE = frozenset({"PlanApproved"})
"""Those that no step brings: a replay takes them from the log, as they came between two steps."""

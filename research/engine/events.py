"""One frozen class for each thing that can happen in a step.

The same events move the state, become rows, and reach the page. Nothing else carries news. Each is stored as a
journal entry under its class name, with a version; `EVENTS` is the closed set.
"""

from dataclasses import dataclass

from reach.pages import Outcome
from research.engine.after_search import ClaimsChecked as ClaimsChecked
from research.engine.after_search import ClaimsDrawn as ClaimsDrawn
from research.engine.after_search import CluesLearned as CluesLearned
from research.engine.after_search import DecisionsFolded as DecisionsFolded
from research.engine.after_search import DeskOpened as DeskOpened
from research.engine.after_search import QueriesScored as QueriesScored
from research.engine.after_search import ReportWritten as ReportWritten
from research.engine.degrading import Level
from research.engine.lifecycle import Phase
from research.engine.memory_events import NOTHING_LOST as NOTHING_LOST
from research.engine.memory_events import Digested as Digested
from research.engine.memory_events import HypothesisSettled as HypothesisSettled
from research.engine.memory_events import Remembered as Remembered
from research.engine.memory_events import ReportEvolved as ReportEvolved
from research.engine.memory_events import Summarised as Summarised
from research.engine.plan_events import CheckFailed as CheckFailed
from research.engine.plan_events import CluesOffered as CluesOffered
from research.engine.plan_events import GoalChosen as GoalChosen
from research.engine.plan_events import GoalsAdded as GoalsAdded
from research.engine.plan_events import GoalSplit as GoalSplit
from research.engine.plan_events import PlanApproved as PlanApproved
from research.engine.plan_events import PlanDrafted as PlanDrafted
from research.engine.plan_events import PlanInDoubt as PlanInDoubt
from research.engine.plan_events import PlannedAgain as PlannedAgain
from research.engine.plan_events import Steered as Steered
from research.engine.state import Mind
from research.terms import (
    Conflict,
    Evidence,
    Fact,
    Find,
    Goal,
    PageSeen,
    Query,
    Reflection,
    Source,
    Stop,
)

VERSION = 1
"""Written beside every stored event; raised when a field changes its meaning."""


@dataclass(frozen=True, slots=True)
class SnapshotTaken:
    """Memory and tree at a decision point; immutable; what a backtrack restores (R048)."""

    number: int
    goal: int
    """The one chosen at this point; 0 where a branch was left: kept to be read, never restored."""
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
    tokens: int = 0
    """Of the hits as they came: titles and snippets."""


@dataclass(frozen=True, slots=True)
class FindsRecalled:
    """Hits of an earlier search are weighed, and nothing is sent: every phrasing repeated one that had been asked, or
    the goal's own search left some unread for want of room."""

    finds: tuple[Find, ...]
    gap: str = ""
    """Of the second kind, for which no query is written; else empty."""
    unread: bool = False
    """Whether they may be fetched: what was read before is weighed from the store, or not at all."""
    relevance: tuple[float, ...] = ()
    """As they were triaged for this goal, which isn't paid for twice; empty: they are triaged now."""


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
    doubtful: tuple[Evidence, ...] = ()
    """Of those not accepted, what is to the point: hypotheses, until better sources say it (R165)."""


@dataclass(frozen=True, slots=True)
class FactsNoted:
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class ConflictsFound:
    conflicts: tuple[Conflict, ...]


@dataclass(frozen=True, slots=True)
class ConflictsSettled:
    """All that stood when the search was over, each with what prevails and why, or why it stays open (R139)."""

    conflicts: tuple[Conflict, ...]


@dataclass(frozen=True, slots=True)
class GoalChanged:
    """Gaps closed or restated, counts raised. `why` is one sentence for the page."""

    goal: Goal
    why: str


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """The sub-step is over, with what it took and what it brought; sizes are tokens, 0 in entries older than they."""

    goal: int
    gap: str
    valuable: int
    """New facts: accepted, to the point, and of a matter that the task didn't hold (R140)."""
    hits: int = 0
    raw_tokens: int = 0
    """What the reach brought: hits, and fetched pages whole."""
    compressed_tokens: int = 0
    """What of it entered memory, and so later prompts (R100, R101)."""
    facts: int = 0
    report_tokens: int = 0
    """The evolving report after the round."""
    main_input: int = 0
    """The longest thing a planner was told: the text of its brief, without the fixed words around it."""
    closed_by: tuple[int, ...] = ()
    """Evidence that answers the gap (R188)."""
    left: str = ""
    """The gap as it stands after the round; empty when it is closed."""


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
    """With the plan's completion, in leaf goals (C37)."""

    stop: Stop
    sentence: str
    leaves: int = 0
    done: int = 0
    closed: int = 0
    """Done, insufficient or given up."""


@dataclass(frozen=True, slots=True)
class StepEnded:
    """The last event of every step: where the task goes next, and why in one sentence."""

    then: Phase
    why: str
    wait: float = 0.0
    """Seconds before the next step is worth taking; the worker is free meanwhile."""
    main_input: int = 0
    """Tokens of the longest brief that a planner got in this step."""


Event = (
    PlanDrafted
    | CluesOffered
    | PlanApproved
    | GoalsAdded
    | GoalSplit
    | Steered
    | PlanInDoubt
    | PlannedAgain
    | CheckFailed
    | GoalChosen
    | SnapshotTaken
    | QueriesWritten
    | Reached
    | RoundDegraded
    | FindsSeen
    | FindsRecalled
    | FindsTriaged
    | PagesRead
    | EvidenceWeighed
    | FactsNoted
    | ConflictsFound
    | ConflictsSettled
    | Remembered
    | GoalChanged
    | RoundClosed
    | Summarised
    | Digested
    | HypothesisSettled
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
BY_PEOPLE = frozenset({"PlanApproved", "Steered"})
"""Those that no step brings: a replay takes them from the log, as they came between two steps."""

"""What is asked: languages, goals, queries, and why a search ends."""

from dataclasses import dataclass
from enum import StrEnum


class Language(StrEnum):
    """What a report is written in. Sources may be in any language."""

    ENGLISH = "en"
    CHINESE = "zh"


class GoalState(StrEnum):
    OPEN = "open"
    ACTIVE = "active"
    DONE = "done"
    INSUFFICIENT = "insufficient"
    ABANDONED = "abandoned"

    @property
    def closed(self) -> bool:
        return self not in (GoalState.OPEN, GoalState.ACTIVE)


class Stop(StrEnum):
    """Why the search ended. Exactly one holds when a task leaves the loop (C4)."""

    PLAN_DONE = "plan_done"
    DRY = "dry"
    BUDGET = "budget"
    DEADLINE = "deadline"
    STEPS = "steps"
    NOTHING_LEFT = "nothing_left"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Goal:
    """A sub-question that can be verified. `number` counts within the task; the root has no row."""

    number: int
    parent: int | None
    question: str
    wanted: tuple[str, ...]
    """What evidence would answer it: the gaps it starts with."""
    priority: float = 1.0
    state: GoalState = GoalState.OPEN
    gaps: tuple[str, ...] = ()
    """What it still lacks; every query names one of these."""
    accepted: int = 0
    publishers: tuple[str, ...] = ()
    """Independent publishers of the accepted pieces: a reprint adds none."""
    rounds: int = 0
    dry: int = 0
    """Rounds in a row that brought nothing of value."""
    blind: int = 0
    """Rounds in a row in which nothing could be reached: these say nothing of the goal (R260)."""
    reads: int = 0
    """Pages read for it: capped, since deep digging is how a bill jumps midway (R082)."""
    backtracks: int = 0
    capped: int = 0
    """Rounds in which its working memory was full: after the second it is more than one goal (C1)."""
    extra_rounds: int = 0
    extra_reads: int = 0
    fixed: bool = False
    """Rounds and pages that a person granted beyond the limits, and whether one set the priority."""


@dataclass(frozen=True, slots=True)
class Channel:
    """A way to look outside, as those see it who choose among several."""

    name: str
    about: str
    """Three sentences: what it does, when to use it, when not (R233)."""
    takes_language: bool = False
    """Whether it can be asked for sources in one language (R205)."""


@dataclass(frozen=True, slots=True)
class Query:
    number: int
    goal: int
    gap: str
    text: str
    hopes: str
    """The evidence it hopes to find (R013)."""
    batch: int
    twin: int | None = None
    """The earlier query it repeats."""
    dropped: str = ""
    """Why it was never sent; a dropped query is a row all the same."""
    channels: tuple[str, ...] = ()
    """Those chosen for it; none chosen: all there are."""
    channel_reason: str = ""


@dataclass(frozen=True, slots=True)
class Reflection:
    """Three fixed questions (R045). `off_goal` asks for one level of backtracking (C17)."""

    supports: bool
    off_goal: bool
    overlooked: str
    reason: str

"""What happens to the plan: drafted, approved, grown, split, steered, chosen from, doubted."""

from dataclasses import dataclass

from memory.clues import Clue
from research.engine.state import Gain
from research.engine.wishes import Wish
from research.terms import Goal


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
class GoalSplit:
    """Its evidence is about several things, so each becomes a goal of its own; it closes when these do (R030)."""

    goal: Goal
    children: tuple[Goal, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Steered:
    """A person's wish, as it took effect between two steps: goals as they stand now, new ones among them."""

    wish: Wish
    by: str
    goals: tuple[Goal, ...] = ()
    replan: str = ""
    refused: str = ""
    """Why nothing came of it: the step in work had closed the goal, or ended the search."""


@dataclass(frozen=True, slots=True)
class PlanInDoubt:
    """A failed reflection, or a contradiction about a first goal: the planner is asked for goals again."""

    reason: str


@dataclass(frozen=True, slots=True)
class PlannedAgain:
    """The planner was asked; what it added follows. `refused`: why it was not asked after all."""

    reason: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class CheckFailed:
    """What the cheap check after a step found (R027, C16). A step that passes says nothing."""

    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CluesOffered:
    """What earlier tasks of the workspace knew of the question: hypotheses, until this task's own evidence speaks of
    them (R176). `left_out`: clues that the index had no room for (R174)."""

    clues: tuple[Clue, ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class GoalChosen:
    """With the estimate of every open goal: the answer to 'why this one?' (R033)."""

    goal: int
    gains: tuple[Gain, ...]

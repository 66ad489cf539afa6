"""Which goal next: the open one with the highest expected gain. Nothing else is expanded (R033)."""

from research.engine.limits import Limits
from research.engine.scoring import PLACES
from research.engine.state import Gain, TaskState
from research.engine.tree import workable
from research.terms import Goal


def coverage(goal: Goal, limits: Limits) -> float:
    """0..1: how far independent publishers already carry the goal."""
    return min(1.0, len(goal.publishers) / limits.independent_sources)


def gain(goal: Goal, limits: Limits) -> float:
    """Open gaps × (1 − coverage) × priority − expected cost, in gaps."""
    return len(goal.gaps) * missing(goal, limits) * goal.priority - cost(goal, limits)


def missing(goal: Goal, limits: Limits) -> float:
    """1 − coverage, but never nothing while the goal is open: an open gap is worth something."""
    return max(1 - coverage(goal, limits), 1 / (limits.independent_sources + 1))


def cost(goal: Goal, limits: Limits) -> float:
    """What one more round is expected to cost: a goal that was searched for often yields less."""
    return limits.goal_cost * (1 + goal.rounds)


def estimates(state: TaskState, limits: Limits) -> tuple[Gain, ...]:
    """Of every goal that could be chosen, with what it is made of: the answer to "why this one?" (R033)."""
    return tuple(_estimate(goal, limits) for goal in workable(state.mind.goals))


def _estimate(goal: Goal, limits: Limits) -> Gain:
    parts = (missing(goal, limits), goal.priority, cost(goal, limits))
    return Gain(
        goal.number, round(gain(goal, limits), PLACES), len(goal.gaps), *(round(each, PLACES) for each in parts)
    )


def best(gains: tuple[Gain, ...]) -> int | None:
    """Ties go to the order of the plan (C36)."""
    return max(gains, key=lambda made: (made.gain, -made.goal)).goal if gains else None


def next_gap(goal: Goal) -> str:
    """Gaps are taken in turn: one that stays open goes to the end of the line."""
    return goal.gaps[0] if goal.gaps else goal.question

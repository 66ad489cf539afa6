"""Which goal next: the open one with the highest expected gain. Nothing else is expanded (R033)."""

from research.engine.limits import Limits
from research.engine.scoring import PLACES
from research.engine.state import Gain, TaskState, open_goals
from research.terms import Goal


def coverage(goal: Goal, limits: Limits) -> float:
    """0..1: how far independent publishers already carry the goal."""
    return min(1.0, len(goal.publishers) / limits.independent_sources)


def gain(goal: Goal, limits: Limits) -> float:
    """Open gaps × (1 − coverage) × priority − expected cost, in gaps."""
    remaining = max(1 - coverage(goal, limits), 1 / (limits.independent_sources + 1))
    return len(goal.gaps) * remaining * goal.priority - limits.goal_cost * (1 + goal.rounds)


def estimates(state: TaskState, limits: Limits) -> tuple[Gain, ...]:
    return tuple(Gain(goal.number, round(gain(goal, limits), PLACES)) for goal in open_goals(state))


def best(gains: tuple[Gain, ...]) -> int | None:
    """Ties go to the order of the plan (C36)."""
    return max(gains, key=lambda made: (made.gain, -made.goal)).goal if gains else None


def next_gap(goal: Goal) -> str:
    """Gaps are taken in turn: one that stays open goes to the end of the line."""
    return goal.gaps[0] if goal.gaps else goal.question

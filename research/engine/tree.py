"""The goal tree as a tuple of goals: what lies above, below and at the end."""

from collections.abc import Sequence

from research.terms import Goal


def leaves(goals: Sequence[Goal]) -> tuple[Goal, ...]:
    """Goals without children: shares of the plan count these (C37)."""
    parents = {goal.parent for goal in goals}
    return tuple(goal for goal in goals if goal.number not in parents)


def share_closed(goals: Sequence[Goal]) -> float:
    counted = leaves(goals)
    return sum(goal.state.closed for goal in counted) / len(counted) if counted else 0.0


def children(goals: Sequence[Goal], number: int) -> tuple[Goal, ...]:
    return tuple(goal for goal in goals if goal.parent == number)


def above(goals: Sequence[Goal], goal: Goal) -> tuple[Goal, ...]:
    """The goals over this one, nearest first."""
    parent = next((each for each in goals if each.number == goal.parent), None)
    return (parent, *above(goals, parent)) if parent else ()


def branch(goals: Sequence[Goal], number: int) -> frozenset[int]:
    """A goal with everything under it."""
    below = (branch(goals, child.number) for child in children(goals, number))
    return frozenset({number}).union(*below)


def granted_reads(goals: Sequence[Goal]) -> int:
    """Pages that people allowed beyond the cap of the task."""
    return sum(goal.extra_reads for goal in goals)


def workable(goals: Sequence[Goal]) -> tuple[Goal, ...]:
    """Open goals that can be searched for. One that was split is answered by what it was split into."""
    parents = {goal.parent for goal in goals}
    return tuple(goal for goal in goals if not goal.state.closed and goal.number not in parents)

"""A person's wish on the goals of a running search, as an event: the same rule when it is asked for and when it takes
effect, since the step in between may have closed the goal."""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

from research.engine.events import Steered
from research.engine.growing import new_goal
from research.engine.lifecycle import SEARCHING
from research.engine.limits import Limits
from research.engine.state import TaskState
from research.engine.stopping import search_budget
from research.engine.tree import branch
from research.engine.wishes import Steer, Wish
from research.roles.briefs import PlannedGoal
from research.terms import Goal, GoalState


class Refusal(StrEnum):
    """Why nothing can come of a wish, as the journal has it."""

    OVER = "the search is over"
    FULL = "the goal tree is full"
    OFTEN = "the plan was made anew as often as it may be"
    UNKNOWN = "there is no such goal"
    CLOSED = "the goal is closed"
    SPENT = "the budget for searching is spent"


def steered(state: TaskState, wish: Wish, by: str, limits: Limits) -> Steered:
    if why := refused(state, wish, limits):
        return Steered(wish, by, refused=why.value)
    if wish.steer is Steer.PLAN_AGAIN:
        return Steered(wish, by, replan=f"asked for by {by}")
    return Steered(wish, by, _GOALS[wish.steer](state, wish, limits))


def refused(state: TaskState, wish: Wish, limits: Limits) -> Refusal | None:
    if state.phase not in SEARCHING:
        return Refusal.OVER
    if wish.steer is Steer.ADD:
        return Refusal.FULL if len(state.mind.goals) >= limits.goals_in_all else None
    if wish.steer is Steer.PLAN_AGAIN:
        return Refusal.OFTEN if state.counts.replans >= limits.replans else None
    if (goal := _named(state, wish)) is None:
        return Refusal.UNKNOWN
    if goal.state.closed:
        return Refusal.CLOSED
    if wish.steer is Steer.FUND and state.spent_tokens >= search_budget(limits):
        return Refusal.SPENT
    return None


def _named(state: TaskState, wish: Wish) -> Goal | None:
    return next((goal for goal in state.mind.goals if goal.number == wish.goal), None)


def _added(state: TaskState, wish: Wish, limits: Limits) -> tuple[Goal, ...]:
    draft = PlannedGoal(wish.question, wish.wanted, 1.0 if wish.priority is None else wish.priority)
    return (new_goal(state.counts.goals + 1, None, draft, limits),)


def _edited(state: TaskState, wish: Wish, limits: Limits) -> tuple[Goal, ...]:
    """New evidence wanted means new gaps; other words alone leave the gaps as they stand."""
    goal = state.mind.goal(wish.goal or 0)
    question = wish.question or goal.question
    if not wish.wanted or wish.wanted == goal.wanted:
        gaps = tuple(question if gap == goal.question else gap for gap in goal.gaps)
        return (replace(goal, question=question, gaps=gaps),)
    wanted = wish.wanted[: limits.gaps_per_goal]
    return (replace(goal, question=question, wanted=wanted, gaps=wanted),)


def _skipped(state: TaskState, wish: Wish, limits: Limits) -> tuple[Goal, ...]:
    """With everything open under it. What it found stays."""
    numbers = branch(state.mind.goals, wish.goal or 0)
    return tuple(
        replace(goal, state=GoalState.ABANDONED)
        for goal in state.mind.goals
        if goal.number in numbers and not goal.state.closed
    )


def _prioritised(state: TaskState, wish: Wish, limits: Limits) -> tuple[Goal, ...]:
    goal = state.mind.goal(wish.goal or 0)
    return (replace(goal, priority=goal.priority if wish.priority is None else wish.priority, fixed=True),)


def _funded(state: TaskState, wish: Wish, limits: Limits) -> tuple[Goal, ...]:
    """Rounds with their pages, up to what people may grant; what all of it costs is bounded by the budget."""
    goal = state.mind.goal(wish.goal or 0)
    rounds = min(limits.funded_rounds, goal.extra_rounds + wish.rounds)
    reads = goal.extra_reads + (rounds - goal.extra_rounds) * limits.reads_per_round
    return (replace(goal, extra_rounds=rounds, extra_reads=reads),)


_GOALS: dict[Steer, Callable[[TaskState, Wish, Limits], tuple[Goal, ...]]] = {
    Steer.ADD: _added,
    Steer.EDIT: _edited,
    Steer.SKIP: _skipped,
    Steer.PRIORITISE: _prioritised,
    Steer.FUND: _funded,
}

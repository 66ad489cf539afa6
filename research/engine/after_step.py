"""What follows from a step's events by rule alone: goals that close with their parts, the check, a reflection that is
not waited for. The same for every step, so that no step has to think of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from research.engine.changes import after
from research.engine.check import findings
from research.engine.events import CheckFailed, ConflictsFound, Event, GoalChanged, PlanInDoubt, StepEnded
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.settling import needs_replan
from research.engine.state import TaskState
from research.engine.tree import children
from research.terms import Goal, GoalState


def followed_up(state: TaskState, happened: Sequence[Event], limits: Limits) -> tuple[Event, ...]:
    """The step's events, all but its end, with what follows from them."""
    now = folded(state, happened)
    every = list(happened)
    for more in _doubts(now, happened):
        every, now = [*every, more], after(now, more)
    while closing := next(_answered(now.mind.goals), None):
        every, now = [*every, closing], after(now, closing)
    found = findings(state, every, now, limits)
    return (*every, CheckFailed(found)) if found else tuple(every)


def folded(state: TaskState, events: Sequence[Event]) -> TaskState:
    for event in events:
        state = after(state, event)
    return state


def _answered(goals: Sequence[Goal]) -> Iterator[GoalChanged]:
    """Goals whose parts are all closed: answered if every part that nobody skipped is."""
    for goal in goals:
        parts = children(goals, goal.number)
        if goal.state.closed or not parts or not all(part.state.closed for part in parts):
            continue
        counted = [part for part in parts if part.state is not GoalState.ABANDONED]
        done = [part for part in counted if part.state is GoalState.DONE]
        if not counted:
            yield GoalChanged(replace(goal, state=GoalState.ABANDONED), "all of its finer goals were given up")
        elif len(done) == len(counted):
            yield GoalChanged(replace(goal, state=GoalState.DONE), "its finer goals are answered")
        else:
            why = f"{len(done)} of {len(counted)} finer goals are answered"
            yield GoalChanged(replace(goal, state=GoalState.INSUFFICIENT), why)


def _doubts(now: TaskState, happened: Sequence[Event]) -> Iterator[PlanInDoubt]:
    for event in happened:
        if not isinstance(event, ConflictsFound) or now.replan:
            continue
        if any(needs_replan(conflict, now.mind.goals) for conflict in event.conflicts):
            yield PlanInDoubt("sources contradict each other about a first goal")
            return


def turned(before: TaskState, happened: Sequence[Event], end: StepEnded) -> StepEnded:
    """After a round, a suspicion or a doubt about the plan comes before the next query."""
    if before.phase is not Phase.MEMORY or end.then is not Phase.QUERY:
        return end
    now = folded(before, happened)
    if now.suspicion:
        return replace(end, then=Phase.REFLECT, why=f"the check found: {now.suspicion}")
    return replace(end, then=Phase.REFLECT, why=f"the plan is in doubt: {now.replan}") if now.replan else end

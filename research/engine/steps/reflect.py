"""Three fixed questions after every few rounds, or sooner when a check or a person says so (R043 to R045).

Off goal: one level back. Not supported: what was thought closed is open again. Overlooked: it comes first from now on.
A plan in doubt: the planner is asked for goals, given what is known by now (R012).
"""

from collections.abc import Sequence
from dataclasses import replace

from research.engine.asks import ask_of
from research.engine.branch_memory import recollected
from research.engine.changes import after
from research.engine.events import Event, GoalChanged, GoalsAdded, PlanInDoubt, PlannedAgain, Reflected, StepEnded
from research.engine.going_back import go_back
from research.engine.growing import ask_for_goals, new_goal, room, same_as
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import PlannedGoal, ReflectBrief
from research.terms import Goal, Reflection


async def reflect(state: TaskState, tools: Tools) -> Sequence[Event]:
    goal, events, why = _goal_to_judge(state), list[Event](), f"planned again: {state.replan}"
    if _due(state, tools.limits):
        reflection = await _reflection(state, goal, tools)
        events, why = await _judged(state, goal, reflection, tools), reflection.reason
    for event in events:
        state = after(state, event)
    events += await _plan_again(state, goal, tools)
    return [*events, StepEnded(Phase.QUERY, why)]


def _goal_to_judge(state: TaskState) -> Goal:
    """The goal in work, or the one closed last."""
    mind = state.mind
    number = mind.active or mind.working.goal or mind.goals[-1].number
    return mind.goal(number)


def _due(state: TaskState, limits: Limits) -> bool:
    """Not where only the plan is in doubt, between two reflections."""
    return bool(state.suspicion) or not state.replan or state.counts.rounds % limits.reflect_every == 0


async def _reflection(state: TaskState, goal: Goal, tools: Tools) -> Reflection:
    mind, entries = state.mind, state.mind.working.for_goal(goal.number).entries
    told = await recollected(state, goal, entries, tools, tools.limits.nearest_tokens)
    brief = ReflectBrief(
        ask_of(state, tools),
        mind.goals,
        goal,
        told.report,
        entries,
        told.digest,
        told.branch,
        told.others,
        told.shown,
    )
    return await tools.planner.reflect(brief)


async def _judged(state: TaskState, goal: Goal, reflection: Reflection, tools: Tools) -> list[Event]:
    events: list[Event] = [Reflected(reflection, goal.number)]
    if reflection.off_goal and state.mind.active == goal.number:
        events += await go_back(state, goal, reflection.reason, tools)
    elif not reflection.supports:
        events += _unsupported(goal, reflection)
    for event in events:
        state = after(state, event)
    return [*events, *await _raised(state, reflection.overlooked, tools)]


def _unsupported(goal: Goal, reflection: Reflection) -> list[Event]:
    """Gaps of an open goal are open again, those in work first. A closed one is searched for no more: then the plan
    has to say what is missing (R032)."""
    if goal.state.closed:
        return [PlanInDoubt(f"not supported: {reflection.reason}")] if goal.accepted else []
    closed = tuple(gap for gap in goal.wanted if gap not in goal.gaps)
    if not closed:
        return []
    return [GoalChanged(replace(goal, gaps=(*goal.gaps, *closed)), f"gaps are open again: {reflection.reason}")]


async def _raised(state: TaskState, overlooked: str, tools: Tools) -> list[Event]:
    """What was overlooked is a goal already, and comes before the others unless a person placed it; or it becomes one.
    A closed goal or a branch that was given up is neither."""
    if not overlooked.strip():
        return []
    known = {goal.question: goal for goal in state.mind.goals}
    there = await same_as(overlooked, [*known, *state.tombstones], tools)
    first = tools.limits.overlooked_priority
    if there is None:
        return _added(state, overlooked, first, tools.limits)
    goal = known.get(there)
    if goal is None or goal.state.closed or goal.fixed or goal.priority >= first:
        return []
    return [GoalChanged(replace(goal, priority=first), "overlooked so far: it comes first now")]


def _added(state: TaskState, overlooked: str, priority: float, limits: Limits) -> list[Event]:
    if room(state, None, limits) <= 0:
        return []
    goal = new_goal(state.counts.goals + 1, None, PlannedGoal(overlooked, (), priority), limits)
    return [GoalsAdded((goal,), "overlooked so far")]


async def _plan_again(state: TaskState, goal: Goal, tools: Tools) -> list[Event]:
    """New goals beside the one that is in doubt. What the task has of goals stays."""
    if not state.replan:
        return []
    if state.counts.replans >= tools.limits.replans:
        return [PlannedAgain(state.replan, f"planned again {state.counts.replans} times already")]
    if room(state, goal.parent, tools.limits) <= 0:
        return [PlannedAgain(state.replan, "there is no room for more goals, or no budget")]
    entries = state.mind.working.entries
    added = await ask_for_goals(state, goal, goal.parent, entries, state.replan, tools)
    asked: list[Event] = [PlannedAgain(state.replan)]
    return [*asked, GoalsAdded(added, f"planned again: {state.replan}")] if added else asked

"""Three fixed questions after every few rounds; off goal means one level back, with a tombstone (R045, R047, C17)."""

from collections.abc import Sequence
from dataclasses import replace

from research.engine.asks import ask_of
from research.engine.choose import next_gap
from research.engine.events import Backtracked, Event, GoalChanged, Reflected, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import Mind, TaskState
from research.engine.tools import Tools
from research.roles.briefs import ReflectBrief
from research.terms import Goal, GoalState, Reflection


async def reflect(state: TaskState, tools: Tools) -> Sequence[Event]:
    goal = _goal_to_judge(state)
    mind = state.mind
    brief = ReflectBrief(ask_of(state, tools), mind.goals, goal, mind.evolving.text(), mind.working.entries)
    reflection = await tools.planner.reflect(brief)
    events: list[Event] = [Reflected(reflection, goal.number)]
    if reflection.off_goal and mind.active == goal.number:
        events += await _go_back(state, goal, reflection, tools)
    return [*events, StepEnded(Phase.QUERY, reflection.reason)]


def _goal_to_judge(state: TaskState) -> Goal:
    """The goal in work, or the one closed last."""
    mind = state.mind
    number = mind.active or mind.working.goal or mind.goals[-1].number
    return mind.goal(number)


async def _go_back(state: TaskState, goal: Goal, reflection: Reflection, tools: Tools) -> list[Event]:
    """Restore the snapshot at which this goal was chosen, and try it another way. At the limit the goal is given up."""
    most = tools.limits.backtracks_per_goal
    if not most:
        closed = replace(goal, state=GoalState.INSUFFICIENT)
        return [GoalChanged(closed, f"went off goal: {reflection.reason}")]
    restored = await tools.archive.snapshot(goal.number)
    if restored is None:
        return []
    dropped = tuple(piece.number for piece in await tools.archive.evidence([goal.number]))
    buried = state.tombstones[-(tools.limits.tombstones - 1) :] if tools.limits.tombstones > 1 else ()
    gone = goal.backtracks + 1 >= most
    tombstone = goal.question if gone else _astray(state, goal)
    return [Backtracked(goal.number, _without(restored, goal, gone), dropped, tombstone, buried)]


def _without(mind: Mind, goal: Goal, gone: bool) -> Mind:
    """The restored tree; each time back counts, and the last one closes the branch for good (R078, C17)."""
    state = GoalState.ABANDONED if gone else GoalState.OPEN
    again = replace(mind.goal(goal.number), state=state, backtracks=goal.backtracks + 1)
    return replace(mind.with_goal(again), active=None)


def _astray(state: TaskState, goal: Goal) -> str:
    """What the search ran after: the goal itself stays to be answered, so its own words can't be the tombstone."""
    entries = state.mind.working.for_goal(goal.number).entries
    return entries[-1].source if entries else f"{goal.question} {next_gap(goal)}"

"""What every whole task is held to: an end, a bounded tree, no closed goal asked again, and a replay of its own record
to the same state, byte for byte."""

import asyncio
import json
from collections.abc import Callable, Sequence

from research.engine.events import Backtracked, GoalChanged, QueriesWritten, SearchEnded
from research.engine.stopping import depth
from research.engine.tree import children
from research.roles.briefs import ReflectBrief
from research.store.payloads import dumped
from research.store.replaying import Mark, Replayed, replay
from research.terms import Reflection
from tests.builders import OFF_GOAL, ON_GOAL, SaidPlanner, World
from tests.engine.make_logs import finished


def lived(there: World, spent: Callable[[int], int] = lambda step: 0) -> tuple[Replayed, ...]:
    """The task to its end, and what its replay says of each step."""
    lines = asyncio.run(finished(there, "scenario", spent))
    state, steps = replay(lines)
    assert json.dumps(dumped(state)) == json.dumps(dumped(there.state))
    _asked_no_closed_goal(there)
    _stayed_in_bounds(there)
    (_ended,) = there.saw(SearchEnded)
    return steps


def _asked_no_closed_goal(there: World) -> None:
    closed: set[int] = set()
    for event in there.happened:
        if isinstance(event, GoalChanged) and event.goal.state.closed:
            closed.add(event.goal.number)
        elif isinstance(event, Backtracked) and event.mind.goal(event.goal).state.closed:
            closed.add(event.goal)
        elif isinstance(event, QueriesWritten):
            assert not {query.goal for query in event.queries if not query.dropped} & closed


def _stayed_in_bounds(there: World) -> None:
    goals, limits = there.state.mind.goals, there.tools.limits
    assert len(goals) <= limits.goals_in_all
    assert all(depth(goals, goal) <= limits.goal_depth for goal in goals)
    assert all(len(children(goals, goal.number)) <= limits.children_per_goal for goal in goals)
    assert len(there.state.tombstones) <= limits.tombstones
    assert there.state.counts.replans <= limits.replans
    assert all(goal.backtracks <= limits.backtracks_per_goal for goal in goals)


def rounds_marked(steps: Sequence[Replayed], mark: Mark) -> int:
    return sum(step.mark is mark and step.phase == "memory" for step in steps)


class Watchful(SaidPlanner):
    """Reflects on what it is shown: off goal as soon as a word of warning stands in the evidence of its goal."""

    warning = "nothing ever says this"

    async def reflect(self, brief: ReflectBrief) -> Reflection:
        own = [entry for entry in brief.entries if entry.goal == brief.goal.number]
        astray = any(self.warning in f"{entry.source} {entry.quote}".lower() for entry in own)
        return OFF_GOAL if astray else ON_GOAL


def watchful(warning: str, planner: Watchful) -> Watchful:
    planner.warning = warning
    return planner


def report_of(there: World) -> str:
    return str(there.box.versions[-1])

"""A goal that turns out to be several is split: its evidence goes opposite ways, or is more than fits in mind
(R030, C1).

The goal itself is searched for no more. It keeps what it found, as a summary, and closes when its parts do.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.working import WorkingMemory
from reach.words import is_chinese
from research.engine.closing import summarised
from research.engine.disputes import divergences
from research.engine.events import Event, GoalSplit
from research.engine.growing import ask_for_goals, new_goal, room
from research.engine.limits import Limits
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import PlannedGoal
from research.terms import Evidence, Goal, GoalState

TWO = 2
"""A part alone is no division."""


@dataclass(frozen=True, slots=True)
class Division:
    """Why a goal is split, and into what as far as its evidence says."""

    reason: str
    sides: tuple[str, ...] = ()


def divided_by(goal: Goal, above: Goal | None, pieces: Sequence[Evidence], limits: Limits) -> Division | None:
    """By two of its matters that go opposite ways, or by its memory being full too often. The first comes before any
    thought of the goal being done: two such pieces don't corroborate each other."""
    for _, _, signal in divergences(pieces):
        if not _is_one_side(goal, above, signal.left, signal.right):
            ways = f"{signal.left}: {signal.left_way}, {signal.right}: {signal.right_way}"
            return Division(f"its evidence diverges ({ways})", (signal.left, signal.right))
    if goal.capped >= limits.full_memories:
        return Division(f"its memory was full in {goal.capped} rounds")
    return None


def _is_one_side(goal: Goal, above: Goal | None, left: str, right: str) -> bool:
    """A goal about carbonate that also met hydroxide isn't split by it again; what it is about stands in the words that
    it adds to the goal above."""
    own = goal.question.removeprefix(above.question if above else "")
    return (left in own) != (right in own)


async def split_goal(
    state: TaskState, goal: Goal, division: Division, working: WorkingMemory, tools: Tools
) -> list[Event]:
    """Nothing where the tree has no room for two: then the goal goes on as it is."""
    if room(state, goal.number, tools.limits) < TWO:
        return []
    parts = await _parts(state, goal, division, working, tools)
    if len(parts) < TWO:
        return []
    stays = replace(goal, state=GoalState.OPEN)
    return [
        *await summarised(state, stays, working, goal.gaps, tools),
        GoalSplit(stays, parts, division.reason),
    ]


async def _parts(
    state: TaskState, goal: Goal, division: Division, working: WorkingMemory, tools: Tools
) -> tuple[Goal, ...]:
    """By what sets the evidence apart; else by the gaps that are open; else the planner is asked."""
    limits = tools.limits
    if drafts := _drafted(goal, division.sides or (goal.gaps if len(goal.gaps) >= TWO else ()), bool(division.sides)):
        most = room(state, goal.number, limits)
        return tuple(
            new_goal(number, goal.number, draft, limits)
            for number, draft in enumerate(drafts[:most], start=state.counts.goals + 1)
        )
    return await ask_for_goals(state, goal, goal.number, working.entries, division.reason, tools)


def _drafted(goal: Goal, names: Sequence[str], whole: bool) -> list[PlannedGoal]:
    """A part lacks all that the goal asked for, or, named by a gap, that gap."""
    colon = "：" if is_chinese(goal.question) else ": "
    return [
        PlannedGoal(f"{goal.question}{colon}{name}", goal.wanted if whole else (name,), goal.priority) for name in names
    ]

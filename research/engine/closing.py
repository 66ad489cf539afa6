"""How a goal ends: its fragments become one summary in three parts, and finer goals may grow from it.

The summary's writer is a role; that nothing was lost is asserted here, by code, and never left to a prompt (R041).
"""

from dataclasses import dataclass, replace

from memory.summary import Summary, accept, split
from memory.working import Entry, WorkingMemory
from research.engine.asks import ask_of
from research.engine.events import Event, GoalChanged, GoalsAdded, Summarised
from research.engine.growing import ask_for_goals
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import SummaryBrief
from research.terms import Goal, GoalState

BROUGHT_UP = "brought up by the evidence"


@dataclass(frozen=True, slots=True)
class _Kept:
    summary: Summary
    retried: bool
    raw_lines: int


async def close_goal(
    state: TaskState, goal: Goal, why: str, working: WorkingMemory, disputed: bool, tools: Tools
) -> list[Event]:
    doubts = (*goal.gaps, *(("sources disagree",) if disputed else ()))
    events: list[Event] = [GoalChanged(goal, why), *await summarised(state, goal, working, doubts, tools)]
    return [*events, *await _finer_goals(state, goal, working, disputed, tools)]


async def summarised(
    state: TaskState, goal: Goal, working: WorkingMemory, doubts: tuple[str, ...], tools: Tools
) -> list[Event]:
    """At a switch, and only there: the goal is closed or split (C1)."""
    kept = await _summary(state, goal, working.entries, doubts, tools)
    parts = split(kept.summary, tools.limits.summary_tokens, tools.count)
    return [Summarised(part, kept.retried, kept.raw_lines) for part in parts]


async def _summary(
    state: TaskState, goal: Goal, entries: tuple[Entry, ...], doubts: tuple[str, ...], tools: Tools
) -> _Kept:
    brief = SummaryBrief(ask_of(state, tools), goal, goal.state.value, entries, doubts, tools.limits.summary_tokens)
    first = accept(await tools.executor.summarise(brief), entries, retry=True)
    if not first.again:
        return _Kept(first.summary, retried=False, raw_lines=0)
    again = await tools.executor.summarise(replace(brief, lost=first.missing.items()))
    second = accept(again, entries, retry=False)
    return _Kept(second.summary, retried=True, raw_lines=second.saved)


async def _finer_goals(
    state: TaskState, goal: Goal, working: WorkingMemory, disputed: bool, tools: Tools
) -> list[Event]:
    """What the evidence brought up; a goal that it answers only in part is pursued further down (R031)."""
    if goal.state is GoalState.ABANDONED:
        return []
    thin = goal.state is GoalState.INSUFFICIENT and goal.accepted > 0 and not disputed
    why = f"thin: {goal.accepted} pieces of evidence, still open: {'; '.join(goal.gaps)}" if thin else BROUGHT_UP
    finer = await ask_for_goals(state, goal, goal.number, working.entries, why, tools)
    if not finer:
        return []
    reason = f"goal {goal.number} is thin: pursued further down" if thin else f"{BROUGHT_UP} of goal {goal.number}"
    return [GoalsAdded(finer, reason)]

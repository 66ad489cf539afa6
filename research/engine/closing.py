"""How a goal ends: its fragments become one summary in three parts, and finer goals may grow from it.

The summary's writer is a role; that nothing was lost is asserted here, by code, and never left to a prompt (R041).
"""

from dataclasses import dataclass, replace

from memory.summary import Summary, accept, split
from memory.working import Entry, WorkingMemory
from research.engine.asks import ask_of
from research.engine.events import Event, GoalChanged, GoalsAdded, Summarised
from research.engine.state import TaskState
from research.engine.stopping import depth, may_grow
from research.engine.tools import Tools
from research.roles.briefs import GrowBrief, SummaryBrief
from research.terms import Goal, GoalState


@dataclass(frozen=True, slots=True)
class _Kept:
    summary: Summary
    retried: bool
    raw_lines: int


async def close_goal(
    state: TaskState, goal: Goal, why: str, working: WorkingMemory, disputed: bool, tools: Tools
) -> list[Event]:
    doubts = (*goal.gaps, *(("sources disagree",) if disputed else ()))
    kept = await _summary(state, goal, working.entries, doubts, tools)
    parts = split(kept.summary, tools.limits.summary_tokens, tools.count)
    events: list[Event] = [GoalChanged(goal, why)]
    events += [Summarised(part, kept.retried, kept.raw_lines) for part in parts]
    finer = await _finer_goals(state, goal, working, tools)
    if finer:
        events.append(GoalsAdded(finer, f"brought up by the evidence of goal {goal.number}"))
    return events


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


async def _finer_goals(state: TaskState, goal: Goal, working: WorkingMemory, tools: Tools) -> tuple[Goal, ...]:
    limits = tools.limits
    if goal.state is GoalState.ABANDONED or not may_grow(state, limits):
        return ()
    if depth(state.mind.goals, goal) >= limits.goal_depth:
        return ()
    room = limits.goals_in_all - len(state.mind.goals)
    brief = GrowBrief(ask_of(state, tools), state.mind.goals, goal, state.mind.evolving.text(), working.entries, room)
    drafted = (await tools.planner.grow(brief))[:room]
    first = state.counts.goals + 1
    return tuple(
        Goal(
            number,
            goal.number,
            plan.question,
            plan.wanted[: limits.gaps_per_goal] or (plan.question,),
            plan.priority,
            gaps=plan.wanted[: limits.gaps_per_goal] or (plan.question,),
        )
        for number, plan in enumerate(drafted, start=first)
    )

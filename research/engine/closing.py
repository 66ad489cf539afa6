"""How a goal ends: its fragments become one summary in three parts, and finer goals may grow from it.

The summary's writer is a role; that nothing was lost is asserted here, by code, and never left to a prompt (R041).
"""

from collections.abc import Sequence
from dataclasses import replace

from memory.rewriting import Line, Reworded, reworded
from memory.summary import Summary, plain_summary, said, split, with_raw_lines
from memory.working import Entry, WorkingMemory, label
from research.engine.asks import ask_of
from research.engine.events import Event, GoalChanged, GoalsAdded, Summarised
from research.engine.evolution import evolved
from research.engine.growing import ask_for_goals
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import SummaryBrief
from research.terms import Goal, GoalState

BROUGHT_UP = "brought up by the evidence"
SPLIT = "split"
"""How a goal ends as one: its parts go on."""
TITLES = 3
"""Of a goal's best sources in the index: enough to know where its answer stands."""


async def close_goal(
    state: TaskState, goal: Goal, why: str, working: WorkingMemory, disputed: bool, tools: Tools
) -> list[Event]:
    doubts = (*goal.gaps, *(("sources disagree",) if disputed else ()))
    events: list[Event] = [GoalChanged(goal, why), *await summarised(state, goal, working, doubts, tools)]
    return [*events, *await _finer_goals(state, goal, working, disputed, tools)]


async def summarised(
    state: TaskState, goal: Goal, working: WorkingMemory, doubts: tuple[str, ...], tools: Tools
) -> list[Event]:
    """At a switch, and only there: the goal is closed, split, left or given up (C1). Of the goal whole: what its memory
    had no room for is named by its rows. The parts replace whatever summary the goal had."""
    entries, limits = working.entries, tools.limits
    brief = SummaryBrief(ask_of(state, tools), goal, _outcome(goal), entries, doubts, limits.summary_tokens)
    done = await _reworded(brief, tools)
    told = {entry.evidence for entry in entries}
    held = await tools.archive.evidence([goal.number])
    left = tuple(piece.number for piece in held if piece.same_as is None and piece.number not in told)
    whole = replace(done.wording, spilled=(*done.wording.spilled, *left), titles=_titles(entries))
    first, *others = split(whole, limits.summary_tokens, tools.count) or (whole,)
    return [
        Summarised(first, done.retried, len(done.raw), done.retained),
        *(Summarised(other, False, 0, part=part) for part, other in enumerate(others, start=2)),
    ]


async def _reworded(brief: SummaryBrief, tools: Tools) -> Reworded[Summary]:
    """Of one quotation there is nothing to sum up: it stands as it is, and no model is asked."""
    of_label = {label(entry.evidence): entry for entry in brief.entries}

    async def write(lost: tuple[str, ...]) -> Summary:
        if len(brief.entries) < tools.limits.summary_from:
            goal, cap = brief.goal, brief.summary_tokens
            return plain_summary(
                goal.number, goal.question, brief.outcome, brief.entries, brief.doubts, cap, tools.count
            )
        return await tools.executor.summarise(replace(brief, lost=lost))

    def keep(draft: Summary, raw: Sequence[Line]) -> Summary:
        return with_raw_lines(draft, [of_label[line.label] for line in raw])

    lines = [Line(entry.quote, label(entry.evidence)) for entry in brief.entries]
    return await reworded(lines, write, lambda draft: said(draft, brief.entries), keep)


def _outcome(goal: Goal) -> str:
    return SPLIT if goal.state is GoalState.OPEN else goal.state.value


def _titles(entries: Sequence[Entry]) -> tuple[str, ...]:
    best = sorted(entries, key=lambda entry: -entry.score)
    return tuple(dict.fromkeys(entry.source for entry in best))[:TITLES]


async def left_behind(state: TaskState, tools: Tools) -> list[Event]:
    """A goal that a person took out of work between two steps leaves its fragments unsummed: they become a summary
    before another goal is chosen."""
    working = state.mind.working
    if not working.entries or working.goal is None:
        return []
    goal = state.mind.goal(working.goal)
    if not goal.state.closed:
        return []
    events = await summarised(state, goal, working, goal.gaps, tools)
    held = await tools.archive.evidence([goal.number])
    return [*events, *await evolved(state, goal, (), held, events, tools)]


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

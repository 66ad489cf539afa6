"""Texts into hits, inside one budget of time. What failed comes back as a row, never as silence (R217, R218)."""

from collections.abc import Sequence

from research.engine.events import Event, FindsSeen, Reached, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.tools import Tools


async def reach_out(state: TaskState, tools: Tools) -> Sequence[Event]:
    found = await tools.library.search(state.round.queries, state.period, state.language.value)
    finds = found.finds[: tools.limits.hits]
    goal = state.round.queries[0].goal
    return [
        Reached("search", goal, found.outcomes),
        FindsSeen(finds, sum(tools.count(f"{find.title}\n{find.snippet}") for find in found.finds)),
        StepEnded(Phase.EVIDENCE, f"{len(finds)} hits"),
    ]

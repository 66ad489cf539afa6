"""advance(state, tools) → events. The whole loop: one step, then whoever called decides whether there is another.

Not in charge of: saving, leases, retries, pausing. Those are the caller's.
"""

from research.engine.after_step import followed_up, turned
from research.engine.changes import after
from research.engine.events import Event, StepEnded
from research.engine.lifecycle import IllegalMove, move_phase
from research.engine.rounds import overheard, with_main_input
from research.engine.state import TaskState
from research.engine.steps import STEPS
from research.engine.stopping import search_over, to_report
from research.engine.tools import Tools


async def advance(state: TaskState, tools: Tools) -> tuple[Event, ...]:
    """One step. The last event says where the task goes; a move that no table allows raises and changes nothing."""
    listening, planner = overheard(tools)
    stop = search_over(state, tools.limits, tools.now)
    events = tuple(to_report(state, stop) if stop else await STEPS[state.phase](state, listening))
    if not events or not isinstance(end := events[-1], StepEnded):
        raise IllegalMove(f"the step of phase {state.phase} did not say where to go")
    happened = followed_up(state, events[:-1], tools.limits)
    end = turned(state, happened, end)
    move_phase(state.phase, end.then)
    return with_main_input((*happened, end), planner.longest)


def apply(state: TaskState, events: tuple[Event, ...]) -> TaskState:
    for event in events:
        state = after(state, event)
    return state

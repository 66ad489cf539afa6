"""advance(state, tools) → events. The whole loop: one step, then whoever called decides whether there is another.

Not in charge of: saving, leases, retries, deadlines, pausing. Those are the caller's.
"""

from research.engine.events import Event, StepEnded
from research.engine.lifecycle import IllegalMove, move_phase
from research.engine.state import TaskState, after
from research.engine.steps import STEPS
from research.engine.tools import Tools


async def advance(state: TaskState, tools: Tools) -> tuple[Event, ...]:
    """One step. The last event says where the task goes; a move that no table allows raises and changes nothing."""
    events = tuple(await STEPS[state.phase](state, tools))
    last = events[-1] if events else None
    if not isinstance(last, StepEnded):
        raise IllegalMove(f"the step of phase {state.phase} did not say where to go")
    move_phase(state.phase, last.then)
    return events


def apply(state: TaskState, events: tuple[Event, ...]) -> TaskState:
    for event in events:
        state = after(state, event)
    return state

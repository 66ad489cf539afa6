"""advance(state, tools) → events. The whole loop: one step, then whoever called decides whether there is another.

Not in charge of: saving, leases, retries, deadlines, pausing. Those are the caller's.
"""

from research.engine.events import Event, StepEnded
from research.engine.lifecycle import SEARCHING, IllegalMove, move_phase
from research.engine.state import TaskState, after
from research.engine.steps import STEPS
from research.engine.stopping import search_over, to_report
from research.engine.tools import Tools


async def advance(state: TaskState, tools: Tools) -> tuple[Event, ...]:
    """One step. The last event says where the task goes; a move that no table allows raises and changes nothing."""
    events = _cut_short(state, tools) or tuple(await STEPS[state.phase](state, tools))
    last = events[-1] if events else None
    if not isinstance(last, StepEnded):
        raise IllegalMove(f"the step of phase {state.phase} did not say where to go")
    move_phase(state.phase, last.then)
    return events


def _cut_short(state: TaskState, tools: Tools) -> tuple[Event, ...]:
    """Who asks for the report gets it now: the round in hand, perhaps the one that fails, stands in no way (B-118)."""
    over = search_over(state, tools.limits) if state.asked_to_stop and state.phase in SEARCHING else None
    return tuple(to_report(*over)) if over else ()


def apply(state: TaskState, events: tuple[Event, ...]) -> TaskState:
    for event in events:
        state = after(state, event)
    return state

"""A goal that what is held already answers ends without a search: nothing is asked for twice (R085, R240).

Finer goals grow from evidence, so the page that gave rise to one has often been quoted to the point already.
"""

from collections.abc import Sequence
from dataclasses import replace

from memory.working import WorkingMemory
from research.engine.asks import entry_of
from research.engine.closing import summarised
from research.engine.events import Event, GoalChanged
from research.engine.gaps import settled
from research.engine.limits import Limits
from research.engine.state import TaskState
from research.engine.stopping import decides_itself
from research.engine.tools import Tools
from research.terms import Evidence, Goal, GoalState

CARRIED = "answered by what is held already"


async def answered_from_held(state: TaskState, goal: Goal, tools: Tools) -> list[Event]:
    """The goal's end, if it was never searched for and pages that are its own subject answer each of its gaps."""
    if goal.rounds or goal.parent is None:
        return []
    held = await tools.archive.evidence([each.number for each in state.mind.goals])
    pieces = carrying(goal, held, tools.limits)
    if not pieces or await _disputed(pieces, tools):
        return []
    done = replace(
        goal,
        state=GoalState.DONE,
        accepted=len(pieces),
        publishers=tuple(dict.fromkeys(piece.source.key for piece in pieces))[: tools.limits.independent_sources],
        gaps=(),
    )
    working = WorkingMemory(goal.number)
    for piece in pieces:
        working = working.admit(entry_of(replace(piece, goal=goal.number), state.step), tools.limits.working_entries)
    return [GoalChanged(done, CARRIED), *await summarised(state, done, working, (), tools)]


def carrying(goal: Goal, held: Sequence[Evidence], limits: Limits) -> tuple[Evidence, ...]:
    """The pieces by which the goal is answered, or none if a gap stays open. Only a source that is the thing asked
    about counts: it decides its own date, status and version."""
    own = [piece for piece in held if piece.reprint_of is None and decides_itself(goal, piece)]
    ends = [settled((gap,), gap, own, (), limits) for gap in goal.gaps]
    if not ends or any(end.left for end in ends):
        return ()
    numbers = {number for end in ends for number in end.closed_by}
    return tuple(piece for piece in own if piece.number in numbers)


async def _disputed(pieces: Sequence[Evidence], tools: Tools) -> bool:
    numbers = {piece.number for piece in pieces}
    return any({conflict.left, conflict.right} & numbers for conflict in await tools.archive.conflicts())

"""Off goal: the tree is saved, the snapshot restored at which the drifting goal was chosen, the branch's evidence
dropped, its directions buried (R047, C17, C34). A level is a level of the goal tree, however many rounds ago.

A goal is taken back to its beginning a limited number of times. If its parent's next reflection fails, too, the parent
is insufficient with all that is open under it, and the search moves on.
"""

from collections.abc import Iterable
from dataclasses import replace

from research.engine.choose import next_gap
from research.engine.closing import summarised
from research.engine.events import Backtracked, Event, GoalChanged, PlanInDoubt, SnapshotTaken
from research.engine.state import Mind, TaskState
from research.engine.tools import Tools
from research.engine.tree import branch
from research.terms import Goal, GoalState


async def go_back(state: TaskState, goal: Goal, reason: str, tools: Tools) -> list[Event]:
    most = tools.limits.backtracks_per_goal
    if not most:
        return [GoalChanged(replace(goal, state=GoalState.INSUFFICIENT), f"went off goal: {reason}")]
    chosen_at = await tools.archive.snapshot(goal.number)
    if chosen_at is None:
        return []
    failing = _failing_parent(state, goal)
    given_up = goal.backtracks + 1 >= most or failing is not None
    restored = _restored(state.mind, chosen_at, goal, given_up)
    dropped = tuple(piece.number for piece in await tools.archive.evidence([goal.number]))
    *buried, last = _buried(state, goal, given_up, tools.limits.tombstones)
    return [
        SnapshotTaken(state.counts.snapshots + 1, 0, state.mind),
        *await _left(state, goal, tools),
        Backtracked(goal.number, restored, dropped, last, tuple(buried)),
        *(_closed(restored, failing) if failing else ()),
        PlanInDoubt(f"off goal: {reason}"),
    ]


async def _left(state: TaskState, goal: Goal, tools: Tools) -> list[Event]:
    """What the branch had found, in a summary that people may read: it is dropped with the branch in the next event,
    and no prompt is ever told of it (R047)."""
    working = state.mind.working.for_goal(goal.number)
    if not working.entries:
        return []
    return await summarised(state, replace(goal, state=GoalState.ABANDONED), working, goal.gaps, tools)


def _failing_parent(state: TaskState, goal: Goal) -> int | None:
    """The goal above a branch that was taken back, if this goal is of its branch: it fails for the second time."""
    doubted = state.doubted
    return doubted if doubted is not None and goal.number in branch(state.mind.goals, doubted) else None


def _restored(now: Mind, then: Mind, goal: Goal, given_up: bool) -> Mind:
    """Memory as it was. Of the tree only the branch: what people did to other goals meanwhile, or to this one's words
    and priority, is no part of it. Each time back counts, and the last one closes the goal for good (R078)."""
    before = then.goal(goal.number)
    again = replace(
        before,
        question=goal.question,
        wanted=goal.wanted,
        gaps=before.gaps if goal.wanted == before.wanted else goal.wanted,
        priority=goal.priority,
        fixed=goal.fixed,
        extra_rounds=goal.extra_rounds,
        extra_reads=goal.extra_reads,
        state=GoalState.INSUFFICIENT if given_up else GoalState.OPEN,
        backtracks=goal.backtracks + 1,
    )
    below = branch(now.goals, goal.number) - {goal.number}
    kept = tuple(each for each in now.goals if each.number not in below)
    return replace(then, goals=kept, active=None).with_goal(again)


def _closed(mind: Mind, failing: int) -> Iterable[Event]:
    numbers = branch(mind.goals, failing)
    for goal in mind.goals:
        if goal.number in numbers and not goal.state.closed:
            why = "went off goal twice in a row"
            yield GoalChanged(replace(goal, state=GoalState.INSUFFICIENT), why)


def _buried(state: TaskState, goal: Goal, given_up: bool, most: int) -> tuple[str, ...]:
    """Earlier directions within the bound, then this branch's, each once."""
    mine = [*_astray(state, goal), *([goal.question] if given_up else [])]
    every = [each for each in state.tombstones if each not in mine] + mine
    return tuple(every[-most:])


def _astray(state: TaskState, goal: Goal) -> list[str]:
    """What the search ran after: the goal itself stays to be answered, so its own words can't be the tombstone."""
    entries = state.mind.working.for_goal(goal.number).entries
    return list(dict.fromkeys(entry.source for entry in entries)) or [f"{goal.question} {next_gap(goal)}"]

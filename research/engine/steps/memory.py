"""Fresh evidence into memory; at a goal's end its fragments become one summary that loses no figure (R038, R083).

Rewrites happen only at a goal switch, so no summary ever spans part of a goal (C1).
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import chain

from memory.working import WorkingMemory
from research.engine.asks import ask_of, entry_of
from research.engine.changes import after
from research.engine.closing import close_goal
from research.engine.deep import room
from research.engine.degrading import Level
from research.engine.digesting import digested
from research.engine.disputes import disputes
from research.engine.events import (
    ConflictsFound,
    Event,
    FactsNoted,
    GoalChanged,
    Remembered,
    RoundDegraded,
    StepEnded,
)
from research.engine.evolution import evolved
from research.engine.gaps import settled
from research.engine.lifecycle import Phase
from research.engine.rounds import closed_round
from research.engine.splitting import divided_by, split_goal
from research.engine.state import Round, TaskState
from research.engine.stopping import DECIDED, ENOUGH, decides_itself, ends_dry, goal_end, valuable
from research.engine.tools import Tools
from research.engine.tree import granted_reads
from research.roles.briefs import FactBrief
from research.terms import Conflict, Evidence, Fact, Goal


async def remember(state: TaskState, tools: Tools) -> Sequence[Event]:
    goal, fresh = _goal_in_hand(state), state.round.fresh
    numbers = {piece.number for piece in fresh}
    known = await tools.archive.evidence([each.number for each in state.mind.goals])
    standing = [piece for piece in known if piece.goal == goal.number and piece.number not in numbers]
    elsewhere = [piece for piece in known if piece.goal != goal.number]
    working = _admitted(state, goal, fresh, standing, tools)
    news = valuable(fresh, standing, elsewhere, tools.limits)
    done = settled(goal.gaps, state.round.gap, fresh, standing, tools.limits)
    goal = _after_round(replace(goal, gaps=done.gaps), state.round, independent(fresh, standing), len(news), tools)
    events: list[Event] = [*_degraded(goal, state.round), Remembered(working)]
    facts: tuple[Fact, ...] = ()
    if any(piece.same_as is None for piece in fresh):
        facts = await _facts(state, goal, working, fresh, tools)
        events.append(FactsNoted(facts))
    earlier = await tools.archive.facts_of([piece.number for piece in standing]) if facts else ()
    conflicts = disputes(goal, fresh, standing, elsewhere, (*earlier, *facts))
    if conflicts:
        events.append(ConflictsFound(conflicts))
    last = ends_dry(state, len(news), tools.limits)
    for told in await digested(state, goal, fresh, tools):
        state = after(state, told)
        events.append(told)
    events += await _goal_events(state, goal, working, (*standing, *fresh), conflicts, last, tools)
    events += await evolved(state, goal, fresh, (*standing, *fresh), events, tools)
    events.append(closed_round(state, goal, len(news), done, events, tools))
    return [*events, _then(state, tools)]


def _goal_in_hand(state: TaskState) -> Goal:
    if state.mind.active is None:
        raise ValueError("memory has no goal in hand")
    return state.mind.goal(state.mind.active)


def _admitted(
    state: TaskState, goal: Goal, fresh: Sequence[Evidence], standing: Sequence[Evidence], tools: Tools
) -> WorkingMemory:
    """Of several pieces on one matter the most informative one; what it outdid leaves (R240)."""
    outdone = {piece.number for piece in standing if piece.same_as}
    working = state.mind.working.for_goal(goal.number)
    working = replace(working, entries=tuple(each for each in working.entries if each.evidence not in outdone))
    for piece in fresh:
        if piece.same_as is None:
            working = working.admit(entry_of(piece, state.step), tools.limits.working_entries)
    return working


def _after_round(goal: Goal, done: Round, new: Sequence[Evidence], news: int, tools: Tools) -> Goal:
    fresh = done.fresh
    publishers = dict.fromkeys(chain(goal.publishers, (_witness(piece) for piece in new)))
    blind = done.level is Level.NOTHING
    return replace(
        goal,
        accepted=goal.accepted + len(fresh),
        publishers=tuple(publishers)[: tools.limits.independent_sources],
        rounds=goal.rounds + 1,
        dry=0 if news else goal.dry + (not blind),
        blind=goal.blind + 1 if blind else 0,
        reads=goal.reads + done.reads,
    )


def independent(fresh: Sequence[Evidence], standing: Sequence[Evidence]) -> list[Evidence]:
    """What adds a witness. A reprint doesn't, nor does a publisher who says the same thing twice (R240)."""
    pieces = {piece.number: piece for piece in (*standing, *fresh)}
    return [piece for piece in fresh if piece.reprint_of is None and not _said_before(piece, pieces.values())]


def _said_before(piece: Evidence, pieces: Collection[Evidence]) -> bool:
    """By the same publisher, in a piece on the same matter that came first."""
    head = piece.same_as or piece.number
    return any(
        head in (other.number, other.same_as)
        and other.number < piece.number
        and other.source.witness == piece.source.witness
        for other in pieces
    )


def _witness(piece: Evidence) -> str:
    """Different publishers, or different documents of one host: both are independent unless one reprints the other."""
    return piece.source.key


async def _facts(
    state: TaskState, goal: Goal, working: WorkingMemory, fresh: Sequence[Evidence], tools: Tools
) -> tuple[Fact, ...]:
    numbers = {piece.number for piece in fresh}
    entries = tuple(entry for entry in working.entries if entry.evidence in numbers)
    drafts = await tools.executor.find_facts(FactBrief(ask_of(state, tools), goal, entries))
    return tuple(fact for fact in drafts if fact.evidence in numbers)


async def _goal_events(
    state: TaskState,
    goal: Goal,
    working: WorkingMemory,
    pieces: Sequence[Evidence],
    conflicts: Sequence[Conflict],
    last: bool,
    tools: Tools,
) -> list[Event]:
    goal = _counted_full(goal, state.mind.working, working)
    above = state.mind.goal(goal.parent) if goal.parent else None
    division = divided_by(goal, above, pieces, tools.limits)
    if division and (parts := await split_goal(state, goal, division, working, tools)):
        return parts
    decided = any(decides_itself(goal, piece) for piece in pieces)
    disputed = bool(conflicts) or await _disputed(pieces, tools)
    ended = goal_end(goal, decided, disputed, tools.limits, _reads_in_all(state), last)
    if ended is None or (ended in (ENOUGH, DECIDED) and await _reads_on(state, goal, tools)):
        return [GoalChanged(goal, "goes on")]
    return await close_goal(state, replace(goal, state=ended[0]), ended[1], working, disputed, tools)


async def _reads_on(state: TaskState, goal: Goal, tools: Tools) -> bool:
    """Two sources answer a goal, and a list has more members than two: what its own search found as promising is read
    before it ends, as far as its caps go."""
    limits = tools.limits
    if goal.accepted >= limits.enough_evidence or not room(state, goal, limits):
        return False
    return bool(await tools.archive.left_unread(goal.number, limits.promising_snippet, 1))


def _counted_full(goal: Goal, before: WorkingMemory, now: WorkingMemory) -> Goal:
    """A round in which something had to leave for want of room."""
    full = now.evicted > before.for_goal(goal.number).evicted
    return replace(goal, capped=goal.capped + full)


def _reads_in_all(state: TaskState) -> int:
    """Pages that people granted don't count against the cap of the task."""
    return state.counts.reads - granted_reads(state.mind.goals)


async def _disputed(pieces: Sequence[Evidence], tools: Tools) -> bool:
    numbers = {piece.number for piece in pieces}
    return any(c.left in numbers and c.right in numbers for c in await tools.archive.conflicts())


def _degraded(goal: Goal, done: Round) -> list[Event]:
    both = (done.searched, done.opened)
    missing, asked = sum(tally.missing for tally in both), sum(tally.asked for tally in both)
    return [RoundDegraded(goal.number, done.level, missing, asked, _wait(done))] if missing else []


def _wait(done: Round) -> float:
    """What the first to be asked again wants us to wait; 0 where the round got something to go on with (R262)."""
    waits = [tally.wait for tally in (done.searched, done.opened) if tally.wait]
    return min(waits, default=0.0) if done.level is Level.NOTHING else 0.0


def _then(state: TaskState, tools: Tools) -> StepEnded:
    wait = min(_wait(state.round), tools.limits.reach_wait_seconds)
    if (state.counts.rounds + 1) % tools.limits.reflect_every == 0:
        return StepEnded(Phase.REFLECT, "time to reflect", wait)
    return StepEnded(Phase.QUERY, "on to the next gap", wait)

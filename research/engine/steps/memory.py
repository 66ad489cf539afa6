"""Fresh evidence into memory; at a goal's end its fragments become one summary that loses no figure (R038, R083).

Rewrites happen only at a goal switch, so no summary ever spans part of a goal (C1).
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from memory.conflicts import clash
from memory.evolving import ConfirmedFact, EvolvingReport, fit
from memory.working import WorkingMemory
from research.engine.asks import ask_of, entry_of
from research.engine.closing import close_goal
from research.engine.events import (
    ConflictsFound,
    Event,
    FactsNoted,
    GoalChanged,
    Remembered,
    ReportEvolved,
    RoundClosed,
    StepEnded,
)
from research.engine.lifecycle import Phase
from research.engine.state import Round, TaskState, after
from research.engine.stopping import decides_itself, goal_end
from research.engine.tools import Tools
from research.roles.briefs import FactBrief
from research.terms import Conflict, Evidence, Fact, Goal


async def remember(state: TaskState, tools: Tools) -> Sequence[Event]:
    goal, fresh, gap = _goal_in_hand(state), state.round.fresh, state.round.gap
    numbers = {piece.number for piece in fresh}
    standing = [piece for piece in await tools.archive.evidence([goal.number]) if piece.number not in numbers]
    conflicts = _conflicts(fresh, standing)
    working = _admitted(state, goal, fresh, tools)
    goal = _after_round(goal, state.round, tools)
    events: list[Event] = [Remembered(working)]
    if fresh:
        events.append(FactsNoted(await _facts(state, goal, working, fresh, tools)))
    if conflicts:
        events.append(ConflictsFound(conflicts))
    events += await _goal_events(state, goal, working, (*standing, *fresh), conflicts, tools)
    events.append(ReportEvolved(_evolved(state, events, fresh, tools)))
    events.append(RoundClosed(goal.number, gap, len(_new(fresh))))
    return [*events, _then(state, tools)]


def _goal_in_hand(state: TaskState) -> Goal:
    if state.mind.active is None:
        raise ValueError("memory has no goal in hand")
    return state.mind.goal(state.mind.active)


def _admitted(state: TaskState, goal: Goal, fresh: Sequence[Evidence], tools: Tools) -> WorkingMemory:
    working = state.mind.working.for_goal(goal.number)
    for piece in fresh:
        working = working.admit(entry_of(piece, state.step), tools.limits.working_entries)
    return working


def _after_round(goal: Goal, done: Round, tools: Tools) -> Goal:
    """A gap that evidence answers is closed; one that stays open goes to the end of the line (R188)."""
    fresh, gap = done.fresh, done.gap
    answered = any(piece.score.relevance >= tools.limits.answers_in_part for piece in fresh)
    left = tuple(each for each in goal.gaps if each != gap)
    publishers = dict.fromkeys(chain(goal.publishers, (_witness(piece) for piece in _new(fresh))))
    return replace(
        goal,
        gaps=left if answered else (*left, *((gap,) if gap in goal.gaps else ())),
        accepted=goal.accepted + len(fresh),
        publishers=tuple(publishers)[: tools.limits.independent_sources],
        rounds=goal.rounds + 1,
        dry=0 if _new(fresh) else goal.dry + 1,
        reads=goal.reads + done.reads,
    )


def _new(fresh: Sequence[Evidence]) -> list[Evidence]:
    """A reprint tells nothing that wasn't known: a round of reprints is a dry one (R140, R240)."""
    return [piece for piece in fresh if piece.reprint_of is None]


def _witness(piece: Evidence) -> str:
    """Different publishers, or different documents of one host: both are independent unless one reprints the other."""
    return piece.source.key


def _conflicts(fresh: Sequence[Evidence], standing: Sequence[Evidence]) -> tuple[Conflict, ...]:
    pairs = ((old, new) for new in fresh for old in standing if old.source.key != new.source.key)
    within = ((a, b) for i, a in enumerate(fresh) for b in fresh[i + 1 :] if a.source.key != b.source.key)
    found = ((left, right, clash(left.quote, right.quote)) for left, right in chain(pairs, within))
    return tuple(Conflict(left.number, right.number, why) for left, right, why in found if why)


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
    tools: Tools,
) -> list[Event]:
    decided = any(decides_itself(goal, piece) for piece in pieces)
    disputed = bool(conflicts) or await _disputed(pieces, tools)
    ended = goal_end(goal, decided, disputed, tools.limits)
    if ended is None:
        return [GoalChanged(goal, "goes on")]
    return await close_goal(state, replace(goal, state=ended[0]), ended[1], working, disputed, tools)


async def _disputed(pieces: Sequence[Evidence], tools: Tools) -> bool:
    numbers = {piece.number for piece in pieces}
    return any(c.left in numbers and c.right in numbers for c in await tools.archive.conflicts())


def _evolved(state: TaskState, events: Sequence[Event], fresh: Sequence[Evidence], tools: Tools) -> EvolvingReport:
    """Facts enter only with a source (R168); gaps are those of the goals that are open now."""
    for event in events:
        state = after(state, event)
    report, limits = state.mind.evolving, tools.limits
    facts = tuple(
        ConfirmedFact(f"{piece.source.title}: {piece.quote}", (piece.number,), piece.score.total, state.counts.rounds)
        for piece in fresh
    )
    gaps = tuple(gap for goal in state.mind.goals if not goal.state.closed for gap in goal.gaps)
    grown = replace(report, facts=(*report.facts, *facts), gaps=gaps, draft=_draft(report, fresh))
    return fit(
        grown,
        cap_tokens=limits.report_tokens,
        count=tools.count,
        round=state.counts.rounds,
        stale_rounds=limits.stale_rounds,
        alike=limits.same_matter,
        archive_ids=limits.archived_ids,
    )


def _draft(report: EvolvingReport, fresh: Sequence[Evidence]) -> str:
    """The best words found last stand as the draft conclusion until better ones come."""
    best = max(fresh, key=lambda piece: piece.score.total, default=None)
    return f"{best.source.title}: {best.quote}" if best else report.draft


def _then(state: TaskState, tools: Tools) -> StepEnded:
    if (state.counts.rounds + 1) % tools.limits.reflect_every == 0:
        return StepEnded(Phase.REFLECT, "time to reflect")
    return StepEnded(Phase.QUERY, "on to the next gap")

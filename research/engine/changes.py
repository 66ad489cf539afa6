"""How each event changes the state: `after(state, event)` is the only way it does."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from memory.working import WorkingMemory
from research.engine.degrading import NONE_YET
from research.engine.lifecycle import Phase, move_phase
from research.engine.state import Round, TaskState
from research.engine.tree import branch
from research.terms import Goal, GoalState

Change = Callable[[TaskState, Any], TaskState]
CHANGES: dict[str, Change] = {}
"""By the event's class name: events import this module, so it can't import them."""


def changes(kind: str) -> Callable[[Change], Change]:
    def register(change: Change) -> Change:
        CHANGES[kind] = change
        return change

    return register


def after(state: TaskState, event: object) -> TaskState:
    """The state once this has happened. Events that only inform (rows, page) leave it as it is."""
    change = CHANGES.get(type(event).__name__)
    return change(state, event) if change else state


def _with_mind(state: TaskState, **parts: Any) -> TaskState:
    return replace(state, mind=replace(state.mind, **parts))


def _count(state: TaskState, **parts: int) -> TaskState:
    return replace(state, counts=replace(state.counts, **parts))


def _highest(state: TaskState, goals: tuple[Goal, ...]) -> int:
    return max([state.counts.goals, *(goal.number for goal in goals)])


@changes("PlanDrafted")
@changes("PlanApproved")
def _plan(state: TaskState, event: Any) -> TaskState:
    return _count(_with_mind(state, goals=event.goals), goals=_highest(state, event.goals))


@changes("GoalsAdded")
def _goals_added(state: TaskState, event: Any) -> TaskState:
    grown = (*state.mind.goals, *event.goals)
    return _count(_with_mind(state, goals=grown), goals=_highest(state, event.goals))


@changes("GoalSplit")
def _goal_split(state: TaskState, event: Any) -> TaskState:
    mind = state.mind.with_goal(event.goal)
    mind = replace(mind, goals=(*mind.goals, *event.children), active=None)
    return _count(replace(state, mind=mind), goals=_highest(state, event.children))


@changes("Steered")
def _steered(state: TaskState, event: Any) -> TaskState:
    """Of a goal that a person takes out of work the round in hand is let go."""
    there = {goal.number: goal for goal in state.mind.goals} | {goal.number: goal for goal in event.goals}
    mind, phase = replace(state.mind, goals=tuple(there.values())), state.phase
    if mind.active is not None and there[mind.active].state.closed:
        mind = replace(mind, active=None)
        phase = Phase.QUERY if phase in (Phase.REACH, Phase.EVIDENCE, Phase.MEMORY) else phase
        state = replace(state, round=Round())
    if event.replan:
        phase = Phase.REFLECT if phase is Phase.QUERY else phase
        state = replace(state, replan=event.replan)
    return _count(replace(state, mind=mind, phase=phase), goals=_highest(state, event.goals))


@changes("PlanInDoubt")
def _plan_in_doubt(state: TaskState, event: Any) -> TaskState:
    return replace(state, replan=event.reason)


@changes("PlannedAgain")
def _planned_again(state: TaskState, event: Any) -> TaskState:
    state = replace(state, replan="")
    return state if event.refused else _count(state, replans=state.counts.replans + 1)


@changes("CheckFailed")
def _check_failed(state: TaskState, event: Any) -> TaskState:
    return replace(state, suspicion="; ".join(event.findings))


@changes("Reflected")
def _reflected(state: TaskState, event: Any) -> TaskState:
    """A reflection of the doubted goal's branch that is content ends the doubt."""
    doubted = state.doubted
    cleared = doubted is not None and event.goal in branch(state.mind.goals, doubted)
    keeps = event.reflection.off_goal or not cleared
    return replace(state, suspicion="", doubted=doubted if keeps else None)


@changes("GoalChosen")
def _goal_chosen(state: TaskState, event: Any) -> TaskState:
    mind = state.mind.with_goal(replace(state.mind.goal(event.goal), state=GoalState.ACTIVE))
    mind = replace(mind, active=event.goal, digests=())
    return replace(state, mind=mind, round=Round(main_input=state.round.main_input))


@changes("SnapshotTaken")
def _snapshot(state: TaskState, event: Any) -> TaskState:
    return _count(state, snapshots=event.number)


@changes("QueriesWritten")
def _queries(state: TaskState, event: Any) -> TaskState:
    """With none to send the round is about those that repeat: what their twins found may be weighed."""
    counts = state.counts
    numbers = [counts.queries, *(query.number for query in event.queries)]
    batches = [counts.batches, *(query.batch for query in event.queries)]
    gap = event.queries[0].gap if event.queries else ""
    sent = tuple(query for query in event.queries if not query.dropped)
    state = _count(state, queries=max(numbers), batches=max(batches))
    return replace(state, round=Round(gap=gap, queries=sent or event.queries, main_input=state.round.main_input))


@changes("Reached")
def _reached(state: TaskState, event: Any) -> TaskState:
    done, now, counts = state.round, NONE_YET.plus(event.outcomes), state.counts
    if event.purpose == "search":
        done = replace(done, searched=done.searched.plus(event.outcomes))
    else:
        done = replace(done, opened=done.opened.plus(event.outcomes))
    return _count(replace(state, round=done), got=counts.got + now.got, missing=counts.missing + now.missing)


@changes("FindsSeen")
def _finds(state: TaskState, event: Any) -> TaskState:
    done, hits = state.round, len(event.finds)
    return replace(state, round=replace(done, finds=event.finds, hits=hits, raw_tokens=done.raw_tokens + event.tokens))


@changes("FindsRecalled")
def _recalled(state: TaskState, event: Any) -> TaskState:
    """No hits: nothing was reached for them in this round."""
    done = replace(state.round, finds=event.finds, relevance=event.relevance, unread=event.unread)
    return replace(state, round=replace(done, gap=event.gap) if event.gap else done)


@changes("PagesRead")
def _read(state: TaskState, event: Any) -> TaskState:
    state, done = _count(state, reads=state.counts.reads + len(event.sources)), state.round
    fetched = {source.key for source in event.sources}
    whole = sum(page.whole for page in event.seen if page.key in fetched)
    return replace(state, round=replace(done, reads=len(event.sources), raw_tokens=done.raw_tokens + whole))


@changes("EvidenceWeighed")
def _weighed(state: TaskState, event: Any) -> TaskState:
    numbers = [state.counts.evidence, *(piece.number for piece in event.evidence)]
    fresh = tuple(piece for piece in event.evidence if piece.accepted)
    done = replace(state.round, fresh=fresh, doubtful=event.doubtful, finds=(), relevance=())
    return replace(_count(state, evidence=max(numbers)), round=done)


@changes("Remembered")
def _remembered(state: TaskState, event: Any) -> TaskState:
    return _with_mind(state, working=event.working)


@changes("Summarised")
def _summarised(state: TaskState, event: Any) -> TaskState:
    """One conclusion stands for the goal's fragments from here on: memory is emptied with the very event that keeps the
    summary (R038)."""
    goal = event.summary.goal
    working = WorkingMemory(goal) if state.mind.working.goal == goal else state.mind.working
    return _with_mind(state, working=working, digests=())


@changes("Digested")
def _digested(state: TaskState, event: Any) -> TaskState:
    return _with_mind(state, digests=event.digests)


@changes("GoalChanged")
def _goal_changed(state: TaskState, event: Any) -> TaskState:
    mind = state.mind.with_goal(event.goal)
    if event.goal.state.closed and mind.active == event.goal.number:
        mind = replace(mind, active=None)
    return replace(state, mind=mind)


@changes("RoundClosed")
def _round_closed(state: TaskState, event: Any) -> TaskState:
    state = _count(state, rounds=state.counts.rounds + 1)
    state = _with_mind(state, dry=0 if event.valuable else state.mind.dry + 1)
    return replace(state, round=Round())


@changes("ReportEvolved")
def _evolved(state: TaskState, event: Any) -> TaskState:
    return _with_mind(state, evolving=event.report)


@changes("Backtracked")
def _backtracked(state: TaskState, event: Any) -> TaskState:
    left = next((goal for goal in state.mind.goals if goal.number == event.goal), None)
    state = replace(state, doubted=left.parent if left else None)
    return replace(state, mind=event.mind, round=Round(), tombstones=(*event.buried, event.tombstone))


@changes("SearchEnded")
def _search_ended(state: TaskState, event: Any) -> TaskState:
    """Nothing is in work any more: a goal that was is open, and the report says so."""
    mind = state.mind
    if mind.active is not None:
        mind = mind.with_goal(replace(mind.goal(mind.active), state=GoalState.OPEN))
    return replace(state, stop=event.stop, mind=replace(mind, active=None))


@changes("ClaimsDrawn")
def _claims(state: TaskState, event: Any) -> TaskState:
    return _count(state, claims=max([state.counts.claims, *(claim.number for claim in event.claims)]))


@changes("StepEnded")
def _step_ended(state: TaskState, event: Any) -> TaskState:
    heard = replace(state.round, main_input=max(state.round.main_input, event.main_input))
    return replace(state, phase=move_phase(state.phase, event.then), step=state.step + 1, round=heard)

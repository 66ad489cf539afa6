"""The chosen goal's next gap into search texts not asked before (R053, R085, R189)."""

from collections.abc import Sequence
from dataclasses import replace

from memory.working import Entry
from research.engine.asks import ask_of, entry_of, filled, worded
from research.engine.branch_memory import recollected, shown
from research.engine.carried import CARRIED, answered_from_held
from research.engine.changes import after
from research.engine.channels import Choice, Lack, choose, other_languages
from research.engine.choose import best, estimates, next_gap
from research.engine.closing import left_behind
from research.engine.deep import room
from research.engine.events import (
    Event,
    FindsRecalled,
    GoalChosen,
    QueriesWritten,
    Remembered,
    SnapshotTaken,
    StepEnded,
)
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.recalled import offering, worth_offering
from research.engine.repeats import without_repeats
from research.engine.state import TaskState
from research.engine.stopping import to_report
from research.engine.tools import Tools
from research.roles.briefs import DraftQuery, QueryBrief, Vector
from research.roles.facet_split import one_kind_each
from research.roles.query_form import key_words
from research.terms import Goal, Query, Stop


async def write_queries(state: TaskState, tools: Tools) -> Sequence[Event]:
    chosen: list[Event] = []
    for turn in (left_behind, _choose):
        told = await turn(state, tools) if state.mind.active is None else []
        for event in told:
            state = after(state, event)
        chosen += told
    if state.mind.active is None:
        return [*chosen, *to_report(state, Stop.NOTHING_LEFT)]
    goal = state.mind.goal(state.mind.active)
    if ended := await answered_from_held(state, goal, tools):
        return [*chosen, *ended, StepEnded(Phase.QUERY, CARRIED)]
    if waiting := await _left_unread(state, goal, tools):
        return [*chosen, waiting, StepEnded(Phase.EVIDENCE, "what its own search left unread comes first")]
    return [*chosen, *await _asked(await _queries(state, goal, tools), tools)]


async def _left_unread(state: TaskState, goal: Goal, tools: Tools) -> FindsRecalled | None:
    """What the goal's searches found promising and a round had no room for. It is read before anything else is asked:
    a results list is read to the end of what is good in it."""
    if not goal.rounds or not room(state, goal, tools.limits):
        return None
    left = await tools.archive.left_unread(goal.number, tools.limits.promising_snippet, tools.limits.reads_per_round)
    if not left:
        return None
    finds, relevance = zip(*left, strict=True)
    return FindsRecalled(finds, next_gap(goal), True, relevance)


async def _asked(queries: tuple[Query, ...], tools: Tools) -> list[Event]:
    """Out, if the nearest phrasing is new. Else what its twins found is weighed for this goal, too, before phrasings
    that are farther off are sent: no goal ends unanswered for asking what another one asked before it."""
    sent = sum(not query.dropped for query in queries)
    if sent and not queries[0].dropped:
        return [QueriesWritten(queries), StepEnded(Phase.REACH, f"{sent} phrasings for one gap")]
    if recalled := await _recalled_for(queries, tools):
        return [*recalled, StepEnded(Phase.EVIDENCE, "the nearest phrasing was sent before; what it found is weighed")]
    if sent:
        return [QueriesWritten(queries), StepEnded(Phase.REACH, f"{sent} phrasings for one gap")]
    return [QueriesWritten(queries), StepEnded(Phase.MEMORY, "every phrasing repeats an earlier one")]


async def _recalled_for(queries: Sequence[Query], tools: Tools) -> list[Event]:
    """What the repeated ones left unread, or else what was read for them; nothing if it was weighed for this gap."""
    repeats = tuple(query for query in queries if query.dropped)
    twins = sorted({query.twin for query in repeats if query.twin is not None})
    left = await tools.archive.left_by(twins, tools.limits.promising_snippet) if twins else ()
    finds = left or (await tools.archive.found_by(twins, queries[0].goal, queries[0].gap) if twins else ())
    if not finds:
        return []
    return [QueriesWritten(repeats), FindsRecalled(finds[: tools.limits.hits], unread=bool(left))]


async def _choose(state: TaskState, tools: Tools) -> list[Event]:
    """A goal in work is kept; otherwise the best one is chosen, and the point is kept as a snapshot. Memory is then
    this goal's alone: what it found before it was closed and opened again, or nothing."""
    gains = estimates(state, tools.limits)
    goal = best(gains)
    if goal is None:
        return []
    kept = SnapshotTaken(state.counts.snapshots + 1, goal, state.mind)
    return [GoalChosen(goal, gains), kept, Remembered(await filled(goal, state.step, tools))]


async def _queries(state: TaskState, goal: Goal, tools: Tools) -> tuple[Query, ...]:
    gap = next_gap(goal)
    said = replace(goal, question=worded(goal.question, state.language))
    planned = await tools.planner.write_queries(await _brief(state, said, worded(gap, state.language), tools))
    first = Query(state.counts.queries + 1, goal.number, gap, "", "", state.counts.batches + 1)
    queries = await without_repeats(first, _drafts(planned, said, gap, tools.limits), state.tombstones, tools)
    choice = _where(state, goal, gap, planned, tools)
    return tuple(
        query if query.dropped else replace(query, channels=choice.names, channel_reason=choice.reason)
        for query in queries
    )


async def _brief(state: TaskState, goal: Goal, gap: str, tools: Tools) -> QueryBrief:
    limits, archive, about = tools.limits, tools.archive, f"{goal.question} {gap}"
    (vector,) = await tools.embedder.embed([about])
    entries, recalled = state.mind.working.entries, await _recalled(state, vector, tools)
    facts = await archive.known_facts(about, vector, limits.known_facts)
    stands = set(shown(entries, state.mind.digests, tools))
    quoted = [entry for entry in entries if entry.evidence in stands]
    offered = offering(recalled, facts, quoted, limits.nearest_tokens, tools.count)
    told = await recollected(state, goal, entries, tools, limits.nearest_tokens - offered.tokens, gap)
    spoken = await archive.spoken(about, state.language.value, limits.term_sources)
    return QueryBrief(
        ask=ask_of(state, tools),
        goal=goal,
        gap=gap,
        report=told.report,
        known=offered.known,
        recalled=recalled,
        held=offered.held,
        outcomes=await archive.query_outcomes(goal.number, limits.known_facts),
        tombstones=state.tombstones,
        entries=entries,
        most=limits.variants,
        channels=tools.channels,
        wasted=await archive.wasted_queries(about, vector, limits.known_facts, limits.looked_back_tasks),
        unpaid=await archive.unpaid_wordings(limits.unpaid_tries, limits.looked_back_tasks),
        languages=other_languages(spoken.languages, state.language, tools.channels),
        terms=spoken.terms,
        clues=tuple(idea.text for idea in state.mind.evolving.hypotheses if idea.origin.startswith("T-")),
        digest=told.digest,
        shown=told.shown,
        branch=told.branch,
        others=told.others,
        titles=told.titles,
    )


async def _recalled(state: TaskState, vector: Vector, tools: Tools) -> tuple[Entry, ...]:
    """What other goals found, or memory had no room for, and what is missing may be near to."""
    shown = [entry.evidence for entry in state.mind.working.entries]
    near = await tools.archive.near_evidence(vector, tools.limits.recalled, shown)
    return tuple(entry_of(each.piece, state.step) for each in worth_offering(near, tools.limits))


def _drafts(planned: Sequence[DraftQuery], goal: Goal, gap: str, limits: Limits) -> list[DraftQuery]:
    """One kind of answer each; the goal's own words where the planner has none."""
    said = [
        replace(draft, text=text)
        for draft in planned
        if draft.text.strip()
        for text in one_kind_each(draft.text.strip())
    ]
    own = key_words(goal.question, limits.query_words, limits.query_han)
    return said[: limits.variants] or [DraftQuery(own, gap)]


def _where(state: TaskState, goal: Goal, gap: str, drafts: Sequence[DraftQuery], tools: Tools) -> Choice:
    """One decision a batch: its variants are phrasings of one thing (R198)."""
    planned = next((draft.channels for draft in drafts if draft.channels), ())
    return choose(Lack(state.question, goal.question, gap, goal.dry > 0), tools.channels, planned)

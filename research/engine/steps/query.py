"""The chosen goal's next gap into search texts not asked before (R053, R085, R189)."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from memory.figures import contrast
from research.engine.asks import ask_of
from research.engine.channels import Choice, Lack, choose
from research.engine.choose import best, estimates, next_gap
from research.engine.events import Event, GoalChosen, QueriesWritten, SnapshotTaken, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import TaskState, after
from research.engine.stopping import search_over, to_report
from research.engine.tools import Tools
from research.roles.briefs import DraftQuery, QueryBrief, Vector
from research.terms import Goal, Query, Stop


async def write_queries(state: TaskState, tools: Tools) -> Sequence[Event]:
    if over := search_over(state, tools.limits):
        return to_report(*over)
    chosen = _choose(state, tools)
    for event in chosen:
        state = after(state, event)
    if state.mind.active is None:
        return to_report(Stop.NOTHING_LEFT, "No goal is open.")
    goal = state.mind.goal(state.mind.active)
    queries = await _queries(state, goal, tools)
    sent = sum(not query.dropped for query in queries)
    end = (
        StepEnded(Phase.REACH, f"{sent} phrasings for one gap")
        if sent
        else StepEnded(Phase.MEMORY, "every phrasing repeats an earlier one")
    )
    return [*chosen, QueriesWritten(queries), end]


def _choose(state: TaskState, tools: Tools) -> list[Event]:
    """A goal in work is kept; otherwise the best one is chosen, and the point is kept as a snapshot."""
    if state.mind.active is not None:
        return []
    gains = estimates(state, tools.limits)
    goal = best(gains)
    if goal is None:
        return []
    return [GoalChosen(goal, gains), SnapshotTaken(state.counts.snapshots + 1, goal, state.mind)]


async def _queries(state: TaskState, goal: Goal, tools: Tools) -> tuple[Query, ...]:
    limits, gap = tools.limits, next_gap(goal)
    (vector,) = await tools.embedder.embed([f"{goal.question} {gap}"])
    brief = QueryBrief(
        ask=ask_of(state, tools),
        goal=goal,
        gap=gap,
        report=state.mind.evolving.text(),
        known=await tools.archive.known_facts(f"{goal.question} {gap}", vector, limits.known_facts),
        outcomes=await tools.archive.query_outcomes(goal.number, limits.known_facts),
        tombstones=state.tombstones,
        entries=state.mind.working.entries,
        most=limits.variants,
        channels=tools.channels,
        wasted=await tools.archive.wasted_queries(
            f"{goal.question} {gap}", vector, limits.known_facts, limits.looked_back_tasks
        ),
        unpaid=await tools.archive.unpaid_wordings(limits.unpaid_tries, limits.looked_back_tasks),
    )
    drafts = [draft for draft in await tools.planner.write_queries(brief) if draft.text.strip()][: limits.variants]
    queries = await _without_repeats(state, goal, gap, drafts or [DraftQuery(goal.question, gap)], tools)
    choice = _where(state, goal, gap, drafts, tools)
    return tuple(
        query if query.dropped else replace(query, channels=choice.names, channel_reason=choice.reason)
        for query in queries
    )


def _where(state: TaskState, goal: Goal, gap: str, drafts: Sequence[DraftQuery], tools: Tools) -> Choice:
    """One decision a batch: its variants are phrasings of one thing (R198)."""
    planned = next((draft.channels for draft in drafts if draft.channels), ())
    return choose(Lack(state.question, goal.question, gap, goal.dry > 0), tools.channels, planned)


async def _without_repeats(
    state: TaskState, goal: Goal, gap: str, drafts: Sequence[DraftQuery], tools: Tools
) -> tuple[Query, ...]:
    """Each draft as a query; a repeated one keeps the number it repeats and is never sent.

    Variants of one rewrite may be near each other (that is their purpose): among themselves only equal ones go.
    """
    texts = [draft.text.strip() for draft in drafts]
    vectors = await tools.embedder.embed([*texts, *state.tombstones])
    buried = list(zip(state.tombstones, vectors[len(texts) :], strict=True))
    queries: list[Query] = []
    for draft, text, vector in zip(drafts, texts, vectors, strict=False):
        number, batch = state.counts.queries + len(queries) + 1, state.counts.batches + 1
        twin, why = await _repeats(text, vector, queries, buried, tools)
        queries.append(Query(number, goal.number, gap, text, draft.hopes, batch, twin, why))
    return tuple(queries)


async def _repeats(
    text: str, vector: Vector, batch: Sequence[Query], buried: Sequence[tuple[str, Vector]], tools: Tools
) -> tuple[int | None, str]:
    bound = tools.limits.query_similarity
    for query in batch:
        if plain(query.text) == plain(text):
            return query.number, "the same words in this batch"
    for earlier in await tools.archive.nearest_queries(text, vector, tools.limits.known_facts):
        near = earlier.similarity >= bound and not contrast(text, earlier.text)
        if near or plain(earlier.text) == plain(text):
            return earlier.number, f"repeats query {earlier.number}"
    for tombstone, grave in buried:
        if tools.embedder.similarity(vector, grave) >= bound and not contrast(text, tombstone):
            return None, f"a branch that was given up: {tombstone}"
    return None, ""


def plain(text: str) -> str:
    """Width, case, order of spaces and punctuation make no new query (B-011)."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(sorted(re.findall(r"\w+", folded)))

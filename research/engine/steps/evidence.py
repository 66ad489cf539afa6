"""Hits are triaged on 200 characters; only the promising are read; their best passages are quoted and scored."""

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence

from research.engine.asks import ask_of
from research.engine.events import Event, EvidenceWeighed, FindsTriaged, PagesRead, Reached, StepEnded
from research.engine.lifecycle import Phase
from research.engine.orders import talks_to_machines
from research.engine.scoring import PLACES, accepted, score
from research.engine.state import TaskState
from research.engine.tense import about_the_present
from research.engine.tools import Read, ReadPage, Tools
from research.roles.briefs import DraftQuote, PageText, QuoteBrief, TriageBrief
from research.terms import Evidence, Find, Goal

ORDERING = "It gives orders to a machine instead of telling a reader something."


async def weigh_evidence(state: TaskState, tools: Tools) -> Sequence[Event]:
    goal = state.mind.goal(state.round.queries[0].goal)
    finds = state.round.finds
    relevance = await _triage(state, goal, tools)
    chosen = _choose(finds, relevance, goal, state, tools)
    read = await tools.library.read(chosen) if chosen else Read((), ())
    weighed = await _weigh(state, goal, chosen, read.pages, tools)
    kept = sum(piece.accepted for piece in weighed)
    events: list[Event] = [
        FindsTriaged(
            tuple((find.url, round(value, PLACES)) for find, value in zip(finds, relevance, strict=True)),
            tuple(find.url for find in chosen),
        )
    ]
    if read.outcomes:
        events.append(Reached("read", goal.number, read.outcomes))
    if read.pages:
        events.append(PagesRead(tuple(page.source for page in read.pages)))
    return [
        *events,
        EvidenceWeighed(weighed),
        StepEnded(Phase.MEMORY, f"{len(read.pages)} pages read, {kept} of {len(weighed)} quotes kept"),
    ]


async def _triage(state: TaskState, goal: Goal, tools: Tools) -> tuple[float, ...]:
    if not state.round.finds:
        return ()
    brief = TriageBrief(ask_of(state, tools), goal, state.round.gap, state.round.finds)
    values = await tools.executor.triage(brief)
    if len(values) != len(state.round.finds):
        raise ValueError(f"{len(state.round.finds)} hits were triaged with {len(values)} numbers")
    return values


def _choose(
    finds: Sequence[Find], relevance: Sequence[float], goal: Goal, state: TaskState, tools: Tools
) -> tuple[Find, ...]:
    """The most promising, within what a round, a goal and the task may still read (R082)."""
    limits = tools.limits
    room = min(limits.reads_per_round, limits.reads_per_goal - goal.reads, limits.reads_in_all - state.counts.reads)
    ranked = sorted(zip(relevance, finds, strict=True), key=lambda pair: (-pair[0], pair[1].rank, pair[1].url))
    return tuple(find for value, find in ranked if value >= limits.promising_snippet)[: max(0, room)]


async def _weigh(
    state: TaskState, goal: Goal, chosen: Sequence[Find], pages: Sequence[ReadPage], tools: Tools
) -> tuple[Evidence, ...]:
    earlier = {(piece.source.key, piece.start): piece for piece in await tools.archive.evidence([goal.number])}
    held = Counter(key for key, _ in earlier)
    briefs = [_brief(state, goal, page, held[page.source.key], tools) for page in pages]
    drafts = await asyncio.gather(*(tools.executor.quote(brief) for brief in briefs))
    query_of = {find.url: find.query for find in chosen}
    seen = set(earlier)
    weighed: list[Evidence] = []
    for page, quotes in zip(pages, drafts, strict=True):
        reprint = await _reprint_of(page, [*earlier.values(), *weighed], tools)
        for draft in _new(quotes, page, seen)[: tools.limits.quotes_per_page]:
            seen.add((page.source.key, draft.start))
            number = state.counts.evidence + len(weighed) + 1
            query = query_of[page.asked]
            weighed.append(_piece(number, goal, query, page, draft, reprint, state, tools))
    return tuple(weighed)


def _new(quotes: Sequence[DraftQuote], page: ReadPage, seen: Collection[tuple[str, int]]) -> list[DraftQuote]:
    """Verbatim ones that the goal doesn't hold yet, each once."""
    fresh: dict[int, DraftQuote] = {}
    for draft in quotes:
        if _verbatim(draft, page) and (page.source.key, draft.start) not in seen:
            fresh.setdefault(draft.start, draft)
    return list(fresh.values())


def _brief(state: TaskState, goal: Goal, page: ReadPage, held: int, tools: Tools) -> QuoteBrief:
    """A page that is read again is asked for as many quotes more as the goal holds of it: a later round digs deeper."""
    limits = tools.limits
    text = PageText(page.source.title, page.text, page.source.published)
    return QuoteBrief(
        ask_of(state, tools),
        goal,
        state.round.gap,
        text,
        limits.quotes_per_page + held,
        limits.quote_characters,
        limits.page_tokens,
    )


def _verbatim(draft: DraftQuote, page: ReadPage) -> bool:
    """A quote that doesn't stand in the page is dropped, whoever proposed it (P3)."""
    return draft.start < draft.end and page.text[draft.start : draft.end] == draft.quote


async def _reprint_of(page: ReadPage, earlier: Sequence[Evidence], tools: Tools) -> int | None:
    """The accepted evidence whose source this page repeats: a reprint is no second witness (R240)."""
    seen: set[str] = {page.source.key}
    for piece in earlier:
        if not piece.accepted or piece.source.key in seen or piece.reprint_of:
            continue
        seen.add(piece.source.key)
        if tools.library.same_text(page.text, await tools.archive.source_text(piece.source.key)):
            return piece.number
    return None


def _piece(
    number: int,
    goal: Goal,
    query: int,
    page: ReadPage,
    draft: DraftQuote,
    reprint: int | None,
    state: TaskState,
    tools: Tools,
) -> Evidence:
    timeliness = tools.library.timeliness(page.source, state.period, about_the_present(state.question), tools.now)
    ordering = talks_to_machines(draft.quote)
    reason = ORDERING if ordering else draft.reason
    made = score(draft.relevance, page.source.credibility, timeliness, reason, tools.limits)
    return Evidence(
        number=number,
        goal=goal.number,
        query=query,
        source=page.source,
        quote=draft.quote,
        start=draft.start,
        end=draft.end,
        score=made,
        accepted=accepted(made, tools.limits) and not ordering,
        reprint_of=reprint,
    )

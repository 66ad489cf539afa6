"""Hits are triaged on 200 characters; only the promising are read; their best passages are quoted and scored."""

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from reach.pages import Outcome
from reach.segment import page_at, paragraph_at
from research.engine.asks import ask_of
from research.engine.channels import GIVEN
from research.engine.deep import Deep, deep_read
from research.engine.events import Event, EvidenceWeighed, FindsTriaged, PagesRead, Reached, StepEnded
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.matters import Sorted, reprinted, sort_matters
from research.engine.orders import talks_to_machines
from research.engine.paragraphs import Stretch, inside
from research.engine.scoring import PLACES, accepted, score
from research.engine.state import TaskState
from research.engine.tense import about_the_present
from research.engine.tools import ReadPage, Tools
from research.roles.briefs import DraftQuote, PageText, QuoteBrief, TriageBrief
from research.roles.verbatim import place_of
from research.terms import Evidence, Goal, Source

ORDERING = "It gives orders to a machine instead of telling a reader something."
NOTHING_KEPT = "read, nothing of it was kept"
"""A page that costs a place under the caps and brings nothing says so in its row (R082)."""


CHOSEN = 1.0
"""Relevance of a page that the question names, before it is read: a person chose it, and its address tells nothing."""


async def weigh_evidence(state: TaskState, tools: Tools) -> Sequence[Event]:
    goal = _goal_of(state)
    earlier = await tools.archive.evidence([goal.number])
    relevance = await _triage(state, goal, tools)
    known = await tools.archive.weighed(goal.number)
    deep = await deep_read(relevance, state, goal, _places(known), tools)
    weighed = await sort_matters(await _weigh(state, goal, deep, earlier, known, tools), earlier, tools)
    return [
        _triaged(state, relevance, deep),
        *([Reached("read", goal.number, _told(deep, weighed))] if deep.outcomes else []),
        *([PagesRead(_sources(deep.fetched), _sources(deep.held), deep.seen)] if deep.pages else []),
        EvidenceWeighed(weighed.fresh, weighed.outdone, _doubtful(weighed, tools.limits)),
        StepEnded(Phase.MEMORY, _summed_up(deep, weighed)),
    ]


def _goal_of(state: TaskState) -> Goal:
    """A round that only reads on has no query of its own."""
    number = state.round.queries[0].goal if state.round.queries else state.mind.active
    if number is None:
        raise ValueError("nothing is weighed for no goal")
    return state.mind.goal(number)


def _doubtful(weighed: Sorted, limits: Limits) -> tuple[Evidence, ...]:
    """The one piece that is most to the point and from a source too weak to be kept (R165). Orders are no evidence."""
    weak = [piece for piece in weighed.fresh if not piece.accepted and piece.score.reason != ORDERING]
    told = [piece for piece in weak if piece.score.relevance >= limits.valuable_relevance and piece.same_as is None]
    return tuple(sorted(told, key=lambda piece: (-piece.score.relevance, piece.number))[:1])


def _places(known: Sequence[tuple[str, int]]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for key, start in known:
        places.setdefault(key, []).append(start)
    return places


async def _triage(state: TaskState, goal: Goal, tools: Tools) -> tuple[float, ...]:
    if not state.round.finds:
        return ()
    if state.round.relevance:
        return state.round.relevance
    brief = TriageBrief(ask_of(state, tools), goal, state.round.gap, state.round.finds)
    values = await tools.executor.triage(brief)
    if len(values) != len(state.round.finds):
        raise ValueError(f"{len(state.round.finds)} hits were triaged with {len(values)} numbers")
    return tuple(
        CHOSEN if find.channel == GIVEN else value for find, value in zip(state.round.finds, values, strict=True)
    )


def _triaged(state: TaskState, relevance: Sequence[float], deep: Deep) -> FindsTriaged:
    rounded = (round(value, PLACES) for value in relevance)
    chosen = tuple(find.url for find in deep.chosen) + tuple(page.asked for page in deep.held)
    return FindsTriaged(tuple(zip((find.url for find in state.round.finds), rounded, strict=True)), chosen)


def _told(deep: Deep, weighed: Sorted) -> tuple[Outcome, ...]:
    """The reach's own outcomes, with what each page added to what is read, and whether it brought anything."""
    seen = {each.asked: each for each in deep.seen}
    useful = {piece.source.key for piece in weighed.fresh if piece.accepted}
    return tuple(
        replace(outcome, tokens=page.shown, detail=outcome.detail if page.key in useful else _in_vain(outcome.detail))
        if (page := seen.get(outcome.target))
        else outcome
        for outcome in deep.outcomes
    )


def _in_vain(detail: str) -> str:
    return "; ".join(part for part in (detail, NOTHING_KEPT) if part)


def _sources(pages: Sequence[ReadPage]) -> tuple[Source, ...]:
    return tuple(page.source for page in pages)


def _summed_up(deep: Deep, weighed: Sorted) -> str:
    kept = sum(piece.accepted for piece in weighed.fresh)
    stored = f", {len(deep.held)} from the store" if deep.held else ""
    left = f"; {deep.left} more were promising, but no more may be read" if deep.left else ""
    return f"{len(deep.fetched)} pages read{stored}, {kept} of {len(weighed.fresh)} quotes kept{left}"


async def _weigh(
    state: TaskState,
    goal: Goal,
    deep: Deep,
    standing: Sequence[Evidence],
    known: Sequence[tuple[str, int]],
    tools: Tools,
) -> tuple[Evidence, ...]:
    """`known`: quotes that were weighed for the goal before; what was found wanting once isn't weighed again."""
    held, seen = Counter(key for key, _ in known), set(known)
    briefs = [_brief(state, goal, page, deep, held[page.source.key], tools) for page in deep.pages]
    drafts = await asyncio.gather(*(tools.executor.quote(brief) for brief in briefs))
    query_of = {find.url: find.query for find in state.round.finds}
    weighed: list[Evidence] = []
    for page, quotes in zip(deep.pages, drafts, strict=True):
        reprint = await reprinted(page.text, page.source.key, [*standing, *weighed], tools)
        for draft in _new(quotes, page, deep.shown[page.source.key], seen)[: tools.limits.quotes_per_page]:
            seen.add((page.source.key, draft.start))
            number = state.counts.evidence + len(weighed) + 1
            weighed.append(_piece(number, goal, query_of[page.asked], page, draft, reprint, state, tools))
    return tuple(weighed)


def _brief(state: TaskState, goal: Goal, page: ReadPage, deep: Deep, held: int, tools: Tools) -> QuoteBrief:
    """A page that is read again is asked for as many quotes more as were weighed of it: a later round digs deeper."""
    limits = tools.limits
    text = PageText(page.source.title, page.text, page.source.published, deep.shown[page.source.key])
    most = limits.quotes_per_page + held
    gap, ask = state.round.gap, ask_of(state, tools)
    return QuoteBrief(ask, goal, gap, text, most, limits.quote_characters, limits.page_tokens)


def _new(
    quotes: Sequence[DraftQuote], page: ReadPage, shown: Sequence[Stretch], seen: Collection[tuple[str, int]]
) -> list[DraftQuote]:
    """Verbatim ones that the goal doesn't hold yet, each once."""
    fresh: dict[int, DraftQuote] = {}
    for draft in quotes:
        settled = _settled(draft, page, shown)
        if settled and (page.source.key, settled.start) not in seen:
            fresh.setdefault(settled.start, settled)
    return list(fresh.values())


def _settled(draft: DraftQuote, page: ReadPage, shown: Sequence[Stretch]) -> DraftQuote | None:
    """The page's own words at their place, or None: a quote that doesn't stand in what was shown is dropped, whoever
    proposed it (P3). One that differs by a ligature, a hyphen or a line end does stand there (B-080)."""
    exact = draft.start < draft.end and page.text[draft.start : draft.end] == draft.quote
    if exact and inside(draft.start, draft.end, shown):
        return draft
    for first, last in shown:
        if place := place_of(draft.quote, page.text[first:last]):
            start, end = first + place[0], first + place[1]
            return replace(draft, quote=page.text[start:end], start=start, end=end)
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
        paragraph=paragraph_at(page.text, draft.start),
        page=page_at(page.page_starts, draft.start),
    )

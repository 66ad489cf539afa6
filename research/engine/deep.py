"""Which hits are read whole and which are quoted from the store, and what of each page is shown (R056, R082, R087)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reach.pages import Outcome
from research.engine.limits import Limits
from research.engine.paragraphs import Stretch, worth_showing
from research.engine.state import TaskState
from research.engine.tools import Read, ReadPage, Tools
from research.engine.tree import granted_reads
from research.terms import Find, Goal, PageSeen


@dataclass(frozen=True, slots=True)
class Deep:
    chosen: tuple[Find, ...]
    """Fetched in this round; they count against the caps."""
    left: int
    """As promising, and unread since the caps of goal or task are reached."""
    held: tuple[ReadPage, ...]
    """Read earlier by this task: quoted from the store, outside the caps."""
    fetched: tuple[ReadPage, ...]
    outcomes: tuple[Outcome, ...]
    shown: Mapping[str, tuple[Stretch, ...]]
    """By source: what an executor may see of the page."""
    seen: tuple[PageSeen, ...]

    @property
    def pages(self) -> tuple[ReadPage, ...]:
        return *self.held, *self.fetched


async def deep_read(
    relevance: Sequence[float], state: TaskState, goal: Goal, quoted: Mapping[str, Sequence[int]], tools: Tools
) -> Deep:
    """`quoted`: where the goal's quotes of a source begin; a page that is read again is read where it wasn't."""
    limits, finds = tools.limits, state.round.finds
    promising = _between(finds, relevance, limits.promising_snippet, math.inf)
    held = await tools.library.held(promising, tools.now) if promising else Read((), ())
    known = {page.asked for page in held.pages}
    waiting = [find for find in promising if find.url not in known]
    most = room(state, goal, limits)
    chosen = tuple(waiting[:most])
    if len(chosen) < most:
        near = _between(finds, relevance, limits.passable_snippet, limits.promising_snippet)
        chosen += await _unread(near, tools, most - len(chosen))
    read = await tools.library.read(chosen) if chosen else Read((), ())
    keys = {page.source.key for page in held.pages}
    fetched = tuple(page for page in read.pages if page.source.key not in keys)
    shown = {
        page.source.key: await worth_showing(page, goal, state.round.gap, quoted.get(page.source.key, ()), tools)
        for page in (*held.pages, *fetched)
    }
    left = len(waiting) - len(chosen) if caps_reached(state, goal, len(chosen), tools.limits) else 0
    seen = tuple(_seen(page, shown[page.source.key], tools) for page in (*held.pages, *fetched))
    return Deep(chosen, left, held.pages, fetched, (*held.outcomes, *read.outcomes), shown, seen)


def _between(finds: Sequence[Find], relevance: Sequence[float], least: float, below: float) -> list[Find]:
    """Best first."""
    ranked = sorted(zip(relevance, finds, strict=True), key=lambda pair: (-pair[0], pair[1].rank, pair[1].url))
    return [find for value, find in ranked if least <= value < below]


async def _unread(finds: Sequence[Find], tools: Tools, most: int) -> tuple[Find, ...]:
    """The best of them that the task hasn't read."""
    held = await tools.library.held(finds, tools.now) if finds else Read((), ())
    known = {page.asked for page in held.pages}
    return tuple(find for find in finds if find.url not in known)[:most]


def room(state: TaskState, goal: Goal, limits: Limits) -> int:
    """Pages that this round may still read (R082). One that brings nothing has cost its place all the same. What was
    read before costs neither a search nor a fetch."""
    if not state.round.unread:
        return 0
    in_all = limits.reads_in_all + granted_reads(state.mind.goals) - state.counts.reads
    return max(0, min(limits.reads_per_round, limits.reads_per_goal + goal.extra_reads - goal.reads, in_all))


def caps_reached(state: TaskState, goal: Goal, more: int, limits: Limits) -> bool:
    for_goal = goal.reads + more >= limits.reads_per_goal + goal.extra_reads
    return for_goal or state.counts.reads + more >= limits.reads_in_all + granted_reads(state.mind.goals)


def _seen(page: ReadPage, shown: Sequence[Stretch], tools: Tools) -> PageSeen:
    tokens = sum(tools.count(page.text[start:end]) for start, end in shown)
    return PageSeen(page.asked, page.source.key, tokens, tools.count(page.text))

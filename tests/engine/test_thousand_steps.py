"""A state of the same size at step 100 and at step 1,000: boundedness is part of purity (taste rule 5)."""

import pickle
from collections.abc import Sequence

from research.engine.lifecycle import Phase
from research.engine.tools import Found
from research.roles.briefs import DraftQuote, QuoteBrief
from research.roles.tokens import count_tokens
from research.terms import Period, Query
from tests.builders import Leaf, SaidExecutor, SaidPlanner, Shelf, World, _find, leaf, world

ONE_DEEP_GOAL = {
    "rounds_per_goal": 10_000,
    "reads_per_goal": 10_000,
    "reads_in_all": 10_000,
    "enough_evidence": 10_000,
    "steps": 20_000,
    "reads_per_round": 1,
    "answers_in_part": 1.0,
    "dry_rounds": 10,
    # Caps that are reached long before step 100
    "report_tokens": 200,
    "archived_ids": 2,
    "working_entries": 3,
}


class EndlessShelf(Shelf):
    """Has a page of its own for every query, for ever."""

    async def search(self, batch: Sequence[Query], period: Period, language: str) -> Found:
        self.searched.append(tuple(each.text for each in batch))
        made = [self._grown(each) for each in batch]
        return Found(tuple(_find(each, page, 1) for each, page in zip(batch, made, strict=True)), ())

    def _grown(self, asked: Query) -> Leaf:
        page = leaf(f"Page {asked.number:04d}", f"Station {asked.number:04d} of Lanwan holds {asked.number:04d} MWh.")
        self.leaves = {page.source.url: page}
        return page


class SparingExecutor(SaidExecutor):
    """Finds every fourth page worth keeping: a goal's standing evidence is compared pair by pair."""

    async def quote(self, brief: QuoteBrief) -> tuple[DraftQuote, ...]:
        number = int(brief.page.title.split()[-1])
        self.relevance = {brief.page.title: 0.1 if number % 4 else 0.9}
        return await super().quote(brief)


def long_task() -> World:
    there = world(
        planner=SaidPlanner(queries=lambda brief: [_fresh_text(there)]), executor=SparingExecutor(), **ONE_DEEP_GOAL
    )
    shelf = EndlessShelf([])
    object.__setattr__(there.tools, "library", shelf)
    return there


def _fresh_text(there: World) -> str:
    return f"station {there.state.counts.queries + 1:04d} capacity"


async def _sizes_at(there: World, *marks: int) -> list[int]:
    """Bytes of the state at the first choice after so many steps, and tokens of what its brief would hold."""
    sizes = []
    for mark in marks:
        while there.state.step < mark or there.state.phase is not Phase.QUERY:
            events = await there.step()
            there.happened.clear()
            assert events
        sizes.append(len(pickle.dumps(there.state)))
    return sizes


async def test_the_state_is_as_large_at_step_1000_as_at_step_100() -> None:
    there = long_task()
    there.box.texts = _Remembering()
    early, late = await _sizes_at(there, 100, 1000)
    assert there.state.step >= 1000
    assert there.state.counts.evidence > 200
    assert abs(late - early) <= 0.05 * early, (early, late)
    assert count_tokens(there.state.mind.evolving.text()) <= 200


class _Remembering(dict[str, str]):
    """Texts of pages that the shelf has thrown away: any two differ."""

    def __missing__(self, key: str) -> str:
        return f"text of {key}"

"""A state of the same size at step 100 and at step 1,000: boundedness is part of purity (taste rule 5)."""

import json
import pickle
from collections.abc import Callable, Sequence

from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.tools import Found
from research.roles.briefs import DraftQuote, QuoteBrief
from research.roles.tokens import count_tokens
from research.store.payloads import dumped
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


def long_task(executor: SaidExecutor | None = None) -> World:
    there = world(
        planner=SaidPlanner(queries=lambda brief: [_fresh_text(there)]),
        executor=executor or SparingExecutor(),
        **ONE_DEEP_GOAL,
    )
    shelf = EndlessShelf([])
    object.__setattr__(there.tools, "library", shelf)
    return there


def _fresh_text(there: World) -> str:
    return f"station {there.state.counts.queries + 1:04d} capacity"


async def _largest(there: World, first: int, last: int, size: Callable[[TaskState], int]) -> int:
    """Of the state at every choice between two steps: a report that is compressed when it is full swings."""
    sizes = []
    while there.state.step < last:
        events = await there.step()
        there.happened.clear()
        assert events
        if there.state.step >= first and there.state.phase is Phase.QUERY:
            sizes.append(size(there.state))
    return max(sizes)


def _pickled(now: TaskState) -> int:
    return len(pickle.dumps(now))


def _stored(now: TaskState) -> int:
    """Bytes of the notebook's row."""
    return len(json.dumps(dumped(now), ensure_ascii=False).encode())


async def test_the_state_is_as_large_at_step_1000_as_at_step_100() -> None:
    there = long_task()
    there.box.texts = _Remembering()
    early = await _largest(there, 100, 250, _pickled)
    late = await _largest(there, 850, 1000, _pickled)
    assert there.state.step >= 1000
    assert there.state.counts.evidence > 200
    assert abs(late - early) <= 0.05 * early, (early, late)
    assert count_tokens(there.state.mind.evolving.text()) <= 200


async def test_the_stored_notebook_stays_as_large_with_evidence_in_every_round() -> None:
    """200 steps that each time bring something new: what grows are rows, and those alone."""
    there = long_task(SaidExecutor())
    there.box.texts = _Remembering()
    early = await _largest(there, 40, 100, _stored)
    late = await _largest(there, 140, 200, _stored)
    assert there.state.counts.evidence >= there.state.counts.rounds >= 40
    assert there.state.mind.evolving.archived_count > len(there.state.mind.evolving.archived)
    assert abs(late - early) <= 0.05 * early, (early, late)


class _Remembering(dict[str, str]):
    """Texts of pages that the shelf has thrown away: any two differ."""

    def __missing__(self, key: str) -> str:
        return f"text of {key}"

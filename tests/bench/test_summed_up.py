"""A loop in a small window: ReSum lets it go on, and without it it ends where the window is full."""

import pytest

from research.engine.limits import Limits
from research.management.measure import summed_up
from research.management.measure.baselines import append_everything
from research.management.measure.summed_up import looped
from tests.bench.test_baselines import QUESTION, quoting, turn

TURNS = [turn(number, filler=400) for number in range(1, 21)]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summed_up, "WINDOW", 3_000)


async def test_with_resum_all_turns_are_taken_below_its_share_of_the_window() -> None:
    loop = await looped(QUESTION, TURNS, quoting(), True)
    assert loop.completed and loop.turns == len(TURNS) and loop.folded > 0
    assert max(loop.shares) < Limits().resum_share
    assert {note.card.title for note in loop.held} >= {"Statistics 1", "Statistics 20"}, "facts outlive their words"


async def test_without_it_the_loop_ends_where_the_window_is_full() -> None:
    loop = await looped(QUESTION, TURNS, quoting(), False)
    assert not loop.completed and 0 < loop.turns < len(TURNS) and loop.folded == 0
    assert max(loop.inputs) <= 3_000
    assert {note.card.title for note in loop.held} == {f"Statistics {at}" for at in range(1, loop.turns + 1)}


async def test_in_a_window_that_is_large_enough_both_are_who_keeps_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summed_up, "WINDOW", 300_000)
    both = [await looped(QUESTION, TURNS, quoting(), on) for on in (True, False)]
    whole = await append_everything(QUESTION, TURNS, quoting())
    assert all(loop.completed and loop.folded == 0 for loop in both)
    assert [len(loop.held) for loop in both] == [len(whole.held)] * 2

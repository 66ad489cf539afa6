"""What is read at each step of a long task: bounded, the same when memory is full, and far below what others read."""

import asyncio
from itertools import pairwise

import pytest

from research.engine.limits import Limits
from research.management.measure.baselines import WINDOW, append_everything
from research.management.measure.slope import slope
from tests.bench.ladder import FIRST, ROOMY, SMALLEST, STEPS, WARM, Climbed, climbed
from tests.bench.script import GOALS, made_up
from tests.builders import QUESTION, SaidPlanner, World, world

STATE_BYTES = 60_000
"""Of what the engine carries as JSON: a tree of 48 goals, thirty fragments, a report under its cap and one round."""


@pytest.fixture(scope="module")
def short() -> Climbed:
    return asyncio.run(climbed(made_up(), 60))


def test_the_made_up_script_has_goals_for_five_hundred_steps() -> None:
    script = made_up()
    assert len({goal.question for goal in script.goals}) == GOALS
    assert len(script.leaves) == 2 * sum(len(goal.wanted) for goal in script.goals)


def test_no_prompt_passes_the_ceiling_and_the_state_stays_bounded(short: Climbed) -> None:
    assert len(short.state) == 60 and len(short.since(0)) > 15
    assert max(short.since(0)) <= Limits().input_tokens >= max(short.other.values())
    assert max(short.report) <= Limits().report_tokens
    assert max(short.state) < STATE_BYTES


def test_who_keeps_all_reads_more_at_each_turn_over_the_same_searches_and_reads(short: Climbed) -> None:
    assert short.quoting is not None and short.turns
    run = asyncio.run(append_everything(QUESTION, short.turns, short.quoting))
    assert all(left < right for left, right in pairwise(run.main_inputs))
    assert run.main_inputs[-1] > max(short.since(0))


def test_the_index_of_finished_goals_stays_short_and_says_how_many_are_on_file() -> None:
    script = made_up()
    said = SaidPlanner(script.goals[:FIRST])
    there = world(script.leaves, planner=said, **{**ROOMY, "recalled": 2})
    asyncio.run(_steps(there, 80))
    assert max(len(brief.others) for brief in said.asked) == 3
    assert said.asked[-1].others[-1].endswith("more finished goals are on file")


async def _steps(there: World, many: int) -> None:
    for _ in range(many):
        await there.step()


@pytest.mark.slow
@pytest.mark.parametrize("caps", [{}, SMALLEST])
def test_what_is_read_has_no_slope_from_step_6_to_step_500(caps: dict[str, float]) -> None:
    """R106, with the default caps, too: no matter from which step on memory is full."""
    made = asyncio.run(climbed(made_up(), **caps))
    told = slope(made.since(WARM))
    assert len(made.state) == STEPS and told.flat, told
    assert max(made.since(0)) <= Limits().input_tokens and max(made.state) < STATE_BYTES
    assert 20 * max(made.since(0)) < WINDOW

"""What a planner reads stays as long as it was after six rounds, and far below the ceiling (R106, R125).

The prompts are those that a model would be sent: put together by the product, counted, and answered by the test.
"""

from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from research.engine.limits import Limits
from research.management.measure.slope import slope
from research.roles.endpoints import Reply, Request
from research.roles.endpoints.counting import CountingEndpoint
from research.roles.executor import ModelExecutor
from research.roles.planner import ModelPlanner
from research.roles.sizes import Sizes
from research.roles.tokens import count_tokens
from research.terms import Stop
from tests.builders import Leaf, SaidPlanner, leaf, world
from tests.engine.test_ladders import LADDERS, PLACES, ROOMY, Watched, ended, pages, planned, to_the_end, watched
from tests.roles.made import PATIENCE

CEILING = Limits().input_tokens
MORE = (
    " It is run by the grid company of the province, was checked by its own engineers in spring and in autumn, "
    "and feeds the valley towns when the wind stands still for long; the yearbook has more of it."
)
SMALLEST = {"report_tokens": 500, "known_facts": 3, "recalled": 2, "nearest_tokens": 100, "found_tokens": 200}
FIRST_STEP_AFTER_SIX_ROUNDS = 27


class Scale(CountingEndpoint):
    """Of each step that asked, the longest prompt."""

    def __init__(self, there: Watched) -> None:
        super().__init__(PATIENCE)
        self._there = there
        self.longest: dict[int, int] = defaultdict(int)

    async def complete(self, request: Request) -> Reply:
        tokens = count_tokens(request.system) + count_tokens(request.prompt)
        step = self._there.state.step
        self.longest[step] = max(self.longest[step], tokens)
        return await super().complete(request)

    def since(self, step: int) -> list[int]:
        return [size for at, size in sorted(self.longest.items()) if at >= step]


def full_pages(gaps: tuple[str, ...]) -> list[Leaf]:
    """The pages of the ladder with passages as long as real ones."""
    return [leaf(each.source.title, each.text + MORE, host=each.source.publisher) for each in pages(PLACES, gaps)]


def weighed(leaves: list[Leaf], **limits: Any) -> tuple[Watched, Scale, Scale]:
    """Sixteen goals of three rounds each, with models that only count beside what the test says."""
    first, grown, gaps = LADDERS[200]
    goals = [planned(place, gaps) for place in PLACES[: first + grown]]
    said = SaidPlanner(goals[:first], grown={at: [goal] for at, goal in enumerate(goals[first:], start=1)})
    there = watched(world(leaves, planner=said, **{**ROOMY, **limits}))
    main, other, sizes = Scale(there), Scale(there), Sizes.of(there.tools.limits.values())
    planner = ModelPlanner(main, said, sizes, _never)
    executor = ModelExecutor(other, there.tools.executor, sizes, _never)
    there.tools = replace(there.tools, planner=planner, executor=executor)
    return there, main, other


def _never(role: str, prompt: str, kind: str, detail: str) -> None:
    raise AssertionError(f"{role} {prompt}: {kind}, {detail}")


@pytest.mark.slow
@pytest.mark.parametrize("caps", [{}, SMALLEST])
def test_two_hundred_steps_have_no_slope_after_the_sixth_round(caps: dict[str, float]) -> None:
    """What the report and the rows hold grows all the while; what a planner reads of it doesn't."""
    there, main, other = weighed(full_pages(LADDERS[200][2]), **caps)
    to_the_end(there)
    assert there.state.step >= 200 and ended(there).stop is Stop.PLAN_DONE
    told = slope(main.since(FIRST_STEP_AFTER_SIX_ROUNDS))
    assert told.flat, told
    assert max(main.since(0)) < CEILING / 2 and max(other.since(0)) < CEILING / 2

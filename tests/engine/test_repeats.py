"""A search that was sent for one goal is not sent for another: what it found is weighed for both."""

import pytest

from research.engine.events import EvidenceWeighed, FindsRecalled, QueriesWritten, StepEnded
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.repeats import same_search
from research.terms import GoalState
from tests.builders import SaidPlanner, World, goal, leaf, state, world

STATISTICS = leaf("Statistics", "Lanwan had 1,240 MWh of grid storage at the end of 2024.\nIts subsidy ended in 2025.")
TEXT = "Lanwan grid storage statistics"


async def of_two_goals(**limits: int) -> World:
    """The first goal has searched and read; the second is about to ask the same."""
    goals = (goal(1), goal(2, question="storage subsidy of Lanwan", gaps=("end of the subsidy",)))
    there = world(
        [STATISTICS], begun=state(*goals, active=1), planner=SaidPlanner(queries=lambda brief: [TEXT]), **limits
    )
    await there.until(Phase.MEMORY)
    await there.step()
    mind = there.state.mind
    closed = tuple(
        each if each.number == 2 else goal(1, state=GoalState.DONE, gaps=(), reads=each.reads) for each in mind.goals
    )
    there.state = state(
        *closed,
        active=2,
        counts={"queries": 1, "batches": 1, "evidence": there.state.counts.evidence, "reads": there.state.counts.reads},
    )
    return there


async def test_a_goal_whose_every_query_was_sent_for_another_gets_what_that_one_found() -> None:
    there = await of_two_goals()
    await there.step()
    assert [each.twin for each in there.saw(QueriesWritten)[-1].queries] == [1]
    (recalled,) = there.saw(FindsRecalled)
    assert [find.url for find in recalled.finds] == [STATISTICS.source.url]
    assert there.state.phase is Phase.EVIDENCE
    await there.step()
    weighed = there.saw(EvidenceWeighed)[-1].evidence
    assert {(piece.goal, piece.query, piece.accepted) for piece in weighed} == {(2, 1, True)}
    await there.step()
    assert there.state.mind.goal(2).accepted == len(weighed)


async def test_that_costs_neither_a_search_nor_a_fetch() -> None:
    there = await of_two_goals()
    searched, opened = list(there.shelf.searched), list(there.shelf.opened)
    there.shelf.kept.clear()
    await there.until(Phase.MEMORY)
    assert (there.shelf.searched, there.shelf.opened) == (searched, opened)
    assert there.saw(EvidenceWeighed)[-1].evidence == ()


async def test_no_more_is_weighed_again_than_a_search_may_bring() -> None:
    there = await of_two_goals(hits=3)
    there.box.finds = [there.box.finds[0]] * 5
    await there.step()
    assert len(there.saw(FindsRecalled)[0].finds) == 3


async def test_a_goal_that_repeats_itself_weighs_nothing_twice() -> None:
    there = world([STATISTICS], begun=state(goal(1), active=1), planner=SaidPlanner(queries=lambda brief: [TEXT]))
    await there.until(Phase.MEMORY)
    there.state = state(goal(1), active=1, counts=there.state.counts and {"queries": 1, "batches": 1, "evidence": 9})
    await there.step()
    assert isinstance(there.happened[-1], StepEnded)
    assert (there.state.phase, there.saw(FindsRecalled)) == (Phase.MEMORY, [])


@pytest.mark.parametrize(
    ("one", "other", "similarity", "same"),
    [
        ("heat pump noise limits", "Heat-pump noise limits", 0.1, True),
        ("causes of the outage", "why did the outage happen", 0.9, True),
        ("causes of the outage", "why did the outage happen", 0.8, False),
        ("storage capacity 2023", "storage capacity 2024", 0.99, False),
        ("exports from Brazil to China", "exports from China to Brazil", 1.0, False),
    ],
)
def test_near_is_the_same_only_if_nothing_speaks_against_it(
    one: str, other: str, similarity: float, same: bool
) -> None:
    assert same_search(one, other, similarity, Limits()) is same

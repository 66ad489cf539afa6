"""Greedy: one goal at a time, the one with the most to gain, and the reasons are kept."""

from hypothesis import given
from hypothesis import strategies as st

from research.engine.choose import best, coverage, estimates, gain, next_gap
from research.engine.events import Event, GoalChanged, GoalChosen, QueriesWritten
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.state import Gain
from research.roles.briefs import PlannedGoal
from research.terms import GoalState
from tests.builders import SaidPlanner, goal, leaf, state, world

LIMITS = Limits()


def test_the_goal_with_the_highest_gain_is_taken() -> None:
    goals = (goal(1), goal(2, wanted=("capacity", "date", "owner")), goal(3))
    assert best(estimates(state(*goals), LIMITS)) == 2


def test_ties_go_to_the_order_of_the_plan() -> None:
    assert best(estimates(state(goal(1), goal(2), goal(3)), LIMITS)) == 1
    assert best((Gain(7, 0.5), Gain(3, 0.5), Gain(5, 0.4))) == 3


def test_priority_and_missing_sources_raise_a_gain_and_rounds_spent_lower_it() -> None:
    plain = gain(goal(), LIMITS)
    assert gain(goal(priority=0.5), LIMITS) < plain
    assert gain(goal(publishers=("a",)), LIMITS) < plain
    assert gain(goal(rounds=2), LIMITS) < plain


def test_a_covered_goal_with_a_gap_still_gains_something() -> None:
    covered = goal(publishers=("a", "b"))
    assert coverage(covered, LIMITS) == 1
    assert gain(covered, LIMITS) > -LIMITS.goal_cost * 2


def test_no_open_goal_means_no_choice() -> None:
    assert best(estimates(state(goal(state=GoalState.DONE)), LIMITS)) is None


def test_gaps_are_taken_in_turn_and_a_goal_without_gaps_is_its_own() -> None:
    assert next_gap(goal(wanted=("date", "owner"))) == "date"
    assert next_gap(goal(gaps=())) == goal().question


async def test_the_choice_is_kept_with_the_estimate_of_every_open_goal() -> None:
    there = world(begun=state(goal(1, state=GoalState.DONE), goal(2), goal(3, priority=0.5)))
    (chosen,) = [event for event in await there.step() if isinstance(event, GoalChosen)]
    assert chosen.goal == 2
    assert [made.goal for made in chosen.gains] == [2, 3]
    assert there.state.mind.goal(2).state is GoalState.ACTIVE


@given(st.lists(st.tuples(st.floats(0.1, 1), st.integers(1, 4)), min_size=1, max_size=6))
def test_no_open_goal_gains_more_than_the_chosen_one(shapes: list[tuple[float, int]]) -> None:
    goals = [
        goal(number, priority=priority, wanted=tuple(f"gap {at}" for at in range(gaps)))
        for number, (priority, gaps) in enumerate(shapes, start=1)
    ]
    gains = {made.goal: made.gain for made in estimates(state(*goals), LIMITS)}
    assert gains[best(estimates(state(*goals), LIMITS)) or 0] == max(gains.values())


async def test_only_the_chosen_goal_is_queried_and_a_closed_one_never_again() -> None:
    """Each round asks for one goal, and for none that is closed."""
    plans = [PlannedGoal(f"storage {name} of Lanwan", (name,)) for name in ("capacity", "cost", "safety")]
    leaves = [
        *(
            leaf(f"Yearbook: {name}", f"In 2024 the {name} of Lanwan storage was 12 units.")
            for name in ("capacity", "cost")
        ),
        leaf("Report on capacity", "Grid capacity for storage reached 12 units in Lanwan, wrote the bureau for 2024."),
        leaf("Report on cost", "For storage the bureau of Lanwan paid 12 units, the cost of the whole of 2024."),
    ]
    there = await world(leaves, planner=SaidPlanner(plans)).until(Phase.REPORT)
    batches = [(at, event.queries) for at, event in enumerate(there.happened) if isinstance(event, QueriesWritten)]
    for at, queries in batches:
        assert len({query.goal for query in queries}) == 1
        assert not {query.goal for query in queries} & _closed_before(there.happened, at)
    assert {query.goal for _, queries in batches for query in queries} == {1, 2, 3}
    assert all(each.state.closed for each in there.state.mind.goals)


def _closed_before(happened: list[Event], at: int) -> set[int]:
    changed = [each.goal for each in happened[:at] if isinstance(each, GoalChanged)]
    return {each.number for each in changed if each.state.closed}

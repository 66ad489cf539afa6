"""Off goal: one level back, the branch's evidence gone, a tombstone set, and never the same way again (R047, R078)."""

from dataclasses import replace

import pytest

from research.engine.events import Backtracked, GoalChanged, QueriesWritten, Reflected
from research.engine.lifecycle import Phase
from research.engine.state import Counts
from research.terms import GoalState
from tests.builders import (
    OFF_GOAL,
    ON_GOAL,
    SaidPlanner,
    World,
    evidence,
    goal,
    source,
    state,
    world,
)

ASTRAY = source("Electrolyte additives market")


async def drifted(times: int = 1, **limits: int) -> World:
    """A goal chosen, a round that left it, and a planner that says so."""
    planner = SaidPlanner(
        queries=lambda brief: [f"storage capacity {len(brief.tombstones)}"], reflections=[OFF_GOAL] * times
    )
    there = world(begun=state(goal(1), goal(2)), planner=planner, **limits)
    await there.step()
    return there


async def lose_the_way(there: World, *numbers: int) -> None:
    """Evidence of something else, taken in as a round would."""
    pieces = [evidence(number, quote=f"Additive {number} sells well.", source=ASTRAY) for number in numbers]
    there.box.pieces |= {piece.number: piece for piece in pieces}
    counts = replace(there.state.counts, evidence=max(numbers))
    working = there.state.mind.working.for_goal(1)
    for piece in pieces:
        from research.engine.asks import entry_of

        working = working.admit(entry_of(piece, 3), 30)
    mind = replace(there.state.mind, working=working)
    there.state = replace(there.state, phase=Phase.REFLECT, mind=mind, counts=counts)


async def test_a_reflection_that_is_content_changes_nothing() -> None:
    there = world(begun=state(goal(), phase=Phase.REFLECT, active=1), planner=SaidPlanner(reflections=[ON_GOAL]))
    before = there.state.mind
    await there.step()
    assert there.saw(Reflected)[0].reflection is ON_GOAL
    assert there.state.mind == before
    assert there.state.phase is Phase.QUERY


async def test_going_back_restores_the_snapshot_plus_a_tombstone() -> None:
    there = await drifted()
    snapshot = there.box.minds[1]
    await lose_the_way(there, 1, 2)
    await there.step()
    again = snapshot.with_goal(replace(snapshot.goal(1), backtracks=1))
    assert there.state.mind == replace(again, active=None)
    assert there.state.tombstones == ("Electrolyte additives market",)
    (back,) = there.saw(Backtracked)
    assert back.dropped == (1, 2)


@pytest.mark.parametrize(("then", "now"), [(2, 0), (0, 2)])
async def test_what_was_learnt_of_the_goal_and_of_the_search_goes_back_with_the_branch(then: int, now: int) -> None:
    """Rounds, pages, witnesses, dry rounds: as they were when the goal was chosen, whichever way they moved since."""
    there = await drifted()
    chosen = there.box.minds[1]
    there.box.minds[1] = replace(chosen, dry=then).with_goal(
        replace(chosen.goal(1), rounds=then, dry=then, blind=then, reads=then, accepted=then, capped=then)
    )
    await lose_the_way(there, 1)
    strayed = replace(
        there.state.mind.goal(1),
        rounds=7, dry=now, blind=now, reads=9, accepted=now, capped=now, publishers=("a",), gaps=(),
    )  # fmt: skip
    there.state = replace(there.state, mind=replace(there.state.mind, dry=now).with_goal(strayed))
    await there.step()
    mind = there.state.mind
    assert mind == replace(there.box.minds[1], active=None).with_goal(replace(there.box.minds[1].goal(1), backtracks=1))
    assert (mind.dry, mind.goal(1).rounds, mind.goal(1).publishers) == (then, then, ())


@pytest.mark.parametrize("name", Counts.__slots__)
async def test_what_was_asked_read_and_numbered_in_a_branch_stays_counted(name: str) -> None:
    there = await drifted()
    await lose_the_way(there, 1)
    there.state = replace(there.state, counts=replace(there.state.counts, **{name: 41}), spent_tokens=1234)
    await there.step()
    (back,) = there.saw(Backtracked)
    assert getattr(there.state.counts, name) - 41 in ((1,) if name == "snapshots" else (0,))
    assert there.state.spent_tokens == 1234
    assert back.mind.evolving == there.box.minds[1].evolving


async def test_what_the_branch_found_is_gone_but_its_numbers_are_never_given_again() -> None:
    there = await drifted()
    await lose_the_way(there, 1, 2)
    await there.step()
    assert await there.box.evidence([1]) == ()
    assert there.state.counts.evidence == 2
    assert there.state.counts.queries == 1


async def test_the_goal_is_tried_another_way_and_the_planner_is_told_which_way_is_closed() -> None:
    there = await drifted()
    await lose_the_way(there, 1)
    await there.step()
    await there.step()
    assert there.state.mind.active == 1
    assert there.tools.planner.asked[-1].tombstones == ("Electrolyte additives market",)  # type: ignore[attr-defined]
    assert there.saw(QueriesWritten)[-1].queries[0].dropped == ""


async def test_at_the_limit_the_goal_is_given_up_and_never_chosen_again() -> None:
    there = await drifted(times=2)
    for number in (1, 2):
        await lose_the_way(there, number)
        await there.step()
        await there.step()
    given_up = there.state.mind.goal(1)
    assert (given_up.state, given_up.backtracks) == (GoalState.INSUFFICIENT, 2)
    assert goal(1).question in there.state.tombstones
    assert there.state.mind.active == 2
    assert await there.box.evidence([1]) == ()


@pytest.mark.parametrize(
    ("limit", "ended"), [(0, GoalState.INSUFFICIENT), (1, GoalState.INSUFFICIENT), (2, GoalState.OPEN)]
)
async def test_how_often_a_goal_may_go_back_is_a_limit(limit: int, ended: GoalState) -> None:
    there = await drifted(backtracks_per_goal=limit)
    await lose_the_way(there, 1)
    await there.step()
    assert there.state.mind.goal(1).state is ended
    assert bool(there.saw(Backtracked)) is bool(limit)
    assert bool([each for each in there.saw(GoalChanged) if each.goal.state.closed]) is not bool(limit)


async def test_only_the_latest_tombstones_are_kept() -> None:
    there = await drifted(tombstones=2)
    there.state = replace(there.state, tombstones=("one", "two"))
    await lose_the_way(there, 1)
    await there.step()
    assert there.state.tombstones == ("two", "Electrolyte additives market")


async def test_a_closed_goal_is_judged_but_never_gone_back_from() -> None:
    closed = state(goal(1, state=GoalState.DONE), goal(2), phase=Phase.REFLECT)
    there = world(begun=closed, planner=SaidPlanner(reflections=[OFF_GOAL]))
    await there.step()
    assert not there.saw(Backtracked)

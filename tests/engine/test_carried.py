"""What is held already answers a finer goal without another search."""

from research.engine.carried import CARRIED
from research.engine.events import (
    ConflictsFound,
    EvidenceWeighed,
    GoalChanged,
    QueriesWritten,
    StepEnded,
    Summarised,
)
from research.engine.lifecycle import Phase
from research.terms import Conflict, Evidence, Goal, GoalState
from tests.builders import World, evidence, goal, source, state, world

ITS_OWN = source("PEP 703 – Making the lock optional")
ANOTHERS = source("Notes on the history of the lock")


def grown(*gaps: str, parent: int | None = 1, **parts: object) -> Goal:
    return goal(2, "PEP 703: main points, date", parent=parent, wanted=gaps or ("date",), **parts)


async def chosen(finer: Goal, *pieces: Evidence) -> World:
    """The step that chooses the finer goal, with these pieces held for the goal above it."""
    there = world(begun=state(goal(1, state=GoalState.DONE), finer))
    await there.box.note([EvidenceWeighed(pieces)])
    await there.step()
    return there


async def test_a_goal_whose_own_page_was_quoted_to_the_point_ends_without_a_search() -> None:
    there = await chosen(grown(), evidence(quote="It was accepted on 24 October 2023.", source=ITS_OWN))
    (ended,) = there.saw(GoalChanged)
    assert (ended.goal.number, ended.goal.state, ended.why) == (2, GoalState.DONE, CARRIED)
    assert (ended.goal.accepted, ended.goal.gaps, there.state.mind.active) == (1, (), None)
    assert there.saw(QueriesWritten) == []
    assert there.saw(StepEnded)[-1].then is Phase.QUERY


async def test_its_summary_quotes_what_it_was_answered_by() -> None:
    there = await chosen(grown(), evidence(7, quote="It was accepted on 24 October 2023.", source=ITS_OWN))
    (told,) = there.saw(Summarised)
    assert told.summary.goal == 2
    assert "24 October 2023" in told.summary.text()
    assert "E-7" in told.summary.text()


async def test_a_gap_that_the_held_pieces_leave_open_is_searched_for() -> None:
    there = await chosen(grown("date, version"), evidence(quote="It was accepted on 24 October 2023.", source=ITS_OWN))
    assert there.saw(QueriesWritten)


async def test_what_others_say_of_it_does_not_end_a_goal() -> None:
    there = await chosen(grown(), evidence(quote="PEP 703 was accepted on 24 October 2023.", source=ANOTHERS))
    assert there.saw(QueriesWritten)


async def test_a_first_goal_and_one_that_was_searched_for_are_searched_for() -> None:
    piece = evidence(quote="It was accepted on 24 October 2023.", source=ITS_OWN)
    for finer in (grown(parent=None), grown(rounds=1)):
        assert (await chosen(finer, piece)).saw(QueriesWritten)


async def test_a_contradicted_piece_does_not_end_a_goal() -> None:
    one = evidence(1, quote="It was accepted on 24 October 2023.", source=ITS_OWN)
    other = evidence(2, quote="It was rejected.", source=ANOTHERS)
    there = world(begun=state(goal(1, state=GoalState.DONE), grown()))
    await there.box.note([EvidenceWeighed((one, other)), ConflictsFound((Conflict(1, 2, "values differ", 1),))])
    await there.step()
    assert there.saw(QueriesWritten)

"""What a search found promising and a round had no room for is read before anything else is asked."""

from research.engine.events import EvidenceWeighed, FindsRecalled, FindsTriaged, GoalChanged, PagesRead, QueriesWritten
from research.engine.lifecycle import Phase
from research.terms import GoalState
from tests.builders import Leaf, SaidExecutor, SaidPlanner, World, goal, leaf, state, world

SAME = "Lanwan grid storage capacity"


def members(count: int) -> list[Leaf]:
    """A list's members, each on a page of its own."""
    return [
        leaf(f"Station {n}", f"Station {n} adds {n}7 MWh to the grid storage of Lanwan.") for n in range(1, count + 1)
    ]


def listing(count: int, *goals: object, planner: SaidPlanner | None = None, **limits: object) -> World:
    begun = state(*(goals or (goal(gaps=("capacity", "owner")),)), active=1)  # type: ignore[arg-type]
    roomy = {"reads_per_goal": 3, "reads_per_round": 2, "answers_in_part": 1.0, **limits}
    return world(members(count), begun=begun, planner=planner or SaidPlanner(), **roomy)


async def rounds(there: World, count: int) -> None:
    for _ in range(count):
        await there.until(Phase.MEMORY)
        await there.step()


async def test_what_a_round_had_no_room_for_is_read_in_the_next_without_a_search_and_a_second_triage() -> None:
    there = listing(4)
    await rounds(there, 2)
    (recalled,) = there.saw(FindsRecalled)
    assert (recalled.unread, recalled.relevance) == (True, (0.9, 0.9))
    assert (len(there.saw(QueriesWritten)), len(there.shelf.searched)) == (1, 1)
    first, second = there.saw(PagesRead)
    assert [len(each.sources) for each in (first, second)] == [2, 1]
    assert not {each.key for each in first.sources} & {each.key for each in second.sources}
    assert len(there.saw(FindsTriaged)[1].relevance) == 2


async def test_a_goal_at_its_cap_of_reading_asks_on_instead() -> None:
    there = listing(4, reads_per_goal=2)
    await there.until(Phase.MEMORY)
    assert there.saw(FindsRecalled) == []


async def test_only_what_promised_enough_is_read_on() -> None:
    executor = SaidExecutor({"Station 3": 0.4, "Station 4": 0.4})
    there = listing(4, executor=executor)
    await rounds(there, 2)
    assert not any(recalled.unread for recalled in there.saw(FindsRecalled))
    assert len(there.saw(QueriesWritten)) == 2


async def test_a_goal_that_two_sources_answer_reads_on_while_its_own_search_promised_more() -> None:
    there = listing(3, goal(gaps=("capacity",)), answers_in_part=0.5)
    await rounds(there, 1)
    assert there.saw(GoalChanged)[-1].why == "goes on"
    await rounds(there, 1)
    assert there.state.mind.goal(1).state is GoalState.DONE
    assert there.state.counts.reads == 3


async def test_with_enough_evidence_it_ends_all_the_same() -> None:
    there = listing(3, goal(gaps=("capacity",)), answers_in_part=0.5, enough_evidence=2)
    await rounds(there, 1)
    assert there.state.mind.goal(1).state is GoalState.DONE


async def test_a_goal_that_asks_what_another_asked_gets_what_that_one_left_unread() -> None:
    planner = SaidPlanner(queries=lambda brief: [SAME, f"a farther phrasing for goal {brief.goal.number}"])
    goals = (goal(1), goal(2, question="owners of storage in Lanwan", gaps=("owner",)))
    there = listing(4, *goals, planner=planner, answers_in_part=0.5, reads_per_goal=2)
    await rounds(there, 2)
    (recalled,) = there.saw(FindsRecalled)
    assert recalled.unread and not recalled.relevance
    assert [[query.text for query in each.queries] for each in there.saw(QueriesWritten)][1] == [SAME]
    assert len(there.shelf.searched) == 1
    assert {piece.source.title for piece in there.saw(EvidenceWeighed)[1].evidence} == {"Station 3", "Station 4"}


async def test_a_quote_that_was_found_wanting_is_not_weighed_again() -> None:
    weak = leaf("Weak", "Lanwan grid storage capacity is talked about.")
    planner = SaidPlanner(queries=lambda brief: [f"Lanwan grid storage {len(brief.outcomes)}"])
    executor = SaidExecutor({"Weak": 0.2})
    begun = state(goal(gaps=("capacity", "owner")), active=1)
    there = world([weak], begun=begun, planner=planner, executor=executor, promising_snippet=0.1)
    await rounds(there, 2)
    first, second = there.saw(EvidenceWeighed)
    assert [piece.accepted for piece in first.evidence] == [False]
    assert second.evidence == ()

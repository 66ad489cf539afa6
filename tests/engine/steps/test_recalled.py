"""What was found for one goal is offered to another, and to the section it bears on."""

from memory.working import WorkingMemory
from research.engine.lifecycle import Phase
from research.roles.briefs import ReportBrief
from research.roles.builtin.reporter import BuiltinReporter
from research.terms import Evidence, Section
from tests.builders import SaidPlanner, World, evidence, goal, state, world

ABOUT = "grid storage capacity of Lanwan"


def holding(*pieces: Evidence, **parts: object) -> World:
    there = world(**parts)  # type: ignore[arg-type]
    there.box.pieces = {piece.number: piece for piece in pieces}
    return there


async def test_a_query_is_told_what_another_goal_found_near_to_its_gap() -> None:
    planner = SaidPlanner()
    begun = state(goal(1, ABOUT), goal(2, "price of salt"), active=1)
    near, far = evidence(1, goal=2, quote=f"{ABOUT}: the capacity of all stations"), evidence(2, goal=2, quote="White.")
    there = holding(near, far, planner=planner, begun=begun)
    await there.step()
    assert [entry.evidence for entry in planner.asked[0].recalled] == [1]
    assert planner.asked[0].recalled[0].quote == near.quote


async def test_what_left_working_memory_for_want_of_room_is_offered_and_what_is_in_it_is_not() -> None:
    planner = SaidPlanner()
    pieces = [evidence(n, goal=1, quote=f"{ABOUT} capacity {n}") for n in (1, 2)]
    from research.engine.asks import entry_of

    working = WorkingMemory(1, (entry_of(pieces[1], 1),), evicted=1)
    there = holding(*pieces, planner=planner, begun=state(goal(1, ABOUT), active=1, mind={"working": working}))
    await there.step()
    assert [entry.evidence for entry in planner.asked[0].entries] == [2]
    assert [entry.evidence for entry in planner.asked[0].recalled] == [1]


class Listening(BuiltinReporter):
    def __init__(self) -> None:
        self.briefs: list[ReportBrief] = []

    async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
        self.briefs.append(brief)
        return await super().write(brief)


async def test_a_section_is_lent_what_other_goals_found_near_to_its_question_and_keeps_its_own_apart() -> None:
    reporter = Listening()
    own = evidence(1, goal=1, quote="Lanwan had 1,240 MWh of storage.")
    lent = evidence(2, goal=2, quote=f"{ABOUT} grew, says the register.")
    begun = state(goal(1, ABOUT), goal(2, "price of salt"), phase=Phase.REPORT, counts={"queries": 1})
    there = holding(own, lent, evidence(3, goal=2, quote="White."), reporter=reporter, begun=begun)
    await there.step()
    first, second = reporter.briefs[0].sections
    assert [card.number for card in first.cards] == [1] and [card.number for card in first.recalled] == [2]
    assert [card.number for card in second.cards] == [2, 3]

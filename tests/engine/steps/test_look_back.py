"""Looking back tells what paid in one sentence; the next plan and each query are told what never did (R073, R074)."""

from research.engine.events import QueriesScored, StepEnded
from research.engine.lifecycle import Phase
from research.roles.patterns import Unpaid, Wording
from tests.builders import World, evidence, goal, leaf, query, state, world

QUOTE = "Lanwan had 1,240 MWh of grid storage capacity at the end of 2024."
WASTE = ("Lanwan grid map",)
UNPAID = (Unpaid(Wording.NAME, 7),)


async def looked_back(*texts: str, cited: bool = True) -> World:
    there = world(begun=state(goal(), phase=Phase.REPORT, counts={"queries": len(texts), "evidence": 1}))
    there.box.queries = [query(number, text=text) for number, text in enumerate(texts, start=1)]
    if cited:
        there.box.pieces[1] = evidence(1, quote=QUOTE)
    return await there.until(Phase.DONE)


async def test_the_step_says_what_paid_and_what_never_did_in_one_sentence() -> None:
    there = await looked_back("Lanwan grid storage capacity 2024", "Lanwan", "Lanwan grid", "Lanwan storage total")
    assert there.saw(QueriesScored)[-1].wordings == (("facet", 1, 0), ("name", 2, 0), ("key_words", 1, 1))
    assert there.saw(StepEnded)[-1].why == (
        "1 of 4 queries found something that the report cites; never those: with a noun for the kind of answer, such "
        "as date, status, number (1); a name alone, 3 words at most (2)"
    )


async def test_where_nothing_is_cited_no_wording_is_blamed() -> None:
    """The report is empty: that tells of the matter or the channels, and singles out no wording."""
    there = await looked_back("Lanwan", "Lanwan storage total", cited=False)
    assert there.saw(StepEnded)[-1].why == "0 of 2 queries found something that the report cites"


async def test_plan_and_queries_are_told_what_never_paid() -> None:
    there = world([leaf("Statistics", QUOTE)])
    there.box.known_waste, there.box.known_unpaid = WASTE, UNPAID
    await there.until(Phase.REACH)
    for brief in (*there.tools.planner.planned, *there.tools.planner.asked):  # type: ignore[attr-defined]
        assert (brief.wasted, brief.unpaid) == (WASTE, UNPAID)
    assert there.tools.planner.planned and there.tools.planner.asked  # type: ignore[attr-defined]

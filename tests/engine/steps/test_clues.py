"""Clues of earlier tasks: hypotheses under distrust, which fresh evidence alone can end (R176, C28)."""

from datetime import date

from memory.clues import DISTRUST, Clue
from research.engine.events import CluesOffered, QueriesWritten, ReportEvolved
from research.engine.limits import Limits
from research.roles.builtin.planner import BuiltinPlanner
from research.roles.endpoints.scripted import Scripted
from research.roles.planner import ModelPlanner
from research.roles.standby import Sizes
from tests.builders import SaidPlanner, World, world

OLD = Clue("Lanwan had 1,240 MWh of storage.", date(2030, 1, 2), "T-7")


def told(*clues: Clue, left_out: int = 0, **parts: object) -> World:
    there = world(**parts)  # type: ignore[arg-type]
    there.box.known_clues, there.box.clues_left_out = clues, left_out
    return there


async def test_a_clue_is_a_hypothesis_from_its_task_and_no_fact() -> None:
    there = told(OLD, left_out=3)
    await there.step()
    report = there.state.mind.evolving
    assert report.facts == ()
    assert [(idea.text, idea.origin) for idea in report.hypotheses] == [(OLD.text, "T-7")]
    assert "(unverified, from T-7)" in report.text()
    assert there.saw(CluesOffered) == [CluesOffered((OLD,), 3)]


async def test_the_planner_is_told_to_distrust_and_that_the_index_was_cut() -> None:
    planner = SaidPlanner()
    there = told(OLD, left_out=3, planner=planner)
    await there.step()
    (brief,) = planner.planned
    assert brief.clues == (OLD.line(),)
    assert brief.distrust[0] == DISTRUST and "3 older clues" in brief.distrust[1]


async def test_the_distrust_stands_in_the_prompt_outside_of_the_fence() -> None:
    endpoint = Scripted({"plan": {"goals": [{"question": "storage capacity of Lanwan", "wanted": ["figure"]}]}})
    sizes = Sizes.of(Limits().values())
    there = told(OLD, left_out=3, planner=ModelPlanner(endpoint, BuiltinPlanner(), sizes, lambda *told: None))
    await there.step()
    prompt = endpoint.asked[0].prompt
    before, after = prompt.split(DISTRUST)
    assert OLD.text in after and OLD.text not in before
    assert after.index("was cut") < after.index("DATA") < after.index(OLD.text)


async def test_without_clues_nothing_is_said_of_them() -> None:
    planner = SaidPlanner()
    there = told(left_out=3, planner=planner)
    await there.step()
    assert planner.planned[0].distrust == ()
    assert not there.saw(CluesOffered) and not there.saw(ReportEvolved)


async def test_the_builtin_planner_takes_no_clue_for_known() -> None:
    """Its goals are the same with a clue that answers the question as without any."""
    plain, clued = told(planner=BuiltinPlanner()), told(OLD, planner=BuiltinPlanner())
    for there in (plain, clued):
        await there.step()
    assert clued.state.mind.goals == plain.state.mind.goals


async def test_clues_give_way_where_the_report_has_no_room() -> None:
    many = [
        Clue(f"Station {n} of Lanwan held {n} MWh at the end of the year.", date(2030, 1, 2), "T-7") for n in range(30)
    ]
    there = told(*many, clues_told=30, report_tokens=500)
    await there.step()
    kept = there.state.mind.evolving.hypotheses
    assert 0 < len(kept) < 30
    assert there.tools.count(there.state.mind.evolving.text()) <= 500


async def test_a_search_of_the_builtin_planner_aims_at_a_clue_without_its_figure() -> None:
    """Asked with the old figure, the old page would be found again."""
    clue = Clue("Lanwan grid storage of the Mirror reservoir was 1,240 MWh in 2024.", date(2030, 1, 2), "T-7")
    there = told(clue, planner=BuiltinPlanner(), variants=3)
    await there.step()
    await there.step()
    (written,) = there.saw(QueriesWritten)
    assert len(written.queries) == 3
    assert "Mirror reservoir" in written.queries[-1].text
    assert not any("1,240" in query.text for query in written.queries)
    assert sum("Mirror" in query.text for query in written.queries) == 1


async def test_a_clue_about_something_else_takes_no_place_of_a_search() -> None:
    there = told(Clue("Salt is white.", date(2030, 1, 2), "T-7"), planner=BuiltinPlanner())
    plain = told(planner=BuiltinPlanner())
    for each in (there, plain):
        await each.step()
        await each.step()
    assert there.saw(QueriesWritten) == plain.saw(QueriesWritten)

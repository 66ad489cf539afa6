"""Goals from a question, and search texts that were not asked before."""

import re
from dataclasses import replace

import pytest

from research.engine.events import GoalChosen, PlanDrafted, QueriesWritten, SearchEnded, SnapshotTaken, StepEnded
from research.engine.lifecycle import Phase
from research.engine.repeats import plain
from research.engine.state import begin
from research.roles.briefs import PlannedGoal, QueryBrief
from research.roles.builtin.planner import BuiltinPlanner
from research.terms import Channel, Language, Period, Query, Stop
from tests.builders import SaidPlanner, World, goal, leaf, query, state, world


def planner(*texts: str) -> SaidPlanner:
    return SaidPlanner(queries=lambda brief: texts)


async def asked_before(*texts: str) -> World:
    """A goal in work whose earlier queries were these."""
    there = world(begun=state(goal(), active=1, counts={"queries": len(texts), "batches": 1}))
    await there.box.note([QueriesWritten(tuple(query(n, text=text) for n, text in enumerate(texts, start=1)))])
    return there


async def written(there: World, *texts: str) -> tuple[Query, ...]:
    there.tools.planner.queries = lambda brief: texts  # type: ignore[attr-defined]
    await there.step()
    return there.saw(QueriesWritten)[-1].queries  # type: ignore[no-any-return]


async def test_a_plan_is_coarse_and_each_goal_has_a_gap() -> None:
    plans = [PlannedGoal(f"goal {n} of Lanwan", ("a", "b", "c", "d", "e")) for n in range(6)] + [PlannedGoal("x", ())]
    there = world(planner=SaidPlanner(plans), first_goals=2, gaps_per_goal=3)
    await there.step()
    (drafted,) = there.saw(PlanDrafted)
    assert [each.wanted for each in drafted.goals] == [("a", "b", "c")] * 2
    assert [each.gaps for each in drafted.goals] == [("a", "b", "c")] * 2
    lone = world(planner=SaidPlanner([PlannedGoal("storage of Lanwan", ())]))
    await lone.step()
    assert lone.state.mind.goals[0].gaps == ("storage of Lanwan",)


async def test_a_planner_that_knows_enough_before_any_search_gets_no_report() -> None:
    """B-010: no goals means nothing was found, and the report says so; the reporter is never asked."""
    there = await world(planner=SaidPlanner([])).until(Phase.DONE)
    assert there.saw(SearchEnded)[0].stop is Stop.NOTHING_LEFT
    assert there.box.versions == [()]


async def test_the_point_at_which_a_goal_is_chosen_is_kept() -> None:
    there = world(begun=state(goal(1), goal(2)))
    before = there.state.mind
    chosen, snapshot, *_ = await there.step()
    assert isinstance(chosen, GoalChosen)
    assert isinstance(snapshot, SnapshotTaken)
    assert (snapshot.number, snapshot.goal, snapshot.mind) == (1, chosen.goal, before)


async def test_a_goal_in_work_is_kept_without_a_new_choice() -> None:
    there = world(begun=state(goal(1), goal(2, priority=0.1), active=2))
    await there.step()
    assert not there.saw(GoalChosen)
    assert {each.goal for each in there.saw(QueriesWritten)[0].queries} == {2}


async def test_a_query_that_repeats_an_earlier_one_is_dropped_with_its_twin() -> None:
    first, second = await written(
        await asked_before("Lanwan grid storage capacity 2024"),
        "Lanwan grid storage capacity 2024",
        "Red Cape fire cause",
    )
    assert (first.twin, first.dropped) == (1, "repeats query 1")
    assert (second.twin, second.dropped) == (None, "")


@pytest.mark.parametrize(
    "again", ["Heat-pump noise limits?", "noise limits heat pump", "ＨＥＡＴ ＰＵＭＰ noise limits"]
)
async def test_the_same_question_in_other_clothes_is_the_same(again: str) -> None:
    """B-011: case, width, hyphens and the order of words make no new query."""
    (made,) = await written(await asked_before("heat pump noise limits"), again)
    assert made.twin == 1
    assert plain(again) == plain("heat pump noise limits")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Lanwan grid storage capacity at the end of 2023", "Lanwan grid storage capacity at the end of 2024"),
        ("storage subsidy notice of Lanwan 2025", "storage subsidy notice of Liuyu 2025"),
        ("澜湾 2023 年 储能 装机 容量", "澜湾 2024 年 储能 装机 容量"),
    ],
)
async def test_a_contrast_in_numbers_dates_or_names_keeps_a_query(before: str, after: str) -> None:
    there = await asked_before(before)
    (made,) = await written(there, after)
    assert made.dropped == ""


async def test_variants_of_one_rewrite_may_be_near_but_not_equal() -> None:
    queries = await written(
        await asked_before(),
        "Lanwan storage capacity 2024",
        "capacity 2024: Lanwan storage",
        "Lanwan storages capacity 2024",
    )
    assert [each.dropped for each in queries] == ["", "the same words in this batch", ""]
    assert queries[1].twin == queries[0].number
    assert {each.batch for each in queries} == {2}


async def test_a_branch_that_was_given_up_is_not_entered_again() -> None:
    there = world(begun=state(goal(), active=1, tombstones=("electrolyte additives of lithium cells",)))
    queries = await written(there, "electrolyte additives of lithium cells", "separator capacity")
    assert queries[0].dropped == "a branch that was given up: electrolyte additives of lithium cells"
    assert queries[0].twin is None
    assert queries[1].dropped == ""


async def test_a_planner_without_a_word_still_leaves_one_query() -> None:
    (made,) = await written(await asked_before(), "  ", "")
    assert made.text == goal().question


@pytest.mark.parametrize(
    "question",
    [
        "What do http://127.0.0.1:9544/q1 and http://169.254.169.254/latest say of the Lanwan storage plant?",
        "储能电站起火：见http://wiki.corp.internal:8080/q1和10.0.0.7/latest",
        "http://wiki.internal/q1",
    ],
)
async def test_no_word_of_an_address_goes_out_in_a_query(question: str) -> None:
    begun = begin(question, Language.CHINESE if "储" in question else Language.ENGLISH, Period())
    there = await world(begun=begun, planner=BuiltinPlanner()).until(Phase.REACH)
    told = [*there.saw(PlanDrafted)[0].goals, *there.saw(QueriesWritten)[0].queries]
    sent = " ".join(getattr(each, "text", "") or each.question for each in told)
    assert sent and not re.search(r"q1|latest|9544|8080|169|127|10\.0|internal|corp|http|wiki", sent)


async def test_markup_around_a_question_is_no_word_of_a_query() -> None:
    asked = "What does <b>TEP 8</b> say of <script>alert(1)</script>line length?"
    begun = begin(asked, Language.ENGLISH, Period())
    there = await world(begun=begun, planner=BuiltinPlanner()).until(Phase.REACH)
    texts = [each.text for happened in there.saw(QueriesWritten) for each in happened.queries]
    assert texts
    assert not {"b", "script", "alert"} & {word for text in texts for word in plain(text).split()}


async def test_a_goal_that_a_person_wrote_keeps_its_address_and_is_asked_for_in_words() -> None:
    named = goal(question="Capacity of Lanwan at http://wiki.internal/q1")
    there = world(begun=state(named, active=1), planner=BuiltinPlanner())
    await there.step()
    assert there.state.mind.goal(1).question == named.question
    assert not [each.text for each in there.saw(QueriesWritten)[0].queries if "q1" in each.text or "wiki" in each.text]


async def test_no_more_variants_than_allowed_are_taken() -> None:
    there = world(begun=state(goal(), active=1), variants=2)
    assert len(await written(there, "alpha one", "beta two", "gamma three")) == 2


async def test_a_batch_of_repeats_goes_to_memory_and_counts_as_a_dry_round() -> None:
    there = await asked_before("Lanwan grid storage")
    await written(there, "grid storage, Lanwan")
    assert there.state.phase is Phase.MEMORY
    await there.step()
    assert there.state.mind.goal(1).dry == 1
    assert not there.shelf.searched


async def test_two_dry_rounds_of_repeats_end_the_goal_and_the_report_says_what_is_missing() -> None:
    there = world(planner=planner("heat pump noise limits"))
    await there.until(Phase.REPORT)
    assert len(there.shelf.searched) == 1
    assert there.state.mind.goal(1).gaps == ("capacity",)


async def test_the_planner_sees_a_bounded_brief_and_never_a_history() -> None:
    there = world(
        planner=SaidPlanner(queries=lambda brief: [f"word{len(brief.outcomes)} number{brief.gap}"]), known_facts=3
    )
    there.box.facts = [_fact(n) for n in range(50)]
    await there.until(Phase.REPORT)
    briefs: list[QueryBrief] = there.tools.planner.asked  # type: ignore[attr-defined]
    assert all(len(brief.known) <= 3 and len(brief.outcomes) <= 3 and len(brief.entries) <= 30 for brief in briefs)


def _fact(number: int):  # type: ignore[no-untyped-def]
    from research.terms import Fact

    return Fact("Lanwan", "has", f"{number} MWh", number, 0.9)


async def test_who_asks_for_the_report_gets_it_in_the_middle_of_a_round() -> None:
    """A step that keeps failing in the round in hand must not stand in the way (B-118)."""
    for phase in (Phase.QUERY, Phase.REACH, Phase.EVIDENCE, Phase.MEMORY, Phase.REFLECT):
        there = world(begun=state(goal(), phase=phase, active=1, asked_to_stop=True))
        ended, step = await there.step()
        assert isinstance(ended, SearchEnded)
        assert isinstance(step, StepEnded)
        assert (ended.stop, step.then) == (Stop.ASKED, Phase.REPORT)
        assert not there.shelf.searched


async def test_a_planner_is_told_in_which_other_languages_a_phrasing_may_pay() -> None:
    """R051: those that a channel takes, and what held texts call the goal's terms."""
    held = leaf("Notice", "Grid storage (电网储能) of Lanwan grew.")
    there = world([held], begun=state(goal(), active=1))
    web = Channel("searxng", "Searches the web.", takes_language=True)
    there.tools = replace(there.tools, channels=(Channel("documents", "The library."), web))
    await there.step()
    (brief,) = there.tools.planner.asked  # type: ignore[attr-defined]
    assert brief.languages == ("zh",)
    assert brief.terms == (("Grid storage", "电网储能"),)


async def test_a_query_with_several_kinds_of_answer_is_split_before_it_is_sent() -> None:
    queries = await written(await asked_before(), "Lanwan storage price and capacity", "Lanwan tariff")
    assert [each.text for each in queries] == ["Lanwan storage price", "Lanwan storage capacity", "Lanwan tariff"]
    assert {each.batch for each in queries} == {2}


async def test_the_goals_own_words_are_put_in_form_before_they_are_sent() -> None:
    there = world(begun=state(goal(question="How much did Lanwan pay for storage in 2024?"), active=1))
    (made,) = await written(there, "")
    assert made.text == "Lanwan pay for storage in 2024"

"""Goals from the question and from evidence; queries; reflection."""

import re
from dataclasses import replace
from datetime import date

import pytest

from reach.words import CJK
from research.roles.briefs import ReflectBrief
from research.roles.builtin.planner import BuiltinPlanner
from research.roles.builtin.query_lines import same_line
from research.terms import GoalState, Period
from tests.roles.builtin.briefs_made import (
    TEP_QUESTION,
    ZH_QUESTION,
    ask,
    entry,
    goal,
    grow_brief,
    plan_brief,
    query_brief,
)

PLANNER = BuiltinPlanner()
TEPS = (
    entry(1, "This proposal adds checksums to Tarn archives. TEP 22 on signatures builds on it.", "TEP 14 – Checksums"),
    entry(2, "Status: Superseded\nSuperseded-By: 31", "TEP 9 – Tarn indexes"),
)


async def test_every_side_gets_a_goal_with_what_is_asked_of_each() -> None:
    goals = await PLANNER.draft_plan(plan_brief(TEP_QUESTION))
    assert [each.question.split(":")[0] for each in goals] == [
        "Tarn archives checksums",
        "Tarn archives signatures",
        "Tarn archives indexes",
    ]
    assert goals[0].wanted == ("files, proposals", "decision or status, date")


async def test_a_part_that_asks_something_new_gets_a_goal_of_its_own_with_the_subject_named() -> None:
    goals = await PLANNER.draft_plan(plan_brief(ZH_QUESTION))
    assert goals[-1].question == "云雀数据库 列存引擎解决了什么问题？"


async def test_a_question_about_one_thing_is_planned_in_its_own_words() -> None:
    asked = "How much storage did Tarn have at the end of 2024, and which sources disagree about it?"
    goals = await PLANNER.draft_plan(plan_brief(asked))
    assert [each.question for each in goals] == [
        "How much storage did Tarn have at the end of 2024?",
        "Which sources disagree about storage Tarn 2024?",
    ]
    assert goals[0].wanted == ("figures", "main points")


async def test_a_part_that_names_no_subject_is_told_it() -> None:
    goals = await PLANNER.draft_plan(plan_brief("When was Tarn built, and at what price?"))
    assert goals[1].question == "At what price (Tarn built)?"


@pytest.mark.parametrize("question", ["", "?", "tea", "茶", "Is tea healthy?", TEP_QUESTION, ZH_QUESTION, "a" * 3000])
async def test_there_is_always_a_goal_and_never_more_than_asked_for(question: str) -> None:
    for most in (1, 2, 4):
        goals = await PLANNER.draft_plan(plan_brief(question, most))
        assert 1 <= len(goals) <= most
        assert all(each.wanted for each in goals)


async def test_sides_left_out_of_the_plan_come_when_a_goal_closes() -> None:
    first = await PLANNER.draft_plan(plan_brief(TEP_QUESTION, 2))
    goals = tuple(goal(each.question, *each.wanted, number=at) for at, each in enumerate(first, start=1))
    grown = await PLANNER.grow(grow_brief(TEP_QUESTION, goals, ()))
    assert [each.question.split(":")[0] for each in grown] == ["Tarn archives indexes"]


async def test_what_the_evidence_names_becomes_a_goal_and_so_do_the_documents_that_carry_it() -> None:
    goals = (goal("Tarn archives checksums, signatures, indexes"),)
    grown = await PLANNER.grow(grow_brief("How are Tarn archives checked?", goals, TEPS))
    about = {each.question.split(":")[0] for each in grown}
    assert "TEP 22" in about


async def test_a_bare_number_in_a_relation_line_leads_to_its_document() -> None:
    goals = (goal("Tarn archives checksums"), goal("Tarn archives indexes", number=2))
    goals = (*goals, goal("Tarn archives signatures", number=3))
    grown = await PLANNER.grow(grow_brief(TEP_QUESTION, goals, TEPS))
    assert {"TEP 31", "TEP 9", "TEP 22"} <= {each.question.split(":")[0] for each in grown}


async def test_what_a_goal_names_already_is_not_grown_again() -> None:
    goals = (goal("Tarn archives checksums, signatures, indexes"), goal("TEP 22: main points", number=2))
    grown = await PLANNER.grow(grow_brief("How are Tarn archives checked?", goals, TEPS))
    assert "TEP 22" not in {each.question.split(":")[0] for each in grown}


async def test_a_version_is_grown_only_beside_the_matter_asked_about() -> None:
    quotes = (
        entry(1, "列存引擎自 3.2.0 版本起成为正式功能。", "云雀数据库 3.1.0 发布说明"),
        entry(2, "登录页面在 2.7.5 版本修复。", "云雀数据库 3.0.0 发布说明"),
    )
    grown = await PLANNER.grow(grow_brief(ZH_QUESTION, (goal("实验特性 正式功能"),), quotes))
    about = " ".join(each.question for each in grown)
    assert "3.2.0" in about
    assert "2.7.5" not in about


async def test_numbers_of_places_and_things_are_no_goals() -> None:
    quotes = tuple(
        entry(at, "Tarn archives are described in section 3 and table 4; files lie on S3.", f"Note number {at}")
        for at in range(3)
    )
    assert not await PLANNER.grow(grow_brief("How do Tarn archives work?", (goal("Tarn archives"),), quotes))


async def test_queries_are_short_lines_without_question_form() -> None:
    for question in (
        TEP_QUESTION,
        ZH_QUESTION,
        "What is the noise limit for heat pumps?",
        "为什么青石桥限制货车通行？",
    ):
        for planned in await PLANNER.draft_plan(plan_brief(question)):
            of = goal(planned.question, *planned.wanted)
            for draft in await PLANNER.write_queries(query_brief(question, of)):
                assert "\n" not in draft.text
                assert not re.search(r"[?？]|\b(?:how|what|which|when)\b|什么|哪些|如何", draft.text, re.I)
                han = bool(re.search(f"[{CJK}]", draft.text))
                assert len(draft.text) <= 30 if han else len(draft.text.split()) <= 12


async def test_three_variants_that_differ_in_more_than_order() -> None:
    of = goal("Tarn archives checksums: files, proposals", "files, proposals")
    drafts = await PLANNER.write_queries(query_brief(TEP_QUESTION, of))
    texts = [draft.text for draft in drafts]
    assert len(texts) == 3
    assert texts[0] == "Tarn archives checksums"
    assert not any(same_line(a, b) for at, a in enumerate(texts) for b in texts[at + 1 :])


async def test_what_was_asked_before_is_not_asked_again() -> None:
    of = goal("Tarn archives checksums: files, proposals", "files, proposals")
    asked: list[str] = []
    for _ in range(3):
        drafts = await PLANNER.write_queries(
            query_brief(TEP_QUESTION, of, outcomes=tuple(f"{text}: empty" for text in asked))
        )
        assert not {draft.text for draft in drafts} & set(asked)
        asked += [draft.text for draft in drafts]


async def test_evidence_changes_the_words_of_the_next_queries() -> None:
    of = goal("Tarn archives signatures: files, proposals", "files, proposals")
    before = await PLANNER.write_queries(query_brief(TEP_QUESTION, of))
    outcomes = tuple(draft.text for draft in before)
    after = await PLANNER.write_queries(query_brief(TEP_QUESTION, of, outcomes=outcomes, entries=TEPS))
    assert any("Checksums" in draft.text or "TEP" in draft.text for draft in after)


async def test_an_identifier_is_put_into_the_form_that_titles_have() -> None:
    quotes = (entry(1, "…", "Lark 3.0.0 Release Notes"), entry(2, "…", "Lark 3.1.0 Release Notes"))
    of = goal("Lark 3.2.0 column store: main points", "main points")
    drafts = await PLANNER.write_queries(query_brief("When did Lark's column store become stable?", of, entries=quotes))
    assert "Lark 3.2.0 Release Notes" in [draft.text for draft in drafts]


async def test_the_period_asked_about_stands_in_a_query() -> None:
    of = goal("Lanwan storage subsidy: date", "date")
    brief = query_brief("Lanwan storage subsidy", of, period=Period(date(2023, 1, 1), date(2023, 12, 31)))
    assert any("2023" in draft.text for draft in await PLANNER.write_queries(brief))


async def test_the_other_spelling_is_searched() -> None:
    of = goal("Tarn archives licences: files", "files")
    drafts = await PLANNER.write_queries(query_brief("Which files hold licences of Tarn archives?", of))
    assert any("license" in draft.text for draft in drafts)


@pytest.mark.parametrize(("priority", "overlooked"), [(0.8, "Tarn signatures"), (1.0, "")])
async def test_overlooked_is_an_open_goal_of_higher_priority_than_the_one_in_hand(
    priority: float, overlooked: str
) -> None:
    """R045. Goals that merely wait their turn are none: the choice by gain comes to them."""
    in_hand = replace(goal("Tarn checksums", accepted=2), priority=priority)
    waiting = goal("Tarn signatures", number=2)
    reflection = await PLANNER.reflect(ReflectBrief(ask(TEP_QUESTION), (in_hand, waiting), in_hand, "", TEPS))
    assert reflection.overlooked == overlooked
    assert reflection.supports
    assert not reflection.off_goal


async def test_evidence_that_leaves_the_question_behind_is_called_off_goal() -> None:
    of = goal("cathedral choir robes", number=3)
    strays = tuple(entry(at, "The choir wears red robes in the cathedral.", "Choir robes") for at in range(3))
    reflection = await PLANNER.reflect(ReflectBrief(ask("heat pump noise limits"), (of,), of, "", strays))
    assert reflection.off_goal
    assert of.state is GoalState.OPEN

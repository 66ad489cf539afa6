"""Questions in the words of somebody who doesn't know how the pages put it."""

import pytest

from reach.words import content_terms, stem
from research.engine.limits import Limits
from research.engine.scoring import accepted, score
from research.roles.builtin.acronyms import both_ways, initials_in, runs_of
from research.roles.builtin.embedder import best_embedder
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.builtin.marks import calls
from research.roles.builtin.planner import BuiltinPlanner
from research.roles.builtin.question import take_apart, topic
from research.roles.builtin.spelling import respelt
from tests.roles.builtin.briefs_made import goal, plan_brief, query_brief, quote_brief

EXECUTOR, PLANNER = BuiltinExecutor(best_embedder()), BuiltinPlanner()
LOCK = """TEP 40 – Making the Tape Write Lock Optional in Tarn

Status: Final

This proposal adds a build option to Tarn, --no-lock, to let it run without the tape write lock.

Visitors are asked to sign in at the desk."""


async def _kept(question: str, wanted: str, title: str, text: str) -> list[str]:
    quotes = await EXECUTOR.quote(quote_brief(question, goal(question, wanted), title, text, most=3))
    limits = Limits()
    return [each.quote for each in quotes if accepted(score(each.relevance, 0.6, 1.0, "", limits), limits)]


async def test_a_page_that_spells_a_name_out_answers_a_question_that_says_its_initials() -> None:
    kept = await _kept("How did Tarn make the TWL optional?", "Tarn TWL optional", LOCK.split("\n")[0], LOCK)
    assert any("--no-lock" in quote for quote in kept) and not any("Visitors" in quote for quote in kept)


def test_initials_and_the_row_they_stand_for_are_read_as_both() -> None:
    row = ("tap", "writ", "lock")
    assert runs_of(row) == {"twl": row}
    assert both_ways(["mak", "tap", "writ", "lock", "optional"], {"twl"}, []) == ["mak", *row, "twl", "optional"]
    assert both_ways(["no", "twl"], set(), [row]) == ["no", "twl", *row]
    assert both_ways(["tap", "lock"], {"twl"}, []) == ["tap", "lock"]


def test_only_capitals_are_initials_and_two_are_too_few() -> None:
    assert initials_in("TEPs on the GIL of an OS, and gil, SHA-256, NATO") == {"tep", "gil", "nato"}


@pytest.mark.parametrize(
    ("one", "other"),
    [("f-string", "f-strings"), ("string", "strings"), ("lock-file", "lock-files"), ("building", "buildings")],
)
def test_forms_of_one_word_are_folded_alike(one: str, other: str) -> None:
    assert stem(one) == stem(other) and stem("string") == "string"


def test_a_word_cut_short_is_the_whole_word() -> None:
    title = "Asynchronous Generators"
    asked = take_apart("How do async generators work?").subject
    assert asked == "async generators"
    assert respelt(content_terms(asked)) == respelt(content_terms(title))


@pytest.mark.parametrize("verb", ["describe", "propose", "cover"])
async def test_what_documents_describe_is_the_matter_and_not_the_one_who_did_it(verb: str) -> None:
    goals = await PLANNER.draft_plan(plan_brief(f"How did Tarn make the TWL optional, and which TEPs {verb} it?"))
    assert goals[1].question == f"Which TEPs {verb} it (Tarn TWL optional)?"
    assert set(topic(goals[1].question).split()) >= {"Tarn", "TWL", "optional", "TEPs"}


@pytest.mark.parametrize(
    ("asked", "about"),
    [
        ("Who wrote the f-string proposal?", "f-string proposal"),
        ("Why did Tarn add the walrus operator?", "Tarn walrus operator"),
        ("Is zipfile still part of Tarn?", "zipfile Tarn"),
        ("When does Tarn 3.12 reach end of life?", "Tarn 3.12 reach end of life"),
        ("Which proposals for a switch statement were rejected?", "switch statement proposals"),
        ("资源管控是从哪个版本开始有的？", "资源管控 版本"),
    ],
)
def test_how_a_thing_came_about_is_no_part_of_its_name_but_its_end_is(asked: str, about: str) -> None:
    assert topic(asked) == about


async def test_two_documents_alone_are_two_goals_and_neither_says_the_other() -> None:
    goals = await PLANNER.draft_plan(plan_brief("What is the difference between TEP 14 and TEP 31?"))
    assert [each.question for each in goals] == ["TEP 14", "TEP 31"]


async def test_a_line_of_versions_is_also_asked_for_by_its_first_one() -> None:
    question = "What changed in Lark 8.5?"
    lines = await PLANNER.write_queries(query_brief(question, goal(question, "Lark 8.5")))
    assert any("8.5.0" in line.text for line in lines) and any("8.5 " in f"{line.text} " for line in lines)


async def test_a_page_on_another_one_of_a_series_speaks_only_where_it_names_the_one_asked_about() -> None:
    text = (
        "TEP 25 – File names of Tarn archives\n\nFor a TEP 14 archive, this means adding the checksum to each entry."
        "\n\nThis TEP describes how Tarn archives are named.\n\nThis TEP does not specify how archives are stored."
    )
    kept = await _kept("What is the difference between TEP 14 and TEP 31?", "TEP 14", "TEP 25 – File names", text)
    assert all("TEP 14" in quote for quote in kept)


@pytest.mark.parametrize(
    ("title", "called"),
    [("Lark 8.5.6 release notes", True), ("Lark 8.5", True), ("Lark 8.50.1", False), ("Lark 18.5.1", False)],
)
def test_a_page_on_a_later_one_of_a_line_of_versions_is_called_by_the_line(title: str, called: bool) -> None:
    assert calls(frozenset({"8.5"}), title) is called

"""Questions taken apart, in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.roles.builtin.ask_words import Facet
from research.roles.builtin.question import facets_of, take_apart, topic
from research.roles.builtin.standing import as_asked
from tests.roles.builtin.briefs_made import TEP_QUESTION, ZH_QUESTION


def test_a_list_becomes_sides_and_what_is_asked_of_each_doesnt() -> None:
    question = take_apart(TEP_QUESTION)
    assert question.subject == "Tarn archives"
    assert question.sides == ("checksums", "signatures", "indexes")
    assert [part.asked for part in question.parts] == [("files",), ("proposals",), ()]


def test_an_outcome_asked_for_wants_status_and_day() -> None:
    assert take_apart("How did each decision end?").facets == (Facet.STATUS, Facet.DATE)
    assert take_apart("When was the Suez Canal opened?").facets == (Facet.DATE,)


def test_stages_of_a_change_are_sides() -> None:
    english = take_apart("How did Tarn move from plain storage to sealed storage and to remote storage?")
    assert english.sides == ("plain storage", "sealed storage", "remote storage")
    assert take_apart(ZH_QUESTION).sides == ("实验特性", "正式功能")


def test_a_route_that_nothing_changes_along_is_not_taken_for_stages() -> None:
    assert take_apart("exports of soybeans from Brazil to China").sides == ()


def test_compared_names_share_what_the_last_one_brings() -> None:
    question = take_apart("Compare Norway and Denmark wind power capacity")
    assert (question.subject, question.sides) == ("wind power capacity", ("Norway", "Denmark"))
    chinese = take_apart("挪威和丹麦的风电装机容量比较")
    assert (chinese.subject, chinese.sides) == ("风电装机容量", ("挪威", "丹麦"))


def test_the_ends_of_a_range_of_versions_are_no_part_of_the_subject() -> None:
    question = take_apart("云雀 从 6.5 到 8.5 的长期支持版本有哪些？")
    assert question.span == ("6.5", "8.5")
    assert question.subject == "云雀 长期支持版本"


def test_it_stands_for_the_subject_and_says_so() -> None:
    parts = take_apart(ZH_QUESTION).parts
    assert [part.points for part in parts] == [False, True, True]
    assert parts[2].asked == ("问题",)


def test_words_inside_a_name_dont_split_it() -> None:
    assert take_apart("中华人民共和国的首都是哪里").subject == "中华人民共和国 首都"


@pytest.mark.parametrize(
    ("gap", "facet"),
    [("decision or status", Facet.STATUS), ("日期", Facet.DATE), ("main points", Facet.CONTENT), ("原因", Facet.CAUSE)],
)
def test_a_gap_names_its_kind_of_answer(gap: str, facet: Facet) -> None:
    assert facet in facets_of(gap)


def test_a_goals_topic_is_what_stands_before_its_wants() -> None:
    assert topic("Tarn archives checksums: files, date") == "Tarn archives checksums"
    assert topic("云雀数据库：版本") == "云雀数据库"


@pytest.mark.parametrize(
    ("asked", "goal"),
    [
        ("Who wrote TEP 8？", "Who wrote TEP 8?"),
        ("Who wrote TEP 8??", "Who wrote TEP 8?"),
        ('Why does TEP 20 say "why?"', 'Why does TEP 20 say "why?"'),
        ("Who wrote TEP 8 (and when?)", "Who wrote TEP 8 (and when?)"),
        ("云雀 6.5 何时发布?？", "云雀 6.5 何时发布？"),
        ("云雀 6.5 何时发布", "云雀 6.5 何时发布？"),
    ],
)
def test_a_goal_asks_with_one_mark_however_the_question_ended(asked: str, goal: str) -> None:
    question = take_apart(asked)
    assert as_asked(question.parts[0], question) == goal


def test_a_full_width_mark_ends_a_question_in_english_too() -> None:
    assert [part.text for part in take_apart("Who wrote TEP 8？When was it accepted？").parts] == [
        "Who wrote TEP 8",
        "When was it accepted",
    ]


@given(st.text(max_size=200))
def test_any_text_is_taken_apart_without_harm(text: str) -> None:
    question = take_apart(text)
    assert isinstance(question.words, str)

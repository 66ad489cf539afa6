"""Wording patterns: every search text has exactly one, the same each time, in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.roles.patterns import SAID, Unpaid, Wording, tallied, unpaid_lines, wording_of

EN = "How much grid storage capacity did Lanwan have at the end of 2024?"
ZH = "云雀数据库的列存引擎从实验特性到正式功能经历了哪些版本？各版本的发版日期是什么？"


@pytest.mark.parametrize(
    ("text", "question", "wording"),
    [
        ('"grid storage" Lanwan', EN, Wording.QUOTED),
        ("云雀 「列存引擎」", ZH, Wording.QUOTED),
        ("澜湾 储能 装机", EN, Wording.OTHER_LANGUAGE),
        ("skylark columnar engine", ZH, Wording.OTHER_LANGUAGE),
        ("what storage did Lanwan have", EN, Wording.QUESTION),
        ("列存引擎是什么", ZH, Wording.QUESTION),
        ("列存引擎 正式功能？", ZH, Wording.QUESTION),
        ("TEP 14 grid storage", EN, Wording.TITLE),
        ("云雀数据库 8.0.0 列存引擎", ZH, Wording.TITLE),
        ("Lanwan grid storage 2023", EN, Wording.YEAR),
        ("列存引擎 2023", ZH, Wording.YEAR),
        ("Lanwan grid storage Total", EN, Wording.FACET),
        ("列存引擎 原因", ZH, Wording.FACET),
        ("battery yearbook Lanwan", EN, Wording.OTHER_WORDS),
        ("列存引擎 分析负载 加速 副本", ZH, Wording.OTHER_WORDS),
        ("Lanwan storage", EN, Wording.NAME),
        ("云雀数据库", ZH, Wording.NAME),
        ("Lanwan grid storage capacity 2024", EN, Wording.KEY_WORDS),
        ("云雀数据库 列存引擎 正式", ZH, Wording.KEY_WORDS),
        ("grid storage capacity did Lanwan have at the end of 2024", EN, Wording.LONG),
        ("云雀数据库的列存引擎从实验特性到正式功能经历", ZH, Wording.LONG),
    ],
)
def test_a_text_has_the_pattern_that_it_shows_first(text: str, question: str, wording: Wording) -> None:
    assert wording_of(text, question) is wording


def test_what_the_question_says_itself_is_no_choice_of_the_planner() -> None:
    assert wording_of("Tarn release date 2023", "What was Tarn's release date in 2023?") is Wording.KEY_WORDS
    assert wording_of("TEP 14 signatures", "Which signatures does TEP 14 define?") is Wording.NAME
    assert wording_of("版本 发版日期", ZH) is Wording.NAME


@given(st.text(max_size=60), st.text(max_size=60))
def test_every_text_has_one_pattern_whatever_it_is(text: str, question: str) -> None:
    assert wording_of(text, question) is wording_of(text, question)


def test_every_pattern_can_be_said() -> None:
    assert set(SAID) == set(Wording)
    (line,) = unpaid_lines([Unpaid(Wording.NAME, 7)])
    assert line == "a name alone, 3 words at most: 7 searches, none cited"


@given(st.lists(st.sampled_from(["Lanwan", "Lanwan storage total", '"x y"', "TEP 14"])), st.sets(st.integers(1, 30)))
def test_a_tally_counts_every_query_once(texts: list[str], paid: set[int]) -> None:
    sent = list(enumerate(texts, start=1))
    counted = tallied(sent, paid, EN)
    assert sum(each for _, each, _ in counted) == len(sent)
    assert sum(each for _, _, each in counted) == len(paid & {number for number, _ in sent})
    assert all(each for _, each, _ in counted)

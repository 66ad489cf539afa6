"""Words of both languages, and the same text under two names (R251)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.twins import is_reprint, publisher
from reach.words import content_terms, is_chinese, stem, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("TiDB v8.5.0 and Python 3.13", ["tidb", "v8.5.0", "8.5.0", "and", "python", "3.13"]),
        ("free-threaded builds", ["free-threaded", "free", "threaded", "builds"]),
        ("sys.path is tidb_enable_ddl", ["sys.path", "sys", "path", "is", "tidb_enable_ddl", "tidb", "enable", "ddl"]),
        ("Guido's C++ and C#", ["guido", "c++", "and", "c#"]),
        ("２０２５年３月", ["2025", "年", "3", "月"]),
        ("碳酸锂8.2万元", ["碳酸", "碳酸锂", "8.2", "万元"]),
        ("", []),
        ("!? — …", []),
    ],
)
def test_words_are_told_apart_whole_and_in_parts(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_a_question_and_its_answer_share_their_content_words() -> None:
    assert set(content_terms("Which releases were accepted?")) <= set(content_terms("The release was accepted."))
    assert content_terms("the of and 的 了 什么") == []
    assert stem("policies") == stem("policy")
    assert stem("status") == "status" and stem("3.13") == "3.13"


@given(st.text(max_size=200))
def test_any_text_has_words_in_lower_case(text: str) -> None:
    assert all(word and word == word.lower() for word in terms(text))


def test_chinese_is_told_from_english() -> None:
    assert is_chinese("TiDB 8.5.0 为长期支持版本 (LTS)")
    assert not is_chinese("The word 中 means middle, as every student of the language soon learns")
    assert not is_chinese("")


DAYS = range(1, 12)
EN = " ".join(
    f"On day {n} the gauge at the northern sluice read {n * 3} centimetres below the mark." for n in range(1, 12)
)
ZH = "".join(f"第{n}日，北闸水位为{n * 3}厘米，低于警戒线，专家认为将继续下降。" for n in DAYS)


@pytest.mark.parametrize("text", [EN, ZH])
def test_a_reprint_with_a_frame_or_a_changed_line_is_the_same_text(text: str) -> None:
    assert is_reprint(text, text)
    assert is_reprint(text, f"Agency copy, all rights noted here. {text} Editor: someone else entirely.")
    assert is_reprint(text, text[: len(text) * 9 // 10])


@pytest.mark.parametrize("text", [EN, ZH])
def test_another_text_on_the_matter_or_a_page_that_quotes_a_line_is_not(text: str) -> None:
    plans = ("repairs", "dredging", "a new gate", "surveys", "fish ladders", "a second gauge", "hearings", "tenders")
    other = " ".join(f"For year {n} the agency plans {plan}, at {n}4 million each." for n, plan in enumerate(plans))
    assert not is_reprint(text, other)
    assert not is_reprint(text[:60], f"{other}{text[:60]}{other}")
    assert not is_reprint(text, text.replace("sluice", "gate").replace("北闸水位", "南库库容").replace("mark", "line"))
    assert not is_reprint(text, "")
    assert not is_reprint("", "")


def test_a_publisher_is_the_host_or_what_a_document_declares() -> None:
    assert publisher("https://docs.water.example/levels") == "water.example"
    assert publisher("doc://a/levels.md") == "doc://a/levels.md"
    assert publisher("doc://a", "  Northern  Water Agency ") == "Northern Water Agency"
    assert publisher("doc://a", "https://www.water.example/x") == "water.example"

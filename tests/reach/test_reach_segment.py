"""R221-R225: segments of 400-800 characters at sentence bounds, exact in their positions; nothing of a page is lost."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reach.clean import tidy
from reach.segment import page_at, paragraph_at, segments, sentences

ENGLISH = "The committee met on 3 March and agreed on version 3.12 after a short debate. "
CHINESE = "二〇二六年三月，碳酸锂均价为每吨8.2万元，环比下降3.5%，市场总体平稳。"

_sentence = st.sampled_from(
    [
        ENGLISH,
        CHINESE,
        "Short one. ",
        "Status: Final\n",
        "a | 1.5 | b\n",
        "\n\n",
        "- a point without an end\n",
        "x" * 450 + " ",
        "长" * 900,
        "word " * 170 + ". ",
        "Key：值\n",
    ]
)
_texts = st.lists(_sentence, max_size=60).map(lambda pieces: tidy("".join(pieces)))


@given(_texts)
@settings(max_examples=300)
def test_segments_are_exact_bounded_ordered_and_cover_the_text(text: str) -> None:
    cut = segments(text, "T")
    covered = [False] * len(text)
    for number, segment in enumerate(cut, start=1):
        assert segment.number == number
        assert text[segment.start : segment.end] == segment.text
        assert segment.text == segment.text.strip()
        assert 0 < len(segment.text) <= 800
        covered[segment.start : segment.end] = [True] * len(segment.text)
    assert all(seen or text[at].isspace() for at, seen in enumerate(covered))
    assert [segment.start for segment in cut] == sorted({segment.start for segment in cut})
    if len(text) >= 800:
        assert all(len(segment.text) >= 400 for segment in cut)
    elif text:
        assert len(cut) <= 2


@given(st.text(max_size=2_000))
def test_any_text_at_all_is_cut_within_the_upper_bound(text: str) -> None:
    for segment in segments(text):
        assert text[segment.start : segment.end] == segment.text
        assert len(segment.text) <= 800


@given(st.text(max_size=1_000))
def test_sentences_lie_in_order_and_hold_every_letter(text: str) -> None:
    spans = sentences(text)
    at = 0
    for span in spans:
        assert text[span.start : span.end] == span.text
        assert span.start >= at
        assert not text[at : span.start].strip()
        at = span.end
    assert not text[at:].strip()


@pytest.mark.parametrize("sentence", [ENGLISH, CHINESE])
def test_neighbours_share_whole_sentences_of_about_a_tenth(sentence: str) -> None:
    text = tidy(sentence * 60)
    cut = segments(text)
    for before, after in itertools.pairwise(cut[:-1]):
        shared = text[after.start : before.end]
        assert 0 < len(shared) <= 160
        assert shared.startswith(sentence.strip()[:20])


def test_a_segment_ends_at_a_sentence_where_one_ends_in_reach() -> None:
    for segment in segments(tidy(ENGLISH * 50))[:-1]:
        assert segment.text.endswith("debate.")


def test_a_paragraph_border_is_the_preferred_end() -> None:
    paragraph = tidy(ENGLISH * 6)
    cut = segments(f"{paragraph}\n\n{paragraph}\n\n{paragraph}")
    assert cut[0].text == paragraph


def test_the_place_of_a_segment_names_its_paragraph_and_source() -> None:
    assert segments(ENGLISH, "Minutes")[0].place == "¶ 1, Minutes"
    text = "\n".join(["Status: Final", *[tidy(ENGLISH * 3)] * 9])
    for segment in segments(text, "Minutes"):
        assert segment.place == f"¶ {text[: segment.start + 1].count(chr(10)) + 1}, Minutes"


def test_a_paragraph_is_a_line_with_words_and_its_number_survives_a_cut() -> None:
    text = "One.\n\nTwo goes on.\na | row\n- item"
    assert [paragraph_at(text, text.index(word)) for word in ("One", "Two", "goes", "row", "item")] == [1, 2, 2, 3, 4]
    assert paragraph_at(text, text.index("\n")) == 1
    assert paragraph_at(text, 10**9) == 4
    assert paragraph_at("", 0) == 1
    assert paragraph_at("\n\n  a", 0) == 1


@given(_texts, st.data())
def test_paragraph_numbers_are_those_of_counting_and_never_fall(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    line_end = text.find("\n", offset)
    head = text if line_end < 0 else text[:line_end]
    assert paragraph_at(text, offset) == max(1, sum(1 for line in head.split("\n") if line.strip()))
    assert paragraph_at(head, offset) == paragraph_at(text, offset)
    assert paragraph_at(text, offset) <= paragraph_at(text, offset + 1)


def test_a_page_is_the_last_that_begins_at_or_before_the_offset() -> None:
    starts = (0, 10, 10, 30)
    assert [page_at(starts, offset) for offset in (0, 9, 10, 29, 30, 99)] == [1, 1, 3, 3, 4, 4]
    assert page_at((), 5) is None


def test_no_text_has_no_segments() -> None:
    assert segments("") == ()
    assert segments(" \n\n ") == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        (
            "It needs 3.12 or v8.5.0. Then e.g. this, i.e. that.",
            ["It needs 3.12 or v8.5.0.", "Then e.g. this, i.e. that."],
        ),
        ("Dr. Smith of Acme Inc. agreed. So did J. K. Doe.", ["Dr. Smith of Acme Inc. agreed.", "So did J. K. Doe."]),
        ('He said "No." Then he left.', ['He said "No."', "Then he left."]),
        ("See Fig. 3 and No. 5. Done.", ["See Fig. 3 and No. 5.", "Done."]),
        ("It rose by 3.5%. In 2024 it fell.", ["It rose by 3.5%.", "In 2024 it fell."]),
        ("价格上涨。市场平稳！真的吗？是的", ["价格上涨。", "市场平稳！", "真的吗？", "是的"]),
        ("他说：“价格会涨。”随后离开。", ["他说：“价格会涨。”", "随后离开。"]),
        ("版本 8.5.0 发布了（见公告。）下一句。", ["版本 8.5.0 发布了（见公告。）", "下一句。"]),
        ("Status: Final\nResolution: 24-Oct-2023\nText.", ["Status: Final", "Resolution: 24-Oct-2023", "Text."]),
        ("发版日期：2024 年 12 月 19 日\nTiDB 版本：8.5.0", ["发版日期：2024 年 12 月 19 日", "TiDB 版本：8.5.0"]),
        ("a | b. c | d\ne | f | g", ["a | b. c | d", "e | f | g"]),
        ("- First point\n- Second point. With more.", ["- First point", "- Second point.", "With more."]),
        ("1. Install it. 2. Run it.", ["1. Install it.", "2. Run it."]),
        ("Wait... what? Yes… no.", ["Wait... what?", "Yes…", "no."]),
        ("Visit docs.example.org. It helps.", ["Visit docs.example.org.", "It helps."]),
    ],
)
def test_sentences_of_both_languages_are_told_apart(text: str, expected: list[str]) -> None:
    assert [span.text for span in sentences(text)] == expected

"""Markup pasted with a question is no word of it; a tag that is asked about is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.tags import without_tags


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("What does <b>TEP 8</b> say?", "What does TEP 8 say?"),
        ("<p>What<br>is <i class=x>TEP 8</i>?</p>", "What is TEP 8?"),
        ("What is<script>alert(1)</script> TEP 8?", "What is TEP 8?"),
        ("What is <img src=x onerror=alert(1)>TEP 8?", "What is TEP 8?"),
        ("<li>Tarn</li><li>Lark</li>: which is older?", "Tarn Lark : which is older?"),
        ("<!-- copied -->云雀 <em>6.5</em> 何时发布？", "云雀 6.5 何时发布？"),
        ("<b>What is a List<int> or a <placeholder >?</b>", "What is a List<int> or a <placeholder >?"),
        ('<a href="https://teps.example/8">TEP 8</a>: when?', "TEP 8: when?"),
    ],
)
def test_what_surrounds_the_words_is_left_out(typed: str, said: str) -> None:
    assert without_tags(typed) == said


@pytest.mark.parametrize(
    "asked",
    [
        "How does <br> differ from <p>?",
        "What is a List<int>, and is a<b and c>d?",
        "Is <b></b> allowed to be empty?",
        "What parts <b> from </b>?",
        "如何用<br>换行？",
        "First line\n  second line",
    ],
)
def test_a_tag_that_may_be_the_matter_stays(asked: str) -> None:
    assert without_tags(asked) == asked


@given(st.lists(st.sampled_from(["<b>", "</b>", "<p>", "</p>", "<br/>", "word ", "<", ">", "\n", "词"]), max_size=30))
def test_the_words_between_are_all_kept(pieces: list[str]) -> None:
    said = without_tags("".join(pieces))
    assert said.count("word") == pieces.count("word ")
    assert said.count("词") == pieces.count("词")

"""Marks in the words become references, whatever they look like; addresses never stay."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.engine.citations import only_known
from research.engine.pasted import lifted
from research.terms import Section, Sentence, SentenceKind

KNOWN = range(1, 13)


@pytest.mark.parametrize(
    ("mark", "numbers"),
    [
        ("[S1][S2]", (1, 2)),
        ("[S1, S2]", (1, 2)),
        ("[S1-S3]", (1, 2, 3)),
        ("[S1–S3]", (1, 2, 3)),
        ("【S1】", (1,)),
        ("［S1］", (1,)),
        ("[^S1]", (1,)),
        ("(S1; S2)", (1, 2)),
        ("[ s1 ]", (1,)),
        ("【1】", (1,)),
        ("[1–3]", (1, 2, 3)),
        ("[1, 3]", (1, 3)),
        ("［１］", (1,)),
        ("[E-12]", (12,)),
        ("[1、2]", (1, 2)),
    ],
)
def test_every_way_to_write_a_citation_means_the_same(mark: str, numbers: tuple[int, ...]) -> None:
    """B-089."""
    assert lifted(f"It rose {mark}.", KNOWN) == ("It rose.", numbers)


def test_a_mark_that_no_evidence_has_goes_and_leaves_the_sentence_uncited() -> None:
    """B-086: twelve sources, and "[S99]"."""
    (section,) = only_known([Section("", 1, (Sentence("It rose sharply [S99].", SentenceKind.FACT, ()),))], KNOWN)
    assert section.sentences == (Sentence("It rose sharply.", SentenceKind.FACT, ()),)


@pytest.mark.parametrize("text", ["The law [2019] holds.", "It rose (12) times.", "f(x)[i]", "第(3)条"])
def test_other_brackets_are_the_texts_own(text: str) -> None:
    assert lifted(text, KNOWN) == (text, ())


@pytest.mark.parametrize(
    "text",
    [
        "It rose [Market study](https://example.com/market-study-2030).",
        "It rose Market study https://example.com/market-study-2030.",
        "It rose ![Market study](http://a.example/x.png).",
    ],
)
def test_an_address_that_a_writer_made_up_is_taken_out(text: str) -> None:
    """B-087."""
    words, _ = lifted(text, KNOWN)
    assert "example" not in words
    assert words.startswith("It rose")
    assert "Market study" in words


def test_a_quotations_own_brackets_stay() -> None:
    quote = Sentence("It rose [1] in May.", SentenceKind.QUOTE, (4,))
    assert only_known([Section("", 1, (quote,))], KNOWN)[0].sentences == (quote,)


@given(st.lists(st.text(alphabet="ab [1]S【】(;)-–,^３", max_size=30), max_size=6), st.sets(st.integers(1, 40)))
def test_no_reference_survives_that_no_evidence_has(texts: list[str], known: set[int]) -> None:
    sections = [Section("", 1, tuple(Sentence(text, SentenceKind.FACT, (7, 99)) for text in texts))]
    for sentence in only_known(sections, known)[0].sentences:
        assert set(sentence.evidence) <= known

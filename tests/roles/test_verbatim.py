"""An honest quote of a messy page is found, at its place in the original (B-080)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.roles.verbatim import place_of, stands_in

MESSY = "Intro. the \ufb02uid was \ufb01l-\ntered in 12\n   stages, and co\u00adoled."


@pytest.mark.parametrize(
    ("quote", "text", "original"),
    [
        ("the fluid was filtered in 12 stages", MESSY, "the \ufb02uid was \ufb01l-\ntered in 12\n   stages"),
        ("and cooled.", MESSY, "and co\u00adoled."),
        ("a well-known case", "It is a well-\nknown case.", "a well-\nknown case"),
        ("a wellknown case", "It is a well-known case.", "a well-known case"),
        ("filtered", "It was fil\u00ad\ntered.", "fil\u00ad\ntered"),
        ('he said "no"', "Then he said “no”.", "he said “no”"),
        ("１２ 个", "共 12 个。", "12 个"),
        ("5-10 pages", "about 5-10\u200b pages", "5-10\u200b pages"),
    ],
)
def test_words_are_found_where_they_stand(quote: str, text: str, original: str) -> None:
    place = place_of(quote, text)
    assert place is not None
    assert text[slice(*place)] == original
    assert stands_in(quote.replace("wellknown", "well-known"), text) or "-\n" in original


@pytest.mark.parametrize("quote", ["the fluid was filtered in 13 stages", "", "  ", "-", "filtered out"])
def test_other_words_are_not(quote: str) -> None:
    assert place_of(quote, MESSY) is None


def test_a_range_keeps_its_dash() -> None:
    assert place_of("510", "5-10") is None


@given(st.text(max_size=40), st.text(alphabet="ab1年 ", min_size=1, max_size=12), st.text(max_size=40))
def test_what_is_found_reads_as_what_was_asked_for(before: str, words: str, after: str) -> None:
    text, wanted = f"{before} {words} {after}", "".join(words.split())
    place = place_of(words, text)
    assert (place is not None) == bool(wanted)
    if place:
        found = text[slice(*place)]
        assert wanted in "".join(letter for letter in unicodedata.normalize("NFKC", found) if letter in wanted)
        assert place_of(words, found[:-1]) is None, "no more than was asked for"

"""Where a PDF's pages begin in its text, whatever was joined, cut or empty; and scans that say that they are (R222)."""

import itertools
import json
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.clean import tidy
from reach.errors import Kind, ReachError
from reach.extract import parse_body
from reach.parsed import Parsed, paged, within
from reach.segment import page_at
from reach.settings import ReachSettings
from tests.reach.papers import paper

SETTINGS = ReachSettings()
TODAY = date(2030, 5, 2)


async def read(body: bytes, settings: ReachSettings = SETTINGS) -> Parsed:
    return (await parse_body(body, "application/pdf", "", TODAY, settings))[0]


async def test_a_quote_of_a_pdf_lies_on_the_page_where_it_is_printed() -> None:
    parsed = await read(
        paper("The fluid was fil-\ntered in twelve\nstages.", "", "Output rose to 8.2 million tonnes.", "An appendix.")
    )
    assert len(parsed.page_starts) == 4
    for words, page in (("filtered in twelve", 1), ("8.2 million", 3), ("appendix", 4)):
        assert page_at(parsed.page_starts, parsed.text.index(words)) == page
    assert [parsed.text[start:][:3] for start in parsed.page_starts] == ["The", "Out", "Out", "An "]


async def test_pages_beyond_a_cut_are_no_pages_of_the_text() -> None:
    parsed = await read(paper("a" * 30, "b" * 30, "c" * 30), replace(SETTINGS, text_chars=40))
    assert parsed.page_starts == (0, 32)
    assert parsed.note == "partial"


async def test_a_scan_without_a_text_layer_says_that_it_is_scanned() -> None:
    with pytest.raises(ReachError) as failure:
        await read(paper(None, None))
    assert failure.value.kind is Kind.NOT_TEXT
    assert "scanned" in failure.value.detail


async def test_a_document_with_scanned_pages_among_others_tells_how_many() -> None:
    parsed = await read(paper("Words.", None, "", None))
    assert parsed.text == "Words."
    assert parsed.note == "partial: 2 of 4 pages are scanned pictures without text"


_pages = st.lists(st.text(alphabet="ab。1 \n-\x00", max_size=30).map(tidy), max_size=12)


@given(_pages, st.integers(0, 200))
def test_page_starts_lie_within_the_text_in_order_and_survive_a_cut(pages: list[str], cut: int) -> None:
    text, starts = paged(pages)
    assert tidy(text) == text
    assert all(0 <= start < len(text) for start in starts)
    assert all(before <= after for before, after in itertools.pairwise(starts))
    for number, page in enumerate(pages, start=1):
        if page:
            assert text[starts[number - 1] :].startswith(page)
            assert page_at(starts, starts[number - 1]) == number
    spoken = [start for start, page in zip(starts, pages, strict=False) if page]
    assert all(before < after for before, after in itertools.pairwise(spoken))
    assert all(start < cut for start in within(starts, text[:cut]))


def test_page_starts_cross_the_border_of_the_child() -> None:
    told = Parsed("T", "one\n\ntwo", page_starts=(0, 5), updated=TODAY, published_from="meta")
    assert Parsed.from_json(json.loads(json.dumps(told.to_json()))) == told

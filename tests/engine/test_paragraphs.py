"""What is shown of a page: head and nearest paragraphs with their neighbours, never past the limit (R087-R089)."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.engine.paragraphs import inside, joined, worth_showing
from research.engine.thin import far_too_short
from research.engine.tools import ReadPage, Tools
from research.roles.briefs import PageText
from research.roles.shown_page import show
from research.roles.tokens import count_tokens
from tests.builders import goal, source, world

HEAD = "Annual report of the port\n\nPublished: 4 May 2019\n\n"
FILLER = "".join(
    f"The weather of day {n} was mild, and the boats went out to sea in the morning.\n\n" for n in range(150)
)
ANSWER = "The grid storage capacity of Lanwan was 1,240 MWh at the end of 2024, the bureau says.\n\n"
LONG = ReadPage(source("Report"), HEAD + FILLER + ANSWER + FILLER, "https://a.example/")
CHINESE = ReadPage(
    source("公报"), "发布日期：2024年12月31日\n\n" + "今天天气晴朗，渔船早上出海。\n\n" * 200, "https://b.example/"
)


def tools(**limits: Any) -> Tools:
    return world(**limits).tools


def words(page: ReadPage, shown: tuple[tuple[int, int], ...]) -> str:
    return "\n…\n".join(page.text[start:end] for start, end in shown)


async def test_the_head_and_the_paragraph_that_answers_are_shown() -> None:
    shown = await worth_showing(LONG, goal(), "capacity", (), tools())
    assert "Published: 4 May 2019" in words(LONG, shown)
    assert "1,240 MWh" in words(LONG, shown)


@pytest.mark.parametrize("page", [LONG, CHINESE])
@pytest.mark.parametrize("limit", [200, 900, 4000])
async def test_it_stays_under_the_limit_by_a_real_count_and_neighbours_fill_it(page: ReadPage, limit: int) -> None:
    shown = await worth_showing(page, goal(), "capacity", (), tools(page_tokens=limit))
    tokens = sum(count_tokens(page.text[start:end]) for start, end in shown)
    assert tokens <= limit < count_tokens(page.text) or tokens == count_tokens(page.text)
    assert tokens >= min(limit, 900) / 3


async def test_what_a_model_reads_of_it_is_numbered_labelled_and_still_under_the_limit() -> None:
    shown = await worth_showing(LONG, goal(), "capacity", (), tools())
    page = PageText("Report", LONG.text, None, shown)
    text = show(page, frozenset({"storage", "capacity"}), 900).text()
    assert count_tokens(text) <= 900
    assert text.startswith("[S1] ¶ 1, Report\n[1] Annual report of the port")
    assert "\n[S2] ¶ 1" in text
    assert "1,240 MWh" in text


async def test_a_short_page_is_shown_whole_and_nothing_is_embedded() -> None:
    class Dumb:
        name = "none"

        async def embed(self, texts):  # type: ignore[no-untyped-def]
            raise AssertionError("a short page needs no vector")

    page = ReadPage(source("Short"), ANSWER, "https://c.example/")
    there = replace(tools(), embedder=Dumb())  # type: ignore[arg-type]
    assert await worth_showing(page, goal(), "capacity", (), there) == ((0, len(ANSWER)),)
    assert await worth_showing(replace(page, text=""), goal(), "capacity", (), there) == ()


async def test_a_page_that_is_read_again_is_read_where_it_was_not_quoted() -> None:
    again = "Lanwan plans a further grid storage station of 300 MWh for the year 2026, the bureau says."
    page = replace(LONG, text=HEAD + FILLER + ANSWER + FILLER + again)
    first = await worth_showing(page, goal(), "capacity", (page.text.index(ANSWER),), tools(quotes_per_page=1))
    assert "300 MWh" in words(page, first)
    assert "1,240 MWh" not in words(page, first)


async def test_no_quote_of_an_index_may_join_two_of_its_items() -> None:
    """B-066."""
    items = [f"Headline {n}: Lanwan grid storage\nand its teaser {n}" for n in range(10)]
    page = replace(LONG, text="\n".join(items), listed=True)
    shown = await worth_showing(page, goal(), "capacity", (), tools())
    assert [page.text[start:end] for start, end in shown] == page.text.split("\n")


STRETCHES = st.lists(st.tuples(st.integers(0, 99), st.integers(1, 30)).map(lambda made: (made[0], made[0] + made[1])))


@given(STRETCHES)
def test_joined_stretches_hold_all_and_nothing_else_and_never_meet(stretches: list[tuple[int, int]]) -> None:
    made = joined(stretches)
    held, given_ = ({at for start, end in each for at in range(start, end + 1)} for each in (made, stretches))
    assert held == given_
    assert all(inside(start, end, made) for start, end in stretches)
    assert all(before[1] + 1 < after[0] for before, after in pairwise(made))


@pytest.mark.parametrize(
    ("length", "earlier", "failed"),
    [
        (300, [8000, 9000, 7000, 8500], True),
        (300, [8000, 9000, 7000], False),  # too few to know the site
        (2000, [8000, 9000, 7000, 8500], False),  # a shorter article
        (300, [8000, 9000, 500, 8500], False),  # short pages are nothing new here
        (1599, [8000] * 4, True),
        (1600, [8000] * 4, False),
        (0, [], False),
    ],
)
def test_far_less_text_than_before_is_a_failure_where_the_site_is_known(
    length: int, earlier: list[int], failed: bool
) -> None:
    assert far_too_short(length, earlier, tools().limits) is failed

"""A found sentence is quoted with the amounts that its paragraph goes on to tell, as far as there is room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reach.segment import Span
from research.roles.builtin.passages import Passage, units, windows
from research.roles.builtin.widened import widened

ROOM = 400
FLEET = "On 1 May 2020 the Orrel fleet carried 12 tonnes. A year earlier it carried 9 tonnes.\n\nIt is open at night."
ARTICLES = "第一条 本办法适用于渔船。\n\n第二条 补贴按吨算。小船每吨3元；大船每吨5元。发放两年。\n\n第三条 即日起施行。"


def _wide(text: str, found: str, longest: int = ROOM, walls: frozenset[int] = frozenset()) -> str:
    spans = units(text, longest)
    start = text.index(found)
    passage = next(
        each for each in windows(spans, walls, longest) if (each.start, each.end) == (start, start + len(found))
    )
    wide = widened(passage, text, spans, walls, longest)
    return text[wide.start : wide.end]


@pytest.mark.parametrize(
    ("text", "found", "quoted"),
    [
        (FLEET, "On 1 May 2020 the Orrel fleet carried 12 tonnes.", FLEET.split("\n\n")[0]),
        (FLEET, "A year earlier it carried 9 tonnes.", FLEET.split("\n\n")[0]),
        (ARTICLES, "第二条 补贴按吨算。", ARTICLES.split("\n\n")[1]),
        (ARTICLES, "第一条 本办法适用于渔船。\n\n第二条 补贴按吨算。", "\n\n".join(ARTICLES.split("\n\n")[:2])),
    ],
)
def test_a_quote_stops_where_its_paragraph_ends_and_not_before_the_figures(text: str, found: str, quoted: str) -> None:
    assert _wide(text, found) == quoted


def test_a_quote_goes_on_to_the_amounts_and_not_to_what_tells_none_nor_further_than_there_is_room() -> None:
    text = "Boats came early. Nets were dry. They weighed 12 tonnes. The crew slept 40 metres uphill. All slept."
    assert _wide(text, "Nets were dry.", longest=45) == "Nets were dry. They weighed 12 tonnes."
    assert _wide(text, "Nets were dry.") == text.removeprefix("Boats came early. ").removesuffix(" All slept.")


@pytest.mark.parametrize("tail", ["It has these parts:", "其中包括："])
def test_a_quote_goes_on_to_nothing_that_only_announces(tail: str) -> None:
    assert _wide(f"Boats came early. {tail}\n- hull", "Boats came early.") == "Boats came early."


def test_a_row_stands_for_itself() -> None:
    text = "Mole | Length: 30 | Width: 4\nPier | Length: 90 | Width: 6"
    assert _wide(text, "Mole | Length: 30 | Width: 4") == "Mole | Length: 30 | Width: 4"


def test_a_quote_goes_over_no_wall() -> None:
    text = "The pier is 90 metres long. Boats came early. Nets weighed 12 tonnes."
    assert _wide(text, "Boats came early.") == text
    assert _wide(text, "Boats came early.", walls=frozenset({0})) == "Boats came early. Nets weighed 12 tonnes."


@given(
    st.lists(st.sampled_from(["Ab cd. ", "Ef 3 kg ij. ", "Kl.\n", "Mn op qr st. ", "Wx:\n"]), min_size=1, max_size=12),
    st.integers(10, 60),
)
def test_what_was_found_stays_in_the_quote_and_the_quote_fits(pieces: list[str], longest: int) -> None:
    text = "".join(pieces)
    spans: tuple[Span, ...] = units(text, longest)
    for found in windows(spans, frozenset(), longest):
        wide: Passage = widened(found, text, spans, frozenset(), longest)
        assert wide.start <= found.start and found.end <= wide.end and wide.end - wide.start <= longest
        assert text[wide.start : wide.end] == text[spans[wide.units[0]].start : spans[wide.units[1] - 1].end]

"""A body as shared parts: it comes back to the byte, and what two bodies have in common is kept once."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from memory.parts import digest, framed, numbers, parts, whole, written

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=20
)


class Shelf:
    def __init__(self) -> None:
        self.at: dict[str, int] = {}

    def number(self, part: Any) -> int:
        return self.at.setdefault(written(part), len(self.at) + 1)

    def part(self, number: int) -> Any:
        return json.loads(next(text for text, at in self.at.items() if at == number))


@given(JSON)
def test_whatever_the_body_it_comes_back_byte_for_byte(body: Any) -> None:
    shelf = Shelf()
    frame = json.loads(written(framed(body, shelf.number)))
    assert written(whole(frame, shelf.part)) == written(body)
    assert numbers(frame) == set(shelf.at.values())
    assert {written(part) for part in parts(body)} == set(shelf.at)


@given(st.lists(st.dictionaries(TEXTS, SCALARS, min_size=1), min_size=1, max_size=6), st.data())
def test_a_change_of_one_goal_adds_one_part(goals: list[Any], data: st.DataObject) -> None:
    shelf = Shelf()
    framed({"goals": goals, "active": 1}, shelf.number)
    before = len(shelf.at)
    at = data.draw(st.integers(0, len(goals) - 1))
    framed({"goals": [*goals[:at], {"another": ["goal"]}, *goals[at + 1 :]], "active": 2}, shelf.number)
    assert len(shelf.at) == before + 1


def test_a_list_of_numbers_is_one_part_and_a_frame_holds_no_words() -> None:
    shelf = Shelf()
    frame = framed({"archived": [3, 7, 9], "gaps": ["when?"], "draft": "words", "active": None}, shelf.number)
    assert frame == {"archived": "1", "gaps": [2], "draft": "3", "active": None}


def test_another_text_has_another_digest() -> None:
    assert digest("1") != digest("1.0") and len(digest("")) == 32

"""What the input of a call is spent on is told from the names of a prompt's values."""

import pytest

from research import prompts
from research.roles.endpoints import Request
from research.roles.tokens import count_tokens
from research.roles.uses import INSTRUCTIONS, NOTES, RAW, Parts, parts_of

PAGE = "The plant has 1,240 MWh of storage.\n\nMissing: everything else. " * 40


def request(name: str, behind: str = "", **values: object) -> Request:
    given = {place: f"value of {place}" for place in prompts.placeholders(name)} | values
    rendered = prompts.render(name, **given)
    return Request(rendered.prompt + behind, rendered.system, None, name, 100, "executor", name, rendered.hash)


@pytest.mark.parametrize("name", prompts.names())
def test_every_value_of_every_prompt_has_one_use(name: str) -> None:
    places = prompts.placeholders(name)
    assert places <= RAW | NOTES | INSTRUCTIONS
    assert not RAW & NOTES and not NOTES & INSTRUCTIONS and not RAW & INSTRUCTIONS


@pytest.mark.parametrize("name", prompts.names())
def test_a_rendered_prompt_is_taken_apart_into_its_values(name: str) -> None:
    given = {place: f"{place}: 100 $ of {{it}}\n现在" for place in prompts.placeholders(name)}
    assert prompts.taken_apart(name, prompts.render(name, **given).prompt) == given


def test_a_page_is_raw_and_quotations_read_again_are_notes() -> None:
    page, notes = request("quote", page=PAGE, earlier=""), request("facts", entries=PAGE)
    for asked, raw in ((page, True), (notes, False)):
        counted = count_tokens(asked.system + asked.prompt)
        parts = parts_of(asked, counted)
        assert (parts.raw, parts.notes)[raw] == 0
        assert abs((parts.raw or parts.notes) - count_tokens(PAGE)) < 20


def test_shares_are_of_what_the_server_counted_and_never_more() -> None:
    asked = request("quote", page=PAGE)
    assert parts_of(asked, 1000).raw < 1000
    assert parts_of(asked, 0) == Parts()
    assert 0 < parts_of(request("quote", "\n\nAnswer again.", page=PAGE), 1000).raw <= 1000


def test_a_prompt_of_no_file_is_instructions_throughout() -> None:
    assert parts_of(Request("x", "y", None, "", 9, "planner", "no_such", ""), 100) == Parts()

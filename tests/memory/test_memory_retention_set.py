"""Each labelled fact, lost alone from a passage that is otherwise kept to the letter: is it noticed? (R041, R143)"""

import pytest

from memory.retention import asserted, lost
from research.management.measure.retention import noticed
from tests.memory.labelled import passages

OPEN = {
    "en": {"name": 1.0, "number": 1.0, "date": 1.0, "source": 1.0},
    "zh": {"name": 0.984, "number": 1.0, "date": 1.0, "source": 1.0},
}
HELD = {
    "en": {"name": 0.991, "number": 1.0, "date": 0.984, "source": 1.0},
    "zh": {"name": 0.919, "number": 0.992, "date": 1.0, "source": 1.0},
}
"""Shares noticed, as measured; the held part once, when the rules were done. What a rule doesn't tell are Chinese names
made of everyday words ("东方晨星"): where their line lost anything else beside, it is kept whole, and they with it."""
ITEMS_A_FACT = 1.6
"""At most: what is asserted and no fact costs a line kept word for word."""


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("part", "least"), [("open", OPEN), ("held", HELD)])
def test_a_fact_that_is_lost_alone_is_noticed(part: str, least: dict[str, dict[str, float]], language: str) -> None:
    shares, missed = noticed(passages(language, part))
    print(f"noticed, {language} {part}: {shares}, not noticed: {len(missed)}")
    assert {kind: share for kind, share in shares.items() if share < least[language][kind]} == {}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_passage_that_is_kept_lost_nothing_and_not_much_more_than_its_facts_is_asserted(language: str) -> None:
    open_ones = passages(language, "open")
    assert all(lost(each.text, f"In short: {each.text}").empty for each in open_ones)
    facts = sum(len(each.facts) for each in open_ones)
    assert sum(asserted(each.text) for each in open_ones) <= ITEMS_A_FACT * facts

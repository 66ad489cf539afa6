"""Each labelled fact, lost alone from a passage that is otherwise kept to the letter: is it noticed? (R041, R143)"""

import pytest

from memory.retention import asserted, lost
from research.management.measure.retention import noticed
from tests.memory.labelled import passages

NAMES = {"en": 1.0, "zh": 0.98}
"""The least share of names noticed. Chinese ones that are made of everyday words ("东方晨星") no rule tells from
these words; where a line lost anything else beside them, it is kept whole, and they with it."""
ITEMS_A_FACT = 1.6
"""At most: what is asserted and no fact costs a line kept word for word."""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_fact_that_is_lost_alone_is_noticed(language: str) -> None:
    shares, missed = noticed(passages(language, "open"))
    print(f"noticed, {language} open: {shares}, not: {missed}")
    assert shares.pop("name") >= NAMES[language]
    assert set(shares.values()) == {1.0}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_passage_that_is_kept_lost_nothing_and_not_much_more_than_its_facts_is_asserted(language: str) -> None:
    open_ones = passages(language, "open")
    assert all(lost(each.text, f"In short: {each.text}").empty for each in open_ones)
    facts = sum(len(each.facts) for each in open_ones)
    assert sum(asserted(each.text) for each in open_ones) <= ITEMS_A_FACT * facts

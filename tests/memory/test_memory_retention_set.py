"""Each labelled fact, lost alone from a passage that is otherwise kept to the letter: is it noticed? (R041, R143)"""

from collections import Counter

import pytest

from memory.retention import asserted, lost
from tests.memory.labelled import Passage, passages

OPEN = {"en": (1.0, 1.0), "zh": (0.98, 1.0)}
"""The least share noticed of names, and of numbers, dates and sources each. Chinese names that are made of everyday
words ("东方晨星") no rule tells from these words."""
ITEMS_A_FACT = 1.6
"""At most: what is asserted and no fact costs a line kept word for word."""


def unnoticed(passage: Passage) -> list[tuple[str, str]]:
    gone = []
    for fact in passage.facts:
        blurred = passage.without([fact.text])
        assert blurred != passage.text, fact
        if lost(passage.text, blurred).empty:
            gone.append((fact.kind, fact.text))
    return gone


def measured(language: str, part: str) -> tuple[dict[str, float], list[tuple[str, str]]]:
    there = Counter(fact.kind for passage in passages(language, part) for fact in passage.facts)
    missed = [each for passage in passages(language, part) for each in unnoticed(passage)]
    gone = Counter(kind for kind, _ in missed)
    return {kind: 1 - gone[kind] / there[kind] for kind in there}, missed


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_fact_that_is_lost_alone_is_noticed(language: str) -> None:
    shares, missed = measured(language, "open")
    print(f"noticed, {language} open: {shares}, not: {missed}")
    names, others = OPEN[language]
    assert shares.pop("name") >= names
    assert min(shares.values()) >= others


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_passage_that_is_kept_lost_nothing_and_not_much_more_than_its_facts_is_asserted(language: str) -> None:
    open_ones = passages(language, "open")
    assert all(lost(each.text, f"In short: {each.text}").empty for each in open_ones)
    facts = sum(len(each.facts) for each in open_ones)
    assert sum(asserted(each.text) for each in open_ones) <= ITEMS_A_FACT * facts

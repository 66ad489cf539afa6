from pathlib import Path

import pytest

from memory.figures import contrast

PAIRS = [line.split("\t") for line in Path(__file__).with_name("query_pairs.tsv").read_text("utf-8").splitlines()[1:]]


def test_different_questions_are_flagged_and_rewordings_are_not():
    different = [(a, b) for same, a, b in PAIRS if same == "0"]
    equal = [(a, b) for same, a, b in PAIRS if same == "1"]
    assert len(different) >= 50
    assert len(equal) >= 40
    assert sum(bool(contrast(a, b)) for a, b in different) >= 0.9 * len(different)
    assert sum(bool(contrast(a, b)) for a, b in equal) <= 0.2 * len(equal)


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        ("BYD revenue 2023", "BYD revenue 2024", "dates"),
        ("Python 3.12 release", "Python 3.13 release", "identifiers"),
        ("loans above 5 million yuan", "loans above 9 million yuan", "quantities"),
        ("铁矿石进口量", "铁矿石出口量", "opposites"),
        ("flights from Rome to Oslo", "flights from Oslo to Rome", "roles"),
        ("支持外键的版本", "不支持外键的版本", "negation"),
        ("who designed the bridge", "when was the bridge designed", "asked for"),
        ("average rent in Munich", "average rent in Hamburg", "names"),
    ],
)
def test_the_reason_says_what_differs(a, b, reason):
    assert any(found.startswith(reason) for found in contrast(a, b))


@pytest.mark.parametrize(("same", "a", "b"), PAIRS)
def test_order_of_the_two_makes_no_difference(same, a, b):
    assert bool(contrast(a, b)) == bool(contrast(b, a))


def test_a_text_does_not_contrast_with_itself():
    assert not any(contrast(text, text) for _, *both in PAIRS for text in both)

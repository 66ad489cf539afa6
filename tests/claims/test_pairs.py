"""The builtin checker on labelled pairs: a wrong claim is hardly ever called supported, and most right ones are."""

from pathlib import Path

import pytest

from research.management.measure.claims import Pair, as_table, confusion, judged, pairs_of, rates
from research.roles.builtin.embedder import meaning
from research.terms import Verdict

HERE = Path(__file__).parent
OPEN = [pair for pair in pairs_of(HERE / "pairs.jsonl") if pair["part"] == "open"]
TURNED = pairs_of(HERE / "turned.jsonl")


SECOND = [pair for pair in pairs_of(HERE / "second.jsonl") if int(pair["id"].removeprefix("d-")) % 2]
"""The odd half, which was looked at; the even one was scored once and guards nothing (docs/claims.md)."""


def test_the_open_part_meets_both_bars() -> None:
    """The second with an embedder only: by words alone some two in a hundred fewer."""
    found = rates(judged(OPEN))
    assert found["false_supported"] <= 0.02
    assert found["supported"] >= (0.85 if meaning() else 0.8)


@pytest.mark.parametrize("pairs", [OPEN, TURNED, SECOND], ids=["open", "turned", "second"])
def test_what_is_right_is_hardly_ever_called_contradicted(pairs: list[Pair]) -> None:
    """No model may overrule code's contradiction, so it must be sure."""
    right = [verdict for pair, verdict in judged(pairs) if pair["label"] == "supported"]
    assert right.count(Verdict.CONTRADICTED) <= 0.03 * len(right)


def test_the_half_of_the_second_set_that_was_looked_at_lets_no_more_than_one_in_fifty_pass() -> None:
    assert rates(judged(SECOND))["false_supported"] <= 0.02


def test_pairs_whose_every_word_stands_in_the_quote_are_told_apart_as_well() -> None:
    """Written while tuning, harder than the others: the quote says the claim's words of somebody else."""
    found = rates(judged(TURNED))
    assert found["false_supported"] <= 0.05
    assert found["supported"] >= 0.85


@pytest.mark.parametrize("kind", sorted({pair["kind"] for pair in OPEN if pair["label"] == "wrong"}))
def test_no_kind_of_fault_passes_more_than_once(kind: str) -> None:
    found = judged(pair for pair in OPEN if pair["kind"] == kind)
    assert [pair["id"] for pair, verdict in found if verdict is Verdict.SUPPORTED][1:] == []


def test_the_set_is_half_chinese_and_a_fifth_is_held_back() -> None:
    pairs = pairs_of(HERE / "pairs.jsonl")
    chinese = sum(pair["language"] in ("zh", "mixed") for pair in pairs)
    assert len(pairs) >= 300
    assert chinese >= len(pairs) / 2
    assert sum(pair["part"] == "held" for pair in pairs) * 5 >= len(pairs) - 5
    assert len({pair["id"] for pair in pairs}) == len(pairs)


def test_the_table_counts_every_pair_once() -> None:
    pairs = OPEN[:20]
    counts = confusion(judged(pairs))
    assert sum(sum(row.values()) for row in counts.values()) == len(pairs)
    lines = as_table(counts).splitlines()
    assert lines[0] == "| kind | supported | partly | contradicted | not found | not checked |"
    assert len(lines) == len(counts) + 2

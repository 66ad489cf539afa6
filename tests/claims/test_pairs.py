"""The builtin checker on labelled pairs: a wrong claim is hardly ever called supported, and most right ones are."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from research.management.measure import claims
from research.management.measure.claims import Judged, Pair, as_table, confusion, in_words, pairs_of, rates, told
from research.roles.builtin.embedder import meaning
from research.terms import Verdict

HERE = Path(__file__).parent
FIRST = pairs_of(HERE / "pairs.jsonl")
OPEN = [pair for pair in FIRST if pair["part"] == "open"]
HELD = [pair for pair in FIRST if pair["part"] == "held"]
SECOND = pairs_of(HERE / "second.jsonl")
THIRD = pairs_of(HERE / "third.jsonl")
FOURTH = pairs_of(HERE / "fourth.jsonl")
FIFTH = pairs_of(HERE / "fifth.jsonl")
SIXTH = pairs_of(HERE / "sixth.jsonl")
SEVENTH = pairs_of(HERE / "seventh.jsonl")
EIGHTH = pairs_of(HERE / "eighth.jsonl")
TURNED = pairs_of(HERE / "turned.jsonl")
"""All were looked at: they guard what was reached, and measure nothing new (docs/claims.md)."""


@cache
def _verdict(line: str, words_in_order: float | None) -> Verdict:
    ((_, verdict),) = claims.judged([json.loads(line)], words_in_order=words_in_order)
    return verdict


def judged(pairs: Iterable[Pair], words_in_order: float | None = 0) -> list[Judged]:
    """Each pair once, whichever of the tests below ask for it. By the rules alone, in any order, unless told so."""
    return [(pair, _verdict(json.dumps(pair), words_in_order)) for pair in pairs]


@pytest.mark.parametrize(
    "pairs",
    [OPEN, HELD, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH, EIGHTH, TURNED],
    ids=["open", "held", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "turned"],
)
def test_by_the_products_own_limits_hardly_a_wrong_claim_of_any_set_is_called_supported(pairs: list[Pair]) -> None:
    assert rates(judged(pairs, None))["false_supported"] <= 0.01


def test_what_is_copied_needs_no_reader() -> None:
    copied = [pair for pair in (*OPEN, *HELD, *SIXTH, *SEVENTH) if pair["kind"] == "supported-verbatim"]
    assert rates(judged(copied, None))["supported"] >= 0.95


def test_the_open_part_meets_both_bars() -> None:
    """The second with an embedder only: by words alone some two in a hundred fewer."""
    found = rates(judged(OPEN))
    assert found["false_supported"] <= 0.02
    assert found["supported"] >= (0.85 if meaning() else 0.8)


@pytest.mark.parametrize("pairs", [HELD, SECOND, THIRD], ids=["held", "second", "third"])
def test_of_the_other_sets_no_more_than_one_in_fifty_passes_and_three_in_four_of_the_right_ones_do(
    pairs: list[Pair],
) -> None:
    found = rates(judged(pairs))
    assert found["false_supported"] <= 0.02
    assert found["supported"] >= (0.75 if meaning() else 0.7)


def test_of_the_fourth_set_hardly_a_wrong_one_passes_and_two_in_three_of_the_right_ones_do() -> None:
    """Worked on for what passed wrongly: a "partly" too many costs a reading, a "supported" too many costs trust."""
    found = rates(judged(FOURTH))
    assert found["false_supported"] <= 0.01
    assert found["supported"] >= (0.66 if meaning() else 0.6)


def test_what_figures_and_structure_decide_is_found_seven_times_in_eight() -> None:
    """Rounding, conversion, ranges, dates, arithmetic, shortening: all but paraphrase."""
    decided = [pair for pair in THIRD if pair["label"] == "supported" and pair["kind"] != "supported-paraphrase"]
    assert rates(judged(decided))["supported"] >= (0.875 if meaning() else 0.85)


@pytest.mark.parametrize(
    "pairs",
    [OPEN, HELD, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH, EIGHTH, TURNED],
    ids=["open", "held", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "turned"],
)
def test_what_is_right_is_hardly_ever_called_contradicted(pairs: list[Pair]) -> None:
    """No model may overrule code's contradiction, so it must be sure."""
    assert rates(judged(pairs))["false_contradicted"] <= 0.02


def test_pairs_whose_every_word_stands_in_the_quote_are_told_apart_as_well() -> None:
    """Written while tuning, harder than the others: the quote says the claim's words of somebody else."""
    found = rates(judged(TURNED))
    assert found["false_supported"] <= 0.04
    assert found["supported"] >= 0.85


@pytest.mark.parametrize("kind", sorted({pair["kind"] for pair in OPEN if pair["label"] == "wrong"}))
def test_no_kind_of_fault_passes_more_than_once(kind: str) -> None:
    found = judged(pair for pair in OPEN if pair["kind"] == kind)
    assert [pair["id"] for pair, verdict in found if verdict is Verdict.SUPPORTED][1:] == []


def test_the_set_is_half_chinese_and_a_fifth_is_held_back() -> None:
    pairs = FIRST
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


def test_a_file_without_parts_is_measured_as_a_whole(tmp_path: Path) -> None:
    few = (HERE / "third.jsonl").read_text().splitlines()[:20]
    (tmp_path / "few.jsonl").write_text("\n".join(few))
    found = told(tmp_path / "few.jsonl")
    assert list(found) == ["all"]
    assert found["all"]["pairs"] == 20
    assert in_words(found["all"]).startswith("20 pairs; wrong called supported ")

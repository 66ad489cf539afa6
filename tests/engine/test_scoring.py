"""0.6 relevance, 0.2 credibility, 0.2 timeliness; 0.65 is in, 0.649 is out (R057, R059)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.engine.limits import Limits, OutOfRange
from research.engine.scoring import accepted, score

LIMITS = Limits()
PART = st.floats(0, 1)


def test_the_weights_are_those_of_the_requirement() -> None:
    assert score(1, 0, 0, "", LIMITS).total == 0.6
    assert score(0, 1, 0, "", LIMITS).total == 0.2
    assert score(0, 0, 1, "", LIMITS).total == 0.2


@pytest.mark.parametrize(
    ("relevance", "credibility", "timeliness", "total", "taken"),
    [
        (0.5, 0.75, 1.0, 0.65, True),
        (0.75, 0.5, 0.5, 0.65, True),
        (0.5, 0.745, 1.0, 0.649, False),
        (0.748333, 0.5, 0.5, 0.649, False),
        (0.65, 0.65, 0.65, 0.65, True),  # sums of floats: 0.39 + 0.13 + 0.13 is 0.65
    ],
)
def test_the_bar_lies_between_0_649_and_0_650(
    relevance: float, credibility: float, timeliness: float, total: float, taken: bool
) -> None:
    made = score(relevance, credibility, timeliness, "", LIMITS)
    assert made.total == pytest.approx(total, abs=1e-6)
    assert accepted(made, LIMITS) is taken


@pytest.mark.parametrize("part", [-0.01, 1.01, float("nan"), float("inf")])
@pytest.mark.parametrize("at", range(3))
def test_a_part_outside_0_to_1_is_a_broken_answer(part: float, at: int) -> None:
    parts = [0.5, 0.5, 0.5]
    parts[at] = part
    with pytest.raises(ValueError, match=r"0\.\.1"):
        score(*parts, "", LIMITS)


@given(PART, PART, PART)
def test_a_score_lies_between_its_parts(relevance: float, credibility: float, timeliness: float) -> None:
    parts = (relevance, credibility, timeliness)
    assert min(parts) - 1e-6 <= score(*parts, "", LIMITS).total <= max(parts) + 1e-6


def test_weights_that_do_not_sum_to_one_are_refused() -> None:
    with pytest.raises(OutOfRange, match="sum to 1"):
        Limits.of({**LIMITS.values(), "weight_relevance": 0.7})
    assert Limits.of({**LIMITS.values(), "weight_relevance": 0.5, "weight_credibility": 0.3}).weight_credibility == 0.3


def test_a_higher_bar_takes_less() -> None:
    made = score(0.7, 0.7, 0.7, "", LIMITS)
    assert accepted(made, LIMITS)
    assert not accepted(made, replace(LIMITS, accept_score=0.75))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"no_such": 1}, "unknown limit: no_such"),
        ({"accept_score": True}, "must be a number"),
        ({"accept_score": float("nan")}, "between 0 and 1"),
        ({"first_goals": 2.5}, "whole number"),
        ({"lease_seconds": 4, "beat_seconds": 3}, "half of lease_seconds"),
        ({"first_goals": 8, "goals_in_all": 4}, "first_goals"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_by_name(values: dict[str, float], words: str) -> None:
    with pytest.raises(OutOfRange, match=words):
        Limits.of({**LIMITS.values(), **values})


def test_a_stored_version_is_read_by_any_later_program() -> None:
    """A limit that is gone since, one that came since, and a range that became narrower: none may stop a task."""
    assert Limits.kept({"accept_score": 0.7, "gone_since": 3, "hits": 99}) == replace(LIMITS, accept_score=0.7, hits=99)

"""Whether a curve is flat."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.management.measure.slope import slope


def test_a_constant_curve_is_flat() -> None:
    assert slope([2_400] * 50).flat


def test_a_growing_curve_is_not() -> None:
    told = slope([100 * step for step in range(50)])
    assert told.value == pytest.approx(100)
    assert not told.flat


def test_noise_without_a_trend_is_flat_and_with_one_is_not() -> None:
    made = random.Random(7)
    noise = [made.gauss(0, 100) for _ in range(400)]
    assert slope([2_000 + each for each in noise]).flat
    told = slope([2_000 + 2 * step + each for step, each in enumerate(noise)])
    assert told.low > 1 and not told.flat


def test_neighbours_that_are_alike_widen_the_interval() -> None:
    wave = [2_000 + (100 if step % 100 < 50 else 0) for step in range(400)]
    mixed = random.Random(3).sample(wave, len(wave))
    assert slope(wave).high - slope(wave).low > slope(mixed).high - slope(mixed).low


@given(st.lists(st.integers(0, 6_000), min_size=3, max_size=60))
def test_the_slope_lies_in_its_interval(values: list[int]) -> None:
    told = slope(values)
    assert told.low <= told.value <= told.high


def test_two_values_have_no_error_to_speak_of() -> None:
    with pytest.raises(ValueError, match="three"):
        slope([1, 2])

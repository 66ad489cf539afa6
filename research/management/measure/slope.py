"""Whether a curve is flat: the least-squares slope with its 95 % interval (R106)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

Z95 = 1.96
"""Standard errors on each side. Steps follow each other and aren't independent, so the error is widened by their
correlation first."""
MOST_CORRELATED = 0.99


@dataclass(frozen=True, slots=True)
class Slope:
    """Per step, in the curve's unit."""

    value: float
    low: float
    high: float

    @property
    def flat(self) -> bool:
        """The interval contains zero."""
        return self.low <= 0 <= self.high


def slope(values: Sequence[float]) -> Slope:
    """Of at least three values; a curve of fewer has no error to speak of."""
    count = len(values)
    if count <= 2:
        raise ValueError(f"a slope needs at least three values, not {count}")
    middle, mean = (count - 1) / 2, sum(values) / count
    spread = sum((at - middle) ** 2 for at in range(count))
    rise = sum((at - middle) * (value - mean) for at, value in enumerate(values)) / spread
    rests = [value - mean - rise * (at - middle) for at, value in enumerate(values)]
    error = math.sqrt(sum(rest * rest for rest in rests) / (count - 2) / spread) * _widened(rests)
    return Slope(rise, rise - Z95 * error, rise + Z95 * error)


def _widened(rests: Sequence[float]) -> float:
    """Neighbours that are alike tell less than independent ones: the usual correction for a first-order chain."""
    power = sum(rest * rest for rest in rests)
    if not power:
        return 1.0
    alike = sum(left * right for left, right in pairwise(rests)) / power
    alike = min(max(alike, 0.0), MOST_CORRELATED)
    return math.sqrt((1 + alike) / (1 - alike))

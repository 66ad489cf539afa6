"""Which values of a threshold are tried, and which of them is recommended (one command each)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

NEAR_ENOUGH = 0.01
"""Of coverage: a point less for fewer tokens is no loss that so few key points could show."""


@dataclass(frozen=True, slots=True)
class Sweep:
    what: str
    values: tuple[float, ...]
    beside: Mapping[str, float] = field(default_factory=dict)
    """Limits that are changed at every value, so that the swept one has something to do."""


DEEP = {"input_tokens": 2400, "page_tokens": 4000, "reads_in_all": 20}
"""Pages read to the end in the window of a small model: by section, in several turns with a history (C23)."""

SWEEPS = {
    "accept_score": Sweep("Evidence threshold", (0.55, 0.60, 0.65, 0.70, 0.75)),
    "reflect_every": Sweep("Rounds between two reflections", (1, 2, 3, 5, 8)),
    "hits": Sweep("Results taken from a search", (3, 6, 9, 12)),
    "report_tokens": Sweep("Cap of the evolving report", (600, 1200, 2400, 3000)),
    "resum_share": Sweep("ReSum in deep reading, at a share of its room", (0.6, 0.8, 1.0), DEEP),
}
"""By the limit's name."""


def recommended(told: Mapping[float, tuple[float, float]], default: float | None = None) -> float:
    """`told`: coverage and tokens of each value. The cheapest of those that cover as much as the best does; of equals
    the default, since nothing speaks for another."""
    best = max(coverage for coverage, _ in told.values())
    good = [value for value, (coverage, _) in told.items() if coverage >= best - NEAR_ENOUGH]
    return min(good, key=lambda value: (told[value][1], value != default, value))


def coverage_and_tokens(lines: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    return round(mean(line["coverage"] for line in lines), 3), round(mean(line["tokens"]["total"] for line in lines))

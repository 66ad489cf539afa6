"""What every result of a reach carries: where it came from, when it was fetched, how far it is believed and why (R199).

There is no result without the three: a label that lacks one can't be made. What brought nothing needs none.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from reach.pages import Outcome


@dataclass(frozen=True, slots=True)
class Label:
    source: str
    fetched_at: datetime
    """In UTC; on a cache hit the original time."""
    confidence: float
    computed: str
    """How the confidence came about, in one line."""

    def __post_init__(self) -> None:
        if not self.source.strip() or not self.computed.strip():
            raise ValueError("a label names its source and how its confidence was computed")
        if self.fetched_at.utcoffset() is None:
            raise ValueError(f"{self.source}: a time without its zone is no time")
        if not 0 <= self.confidence <= 1:
            raise ValueError(f"{self.source}: confidence lies between 0 and 1, not at {self.confidence}")
        object.__setattr__(self, "fetched_at", self.fetched_at.astimezone(UTC))


def label_of(outcome: Outcome) -> Label | None:
    """Raises ValueError where a result came without its label: better no row than one that can't be traced."""
    if not outcome.brought:
        return None
    if outcome.fetched_at is None or outcome.confidence is None:
        raise ValueError(f"{outcome.channel}: {outcome.target} came without time or confidence")
    return Label(f"{outcome.channel}: {outcome.target}", outcome.fetched_at, outcome.confidence, outcome.computed)

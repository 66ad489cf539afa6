"""Which texts go into a prompt when not all fit (R237-R240). Whole texts only: nothing is cut inside."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Packable:
    """The three sub-scores run from 0 to 1 and are computed once, elsewhere (C7)."""

    text: str
    relevance: float
    credibility: float
    freshness: float


@dataclass(frozen=True, slots=True)
class Weights:
    """`long_at`: tokens from which a text earns no brevity at all. Without brevity long pages crowd out notices."""

    relevance: float
    credibility: float
    freshness: float
    brevity: float
    long_at: int


def worth(item: Packable, tokens: int, weights: Weights) -> float:
    brevity = 1 - min(1.0, tokens / weights.long_at)
    return (
        weights.relevance * item.relevance
        + weights.credibility * item.credibility
        + weights.freshness * item.freshness
        + weights.brevity * brevity
    )


def pack(items: Sequence[Packable], cap_tokens: int, weights: Weights, count: Callable[[str], int]) -> tuple[int, ...]:
    """Indices of what stays, best first, together at most `cap_tokens`.

    A text too long for the room that is left is passed over and a lesser, shorter one may take it: stopping there
    would let one huge page empty the prompt. What isn't in the answer was left out, and the caller can say so.
    """
    tokens = [count(item.text) for item in items]
    by_worth = sorted(range(len(items)), key=lambda at: (-worth(items[at], tokens[at], weights), at))
    kept: list[int] = []
    room = cap_tokens
    for at in by_worth:
        if tokens[at] <= room:
            kept.append(at)
            room -= tokens[at]
    return tuple(kept)

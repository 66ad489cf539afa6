"""Which texts go into a prompt when not all fit (R237-R240). Whole texts only: nothing is cut inside."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory.figures import content_words, names, read
from memory.retention import missing


@dataclass(frozen=True, slots=True)
class Packable:
    """The three sub-scores run from 0 to 1 and are computed once, elsewhere (C7)."""

    text: str
    relevance: float
    credibility: float
    freshness: float
    words: str = ""
    """What is compared with other texts, where `text` has a number and an origin around it; empty: all of it."""


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


@dataclass(frozen=True, slots=True)
class Gathered:
    """The most informative of several texts on one matter, and the others that say it too (R240)."""

    index: int
    corroborating: tuple[int, ...]


def gather(texts: Sequence[str], alike: float) -> tuple[Gathered, ...]:
    """Texts that say the same, put behind the one with most figures, dates and names in it.

    `alike`: share of the poorer text's words that the richer must hold. A text with a figure that the richer lacks
    says something else, and stands for itself.
    """
    by_content = sorted(range(len(texts)), key=lambda at: (-_informative(texts[at]), at))
    words = [content_words(text) for text in texts]
    behind: dict[int, list[int]] = {}
    for at in by_content:
        near = (other for other in behind if words[at] and len(words[at] & words[other]) >= alike * len(words[at]))
        richer = next((other for other in near if missing(texts[at], texts[other]).count == 0), None)
        if richer is None:
            behind[at] = []
        else:
            behind[richer].append(at)
    return tuple(Gathered(at, tuple(sorted(behind[at]))) for at in sorted(behind))


def _informative(text: str) -> int:
    return len(read(text).spans()) + len(names(text))

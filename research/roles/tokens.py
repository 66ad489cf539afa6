"""How many tokens a text is: exactly for one public vocabulary, from above for all others.

It loads at the first count, not at import.
"""

from collections.abc import Callable
from functools import cache, lru_cache

from memory.pieces import pieces

KEPT = 512
"""Texts whose count is remembered: parts of a prompt are counted again for each way to put it together."""
FINER = 2
"""Smaller vocabularies cut the same text into at most this many times the pieces of o200k (tried on Qwen's and on one
of 8,000 pieces, English and Chinese)."""


@lru_cache(maxsize=KEPT)
def count_tokens(text: str) -> int:
    return _counter()(_encodable(text))


def at_most_tokens(text: str) -> int:
    """An upper bound for an unknown vocabulary. A byte-level one never needs more tokens than bytes."""
    return min(len(_encodable(text).encode()), FINER * count_tokens(text))


@cache
def _counter() -> Callable[[str], int]:
    """A platform without that wheel still gets a ceiling, if a generous one."""
    known = pieces("o200k_base")
    return known.count if known else lambda text: len(text.encode())


def _encodable(text: str) -> str:
    """A lone surrogate (half an emoji, as some models emit it) is no text for any encoder."""
    return text.encode("utf-8", "replace").decode("utf-8")

"""Whether an English word is an ordinary one: the spelling that a public vocabulary has, small or capital, tells.

A byte-pair vocabulary lists pieces of text by how common they are. "Target" stands there sooner with a small letter,
"Ireland" with a capital, "Kaohsiung" not at all. It comes with the wheel that counts tokens, so it costs no file here.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from memory.figures.gazetteer import COMMON, LATIN_PLACES
from memory.pieces import pieces

# Place in the vocabulary from which a small spelling is too rare to be trusted: half words and other languages.
_RARE = 70_000
_ENDINGS = ("'s", "s", "es", "ed", "d", "ing", "ly", "er", "ers")
_KEPT = 4096
# Letters: what is shorter is a part of a word as often as a word.
_SHORTEST = 3


@lru_cache(maxsize=_KEPT)
def ordinary(word: str) -> bool:
    """For words that begin a sentence, where the capital says nothing."""
    lower = word.lower().removesuffix("'s")
    if lower in COMMON:
        return True
    if word in LATIN_PLACES:
        return False
    stems = [lower, *(lower.removesuffix(ending) for ending in _ENDINGS if lower.endswith(ending))]
    return any(len(stem) >= _SHORTEST and (_small(stem) or _small(f"{stem}e")) for stem in stems)


def _small(lower: str) -> bool:
    small, capital = _place()(lower), _place()(lower.capitalize())
    return small is not None and small < _RARE and (capital is None or small < capital)


@cache
def _place() -> Callable[[str], int | None]:
    known = pieces("cl100k_base")
    if known is None:
        # Without the wheel every word is ordinary: names that begin a sentence are then told by other signs alone.
        return lambda word: 0 if word.islower() else None
    return lambda word: _only(known.encode(f" {word}"))


def _only(found: Sequence[int]) -> int | None:
    return found[0] if len(found) == 1 else None

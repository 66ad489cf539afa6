"""The same text under two names: a reprint counts once, however many hosts carry it (R251)."""

from functools import lru_cache

from reach.address import host, registrable
from reach.settings import PAGES_KEPT, ReachSettings
from reach.words import terms

_SETTINGS = ReachSettings()

Shingles = frozenset[tuple[str, ...]]


@lru_cache(maxsize=PAGES_KEPT)
def shingles(text: str, words: int = _SETTINGS.shingle_words) -> Shingles:
    """Every run of so many words. A text shorter than one run is a single run of its own."""
    row = terms(text)
    if len(row) <= words:
        return frozenset({tuple(row)}) if row else frozenset()
    return frozenset(tuple(row[at : at + words]) for at in range(len(row) - words + 1))


def containment(a: Shingles, b: Shingles) -> float:
    """Share of the shorter text that the longer one repeats: a reprint may add a frame or leave out its end."""
    if not a or not b:
        return 0.0
    return len(a & b) / min(len(a), len(b))


def is_reprint(a: str, b: str, threshold: float = _SETTINGS.similarity) -> bool:
    """A short note that a long page happens to quote whole is no reprint: the sizes must be of one order."""
    one, other = shingles(a), shingles(b)
    if not one or not other:
        return False
    sizes = min(len(one), len(other)) / max(len(one), len(other))
    return sizes >= _SETTINGS.reprint_size and containment(one, other) >= threshold


def publisher(url: str, declared: str = "") -> str:
    """Who answers for a page: the registrable host; for a library document what it declares, else the file itself. In
    its own spelling, since readers see it; who compares two folds them."""
    if declared.strip():
        named = declared.strip()
        return registrable(named) if named.startswith(("http://", "https://")) else " ".join(named.split())
    if url.startswith("doc:"):
        return url
    return registrable(url) or host(url)

"""Two matters of one kind that go opposite ways: nothing contradicts, but one goal is too coarse for both (R030)."""

from dataclasses import dataclass
from itertools import product

from memory.figures.folding import is_cjk
from memory.figures.lexicon import EMPTY
from memory.figures.values import Direction
from memory.figures.words import LATIN, latin_words, stem, uncovered
from memory.sayings import periods, rest, sentences, told, way


@dataclass(frozen=True, slots=True)
class Divergence:
    left: str
    right: str
    """What each side speaks of and the other doesn't."""
    left_way: Direction
    right_way: Direction


def diverge(quote_a: str, quote_b: str) -> Divergence | None:
    """Opposite trends in one period, in two sentences that have more in common than either has for itself: lithium
    carbonate rose, lithium hydroxide fell. Prices that fall while output rises are no such pair."""
    for mine, yours in product(sentences(quote_a), sentences(quote_b)):
        if {way(mine), way(yours)} != {Direction.UP, Direction.DOWN}:
            continue
        if periods(mine) != periods(yours) or not told(periods(mine)):
            continue
        left, right = _own(mine, yours), _own(yours, mine)
        if left and right and _size(left) + _size(right) < 2 * _shared(mine, yours):
            return Divergence(left, right, way(mine), way(yours))
    return None


def _own(text: str, other: str) -> str:
    mine, yours = rest(text), rest(other)
    known = set(latin_words(yours))
    latin = [word for word in LATIN.findall(mine) if word not in EMPTY and stem(word) not in known]
    return " ".join(dict.fromkeys([*latin, *uncovered(mine, yours)]))


def _size(words: str) -> int:
    """Latin words and Chinese characters: each says about as much."""
    return len(LATIN.findall(words)) + sum(map(is_cjk, words))


def _shared(text: str, other: str) -> int:
    mine, yours = rest(text), rest(other)
    latin = set(latin_words(mine)) & set(latin_words(yours))
    return len(latin) + len({char for char in mine if is_cjk(char)} & set(yours))

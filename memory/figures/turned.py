"""What a near copy turned round: a denial that is gone, figures in another order, a source behind another's words.

Asked only where most of a sentence's words stand again in one piece of the rewording: there nothing else explains it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.figures.folding import fold
from memory.figures.wording import negations
from memory.figures.words import content_words

_SENTENCE = re.compile(r"[^。！？；!?;\n]+?(?:[.](?=\s|$)|[。！？；!?;\n]|$)")
_FIGURE = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_LABEL = re.compile(r"(?<![A-Za-z0-9-])E-[0-9]{1,9}(?![0-9])")
_SAME = 0.7
"""Share of a sentence's words that one piece has to have before it is taken for its copy."""


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    words: frozenset[str]


def sentences(text: str) -> list[Piece]:
    folded = _LABEL.sub(" ", fold(text))
    return [Piece(each, content_words(each)) for each in map(str.strip, _SENTENCE.findall(folded)) if each]


def lines(text: str) -> list[Piece]:
    return [Piece(each, content_words(_LABEL.sub(" ", each))) for each in fold(text).split("\n") if each.strip()]


def turned(text: str, pieces: Sequence[Piece]) -> Iterator[str]:
    for sentence in sentences(text):
        copy = _copy(sentence.words, pieces)
        if copy is None:
            continue
        denied = negations(sentence.text)
        if len(negations(copy.text)) < len(denied):
            yield sentence.text
        ours, theirs = _FIGURE.findall(sentence.text), _FIGURE.findall(copy.text)
        if ours != theirs and sorted(ours) == sorted(theirs) and _frame(sentence.text) == _frame(copy.text):
            yield ", ".join(ours)


def mislabelled(text: str, label: str, pieces: Sequence[Piece]) -> bool:
    """Its words stand behind other sources, and nowhere behind its own."""
    words = content_words(_LABEL.sub(" ", fold(text)))
    there = {each for piece in pieces if _is_copy(words, piece) for each in _LABEL.findall(piece.text)}
    return bool(there) and bool(_LABEL.fullmatch(label)) and label not in there


def _frame(text: str) -> str:
    """The words without their figures: "In 2023 it rose" is no other order of "It rose in 2023"."""
    return " ".join(_FIGURE.sub("#", text).casefold().split())


def _is_copy(words: frozenset[str], piece: Piece) -> bool:
    return bool(words) and len(words & piece.words) >= _SAME * len(words)


def _copy(words: frozenset[str], pieces: Sequence[Piece]) -> Piece | None:
    best = max(pieces, key=lambda piece: len(words & piece.words), default=None)
    return best if best and _is_copy(words, best) else None

"""What a rewording that is nearly a copy leaves out: a Chinese name made of everyday words is told by nothing else.

Where most of a sentence stands again, the words that don't are missing from it, whatever they are; the sentence as it
stood costs hardly more than its copy. In a true rewording nothing is said by this, and the extractors decide alone.
"""

import re
from collections.abc import Iterator

from memory.figures.folding import fold
from memory.figures.segmented import heard, segmented
from memory.figures.words import pairs

_SENTENCE = re.compile(r"[^。！？；!?;\n]+")
_RUN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")
_COPIED = 0.7
"""Share of a sentence's characters that stand again beside a neighbour: from here on it is a copy."""
_LEAST = 8
"""Characters of a sentence that is long enough to be told from a turn of phrase."""
_TURNS = ("v", "d", "c", "p", "u", "r", "y", "f", "zg", "vn", "ad")
"""Marks of words that are exchanged for others without a loss, where they are said often."""
_OFTEN = 1000
"""Times that a word stands in the corpus of the segmenter's dictionary: from here on it is everybody's."""


def left_out(text: str, words: frozenset[str]) -> Iterator[str]:
    """`words`: the pairs of neighbouring characters that the rewording has."""
    for sentence in _SENTENCE.findall(fold(text)):
        runs = _RUN.findall(sentence)
        there = [[_stands(run, at, words) for at in range(len(run))] for run in runs]
        whole, kept = sum(map(len, runs)), sum(map(sum, there))
        if whole >= _LEAST and _COPIED * whole <= kept < whole:
            for run, stands in zip(runs, there, strict=True):
                yield from _gaps(run, stands)


def spoken(text: str) -> frozenset[str]:
    return frozenset(pairs(fold(text)))


def _stands(run: str, at: int, words: frozenset[str]) -> bool:
    return run[at : at + 2] in words or (at > 0 and run[at - 1 : at + 1] in words)


def _gaps(run: str, stands: list[bool]) -> Iterator[str]:
    start = 0
    for at, there in enumerate([*stands, True]):
        if there:
            if at - start > 1 and _says_something(run[start:at]):
                yield run[start:at]
            start = at + 1


def _says_something(gap: str) -> bool:
    return any(not word.tag.startswith(_TURNS) or heard(word.text) < _OFTEN for word in segmented(gap))

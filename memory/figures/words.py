"""Content words for comparing, without a dictionary: stems of Latin words, pairs of neighbouring Chinese characters."""

import re
from functools import lru_cache

from memory.figures.folding import KEPT, fold, is_cjk
from memory.figures.lexicon import EMPTY, EMPTY_ZH

LATIN = re.compile(r"[a-zà-ɏ][a-z0-9à-ɏ+#]*(?:['-][a-z0-9]+)*|[0-9]+(?:[.,][0-9]+)*")
_ENDINGS = ("ations", "ation", "ments", "ment", "ings", "ing", "ies", "ions", "ion", "ed", "es", "s", "e", "y")
_EMPTY_ZH = re.compile("|".join(sorted(map(re.escape, EMPTY_ZH), key=len, reverse=True)))
_CJK_RUN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff〇]+")
# A stem shorter than this is no longer the word: "used" may become "us" in no list.
_STEM = 3


def stem(word: str) -> str:
    word = word.removesuffix("'s")
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            return word[: -len(ending)]
    return word


def latin_words(text: str) -> list[str]:
    return [stem(word) for word in LATIN.findall(fold(text).lower()) if word not in EMPTY]


def without_empty(text: str) -> str:
    """Chinese text with what says nothing turned into gaps."""
    return _EMPTY_ZH.sub("\n", text)


def pairs(text: str) -> set[str]:
    return {run[at : at + 2] for run in _CJK_RUN.findall(text) for at in range(len(run) - 1)}


@lru_cache(maxsize=KEPT)
def content_words(text: str) -> frozenset[str]:
    """Digits included: a caller that compares figures by value takes them out first."""
    folded = fold(text).lower()
    return frozenset(latin_words(folded)) | frozenset(pairs(without_empty(folded)))


def uncovered(text: str, other: str) -> list[str]:
    """Chinese stretches of `text` none of whose character pairs stand in `other`; empty words apart.

    Pairs are looked for in the whole of `other`, so order doesn't matter. A single character left over counts:
    铜箔 and 铝箔 differ in one.
    """
    theirs = pairs(other)
    singles = {char for char in other if is_cjk(char)}
    left: list[str] = []
    for piece in without_empty(text).split("\n"):
        for run in _CJK_RUN.findall(piece):
            left += _bare_stretches(run, theirs, singles)
    return left


def _bare_stretches(run: str, theirs: set[str], singles: set[str]) -> list[str]:
    covered = [False] * len(run)
    for at in range(len(run) - 1):
        if run[at : at + 2] in theirs:
            covered[at] = covered[at + 1] = True
    stretch, found = "", []
    for char, known in zip(run + "\n", [*covered, True], strict=True):
        if known:
            if stretch and not all(single in singles for single in stretch):
                found.append(stretch)
            stretch = ""
        else:
            stretch += char
    return found

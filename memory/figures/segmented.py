"""Chinese text as the dictionary's words, each with its mark and how often it is said."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import rjieba

from memory.figures.folding import is_cjk

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    tag: str
    start: int
    end: int
    han: bool

    @property
    def unknown(self) -> bool:
        return len(self.text) > 1 and not rjieba.has_word(self.text)


# Words whose count is held: as many as a long task's texts have.
_HELD = 20_000
# Behind a date the dictionary takes the sign of the day for the beginning of a name.
_AFTER_DATE = re.compile(r"(?<=[0-9][年月日号时点])(?=[\u4e00-\u9fff])")


def segmented(folded: str) -> list[Word]:
    found, at = [], 0
    for piece in _AFTER_DATE.split(folded):
        for text, tag in rjieba.tag(piece):
            found.append(Word(text, tag, at, at + len(text), all(map(is_cjk, text))))
            at += len(text)
    return found


@lru_cache(maxsize=_HELD)
def heard(text: str) -> int:
    """How often the dictionary's makers met the word; for none of its words, how likely its parts meet."""
    return int(rjieba.suggest_freq(text))


def opens(words: Sequence[Word], at: int) -> bool:
    """Behind a mark, a figure or nothing."""
    return not at or not words[at - 1].han


def closes(words: Sequence[Word], at: int) -> bool:
    return at + 1 >= len(words) or not words[at + 1].han

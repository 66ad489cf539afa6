"""The words of a clause: which of them say something, and which only carry the sentence."""

import re
from collections.abc import Sequence

import rjieba

from reach.words import CJK, STOP_WORDS
from research.roles.builtin.ask_words import (
    ASKS_EN,
    ASKS_ZH,
    CARRIERS_EN,
    CARRIERS_ZH,
    CHANGES_EN,
    POINTS_EN,
    POINTS_ZH,
    words_of,
)

WORDS_EN = re.compile(r"-{0,2}[^\W_][\w.+#'’/\N{NO-BREAK SPACE}-]*|[,:()“”\"]")
_HAN = re.compile(rf"[{CJK}]")
_END_NAMED = re.compile(r"\b(end)[ -]of[ -](life|support|sale|service|maintenance|production)\b", re.I)
"""One name: a life is no end of life."""
_TIE = "\N{NO-BREAK SPACE}"
JOINS = frozenset(words_of("and or vs versus , 、 和 与 及 以及 或 或者 还是 跟 同"))


def tokens(text: str, chinese: bool) -> list[str]:
    if not chinese:
        return WORDS_EN.findall(_END_NAMED.sub(rf"\1{_TIE}of{_TIE}\2", text))
    found: list[str] = []
    for piece in re.findall(rf"[{CJK}]+|[A-Za-z0-9][A-Za-z0-9_.+#/-]*|[、（）()]", text):
        found.extend(rjieba.cut(piece) if _HAN.match(piece) else [piece])
    return found


def is_carrier(word: str, chinese: bool) -> bool:
    low = word.lower()
    if low in JOINS or not (word[0].isalnum() or word.startswith("-")):
        return True
    if chinese:
        return low in CARRIERS_ZH or low in ASKS_ZH or low in POINTS_ZH or low in STOP_WORDS
    return low in STOP_WORDS or low in CARRIERS_EN or low in CHANGES_EN or low in ASKS_EN or low in POINTS_EN


def named_so(before: str, word: str, after: str = "") -> bool:
    """ "A switch statement" is a kind of statement: nothing switches."""
    compound = before.lower() in ("a", "an") and bool(after) and not is_carrier(after, chinese=False)
    return compound and word.lower() in CHANGES_EN


def joined(words: Sequence[str]) -> str:
    """Words of a phrase again as one writes them: no space between Chinese characters."""
    text = ""
    for word in words:
        tight = not text or (bool(_HAN.match(text[-1])) and bool(_HAN.match(word[0])))
        text += word if tight else f" {word}"
    return text.replace(_TIE, " ")

"""Whether words stand in a quote, where, and how near they come when they don't."""

import re
import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher

_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-‐\u00ad]\s*\n\s*(?=[^\W\d_])")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_SKIPPED = re.compile(rf"{_HYPHENATED.pattern}|(?<=[^\W\d_])[-‐](?=[^\W\d_])|{_INVISIBLE.pattern}")
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "‐": "-", "‑": "-"})


def normal(text: str) -> str:
    """What a reader sees: line ends, soft hyphens, width and the style of quotation marks make no other words."""
    joined = _INVISIBLE.sub("", _HYPHENATED.sub("", text))
    return " ".join(unicodedata.normalize("NFKC", joined).translate(_QUOTES).split())


def stands_in(claim: str, quote: str) -> bool:
    words = normal(claim).strip()
    return bool(words) and words in normal(quote)


def place_of(words: str, text: str) -> tuple[int, int] | None:
    """Where the words stand in the text as it is stored, whatever ligatures, hyphens and line ends it has (B-080)."""
    wanted = "".join(letter for letter, _ in _letters(words)).strip()
    held = list(_letters(text))
    at = "".join(letter for letter, _ in held).find(wanted) if wanted else -1
    return None if at < 0 else (held[at][1], held[at + len(wanted) - 1][1] + 1)


def _letters(text: str) -> Iterator[tuple[str, int]]:
    """Each letter a reader sees with its offset. A hyphen between letters goes: at a line's end nobody can tell whether
    the word has it."""
    skipped = {at for found in _SKIPPED.finditer(text) for at in range(*found.span())}
    blank = False
    for at, mark in enumerate(text):
        if at in skipped:
            continue
        if mark.isspace():
            blank = True
            continue
        if blank:
            yield " ", at
        blank = False
        for letter in unicodedata.normalize("NFKC", mark).translate(_QUOTES):
            yield letter, at


def nearness(claim: str, quote: str) -> float:
    """Share of the claim's characters that stand in the quote in the same order."""
    words, held = normal(claim).casefold(), normal(quote).casefold()
    if not words:
        return 0.0
    blocks = SequenceMatcher(None, words, held, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / len(words)

"""Whether words stand in a quote, and how near they come when they don't."""

import re
import unicodedata
from difflib import SequenceMatcher

_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-‐]\s*\n\s*(?=[^\W\d_])")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "‐": "-", "‑": "-"})


def normal(text: str) -> str:
    """What a reader sees: line ends, soft hyphens, width and the style of quotation marks make no other words."""
    joined = _HYPHENATED.sub("", _INVISIBLE.sub("", text))
    return " ".join(unicodedata.normalize("NFKC", joined).translate(_QUOTES).split())


def stands_in(claim: str, quote: str) -> bool:
    words = normal(claim).strip()
    return bool(words) and words in normal(quote)


def nearness(claim: str, quote: str) -> float:
    """Share of the claim's characters that stand in the quote in the same order."""
    words, held = normal(claim).casefold(), normal(quote).casefold()
    if not words:
        return 0.0
    blocks = SequenceMatcher(None, words, held, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / len(words)

"""Word lists are prose with spaces, so that a diff shows the word that came and not a wall of quotation marks."""

import re
from collections.abc import Iterable


def listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


def finder(words: Iterable[str], before: str, after: str) -> "re.Pattern[str]":
    """The longest first; `before` and `after` border those in Latin letters. One border for all of them, and a look
    at the first character before all others, so that most places of a text are passed by after two looks instead of
    one for each word."""
    longest = sorted(words, key=len, reverse=True)
    latin = "|".join(re.escape(word) for word in longest if word.isascii())
    other = "|".join(re.escape(word) for word in longest if not word.isascii())
    told = ((latin, f"{before}(?:{latin}){after}"), (other, rf"(?![\x00-\x7f])(?:{other})"))
    return re.compile("|".join(pattern for words_of, pattern in told if words_of))

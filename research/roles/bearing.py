"""Whether an answer has to do with what was asked: the cheapest guard against noise that fits a schema.

Words are compared across both languages as they stand, so names, versions and numbers carry over. What shares no word
with anything that was asked or found can't be told from noise, and the builtin twin answers instead.
"""

import re
from collections.abc import Iterable

from reach.words import CJK, content_terms
from research.terms import Language

_HAN = re.compile(rf"[{CJK}]")
_WORD = re.compile(r"[A-Za-z]{2,}")
_YEAR = re.compile(r"(?<![\d.])(?:19|20|21)\d\d(?![\d.])")
_ADDRESS = re.compile(r"(?i)\bhttps?:|www\.|\bsite:|\bdoi:\s*10\.|\b[\w-]+\.(?:com|org|net|cn|io|gov|edu)\b")


def words(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in content_terms(text) if len(word) > 1 or _HAN.match(word))


def bears_on(text: str, known: frozenset[str]) -> bool:
    return not known or bool(words(text) & known)


def years(*texts: str) -> frozenset[str]:
    return frozenset(year for text in texts for year in _YEAR.findall(text))


def names_address(text: str) -> bool:
    """Model output never names where to go (DESIGN §5)."""
    return bool(_ADDRESS.search(text))


def in_language(texts: Iterable[str], language: Language) -> bool:
    """By the share of Han characters to Latin words: names keep their own script in either language (B-021)."""
    whole = " ".join(texts)
    han, latin = len(_HAN.findall(whole)), len(_WORD.findall(whole))
    return han >= latin if language is Language.CHINESE else latin >= han

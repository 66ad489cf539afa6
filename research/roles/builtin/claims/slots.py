"""Which place in its clause a word takes: in front, behind which preposition, or neither. Two words in one place of the
same clause exclude each other ("printed in Antwerp", "printed in Leiden"); in two places they don't."""

import re
from collections.abc import Sequence
from itertools import pairwise

from memory.figures.folding import plain
from research.roles.builtin.claims.claim_words import Word
from research.roles.builtin.claims.likewise import EVENTS

LEAD, BARE = "lead", "bare"
REACH = 3
"""Words between a preposition and the noun that it governs: "by the small local firm"."""
_PREPOSITION = re.compile(
    r"\b(in|at|by|from|to|of|with|for|on|under|into|than|against|between|near|"
    r"through|during|after|before|since|until|without|"
    r"across|behind|over|above|below|among)\s+(?:[\w'’.-]+\s+){0,3}$"
)
_MARKER = re.compile(
    r"(由|在|被|向|对|给|从|到|于|与|和|把|将|比|跟|同|为|是)[^，。；由在被向对给从到于与和把将比]{0,6}$"
)
_DETERMINED = re.compile(
    r"\b(?:the|an?|its|his|her|their|our|this|that|these|those|each|every|all|some|no|\d[\d.,]*|\w+'s|in|at|by|from|to|of|with|"
    r"for|on|under|into|than|between)\s+(?P<between>[a-z'-]+\s+)?$"
)
_NO_NOUN = re.compile(r"\w+(?:ly|ed|ing)$|first|then|later|earlier|also|only|such|other|same")
_VERBAL = re.compile(
    r"\b(?:to|will|would|can|could|may|might|must|shall|should|not|has|have|had|is|are|was|were|be|been|did|does|do|who|"
    r"which|that|it|they|he|she|we|you)\s+$"
)
_GOVERNS = re.compile(r"\s+(?:the|an?|its|his|her|their|our|it|them|him|that)\b")
"""Behind a verb; behind a noun only after a verb or a preposition."""


def slot(word: Word, text: str, words: Sequence[Word]) -> str:
    before = plain(text)[: word.start]
    pattern = _PREPOSITION if word.text.isascii() else _MARKER
    if match := pattern.search(before):
        return match[1]
    ahead = [other for other in words if other.end <= word.start]
    return LEAD if all(_touches(before, one, other) for one, other in pairwise((*ahead, word))) else BARE


def _touches(text: str, one: Word, other: Word) -> bool:
    return text[one.end : other.start].strip(" -·") in ("", "of", "of the", "的", "'s", "'")


def names_a_thing(word: Word, text: str) -> bool:
    """A name, a noun as the dictionary has it, or an English word that stands where no verb does."""
    if word.named or word.noun:
        return True
    if not word.text.isascii():
        return False
    low = plain(text)
    if _NO_NOUN.fullmatch(word.text):
        return False
    if match := _DETERMINED.search(low[: word.start]):
        return not (match["between"] and _GOVERNS.match(low, word.end))
    return not (_GOVERNS.match(low, word.end) or _VERBAL.search(low[: word.start]) or word.notions & EVENTS)

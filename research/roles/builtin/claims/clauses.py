"""Sentences and clauses of a quote with their words: a number or a turn belongs to the words beside it (B-088)."""

import re
from dataclasses import dataclass
from functools import lru_cache

from memory.figures.reading import KEPT
from reach.segment import sentences
from research.roles.builtin.claims.claim_words import Held, Word, words_of
from research.roles.builtin.claims.written import normal

_CLAUSE = re.compile(
    r"[;；，]\s*|,\s+(?=\D)|\s(?=(?:and|but|while|whereas|although|though|which|who|where|when|"
    r"because) )|,?\s(?=(?:up|down) from |compared (?:with|to) )|[:：](?!\s*\d)\s*|[—–]\s+"
    r"|(?<=[\u4e00-\u9fff])(?=(?:并且|而且|但是|然而|而(?!且|是|非))[\u4e00-\u9fff])"
)


@dataclass(frozen=True, slots=True)
class Clause:
    text: str
    sentence: int
    held: Held
    words: tuple[Word, ...]


# "Near Corvale, …", "Spanning …, …", 根据…，: no statement of its own, but part of the one behind it.
_INTRODUCES = re.compile(
    r"\s*(?:(?:near|in|at|on|under|after|before|from|of|with|within|for|during|among|despite|"
    r"since|by|at|through|as of|"
    r"[a-z]+ing(?!\s+(?:\w+ed|was|were|is|are|has|had|will|began)\b)|[a-z]+ed|built|made|born|known)\b"
    r"|\S+ (?:years?|months?|weeks?|days?) (?:after|before)\b)[^:]*,\s*$"
    r"|(?:根据|据|按照|按|截至|为了|为|对于|关于|在|除(?!非)了?|受|随着|经|自|从|于|与|面对|"
    r"对)[^，：；]*，\s*$|[^，：；]{1,8}(?:的|时|后|中|下|前)，\s*$",
    re.I,
)


_FROM = re.compile(r"\b(?:between|from) [^,;]{1,24}$", re.I)
"""Before "and", up to which its range is no clause yet."""


def _ends(text: str) -> list[int]:
    return [match.end() for match in _CLAUSE.finditer(text) if not _FROM.search(text[: match.start()])]


@lru_cache(maxsize=KEPT)
def clauses_of(text: str) -> tuple[Clause, ...]:
    found: list[Clause] = []
    for number, span in enumerate(sentences(normal(text))):
        begun = 0
        for end in [*_ends(span.text), len(span.text)]:
            part = span.text[begun:end].strip()
            opens = _INTRODUCES.match(part) and not (found and found[-1].sentence == number)
            if (words_of(part) and not opens) or end == len(span.text):
                found.append(Clause(part, number, Held.of(part), words_of(part)))
                begun = end
    return tuple(found)

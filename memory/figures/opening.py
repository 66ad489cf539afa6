"""Latin names that the reading leaves out: those that begin a sentence, and lower-case ones shaped like no word.

There a capital says nothing, so the word itself has to: one that no public vocabulary has in small letters is a name.
"""

import re
from collections.abc import Iterator

from memory.figures.folding import is_cjk
from memory.figures.units import NAMES as UNITS
from memory.figures.vocabulary import ordinary

Span = tuple[int, int]

_WORD = re.compile(r"(?<![A-Za-z0-9_À-ɏ@/.])[A-ZÀ-Þ][a-zÀ-ɏ]+(?:[’'-][A-Za-zÀ-ɏ]+)*(?:'s)?")
# A sentence opens in small letters only where a name wants it so.
_STARTS_SMALL = re.compile(r"(?<=[a-z%)][.!?] )[a-z]{4,}(?= )")
_AMONG_CJK = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+#-]*[A-Za-z](?![A-Za-z0-9])")
_PACKAGE = re.compile(r"\b(?:lib|py|node-)[a-z]{3,}\b")
# Two codes that are one: pairs of currencies, routes between airports.
_PAIRED = re.compile(r"(?<![A-Za-z0-9/])[A-Z]{2,5}/[A-Z]{2,5}(?![A-Za-z0-9/])")
_PARTICLES = re.compile(
    r"(?<![A-Za-z])(?:van der|van den|von und zu|von der|af|van|von|der|den|de la|de|del|della|di|da|dos|du|ter|ten"
    r"|bin|ibn|bint|al|el|zu|St\.?) (?=[A-ZÀ-Þ])"
)
# A plural or a participle that no vocabulary has is still an ordinary word more often than a name.
_SHAPED = re.compile(r"(?:ings|tions?|ments?|ness|ables?|fully|ously|ically|isms?|ists?)\Z")


def left_out(folded: str) -> Iterator[Span]:
    for match in _WORD.finditer(folded):
        if not ordinary(match[0]) and not _SHAPED.search(match[0]):
            yield match.start(), match.end() - 2 * match[0].endswith("'s")
    for match in _STARTS_SMALL.finditer(folded):
        if not ordinary(match[0]):
            yield match.span()
    if any(is_cjk(char) for char in folded):
        yield from (match.span() for match in _AMONG_CJK.finditer(folded) if match[0].lower() not in UNITS)
    yield from (match.span() for match in _PACKAGE.finditer(folded) if not ordinary(match[0]))
    yield from (match.span() for match in _PAIRED.finditer(folded))
    for match in _PARTICLES.finditer(folded):
        yield match.start(), match.end() - 1

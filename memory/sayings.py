"""What a quote says, taken apart for comparing: read once, however many others it is held against in a round.

Each part is worked out when it is first asked for: most pairs differ in their words already.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache

from memory.figures import DateMention, direction, names, negated, read
from memory.figures.contrast import unread
from memory.figures.dates import DIGIT
from memory.figures.folding import fold
from memory.figures.values import Direction
from memory.figures.wording import without_turns
from memory.figures.words import latin_words, pairs, without_empty

# Sentences of quotes: those of the longest goal with its round, several times over.
KEPT = 2048
Interval = tuple[date | None, date | None, bool]

# Who says it changes nothing about whether both can hold.
_REPORTING = re.compile(
    r"(?<![a-z])(?:according to|reported(?:ly)?|reports?|said|says|announced|announces|stated|states|about"
    r"|nearly|only|just|"
    r"approximately|roughly)(?![a-z])|据|报道|宣布|表示|公布|显示|称|达到|达|约|共|为"
)
# A point ends a sentence before a capital or a quotation mark; "approx. 5" and "v8.5" go on.
_SENTENCE_END = re.compile(r"(?<=[。！？；!?])|(?<=[.;])\s+(?=[A-Z\"“(])|\n+")


@lru_cache(maxsize=KEPT)
def sentences(quote: str) -> tuple[str, ...]:
    return tuple(piece.strip() for piece in _SENTENCE_END.split(quote) if piece.strip())


@lru_cache(maxsize=KEPT)
def rest(text: str, published: date | None = None) -> str:
    """What is being spoken of: the text without figures, reporting verbs, directions and negation."""
    return _REPORTING.sub(" ", without_turns(unread(text, read(text, published))))


@lru_cache(maxsize=KEPT)
def words(text: str, published: date | None = None) -> frozenset[str]:
    left = rest(text, published)
    return frozenset(latin_words(left)) | frozenset(pairs(without_empty(left)))


@lru_cache(maxsize=KEPT)
def frames(quote: str, published: date | None = None) -> Mapping[frozenset[str], str]:
    """Sentences with figures by what they speak of. None for a quote of one sentence: it is compared as it stands."""
    parts = sentences(quote)
    figured = [part for part in parts if len(parts) > 1 and DIGIT.search(fold(part))]
    return {said: part for part in figured if (said := words(part, published))}


@lru_cache(maxsize=KEPT)
def marks(text: str) -> frozenset[str]:
    """The names and the numbers that name: what the sentence says it of, by itself. FY2024 and US dollars are none."""
    found = read(text)
    taken = [(item.start, item.end) for item in found.quantities] + [(item.start, item.end) for item in found.dates]
    named = (name for name in names(text) if not any(start < name.end and name.start < end for start, end in taken))
    return frozenset(name.normal for name in named) | frozenset(item.normal for item in found.identifiers)


@lru_cache(maxsize=KEPT)
def periods(text: str, published: date | None = None) -> frozenset[Interval]:
    return intervals(read(text, published).dates)


@lru_cache(maxsize=KEPT)
def denies(text: str) -> bool:
    return negated(text)


@lru_cache(maxsize=KEPT)
def way(text: str) -> Direction:
    return direction(text)


def intervals(mentions: Iterable[DateMention]) -> frozenset[Interval]:
    """A fiscal year is never the calendar year of the same number."""
    return frozenset((each.start_date, each.end_date, each.fiscal) for each in mentions)


def told(found: Iterable[Interval]) -> bool:
    """Whether the days are known: "last quarter" on two pages without a date may be two quarters."""
    return all(first is not None for first, _, _ in found)

"""One order of reading: noise, sure identifiers, dates, likely identifiers, bare years, named versions, quantities.

The order is the meaning: 3.12 is read as a quantity only after nobody took it for a date or a version.
"""

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from memory.figures import dates as absolute_dates
from memory.figures import fiscal, relative_dates, years
from memory.figures import identifiers as codes
from memory.figures import quantities as figures
from memory.figures.folding import Mask, fold
from memory.figures.measuring import SCALE
from memory.figures.units import NAMES
from memory.figures.values import DateMention, Identifier, Quantity


def _unit_follows() -> str:
    cjk = "|".join(
        sorted((re.escape(name) for name in NAMES if not name.isascii() and name != "年"), key=len, reverse=True)
    )
    latin = "|".join(
        sorted(
            (re.escape(name) for name in NAMES if name.isascii() and name.isalpha() and len(name) > 1),
            key=len,
            reverse=True,
        )
    )
    return rf" ?(?:{cjk})|[ -]?(?:{latin})(?:s|es)?(?![A-Za-z])|{SCALE.pattern}"


_FOLLOWS = re.compile(_unit_follows(), re.I)


@dataclass(frozen=True, slots=True)
class Reading:
    quantities: tuple[Quantity, ...]
    dates: tuple[DateMention, ...]
    identifiers: tuple[Identifier, ...]

    def spans(self) -> tuple[tuple[int, int], ...]:
        quantities = [(item.start, item.end) for item in self.quantities]
        dates = [(item.start, item.end) for item in self.dates]
        return (*quantities, *dates, *((item.start, item.end) for item in self.identifiers))


# Readings: the quotes of a long task, several times over. Dedup, conflicts, summaries and the checker ask for the same
# ones again and again, and each takes about a millisecond.
KEPT = 2048
# Characters: the longest quote that an admin may allow. A whole page is read once and would fill the memory.
LONGEST_KEPT = 1200


def read(text: str, anchor: date | None = None) -> Reading:
    return _kept(text, anchor) if len(text) <= LONGEST_KEPT else _read(text, anchor)


@lru_cache(maxsize=KEPT)
def _kept(text: str, anchor: date | None) -> Reading:
    return _read(text, anchor)


def _read(text: str, anchor: date | None) -> Reading:
    folded = fold(text)
    mask = Mask(len(folded))
    for match in codes.NOISE.finditer(folded):
        mask.take(match.start(), match.end())
    numbered = bool(absolute_dates.DIGIT.search(folded))
    named = codes.take(folded, mask, codes.SURE) if numbered else []
    own_years = fiscal.read(folded, mask) if numbered else []
    when = absolute_dates.read(folded, mask, anchor) + relative_dates.read(folded, mask, anchor)
    if numbered:
        named += codes.take(folded, mask, codes.LIKELY)
        when += years.read(folded, mask, _FOLLOWS)
        when = [*own_years, *fiscal.marked(folded, mask, when)]
        named += codes.series_after(folded, mask, _FOLLOWS)
    measured = figures.read(folded, mask)
    return Reading(
        tuple(replace(item, text=text[item.start : item.end]) for item in measured),
        tuple(replace(item, text=text[item.start : item.end]) for item in sorted(when, key=lambda item: item.start)),
        tuple(replace(item, text=text[item.start : item.end]) for item in sorted(named, key=lambda item: item.start)),
    )


def quantities(text: str) -> tuple[Quantity, ...]:
    return read(text).quantities


def dates(text: str, anchor: date | None = None) -> tuple[DateMention, ...]:
    return read(text, anchor).dates


def identifiers(text: str) -> tuple[Identifier, ...]:
    return read(text).identifiers

"""One order of reading: noise, sure identifiers, dates, likely identifiers, bare years, named versions, quantities.

The order is the meaning: 3.12 is read as a quantity only after nobody took it for a date or a version.
"""

import re
from dataclasses import dataclass, replace
from datetime import date

from memory.figures import dates as absolute_dates
from memory.figures import identifiers as codes
from memory.figures import quantities as figures
from memory.figures import relative_dates, years
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


def read(text: str, anchor: date | None = None) -> Reading:
    folded = fold(text)
    mask = Mask(len(folded))
    for match in codes.NOISE.finditer(folded):
        mask.take(match.start(), match.end())
    numbered = bool(absolute_dates.DIGIT.search(folded))
    named = codes.take(folded, mask, codes.SURE) if numbered else []
    when = absolute_dates.read(folded, mask, anchor) + relative_dates.read(folded, mask, anchor)
    if numbered:
        named += codes.take(folded, mask, codes.LIKELY)
        when += years.read(folded, mask, _FOLLOWS)
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

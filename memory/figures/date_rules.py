"""How a rule of dates is tried: a pattern, what it means, and a sign that spares most texts the trying."""

import re
from collections.abc import Callable, Iterable
from datetime import date

from memory.figures.calendar_words import MONTH, MONTHS, Interval
from memory.figures.folding import Mask
from memory.figures.values import DateMention

Match = re.Match[str]
# None: the words need an anchor that isn't there. ValueError: no date at all (31 February).
Meaning = Callable[[Match, "date | None"], "Interval | None"]
Rule = tuple["re.Pattern[str]", Meaning, str]

_MONTHS = frozenset(name[:3] for name in MONTHS)
"""How each of them begins: most texts name none, and are known by that at once."""


def compiled(written: Iterable[tuple[str, Meaning]], signs: str = "") -> tuple[Rule, ...]:
    """Each with what it can't match without: a month's name, or the first of `signs` that its pattern has. A sign that
    some pattern has in a part that may be left out must not be given."""
    return tuple(
        (re.compile(pattern, re.I), meaning, MONTH if MONTH in pattern else _first(signs, pattern))
        for pattern, meaning in written
    )


def _first(signs: str, pattern: str) -> str:
    return next((sign for sign in signs if sign in pattern), "")


def apply(rules: tuple[Rule, ...], folded: str, mask: Mask, anchor: date | None, relative: bool) -> list[DateMention]:
    found = []
    low = folded.casefold()
    months = any(beginning in low for beginning in _MONTHS)
    for pattern, meaning, needs in rules:
        if not (months if needs == MONTH else needs in folded):
            continue
        for match in pattern.finditer(folded):
            try:
                interval = meaning(match, anchor)
            except (ValueError, OverflowError):
                continue
            if mask.claim(match.start(), match.end()):
                yearless = match.groupdict().get("y", "") is None
                found.append(mention(match.start(), match.end(), interval, relative or yearless))
    return found


def mention(start: int, end: int, interval: Interval | None, relative: bool) -> DateMention:
    first, last = interval or (None, None)
    return DateMention("", first, last, start, end, relative)

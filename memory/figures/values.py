"""What the parser can find in a sentence, as frozen values. `start`/`end` always slice the text that was given in."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum


class Bound(StrEnum):
    """Which side a figure leaves open: "over 5" is MORE, "up to 5" is LESS."""

    NONE = "none"
    MORE = "more"
    LESS = "less"


class Direction(StrEnum):
    UP = "up"
    DOWN = "down"
    FLAT = "flat"
    MIXED = "mixed"
    NONE = "none"


class Comparison(StrEnum):
    MORE = "more"
    LESS = "less"
    MIXED = "mixed"
    NONE = "none"


class IdentifierKind(StrEnum):
    VERSION = "version"
    CODE = "code"
    ORDINAL = "ordinal"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure with its scale worked in: 70亿元 is value 7000000000, unit CNY.

    `low` and `high` differ only in a range, whose `value` is the middle. `step` is the place of the last digit
    that the writer gave (1.2 million: 100000): it decides what still counts as the same figure, rounded.
    `unit` is "" for a bare number, "CNY/t" for a rate.
    """

    value: Decimal
    unit: str
    low: Decimal
    high: Decimal
    step: Decimal
    approximate: bool
    bound: Bound
    start: int
    end: int
    text: str

    @property
    def is_range(self) -> bool:
        return self.low != self.high


@dataclass(frozen=True, slots=True)
class Identifier:
    """A number that names instead of counting: a version, a standard, a section. `normal` is what to compare."""

    kind: IdentifierKind
    text: str
    normal: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class DateMention:
    """A day, month, quarter, half, year or span, as a closed interval.

    `relative` says that the words alone don't fix the date ("yesterday", 3月 without a year). With an anchor the
    interval is worked out; without one both dates are None and stay so: a guess would look like a fact (B-084).
    `fiscal`: a firm's or a state's own year, whose first day the words don't tell. Its interval is the calendar year of
    the same number, to sort by; the two are never one period (FY2024 is 2024财年, and neither is 2024).
    """

    text: str
    start_date: date | None
    end_date: date | None
    start: int
    end: int
    relative: bool
    fiscal: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """A proper name. `normal` is case-folded, width-folded and single-spaced, for comparing."""

    text: str
    normal: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Negation:
    text: str
    start: int
    end: int

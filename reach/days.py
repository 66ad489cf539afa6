"""Days as people write them, in English and Chinese. Pure text: what a day means on its page is `reach.dates`'."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone

# One character for one, so that places in the text stay true.
_NARROW = str.maketrans("０１２３４５６７８９：／－．，　", "0123456789:/-., ")
_NUMERALS = {sign: value for value, sign in enumerate("〇一二三四五六七八九")} | {"零": 0, "○": 0, "两": 2}
_TEN = 10
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

_MONTH_LETTERS = 3  # tell every English month from the others

_MONTH = (
    r"(?P<{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"(?P<{0}>\d{{1,2}})(?:st|nd|rd|th)?"
_CHINESE_DIGITS = "〇零○一二三四五六七八九十"
_WRITTEN = re.compile(
    "|".join(
        (
            r"(?<![\d.])(?<!\d[-/])(?P<y1>\d{4})(?P<between>[-/.])(?P<m1>\d{1,2})(?P=between)(?P<d1>\d{1,2})(?![\d.]*\d)",
            r"(?<!\d)(?P<y2>\d{4})\s?年\s?(?P<m2>\d{1,2})\s?月\s?(?P<d2>\d{1,2})\s?[日号號]",
            rf"(?P<y3>[{_CHINESE_DIGITS[:-1]}]{{4}})年(?P<m3>[{_CHINESE_DIGITS}]{{1,3}})月"
            rf"(?P<d3>[{_CHINESE_DIGITS}]{{1,3}})[日号號]",
            rf"(?<![\d.])\b{_DAY.format('d4')}[\s-]+(?:of\s+)?{_MONTH.format('m4')}[,\s-]+(?P<y4>\d{{4}})(?!\d)",
            rf"\b{_MONTH.format('m5')}\s+{_DAY.format('d5')},?\s+(?P<y5>\d{{4}})(?!\d)",
            r"(?<![\d.])(?P<d6>\d{1,2})\.(?P<m6>\d{1,2})\.(?P<y6>\d{4})(?![\d.]*\d)",
            r"(?<![\d/])(?P<a7>\d{1,2})/(?P<b7>\d{1,2})/(?P<y7>\d{4})(?![\d/])",
        )
    ),
    re.IGNORECASE,
)
_YEAR = re.compile(rf"\d{{4}}|[{_CHINESE_DIGITS[:-1]}]{{4}}年")
_HOUR = re.compile(
    r"[T\s,]{0,3}(?:at\s)?(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s?(?:(Z|UTC|GMT)\b|([+-])(\d\d):?(\d\d)\b)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Written:
    """A day as it stands in a text, in the zone it was written in."""

    day: date
    start: int
    end: int
    """Behind the hour, if one follows."""
    moment: datetime | None = None
    """Where hour and offset stand beside it."""


def narrow(text: str) -> str:
    """Full-width digits and marks as their narrow twins, each at its place."""
    return text.translate(_NARROW)


def written_days(text: str) -> Iterator[Written]:
    """Days that are no days (2030-02-31) are passed over, and so is 03/05/2030, which is two days to two readers."""
    if not _YEAR.search(text):  # most lines of a page hold none, and the pattern of all forms is slow
        return
    plain = narrow(text)
    for found in _WRITTEN.finditer(plain):
        day = _day_of({name: part for name, part in found.groupdict().items() if part})
        if day is not None:
            moment, end = _hour_after(plain, found.end(), day)
            yield Written(day, found.start(), end, moment)


def _day_of(parts: dict[str, str]) -> date | None:
    told = {name[0]: part for name, part in parts.items() if name != "between"}
    if "a" in told:
        return _slashed(int(told["a"]), int(told["b"]), int(told["y"]))
    month = told["m"][:_MONTH_LETTERS].lower()
    number = MONTHS.index(month) + 1 if month in MONTHS else whole(told["m"])
    return as_day(_year(told["y"]), number, whole(told["d"]))


def _slashed(first: int, second: int, year: int) -> date | None:
    """Day first or month first: read only where one of the two can't be a month, or both are the same."""
    readings = {as_day(year, second, first), as_day(year, first, second)} - {None}
    return readings.pop() if len(readings) == 1 else None


def as_day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _year(text: str) -> int:
    return int("".join(str(_NUMERALS.get(sign, sign)) for sign in text))


def whole(text: str) -> int:
    """`12`, `十二`, `二十`, `三`: numbers below a hundred, as days, months and "三天前" need them."""
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    value = (_NUMERALS.get(tens, 1) if tens else 1) * _TEN if ten else 0
    return value + (_NUMERALS.get(ones, 0) if ones else 0)


def _hour_after(text: str, at: int, day: date) -> tuple[datetime | None, int]:
    found = _HOUR.match(text, at)
    if not found:
        return None, at
    zone = _zone(found[4], found[5], found[6], found[7])
    try:
        hour = datetime(day.year, day.month, day.day, int(found[1]), int(found[2]), int(found[3] or 0), tzinfo=zone)
    except ValueError:
        return None, at
    return (hour if zone else None), found.end()


def _zone(name: str | None, sign: str | None, hours: str | None, minutes: str | None) -> timezone | None:
    if name:
        return timezone(timedelta())
    if sign is None or hours is None or minutes is None:
        return None
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    return timezone(-offset if sign == "-" else offset) if offset < timedelta(days=1) else None

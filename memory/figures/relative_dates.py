"""Dates that only a page's own date can fix: yesterday, 上周, last Friday, 3 days ago (B-084)."""

from datetime import date, timedelta

from memory.figures import calendar_words as words
from memory.figures.calendar_words import Interval
from memory.figures.date_rules import Match, apply, compiled
from memory.figures.folding import Mask
from memory.figures.numerals import ENGLISH, from_chinese
from memory.figures.values import DateMention


def _either(table: dict[str, int]) -> str:
    return "|".join(sorted((word for word in table if not word.isascii()), key=len, reverse=True))


def _offset(match: Match) -> int:
    return words.RELATIVE_YEAR[match["which"].lower()]


def _day(match: Match, anchor: date | None) -> Interval | None:
    return words.days_from(anchor, words.RELATIVE_DAY[match[0].lower()]) if anchor else None


def _cjk_year(match: Match, anchor: date | None) -> Interval | None:
    return words.year(anchor.year + words.RELATIVE_YEAR[match["year"]]) if anchor else None


def _cjk_year_month(match: Match, anchor: date | None) -> Interval | None:
    month = int(match["m"]) if match["m"].isascii() else int((from_chinese(match["m"]) or (0,))[0])
    return words.month(month, anchor.year + words.RELATIVE_YEAR[match["year"]]) if anchor else None


def _cjk_month(match: Match, anchor: date | None) -> Interval | None:
    return words.month_of(anchor, words.RELATIVE_MONTH[match[0]]) if anchor else None


def _cjk_quarter(match: Match, anchor: date | None) -> Interval | None:
    return words.quarter_of(anchor, words.RELATIVE_QUARTER[match[0]]) if anchor else None


def _cjk_week(match: Match, anchor: date | None) -> Interval | None:
    """Unlike "last Friday", 上周五 is a day of the calendar week before."""
    if anchor is None:
        return None
    monday, sunday = words.week_of(anchor, words.RELATIVE_WEEK[match["week"]])
    if not match["day"]:
        return monday, sunday
    return words.days_from(monday, words.WEEKDAYS[words.CJK_WEEKDAY[match["day"]]])


def _unit_back(match: Match, anchor: date | None) -> Interval | None:
    if anchor is None:
        return None
    unit, offset = match["unit"].lower(), _offset(match)
    if unit == "week":
        return words.week_of(anchor, offset)
    if unit == "month":
        return words.month_of(anchor, offset)
    if unit == "quarter":
        return words.quarter_of(anchor, offset)
    return words.year(anchor.year + offset)


def _weekday(match: Match, anchor: date | None) -> Interval | None:
    return words.weekday_of(anchor, match["day"].lower(), _offset(match)) if anchor else None


def _ago(match: Match, anchor: date | None) -> Interval | None:
    """As coarse as it was said: "two years ago" is a year, "two days ago" a day."""
    if anchor is None:
        return None
    written = match["n"].lower()
    number = int(written) if written.isdecimal() else ENGLISH.get(written)
    if number is None:
        number = int((from_chinese(written) or (1,))[0])
    unit = match["unit"].lower()
    if unit in {"day", "天", "日"}:
        return words.days_from(anchor, -number)
    if unit in {"week", "周"}:
        return words.week_of(anchor, -number)
    if unit in {"month", "个月"}:
        return words.month_of(anchor, -number)
    if unit in {"hour", "小时"}:
        return words.days_from(anchor, -timedelta(hours=number).days)
    return words.year(anchor.year - number)


_N = "|".join(ENGLISH)
_YEARS = "前年|去年|上年|今年|本年|明年"
_RULES = compiled(
    (
        (r"(?<![A-Za-z])(?:the day before yesterday|yesterday|today|tomorrow)\b", _day),
        (rf"(?:{_either(words.RELATIVE_DAY)})", _day),
        (rf"(?P<year>{_YEARS}) ?(?P<m>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九]) ?月(?:份)?", _cjk_year_month),
        (rf"(?P<year>{_YEARS})", _cjk_year),
        (rf"(?:{_either(words.RELATIVE_QUARTER)})", _cjk_quarter),
        (rf"(?:{_either(words.RELATIVE_MONTH)})", _cjk_month),
        (rf"(?P<week>{_either(words.RELATIVE_WEEK)})(?P<day>[一二三四五六日天])?", _cjk_week),
        (rf"\b(?P<which>last|this|next) (?P<day>{'|'.join(words.WEEKDAYS)})\b", _weekday),
        (r"\b(?P<which>last|this|next) (?P<unit>week|month|quarter|year)\b", _unit_back),
        (rf"\b(?P<n>[0-9]{{1,3}}|{_N}|an?) (?P<unit>hour|day|week|month|year)s? ago\b", _ago),
        (r"(?P<n>[0-9]{1,3}|[一二两三四五六七八九十]{1,3}) ?(?P<unit>天|日|周|个月|年|小时)(?:以)?前(?![0-9])", _ago),
    )
)


def read(folded: str, mask: Mask, anchor: date | None) -> list[DateMention]:
    return apply(_RULES, folded, mask, anchor, relative=True)

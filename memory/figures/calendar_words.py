"""The words that make dates, and the intervals behind them. No grammar here."""

from calendar import monthrange
from datetime import date, timedelta

from memory.figures.listing import listed

_MONTHS = listed("january february march april may june july august september october november december")
MONTHS = (
    {name: at for at, name in enumerate(_MONTHS, 1)}
    | {name[:3]: at for at, name in enumerate(_MONTHS, 1)}
    | {"sept": 9}
)
MONTH = "(?:" + "|".join(sorted({*MONTHS}, key=len, reverse=True)) + r")\b\.?"
WEEKDAYS = {name: at for at, name in enumerate(listed("monday tuesday wednesday thursday friday saturday sunday"))}
# 1 January year 1 and 31 December 9999 are the limits of the type; anything beyond is no date.
Interval = tuple[date, date]


def year(number: int) -> Interval:
    return date(number, 1, 1), date(number, 12, 31)


def month(number: int, of_year: int) -> Interval:
    return date(of_year, number, 1), date(of_year, number, monthrange(of_year, number)[1])


def months(first: int, last: int, of_year: int) -> Interval:
    return month(first, of_year)[0], month(last, of_year)[1]


def quarter(number: int, of_year: int) -> Interval:
    return months(3 * number - 2, 3 * number, of_year)


def half(number: int, of_year: int) -> Interval:
    return months(6 * number - 5, 6 * number, of_year)


def day(of_year: int, of_month: int, number: int) -> Interval:
    only = date(of_year, of_month, number)
    return only, only


def days_from(anchor: date, offset: int) -> Interval:
    only = anchor + timedelta(days=offset)
    return only, only


def week_of(anchor: date, offset: int) -> Interval:
    monday = anchor - timedelta(days=anchor.weekday()) + timedelta(weeks=offset)
    return monday, monday + timedelta(days=6)


def month_of(anchor: date, offset: int) -> Interval:
    at = anchor.year * 12 + anchor.month - 1 + offset
    return month(at % 12 + 1, at // 12)


def quarter_of(anchor: date, offset: int) -> Interval:
    at = anchor.year * 4 + (anchor.month - 1) // 3 + offset
    return quarter(at % 4 + 1, at // 4)


def weekday_of(anchor: date, name: str, week: int) -> Interval:
    """ "Last Friday" is the one before the anchor's day, "next Friday" the one after: not the calendar week's."""
    ahead = (WEEKDAYS[name] - anchor.weekday()) % 7
    if week < 0:
        return days_from(anchor, ahead - 7)
    return days_from(anchor, ahead or 7 * week)


RELATIVE_DAY = {
    "the day before yesterday": -2,
    "yesterday": -1,
    "today": 0,
    "tomorrow": 1,
    "前天": -2,
    "前日": -2,
    "昨天": -1,
    "昨日": -1,
    "今天": 0,
    "今日": 0,
    "明天": 1,
    "明日": 1,
    "后天": 2,
}
RELATIVE_YEAR = {"前年": -2, "去年": -1, "上年": -1, "今年": 0, "本年": 0, "明年": 1, "last": -1, "this": 0, "next": 1}
RELATIVE_MONTH = {"上个月": -1, "上月": -1, "本月": 0, "当月": 0, "这个月": 0, "下个月": 1, "下月": 1}
RELATIVE_WEEK = {"上周": -1, "上星期": -1, "本周": 0, "这周": 0, "下周": 1, "下星期": 1}
RELATIVE_QUARTER = {"上季度": -1, "上一季度": -1, "本季度": 0, "下季度": 1}
CJK_WEEKDAY = dict(zip("一二三四五六日天", (*WEEKDAYS, "sunday"), strict=True))
CJK_QUARTER = {"一": 1, "二": 2, "三": 3, "四": 4, "1": 1, "2": 2, "3": 3, "4": 4}
HALF = {"上": 1, "下": 2, "first": 1, "second": 2, "1": 1, "2": 2}

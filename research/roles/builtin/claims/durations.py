"""Lengths of time and intervals as people tell them, in figures: 两个半小时, "a fortnight", 2:10:14."""

import re
from collections.abc import Callable
from decimal import Decimal

_WORDS = (
    *("zero", "a an one 一", "two 二 两", "three 三", "four 四", "five 五", "six 六", "seven 七", "eight 八"),
    *("nine 九", "ten 十", "eleven", "twelve"),
)
"""Each at the place of its number."""
NUMBERS = {word: value for value, words in enumerate(_WORDS) for word in words.split()}
EN = r"(\d+(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
ZH = r"(\d+(?:\.\d+)?|[一二两三四五六七八九十])"
_MINUTES = {"小时": 60, "钟头": 60, "hour": 60, "hours": 60}
_YEARS = {"decade": 10, "decades": 10, "century": 100, "centuries": 100, "世纪": 100}
_IN_AN_HOUR = 60
"""Minutes of each, years of each, and seconds or minutes of what is next above: what the words mean."""
HALF = Decimal("0.5")


def number(written: str) -> Decimal:
    low = written.lower().strip()
    return Decimal(NUMBERS[low]) if low in NUMBERS else Decimal(low)


def _half_more(match: re.Match[str]) -> str:
    return f"{number(match[1]) + HALF}{match[2]}"


def _summed(match: re.Match[str]) -> str:
    unit = " minutes" if match[2].isascii() else "分钟"
    return f"{number(match[1]) * _MINUTES[match[2].lower()] + number(match[3]):f}{unit}"


def _clocked(match: re.Match[str]) -> str:
    seconds = round(Decimal(int(match[3])) / _IN_AN_HOUR, 2)
    return f"{int(match[1]) * _IN_AN_HOUR + int(match[2]) + seconds} minutes"


def _in_years(match: re.Match[str]) -> str:
    times = HALF if match[1] in ("半个", "half a") else number(match[1].removesuffix("个"))
    return f"{times * _YEARS[match[2].lower()]:f}{' years' if match[2].isascii() else '年'}"


_BEHIND = r"(?:more than|less than|over|under|about|around|nearly|almost|within|for|takes?|took|roughly)"
_TURNS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (rf"(?<![\d一二三四五六七八九十]){ZH}个半(小时|钟头|月|星期|学期)", _half_more),
    (rf"(?<![\d一二三四五六七八九十]){ZH}(?=[年天]半(?![年天月]))([年天])半", _half_more),
    (rf"\b{EN}(?: and a half|-and-a-half)( (?:hours|days|weeks|months|years|minutes)\b)", _half_more),
    (r"(?<![上下大前后多\d一二两三四五六七八九十])半个?(小时|钟头)", "30分钟"),
    (r"(?<![上下大前后多\d一二两三四五六七八九十])半年(?!度|报|内|前|后)", "6个月"),
    (r"三刻钟|\bthree[- ]quarters of an hour\b", "45分钟"),
    (r"一刻钟|\ba quarter of an hour\b", "15分钟"),
    (rf"{ZH}个?(小时|钟头)(?:零|又)?{ZH}分钟?(?![之一二三四五六七八九十\d])", _summed),
    (rf"\b{EN} (hours?)(?:,? and|,)? {EN} minutes?\b", _summed),
    (r"(?<![\d:])(\d{1,2}):([0-5]\d):([0-5]\d)(?![\d:])", _clocked),
    (r"(半个|[一二两三四五六七八九十\d]+个)(世纪)", _in_years),
    (rf"\b(half a|an?|{EN[1:-1]}) (decades?|century|centuries)\b", _in_years),
    (r"\b(?:a|one) fortnight\b", "2 weeks"),
    (r"\bfortnightly\b", "every 2 weeks"),
    (rf"\b({_BEHIND}) an? (hour|minute|day|week|month|year)\b", r"\1 1 \2"),
    (r"\b(?:every|each) (?:3 months|three months|quarter)\b", "quarterly"),
    (r"\b(?:every|each) (?:12 months|twelve months)\b", "yearly"),
    (r"\b(?:every|each) (?:7 days|seven days)\b", "weekly"),
    (r"\b(?:every|each) 24 hours\b", "daily"),
    (r"每(?:三|3)个月|每个季度", "每季度"),
    (r"每(?:十二|12)个月", "每年"),
    (r"每(?:七|7)天", "每周"),
    (r"每(?:二十四|24)小时", "每天"),
)
_TABLE = tuple((re.compile(pattern, re.I), turned) for pattern, turned in _TURNS)


def in_figures(text: str) -> str:
    for pattern, turned in _TABLE:
        text = pattern.sub(turned, text)
    return text

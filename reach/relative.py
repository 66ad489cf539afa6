"""Days told by their distance: "yesterday", 昨日, hier, "last Friday", 3 天前 (B-084). Pure: the anchor is given."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta

from reach.days import narrow, whole

# Days from the anchor, as each word means them.
_STEPS = {
    0: r"\btoday\b|\bjust now\b|今天|今日(?!头条)|本日|刚刚|刚才",
    -1: r"\byesterday\b|昨天|(?<!一)昨日|昨晚|昨夜",
    -2: r"\bday before yesterday\b|(?<!目)前天(?!气)|一昨日",
    1: r"\btomorrow\b|明天|明日",
}
# The same in French.
_FRENCH_STEPS = {0: r"\baujourd['’]hui\b", -1: r"\bhier\b", -2: r"\bavant-hier\b", 1: r"\bdemain\b"}
_AGO = re.compile(
    r"\b(?P<n>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
    r" (?P<unit>second|minute|min|hour|day|week)s? ago\b"
    r"|(?<![月\d])(?P<zn>\d{1,3}|[一二两三四五六七八九十]{1,3}|半) ?个?"
    r"(?P<zunit>秒钟?|分钟|分|小时|时间|時間|天|日|周|星期)(?:之|以)?前",
    re.IGNORECASE,
)
_FRENCH_AGO = re.compile(r"\bil y a (?P<n>\d{1,3}|une?) (?P<unit>seconde|minute|heure|jour|semaine)s?\b", re.IGNORECASE)
_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: value for value, word in enumerate(_NUMBER_WORDS, start=1)} | dict.fromkeys(
    ("a", "an", "un", "une"), 1
)
# What the words for units of time mean.
_UNITS = {
    timedelta(seconds=1): "second seconde 秒 秒钟",
    timedelta(minutes=1): "minute min 分钟 分",
    timedelta(hours=1): "hour heure 小时 时间 時間",
    timedelta(days=1): "day jour 天 日",
    timedelta(weeks=1): "week semaine 周 星期",
}
_LENGTHS = {name: length for length, names in _UNITS.items() for name in names.split()}
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_JOURS = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]
_ZHOU = "一二三四五六日"
_LAST = re.compile(rf"\b(?:last|this past|past) (?P<day>{'|'.join(_WEEKDAYS)})\b", re.IGNORECASE)
_DERNIER = re.compile(rf"\b(?P<day>{'|'.join(_JOURS)}) dernier\b", re.IGNORECASE)
_ALONE = re.compile(rf"^\W*(?:on )?(?P<day>{'|'.join(_WEEKDAYS)})(?:,? (?:at )?\d\d?:\d\d)?\W*$", re.IGNORECASE)
# Not the "three weeks" of 三周五天, nor a paper's name ending in 周日报.
_WEEK = re.compile(
    r"(?:(?P<which>上上?|本|这|這)个?|(?<![一二两三四五六七八九十每几\d个]))(?:周|星期|礼拜|週)(?P<day>[一二三四五六日天])(?![天报些个])"
)
_DAYS_A_WEEK = 7
Anchor = date | datetime
"""A datetime in the zone of the page; hours can't be counted back from a bare day."""


def resolve(phrase: str, anchor: Anchor, language: str = "") -> date | None:
    """The day that the first relative phrase means to who wrote it at `anchor`; None where it names no day.

    "Months ago" and "last week" name none, and hours from a bare day may lie on either side of midnight. `hier` is
    French for yesterday and German for here: `language` decides, and without one it is French.
    """
    found = first_phrase(phrase, language)
    try:
        return found[1](anchor) if found else None
    except OverflowError:  # before the first day of the calendar
        return None


def first_phrase(text: str, language: str = "") -> tuple[re.Match[str], Callable[[Anchor], date | None]] | None:
    """Where the first one stands, and how its day follows from an anchor."""
    plain = " ".join(narrow(text).split()) if "\n" in text else narrow(text)
    finders = _FINDERS + (_FRENCH_FINDERS if language in ("", "fr") else [])
    found = [(match, day) for pattern, day in finders if (match := pattern.search(plain))]
    if not found:
        return None
    match, day = min(found, key=lambda pair: (pair[0].start(), -pair[0].end()))
    return match, lambda anchor: day(match, anchor)


def tells_distance(text: str, language: str) -> bool:
    """Whether it needs a day to be counted from. "Today" alone mostly means "these days" and doesn't count."""
    plain = narrow(text)
    finders = _FINDERS[1:] + (_FRENCH_FINDERS[1:] if language == "fr" else [])
    return any(pattern.search(plain) for pattern, _ in finders)


def _bare(anchor: Anchor) -> date:
    return anchor.date() if isinstance(anchor, datetime) else anchor


def _stepped(days: int) -> Callable[[re.Match[str], Anchor], date | None]:
    return lambda match, anchor: _bare(anchor) + timedelta(days=days)


def _ago(found: re.Match[str], anchor: Anchor) -> date | None:
    told = {name.removeprefix("z"): part for name, part in found.groupdict().items() if part}
    length, number = _LENGTHS[told["unit"].lower()], told["n"].lower()
    back = length / 2 if number == "半" else length * _NUMBERS.get(number, whole(number))
    if length >= timedelta(days=1) and number != "半":
        return _bare(anchor) - back
    return (anchor - back).date() if isinstance(anchor, datetime) else None


def _last(found: re.Match[str], anchor: Anchor) -> date:
    """Strictly before: "last Friday" told on a Friday is a week old."""
    name = found["day"].lower()
    wanted = (_WEEKDAYS if name in _WEEKDAYS else _JOURS).index(name)
    day = _bare(anchor)
    return day - timedelta(days=(day.weekday() - wanted - 1) % _DAYS_A_WEEK + 1)


def _alone(found: re.Match[str], anchor: Anchor) -> date:
    day = _bare(anchor)
    return day - timedelta(days=(day.weekday() - _WEEKDAYS.index(found["day"].lower())) % _DAYS_A_WEEK)


def _in_week(found: re.Match[str], anchor: Anchor) -> date:
    """上周五 is the Friday of the week before, whatever today is; a bare 周五 is the last one that came."""
    day, wanted = _bare(anchor), _ZHOU.index(found["day"].replace("天", "日"))
    monday, which = day - timedelta(days=day.weekday()), found["which"] or ""
    if not which:
        return day - timedelta(days=(day.weekday() - wanted) % _DAYS_A_WEEK)
    return monday + timedelta(days=wanted - _DAYS_A_WEEK * which.count("上"))


_Finder = tuple[re.Pattern[str], Callable[[re.Match[str], Anchor], date | None]]


def _steps(words: dict[int, str]) -> list[_Finder]:
    return [(re.compile(pattern, re.IGNORECASE), _stepped(days)) for days, pattern in words.items()]


# The steps of no day come first: see tells_distance.
_FINDERS: list[_Finder] = [*_steps(_STEPS), (_AGO, _ago), (_LAST, _last), (_ALONE, _alone), (_WEEK, _in_week)]
_FRENCH_FINDERS: list[_Finder] = [*_steps(_FRENCH_STEPS), (_FRENCH_AGO, _ago), (_DERNIER, _last)]

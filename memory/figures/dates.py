"""Dates as intervals. Each rule is a pattern and what it means; the first rule to claim a character keeps it."""

import re
from datetime import date

from memory.figures import calendar_words as words
from memory.figures.calendar_words import MONTH, MONTHS, Interval
from memory.figures.date_rules import Match, Meaning, apply, compiled
from memory.figures.folding import Mask
from memory.figures.numerals import from_chinese
from memory.figures.values import DateMention

_B = r"(?<![A-Za-z0-9_.])"
# "June 2,689": a figure behind the month, no day of it.
_E = r"(?![A-Za-z0-9]|\.[0-9]|,[0-9]{3}(?![0-9]))"
_CJK = "〇零一二三四五六七八九"
_Y4 = r"(?:1[0-9]{3}|20[0-9]{2}|21[0-9]{2})"
_BY = r"(?<![0-9.〇零一二三四五六七八九])"
_CY = rf"(?:{_Y4}|[{_CJK}]{{4}})"
_CM = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_CD = r"(?:3[01]|[12][0-9]|0?[1-9]|三?十[一二三四五六七八九]?|二十[一二三四五六七八九]?|[一二三四五六七八九])"
_DAY = r"(?:3[01]|[12][0-9]|0?[1-9])"
_M2 = r"(?:1[0-2]|0?[1-9])"


# Most sentences hold none: the costly rules are spared them.
DIGIT = re.compile(rf"[0-9{_CJK}十]")


def _number(written: str) -> int:
    if written.isascii():
        return int(written)
    value = from_chinese(written)
    if value is None:
        raise ValueError(written)
    return int(value[0])


def _short_year(written: str) -> int:
    """Two digits mean this century: reports about 1925 write four."""
    return int(written) if len(written) > 2 else 2000 + int(written)


def _ymd(match: Match, anchor: date | None) -> Interval:
    return words.day(_number(match["y"]), _number(match["m"]), _number(match["d"]))


def _ym(match: Match, anchor: date | None) -> Interval:
    return words.month(_number(match["m"]), _number(match["y"]))


def _y(match: Match, anchor: date | None) -> Interval:
    return words.year(_number(match["y"]))


def _named(match: Match) -> int:
    return MONTHS[match["mon"].lower().rstrip(".")]


def _dmy_named(match: Match, anchor: date | None) -> Interval | None:
    written = match["y"]
    if written is None:
        _certain(match)
        words.day(2000, _named(match), int(match["d"]))
        return words.day(anchor.year, _named(match), int(match["d"])) if anchor else None
    return words.day(_short_year(written), _named(match), int(match["d"]))


def _certain(match: Match) -> None:
    """Without a year a small "may" is a verb."""
    if match["mon"].islower():
        raise ValueError(match[0])


def _days_named(match: Match, anchor: date | None) -> Interval:
    year, month = int(match["y"]), _named(match)
    return date(year, month, int(match["d"])), date(year, month, int(match["d2"]))


def _my_named(match: Match, anchor: date | None) -> Interval:
    return words.month(_named(match), _short_year(match["y"]))


def _months_named(match: Match, anchor: date | None) -> Interval:
    last = MONTHS[match["mon2"].lower().rstrip(".")]
    return _ordered(words.months(_named(match), last, int(match["y"])))


def _m_named(match: Match, anchor: date | None) -> Interval | None:
    _certain(match)
    return words.month(_named(match), anchor.year) if anchor else None


def _slashed(match: Match, anchor: date | None) -> Interval:
    """10/24/2023 and 24/10/2023 read themselves; 03/04/2023 could be either, so only the year is certain."""
    first, second, year = int(match["a"]), int(match["b"]), int(match["y"])
    if first == second or second > 12:
        return words.day(year, first, second)
    if first > 12:
        return words.day(year, second, first)
    return words.year(year)


def _cjk_months(match: Match, anchor: date | None) -> Interval | None:
    first, last = _number(match["m"]), _number(match["m2"])
    year = _number(match["y"]) if match["y"] else anchor.year if anchor else None
    return _ordered(words.months(first, last, year)) if year else None


def _cjk_md(match: Match, anchor: date | None) -> Interval | None:
    words.day(2000, _number(match["m"]), _number(match["d"]))
    return words.day(anchor.year, _number(match["m"]), _number(match["d"])) if anchor else None


def _cjk_d(match: Match, anchor: date | None) -> Interval | None:
    """ "24日" in a page means the month of the page; 三日 without a page may as well be a span."""
    return words.day(anchor.year, anchor.month, _number(match["d"])) if anchor else None


def _cjk_m(match: Match, anchor: date | None) -> Interval | None:
    return words.month(_number(match["m"]), anchor.year) if anchor else None


def _year_or_anchor(match: Match, anchor: date | None) -> int | None:
    """The year in group y; a Chinese relative year in group ry; else the anchor's year."""
    groups = match.groupdict()
    if groups.get("y"):
        return _short_year(groups["y"]) if groups["y"].isascii() else _number(groups["y"])
    if anchor is None:
        return None
    return anchor.year + words.RELATIVE_YEAR.get(groups.get("ry") or "", 0)


def _quarter(match: Match, anchor: date | None) -> Interval | None:
    year = _year_or_anchor(match, anchor)
    number = {"first": 1, "second": 2, "third": 3, "fourth": 4}.get(match["q"].lower()) or words.CJK_QUARTER[match["q"]]
    return words.quarter(number, year) if year else None


def _half(match: Match, anchor: date | None) -> Interval | None:
    year = _year_or_anchor(match, anchor)
    return words.half(words.HALF[match["h"].lower()], year) if year else None


def _first_quarters(match: Match, anchor: date | None) -> Interval | None:
    year = _year_or_anchor(match, anchor)
    last = {"两": 6, "二": 6, "三": 9, "2": 6, "3": 9}[match["q"]]
    return words.months(1, last, year) if year else None


def _decade(match: Match, anchor: date | None) -> Interval:
    first = int(match["y"])
    return date(first, 1, 1), date(first + 9, 12, 31)


def _cjk_decade(match: Match, anchor: date | None) -> Interval:
    written = match["d"]
    decade = int(written) if written.isascii() else _number(written)
    first = (int(match["c"] or "20") - 1) * 100 + decade
    return date(first, 1, 1), date(first + 9, 12, 31)


def _years(match: Match, anchor: date | None) -> Interval:
    first, written = int(match["y"]), match["y2"]
    last = int(written) if len(written) > 2 else first - first % 100 + int(written)
    return _ordered((date(first, 1, 1), date(last, 12, 31)))


def _ordered(interval: Interval) -> Interval:
    if interval[0] > interval[1]:
        raise ValueError("a span that ends before it begins")
    return interval


_MON = rf"(?P<mon>{MONTH})"
_D = rf"(?P<d>{_DAY})(?:st|nd|rd|th)?"
_YEAR = rf"(?P<y>{_Y4})"
_RY = r"(?P<ry>前年|去年|上年|今年|本年|明年)"
_TIME = r"[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?"
_Q = "[一二三四1-4]"
# Order matters: the fuller reading first.
ABSOLUTE: tuple[tuple[str, Meaning], ...] = (
    (rf"{_B}{_YEAR}(?P<sep>[-/.])(?P<m>{_M2})(?P=sep)(?P<d>{_DAY})(?:{_TIME}|(?![0-9A-Za-z]|[.-][0-9]))", _ymd),
    (rf"{_BY}(?P<y>{_CY}) ?年 ?(?P<m>{_CM}) ?月 ?(?P<d>{_CD}) ?[日号]", _ymd),
    (
        rf"(?:{_BY}(?P<y>{_CY}) ?年 ?)?(?<![0-9十])(?P<m>{_CM}) ?月?(?:[-–~]|至|到)(?P<m2>{_CM}) ?月(?!前|后|内)",
        _cjk_months,
    ),
    (rf"{_BY}(?P<y>{_CY}) ?年 ?(?P<m>{_CM}) ?月(?:份)?", _ym),
    (rf"{_B}{_MON} {_D} ?[-–] ?(?P<d2>{_DAY})(?:st|nd|rd|th)?,? {_YEAR}{_E}", _days_named),
    (rf"{_B}{_D} ?[-–] ?(?P<d2>{_DAY}) {_MON},? {_YEAR}{_E}", _days_named),
    (rf"{_B}{_D}[- ](?:of )?{_MON}(?:,? ?|-)(?P<y>{_Y4}){_E}", _dmy_named),
    (rf"{_B}{_MON} ?{_D},? {_YEAR}{_E}", _dmy_named),
    (rf"{_B}{_MON} ?(?:[-–]|to|through) ?(?P<mon2>{MONTH}),? {_YEAR}{_E}", _months_named),
    (rf"{_B}{_MON}(?:,? (?:of )?|-){_YEAR}{_E}", _my_named),
    (rf"{_B}(?P<a>[0-9]{{1,2}})/(?P<b>[0-9]{{1,2}})/{_YEAR}{_E}", _slashed),
    (rf"{_B}Q(?P<q>[1-4])[ /-]?(?:of )?(?:FY ?)?(?P<y>{_Y4}|'?[0-9]{{2}}(?= |$|[,.;)，。）])){_E}", _quarter),
    (rf"{_B}(?P<q>[1-4])Q[ ']?(?P<y>{_Y4}|[0-9]{{2}}){_E}", _quarter),
    (rf"{_B}(?:FY ?)?(?P<y>{_Y4})[ -]?Q(?P<q>[1-4]){_E}", _quarter),
    (
        rf"{_BY}(?P<y>{_CY}) ?年 ?(?:的)?(?:第 ?)?(?:(?P<q>{_Q}) ?季(?:度)?|Q(?P<q2>[1-4]))",
        lambda m, a: _cjk_quarter(m, a),
    ),
    (
        rf"{_B}(?P<q>first|second|third|fourth)[- ]quarter (?:of )?(?:the )?(?:fiscal )?(?:year )?(?:in )?{_YEAR}{_E}",
        _quarter,
    ),
    (rf"{_B}{_YEAR}(?:'s)? (?P<q>first|second|third|fourth)[- ]quarter", _quarter),
    (rf"{_BY}(?P<y>{_CY}) ?年 ?前 ?(?P<q>[两二三23]) ?个?季度", _first_quarters),
    (rf"{_B}H(?P<h>[12])[ /-]?(?:of )?(?:FY ?)?{_YEAR}{_E}", _half),
    (rf"{_B}(?P<h>[12])H[ ']?(?P<y>{_Y4}|[0-9]{{2}}){_E}", _half),
    (rf"{_B}{_YEAR}[ -]?H(?P<h>[12]){_E}", _half),
    (rf"{_B}(?P<h>first|second) half (?:of )?(?:the )?(?:fiscal )?(?:year )?{_YEAR}{_E}", _half),
    (rf"{_BY}(?P<y>{_CY}) ?年? ?(?P<h>[上下])半年", _half),
    (rf"{_B}{_YEAR} ?年?(?:[-–~]|至|到)(?P<y2>{_Y4}) ?年", _years),
    (rf"{_B}{_YEAR}-(?P<m>0[1-9]|1[0-2])(?![0-9A-Za-z]|[.-][0-9])", _ym),
    (rf"{_B}{_YEAR}(?:[–/]|-)(?P<y2>{_Y4}|(?<=[–/])[0-9]{{2}}){_E}(?!-)", _years),
    (rf"{_B}{_YEAR}/(?P<m>0[1-9]|1[0-2]){_E}", _ym),
    (rf"{_B}(?:from )?{_YEAR} (?:to|through|until) (?P<y2>{_Y4}){_E}", _years),
    (rf"{_B}between {_YEAR} and (?P<y2>{_Y4}){_E}", _years),
    (rf"{_B}(?:FY|CY|fiscal year|fiscal|financial year) ?'?{_YEAR}{_E}", _y),
    (rf"财年 ?{_YEAR}", _y),
    (rf"{_BY}(?P<y>{_CY}) ?(?:财年|年度|年)", _y),
    (rf"{_B}(?P<y>[12][0-9]{{2}}0)'?s\b", _decade),
    (r"(?:(?P<c>[12][0-9]) ?世纪)? ?(?P<d>[1-9]0|[二三四五六七八九]十) ?年代", _cjk_decade),
)
NEEDS_ANCHOR: tuple[tuple[str, Meaning], ...] = (
    (rf"(?<![0-9十百年])(?P<m>{_CM}) ?月 ?(?P<d>{_CD}) ?[日号]", _cjk_md),
    (rf"{_B}{_MON} (?P<d>{_DAY})(?:st|nd|rd|th)?(?P<y>(?!))?{_E}(?! ?(?:%|percent|million|billion))", _dmy_named),
    (rf"{_B}(?P<d>{_DAY})(?:st|nd|rd|th)? (?:of )?{_MON}(?P<y>(?!))?{_E}", _dmy_named),
    (rf"(?:{_RY}的?)?(?:第 ?)?(?P<q>{_Q}) ?季度", _quarter),
    (rf"(?:{_RY}的?)?前 ?(?P<q>[两二三23]) ?个?季度", _first_quarters),
    (rf"(?:{_RY}的?)?(?P<h>[上下])半年", _half),
    (rf"{_B}Q(?P<q>[1-4]){_E}", _quarter),
    (rf"{_B}(?P<q>first|second|third|fourth)[- ]quarter\b", _quarter),
    (rf"{_B}(?P<h>first|second) half of (?:the|this) year\b", _half),
    (rf"(?<=\bin )(?P<mon>{MONTH}){_E}", _m_named),
    (rf"(?<![0-9十百])(?P<d>{_CD}) ?[日号](?![元本均期常前后内益用程报子])", _cjk_d),
    (r"(?<![0-9十百个年])(?P<m>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九]) ?月(?:份|(?![球亮光]))", _cjk_m),
)


def _cjk_quarter(match: Match, anchor: date | None) -> Interval:
    return words.quarter(words.CJK_QUARTER[match["q"] or match["q2"]], _number(match["y"]))


_ABSOLUTE = compiled(ABSOLUTE, "月年")
_NEEDS_ANCHOR = compiled(NEEDS_ANCHOR, "月")


def read(folded: str, mask: Mask, anchor: date | None) -> list[DateMention]:
    """All rules but two kinds: words like "yesterday", and bare years, which depend on what stands around them."""
    found = apply(_ABSOLUTE, folded, mask, anchor, relative=False) if DIGIT.search(folded) else []
    return found + apply(_NEEDS_ANCHOR, folded, mask, anchor, relative=True)

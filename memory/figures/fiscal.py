"""A year of somebody's own: FY2024, fiscal 2024, 2024财年. Mostly a plain year at first, told by what stands
around it.

Its first day is the firm's or the state's choice, so it is never the calendar year of the same number.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from memory.figures import calendar_words as words
from memory.figures.date_rules import mention
from memory.figures.folding import Mask
from memory.figures.values import DateMention

_ZH = "(?:财年|财政年度|财务年度|会计年度)"
_BEFORE = re.compile(
    rf"(?:(?<![A-Za-z0-9])(?:FY|fiscal(?: year)?|financial year)|{_ZH})(?: (?:of|ending|ended)(?: in)?)? ?'?\Z", re.I
)
_INSIDE = re.compile(rf"(?<![A-Za-z0-9])(?:FY|fiscal|financial year)|{_ZH}", re.I)
_AFTER = re.compile(rf" ?{_ZH}|[- ](?:fiscal|financial) year\b", re.I)
_B, _E = r"(?<![A-Za-z0-9_.])", r"(?![0-9A-Za-z%]|[.,][0-9])"
_Y = r"(?P<y>20[0-9]{2}|[0-9]{2})"
_ALONE = r"(?<![QH][1-4] )"
_TO = r"(?:[-–—/]|至)(?P<y2>20[0-9]{2}|[0-9]{2})"
_PART = r"(?: ?的?第? ?(?:(?P<q>[一二三四1-4]) ?季度?|Q(?P<q2>[1-4])|(?P<h>[上下])半年))"
_RULES = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"{_B}{_ALONE}(?:FY|fiscal(?: year)?|financial year) ?'?{_Y}{_TO}{_E}",
        rf"(?<![0-9.]){_Y} ?年?{_TO} ?年?{_ZH}",
        rf"(?<![0-9.]){_Y} ?年?{_ZH}{_PART}?",
        rf"{_B}{_ALONE}FY ?'?(?P<y>[0-9]{{2}}){_E}",
    )
)
# Characters: the longest words that stand before a fiscal year.
_BACK = 28
# Two digits mean this century.
_CENTURY = 2000


def read(folded: str, mask: Mask) -> list[DateMention]:
    """Those that no rule of the calendar would read: FY24, FY2023/24, 2023-24财年, 2024财年第一季度."""
    return [
        replace(mention(*match.span(), _interval(match), relative=False), fiscal=True)
        for rule in _RULES
        for match in rule.finditer(folded)
        if mask.claim(*match.span())
    ]


def _interval(match: "re.Match[str]") -> words.Interval:
    parts = match.groupdict()
    first = _year(match["y"])
    if quarter := parts.get("q") or parts.get("q2"):
        return words.quarter(words.CJK_QUARTER[quarter], first)
    if part := parts.get("h"):
        return words.half(words.HALF[part], first)
    return words.year(first)[0], words.year(max(first, _year(parts.get("y2") or match["y"])))[1]


def _year(written: str) -> int:
    return int(written) % _CENTURY + _CENTURY


def marked(folded: str, mask: Mask, found: Iterable[DateMention]) -> list[DateMention]:
    """The calendar's dates again, those of a fiscal year marked and grown over the words that make them so."""
    return [_marked(folded, mask, each) for each in found]


def _marked(folded: str, mask: Mask, found: DateMention) -> DateMention:
    start, end = found.start, found.end
    before = _BEFORE.search(folded, max(0, start - _BACK), start)
    after = _AFTER.match(folded, end)
    if before and mask.claim(before.start(), start):
        start = before.start()
    if after and mask.claim(end, after.end()):
        end = after.end()
    own = before or after or _INSIDE.search(folded, found.start, found.end)
    return replace(found, start=start, end=end, fiscal=True) if own else found

"""Shares and orders of magnitude told in words: "two in three", 数千人, "tens of thousands", "a dozen"."""

import re
from decimal import Decimal

from research.roles.builtin.claims.durations import EN, number

_POWERS = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "亿": 100_000_000}
"""What the words mean, and no choice of ours."""
_NAMED = {
    "tens of thousands": 10_000,
    "hundreds of thousands": 100_000,
    "tens of millions": 10_000_000,
    "hundreds of millions": 100_000_000,
    "dozens": 12,
    "hundreds": 100,
    "thousands": 1_000,
    "millions": 1_000_000,
    "billions": 1_000_000_000,
}
"""The least that each name says; two of it is where "several" begins."""
_SEVERAL = re.compile(r"(?<![\d一二三四五六七八九])[数几好](十|百|千|万|亿)(?!分|[\d一二三四五六七八九])")
_UP_INTO = re.compile(r"(?<![\d一二三四五六七八九])[上逾过](百|千|万|亿)(?=[名人家件种个座户辆册株吨元次位条余多])")
_MANY = re.compile(rf"\b({'|'.join(_NAMED)})(?: of)?\b", re.I)
_IN = re.compile(rf"\b{EN} (?:in|out of)(?: every)? {EN}\b(?! (?:hours?|days?|weeks?|months?|years?|minutes?))", re.I)
_OUT_OF_ZH = re.compile(
    r"每([\d一二两三四五六七八九十]+)(?:个|名|位)?[人户家][^，。\d]{0,4}?有?([\d一二两三四五六七八九])(?:个|名|位)?[人户家]"
)
_DOZEN = re.compile(r"\ba dozen\b", re.I)
TWICE, TEN = 2, 10
"""From twice a power to ten times: what "several hundred" may be."""


def _several(match: re.Match[str]) -> str:
    """From two of them to short of the next name."""
    power = _POWERS[match[1]]
    return f"{power * TWICE:,}至{power * TEN - 1:,}"


def _many(match: re.Match[str]) -> str:
    power = _NAMED[match[1].lower()]
    return f"{power * TWICE:,} to {power * TEN - 1:,}"


def _share(part: str, whole: str, written: str) -> str:
    """Exact, as a fraction is; nothing where the part is the larger."""
    one, all_of = number(part), number(whole)
    return f"{one}/{all_of} of" if 0 < one < all_of else written


def in_figures(text: str) -> str:
    text = _UP_INTO.sub(lambda match: f"超过{_POWERS[match[1]]:,}", _SEVERAL.sub(_several, text))
    text = _DOZEN.sub("12", _MANY.sub(_many, text))
    text = _OUT_OF_ZH.sub(_counted, text)
    return _IN.sub(lambda match: _share(match[1], match[2], match[0]), text)


def _counted(match: re.Match[str]) -> str:
    if not all(len(each) == 1 or each.isdigit() for each in (match[1], match[2])):
        return match[0]
    share = number(match[2]) / number(match[1])
    return f"{(share * 100).quantize(Decimal('0.1')).normalize():f}%的人" if 0 < share < 1 else match[0]

"""Figures with scale and unit. Reads only what dates and identifiers have left."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from memory.figures import numerals
from memory.figures.folding import Mask
from memory.figures.measuring import is_money, per_at, scale_at, unit_at
from memory.figures.units import SIGNS
from memory.figures.values import Bound, Quantity

_DIGITS = (
    r"(?<![A-Za-z0-9_.])(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?"
    r"|\.[0-9]+)(?![0-9]|\.[0-9])"
)
_AFTER_SIGN = r"(?<=[A-Z$€£¥₽₩₹民币])[0-9][0-9,]*(?:\.[0-9]+)?"
_TOKEN = re.compile(rf"(?P<cjk>{numerals.CJK_NUMBER})|(?P<digits>{_DIGITS})|(?P<money>{_AFTER_SIGN})")
_SIGN = re.compile(r"(?:(?<![A-Za-z0-9\u4e00-\u9fff)%-])[-+]|(?:\bminus |\bnegative |(?<![欠])负))\Z")
_CURRENCY = re.compile("(?:" + "|".join(sorted((re.escape(sign) for sign in SIGNS), key=len, reverse=True)) + r") ?\Z")
_CJK_PERCENT = re.compile(rf"([百千万])分之({numerals.CJK_NUMBER}|[0-9]+(?:\.[0-9]+)?)")
_CJK_FRACTION = re.compile(rf"([{numerals.CJK_DIGITS}十]{{1,3}})分之([{numerals.CJK_DIGITS}十]{{1,3}})")
_CJK_TENTHS = re.compile(r"([一二两三四五六七八九])成([一二三四五六七八九]|半)?(?![立功为员本都长分交品果就语])")
_DIGIT_TENTHS = re.compile(r"(?<![0-9.])([1-9])成(?![立功为员本都长分交品果就语])")
_SLASHED = re.compile(r"(?<![A-Za-z0-9/.])([0-9]{1,3})/([1-9][0-9]{0,2})(?![0-9/A-Za-z.])")
_JOIN = re.compile(r"(?: ?[–~—] ?|-|至|到| to )")
_CHANGE = re.compile(r"(?:\bfrom|\bby|[从由自])[^0-9，。,;；]{0,6}\Z")
_BETWEEN = re.compile(r"\bbetween ?\Z", re.I)
_SIGNS_BETWEEN = 3  # characters between "to" and its figure: a sign, a currency, a space

_MORE = (
    "no less than|not less than|no fewer than|more than|greater than|at least|upwards of|in excess of"
    "|exceeding|exceeds|exceeded|exceed|above|over|不少于|不低于|不小于|不止|超过|超|逾|至少|高于|多于"
    "|大于|突破|>=|>|≥"
)
_LESS = (
    "no more than|not more than|no higher than|less than|fewer than|lower than|at most|up to|under|below"
    "|不超过|不高于|不多于|不大于|不到|不足|不满|未达|低于|少于|小于|至多|最多|<=|<|≤"
)
_ABOUT = (
    "approximately|about|around|roughly|some|nearly|almost|close to|circa|approx\\.?|ca\\.|c\\.|~|大约"
    "|大概|大致|将近|接近|约为|约|近|≈"
)
_LEAD = re.compile(rf"(?:(?P<more>{_MORE})|(?P<less>{_LESS})|(?P<about>{_ABOUT}))(?:了| a total of| the)? ?\Z", re.I)
_TAIL = re.compile(
    r" ?(?:(?P<more>以上|or more|or above|or higher|and above|\+)|(?P<less>以下|以内|or less|or fewer|or "
    r"below)|(?P<about>左右|上下|or so))",
    re.I,
)
_VAGUE = re.compile(r"[多余]")
# How far back a sign, a currency or "not more than a total of" can reach.
_BACK = 32
_SMALL_CJK = re.compile(rf"[{numerals.CJK_DIGITS}]")
_OPEN_TIME = frozenset({"year", "month", "week", "day", "h", "min"})


@dataclass(frozen=True, slots=True)
class _Bare:
    """A number before its surroundings are read."""

    value: Decimal
    step: Decimal
    start: int
    end: int
    cjk: bool = False
    unit: str = ""


def read(folded: str, mask: Mask) -> list[Quantity]:
    found: list[Quantity] = []
    numbers = [number for number in _bare(folded) if mask.free(number.start, number.end)]
    numbers.sort(key=lambda number: (number.start, -number.end))
    done = 0
    for at, number in enumerate(numbers):
        if number.start < done:
            continue
        later = next((other for other in numbers[at + 1 : at + 3] if other.start >= number.end), None)
        quantity = _surrounded(folded, number, later, done)
        if quantity is None:
            continue
        found.append(quantity)
        done = quantity.end
        mask.take(quantity.start, quantity.end)
    return found


def _bare(folded: str) -> Iterator[_Bare]:
    yield from _shares(folded)
    for match in _TOKEN.finditer(folded):
        if match["cjk"]:
            read_as = numerals.from_chinese(match["cjk"])
        else:
            read_as = numerals.from_digits("0" * match[0].startswith(".") + match[0].rstrip(","))
        if read_as is not None:
            yield _Bare(*read_as, match.start(), match.end(), cjk=bool(match["cjk"]))
    for match in numerals.ENGLISH_NUMBER.finditer(folded):
        yield _Bare(
            Decimal(numerals.from_english(match[0])),
            Decimal(1),
            match.start(),
            match.end(),
            cjk=match[0].lower() == "one",
        )


def _shares(folded: str) -> Iterator[_Bare]:
    """Percentages, tenths and fractions that are spelt out: 百分之十五, 两成, 三分之二, two-thirds, 3/4."""
    for match in _CJK_PERCENT.finditer(folded):
        written = match[2]
        read_as = (
            numerals.from_digits(written)
            if written[0].isdigit() and written.isascii()
            else numerals.from_chinese(written)
        )
        if read_as:
            shrink = {"百": Decimal(1), "千": Decimal("0.1"), "万": Decimal("0.01")}[match[1]]
            yield _Bare(read_as[0] * shrink, read_as[1] * shrink, match.start(), match.end(), unit="%")
    for match in _CJK_FRACTION.finditer(folded):
        below, above = numerals.from_chinese(match[1]), numerals.from_chinese(match[2])
        if below and above and below[0]:
            yield _Bare(above[0] / below[0], Decimal(0), match.start(), match.end())
    for match in _CJK_TENTHS.finditer(folded):
        tens = int((numerals.from_chinese(match[1]) or (0,))[0]) * 10
        ones = 5 if match[2] == "半" else int((numerals.from_chinese(match[2]) or (0,))[0]) if match[2] else 0
        yield _Bare(Decimal(tens + ones), Decimal(1), match.start(), match.end(), unit="%")
    for match in _DIGIT_TENTHS.finditer(folded):
        yield _Bare(Decimal(int(match[1]) * 10), Decimal(1), match.start(), match.end(), unit="%")
    for match in numerals.ENGLISH_FRACTION.finditer(folded):
        yield _Bare(numerals.fraction(match[1], match[2]), Decimal(0), match.start(), match.end())
    for match in _SLASHED.finditer(folded):
        if int(match[1]) < int(match[2]):
            yield _Bare(Decimal(match[1]) / Decimal(match[2]), Decimal(0), match.start(), match.end())


def _surrounded(folded: str, number: _Bare, later: _Bare | None, done: int) -> Quantity | None:
    single = _measured(folded, number, done)
    if later is None:
        return _bounded(folded, single, done) if single and _counts(folded, number, single) else None
    span = _range(folded, number, single, later, done)
    if span:
        return _bounded(folded, span, done)
    return _bounded(folded, single, done) if single and _counts(folded, number, single) else None


def _measured(folded: str, number: _Bare, done: int) -> Quantity | None:
    """The number with sign, currency, scale and unit: still without "about" and "over"."""
    start = number.start
    floor = max(done, start - _BACK)
    unit, money = number.unit, ""
    if match := _CURRENCY.search(folded, floor, start):
        money = SIGNS[match[0].strip()]
        start = match.start()
    negative = False
    if match := _SIGN.search(folded, floor, start):
        negative = match[0] != "+"
        start = match.start()
    factor, end = (Decimal(1), number.end) if unit else scale_at(folded, number.end, money=bool(money))
    vague = _VAGUE.match(folded, end)
    written, after = unit_at(folded, vague.end() if vague else end) if not unit else (unit, end)
    if vague and not written:
        factor_too, after = scale_at(folded, vague.end(), money=False)
        factor *= factor_too
        written, after = unit_at(folded, after)
    unit, end = (_currency_unit(money, written), after) if money else (written, after)
    if money and not written:
        unit, end = per_at(folded, end, money)
    value = number.value * factor * (-1 if negative else 1)
    bound = Bound.MORE if vague else Bound.NONE
    return Quantity(value, unit, value, value, number.step * factor, False, bound, start, end, "")


def _currency_unit(money: str, written: str) -> str:
    """$5/t is USD/t; 人民币5元 is CNY; US$5 million, then a noun: the noun is no unit."""
    if "/" in written and is_money(written):
        return f"{money}/{written.split('/', 1)[1]}"
    return money


def _counts(folded: str, number: _Bare, quantity: Quantity) -> bool:
    """A lone 一 or "one" is an article unless a measure follows; 三 alone is part of a word; 千万 can mean "do"."""
    if not number.cjk:
        return True
    scaled = quantity.value != number.value
    written = folded[number.start : number.end]
    if written.isascii():
        return scaled or quantity.unit in {"%", "pp", "倍"} or quantity.unit.startswith("t/")
    if any(char in "零〇" for char in written) and len(written) == 1:
        return bool(quantity.unit)
    if written in {"十", "千", "万", "百", "百万", "千万", "万万", "千百", "亿", "亿万"}:
        return written == "十" and bool(quantity.unit) and quantity.unit not in {"%"}
    if written == "一":
        return quantity.unit not in {
            "",
            "个",
            "种",
            "次",
            "家",
            "件",
            "项",
            "条",
            "位",
            "人",
            "天",
            "场",
            "套",
            "只",
            "所",
            "份",
            "起",
            "层",
        }
    if len(written) == 1:
        return bool(quantity.unit)
    return bool(quantity.unit) or any(char in "十百千万亿" for char in written)


def _range(folded: str, number: _Bare, single: Quantity | None, later: _Bare, done: int) -> Quantity | None:
    if single is None:
        return None
    floor = max(done, single.start - _BACK)
    between = _BETWEEN.search(folded, floor, single.start)
    joint = re.compile(r" and ").match(folded, single.end) if between else _JOIN.match(folded, single.end)
    if joint is None or not joint.end() <= later.start <= joint.end() + _SIGNS_BETWEEN:
        return None
    high = _measured(folded, later, joint.end())
    if high is None or high.start != joint.end() or _CHANGE.search(folded, floor, single.start):
        return None
    if not (number.step and later.step):  # a third to 3.4 million: fractions begin no range
        return None
    if high.unit.startswith(f"{single.unit}/"):
        single = replace(single, unit=high.unit)
    if is_money(single.unit) and not high.unit:
        high = replace(high, unit=single.unit)
    low = _with_the_scale_of(single, number, high, later)
    if low.unit != high.unit or not low.value < high.value:
        return None
    start = between.start() if between else single.start
    middle = (low.value + high.value) / 2
    return replace(high, value=middle, low=low.value, high=high.value, start=start, step=min(low.step, high.step))


def _with_the_scale_of(low: Quantity, number: _Bare, high: Quantity, later: _Bare) -> Quantity:
    """In "3–5 million" and "10–15 %" the first number borrows what the second one carries."""
    unit = low.unit or high.unit
    factor = Decimal(1)
    if low.value == number.value and later.value and (not low.unit or low.unit == high.unit):
        factor = abs(high.value / later.value)
    return replace(low, unit=unit, value=low.value * factor, step=low.step * factor)


def _bounded(folded: str, quantity: Quantity, done: int) -> Quantity:
    floor = max(done, quantity.start - _BACK)
    start, end, bound, about = quantity.start, quantity.end, quantity.bound, False
    if (match := _LEAD.search(folded, floor, start)) and _starts_a_word(folded, match):
        timed = match["more"] and match["more"].lower() in {"over", "above"} and quantity.unit in _OPEN_TIME
        if not timed:
            start = match.start()
            bound = Bound.MORE if match["more"] else Bound.LESS if match["less"] else bound
            about = bool(match["about"])
    if match := _TAIL.match(folded, end):
        end = match.end()
        bound = Bound.MORE if match["more"] else Bound.LESS if match["less"] else bound
        about = about or bool(match["about"])
    return replace(quantity, start=start, end=end, bound=bound, approximate=about)


def _starts_a_word(folded: str, match: "re.Match[str]") -> bool:
    """ "moreover 5" holds no "over"; 最近 holds no 近."""
    if not match.start():
        return True
    previous, first = folded[match.start() - 1], folded[match.start()]
    if first.isascii() and first.isalpha():
        return not (previous.isascii() and previous.isalnum())
    return not (first == "近" and previous in "最附靠邻接临")

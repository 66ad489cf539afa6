"""Numbers written in digits, Chinese numerals and English words, as exact decimals."""

import re
from decimal import Decimal

_DIGIT = {
    char: value
    for value, chars in enumerate(("零〇", "一", "二两", "三", "四", "五", "六", "七", "八", "九"))
    for char in chars
}
_PLACE = {"十": 10, "百": 100, "千": 1000}
_SCALE = {"万": 10**4, "亿": 10**8}
CJK_DIGITS = "零〇一二两三四五六七八九"
CJK_NUMBER = rf"[{CJK_DIGITS}十百千万亿]+(?:点[{CJK_DIGITS}]+)?"

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
ENGLISH = {word: value for value, word in enumerate(_UNITS.split())} | {
    word: (value + 2) * 10 for value, word in enumerate(_TENS.split())
}
ENGLISH_SCALE = {
    "dozen": 12,
    "hundred": 100,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
_DENOMINATOR = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_ONES = "|".join(sorted(ENGLISH, key=len, reverse=True))
_TEN = "|".join(_TENS.split())
ENGLISH_NUMBER = re.compile(rf"\b(?:(?:{_TEN})[- ](?:one|two|three|four|five|six|seven|eight|nine)|{_ONES})\b", re.I)
ENGLISH_FRACTION = re.compile(rf"\b({_ONES}|a)[- ]({'|'.join(_DENOMINATOR)})s?\b(?!\s+of\s+(?:the\s+)?[0-9])", re.I)

Number = tuple[Decimal, Decimal]
# Digits. Longer is a serial number or a hostile page; decimals are exact to 28.
_LONGEST = 24


def from_digits(written: str) -> Number | None:
    """Value and step of "1,234.50". Zeros at the end in whole groups of three may be rounding: 35,000 has step 1,000.

    At least two digits always count: 1,000 has step 100, else 1,400 would pass for it.
    """
    digits = written.replace(",", "")
    if len(digits) > _LONGEST:
        return None
    value = Decimal(digits)
    whole, _, decimals = digits.partition(".")
    if decimals:
        return value, Decimal(1).scaleb(-len(decimals))
    whole = whole.lstrip("0")
    zeros = len(whole) - len(whole.rstrip("0"))
    return value, Decimal(1).scaleb(max(min(zeros - zeros % 3, len(whole) - 2), 0))


def from_chinese(written: str) -> Number | None:
    """Value and step of 三千二百万, 二十五, 三点五, 一百零五, 二〇二六; None for what is no well-formed number."""
    if len(written) > _LONGEST:
        return None
    whole, _, decimals = written.partition("点")
    if decimals:
        digits = "".join(str(_DIGIT[char]) for char in decimals)
        head = _whole(whole)
        return None if head is None else (Decimal(f"{head}.{digits}"), Decimal(1).scaleb(-len(digits)))
    value = _whole(whole)
    return None if value is None else from_digits(str(value))


def _whole(written: str) -> int | None:
    if not written:
        return None
    if all(char in _DIGIT for char in written):
        return int("".join(str(_DIGIT[char]) for char in written))
    total = section = digit = 0
    waiting = False
    last_place = 0
    for char in written:
        if char in _DIGIT:
            if waiting and digit:
                return None
            digit, waiting = _DIGIT[char], True
        elif char in _PLACE:
            section += (digit if waiting else 1) * _PLACE[char]
            last_place, digit, waiting = _PLACE[char], 0, False
        else:
            if not (total or section or digit):
                return None
            total = _scaled(total, section + digit, _SCALE[char])
            last_place, section, digit, waiting = _SCALE[char], 0, 0, False
    if waiting and digit and last_place > 10 and "零" not in written and "〇" not in written:
        digit *= last_place // 10  # 两百五 is 250, 三万五 is 35000
    return total + section + digit


def _scaled(total: int, section: int, scale: int) -> int:
    """一亿二千万 adds the smaller scale to the larger one; 三万亿 and 一万万 multiply."""
    return total + section * scale if section and total >= scale else (total + section) * scale


def from_english(written: str) -> int:
    return sum(ENGLISH[part] for part in re.split(r"[- ]", written.lower()))


def fraction(numerator: str, denominator: str) -> Decimal:
    top = 1 if numerator.lower() == "a" else ENGLISH[numerator.lower()]
    return Decimal(top) / Decimal(_DENOMINATOR[denominator.lower()])

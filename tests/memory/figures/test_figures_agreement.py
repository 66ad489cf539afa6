"""F-54: a figure that differs in value, unit, scale or sign is told from one that is the same, rounded or rewritten."""

from decimal import Decimal

import pytest

from memory.figures import identical, quantities, same_quantity

TRUE = [
    ("about 1.2 million", "1.23 million units"),
    ("1.2 million units", "1.23 million units"),
    ("7 billion yuan", "累计收入超过70亿元"),
    ("over 7 billion yuan", "累计收入超过70亿元"),
    ("35,000 people", "3.5万人"),
    ("3.5万人", "35,000 people"),
    ("1,234.5万吨", "共１，２３４．５万吨"),
    ("12.3 million tonnes", "共１，２３４．５万吨"),
    ("over 1.2 million", "1.23 million units"),
    ("up to 30%", "28.4%"),
    ("10–15 %", "12 %"),
    ("1.2 GWh", "1,200 MWh"),
    ("15 %", "百分之十五"),
    ("20%", "两成"),
    ("0.25 percentage points", "25个基点"),
    ("about 300 firms", "304家公司"),
    ("$1.2bn", "12.1亿美元"),
    ("three companies", "3家公司"),
    ("24 hours", "24小时"),
    ("at least 5 people", "more than 6 people"),
]
FALSE = [
    ("12.3 million units", "1.23 million units"),
    ("over 1.3 million", "1.23 million units"),
    ("70 billion yuan", "累计收入超过70亿元"),
    ("700 million yuan", "累计收入超过70亿元"),
    ("7 billion dollars", "累计收入超过70亿元"),
    ("7 billion", "累计收入超过70亿元"),
    ("over 8 billion yuan", "累计收入超过70亿元"),
    ("less than 7 billion yuan", "累计收入超过70亿元"),
    ("54 %", "64 %"),
    ("50 %", "54 %"),
    ("100 companies", "104 companies"),
    ("1,000 companies", "1,400 companies"),
    ("5 %", "5 percentage points"),
    ("-5 %", "5 %"),
    ("35,000 vehicles", "35,000 people"),
    ("12 %", "10–15 %"),
    ("10–15 %", "16 %"),
    ("about 300 firms", "340家公司"),
    ("1.2 GWh", "1.2 MWh"),
    ("12 months", "12 weeks"),
]
_SCALES = [("", 1), (" million", 10**6), (" billion", 10**9)]
_ZH_SCALES = [("", 1), ("万", 10**4), ("亿", 10**8)]
_UNITS = [
    ("people", "人"),
    ("yuan", "元"),
    ("dollars", "美元"),
    ("tonnes", "吨"),
    ("vehicles", "辆"),
    ("GWh", "吉瓦时"),
]


def _same(claimed, found):
    (claim,), (seen,) = quantities(claimed), quantities(found)
    return same_quantity(claim, seen)


@pytest.mark.parametrize(("claimed", "found"), TRUE)
def test_the_same_figure_in_other_words_is_the_same(claimed, found):
    assert _same(claimed, found)


@pytest.mark.parametrize(("claimed", "found"), FALSE)
def test_another_figure_is_another(claimed, found):
    assert not _same(claimed, found)


def _written_zh(value, unit):
    for word, factor in reversed(_ZH_SCALES):
        if value >= factor:
            return f"共{(Decimal(value) / factor).normalize():f}{word}{unit}"
    raise AssertionError(value)


def _pairs():
    """Claims in English against findings in Chinese, and as many with one thing wrong: value, scale, unit or sign."""
    for index, digits in enumerate((12, 35, 47, 68, 91, 123, 256, 377, 489, 604, 815, 999)):
        for scale, factor in _SCALES:
            (unit, unit_zh), (wrong_unit, _) = _UNITS[index % 6], _UNITS[(index + 1) % 6]
            value = digits * factor
            found = _written_zh(value, unit_zh)
            number = f"{digits}{scale}"
            yield True, f"{number} {unit}", found
            yield True, f"about {number} {unit}", found
            yield True, f"over {digits - 1}{scale} {unit}", found
            yield True, f"{digits - 1}–{digits + 1}{scale} {unit}", found
            yield False, f"{digits + 9}{scale} {unit}", found
            yield False, f"{number} {wrong_unit}", found
            yield False, f"{digits * 10}{scale} {unit}", found
            yield False, f"over {digits + 1}{scale} {unit}", found
            yield False, f"-{number} {unit}", found


def test_precision_and_recall_of_the_comparison_are_at_least_98_percent():
    cases = list(_pairs())
    judged = [(same, _same(claimed, found)) for same, claimed, found in cases]
    agreed = sum(same and said for same, said in judged)
    assert len(cases) >= 200
    assert agreed >= 0.98 * sum(said for _, said in judged)
    assert agreed >= 0.98 * sum(same for same, _ in judged)
    false = sum(not same and not said for same, said in judged)
    assert false >= 0.98 * sum(not same for same, _ in judged)


def test_identical_allows_no_rounding_and_no_lost_bound():
    (exact,), (rounded,), (over,) = (
        quantities("1.23 million"),
        quantities("1.2 million"),
        quantities("over 1.23 million"),
    )
    assert identical(exact, exact)
    assert not identical(exact, rounded)
    assert not identical(exact, over)

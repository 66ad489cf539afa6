from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.figures import Bound, dates, identifiers, names, quantities

# text, value, unit
SINGLE = [
    ("1.23 million units", "1230000", "个"),
    ("70亿元", "7000000000", "CNY"),
    ("7 billion yuan", "7000000000", "CNY"),
    ("3.5万人", "35000", "人"),
    ("35,000 people", "35000", "人"),
    ("15 %", "15", "%"),
    ("15%", "15", "%"),
    ("15 percent", "15", "%"),
    ("15 per cent", "15", "%"),
    ("１５％", "15", "%"),
    ("百分之十五", "15", "%"),
    ("百分之3.5", "3.5", "%"),
    ("千分之三", "0.3", "%"),
    ("两成", "20", "%"),
    ("三成五", "35", "%"),
    ("共１，２３４．５万吨", "12345000", "t"),
    ("1,234.5万吨", "12345000", "t"),
    ("三千二百家", "3200", "家"),
    ("三千二百万元", "32000000", "CNY"),
    ("一百零五人", "105", "人"),
    ("两百五十人", "250", "人"),
    ("三点五万人", "35000", "人"),
    ("十五辆", "15", "辆"),
    ("US$1.2bn", "1200000000", "USD"),
    ("$70 million", "70000000", "USD"),
    ("€5.5m", "5500000", "EUR"),
    ("£3 billion", "3000000000", "GBP"),
    ("RMB 70 billion", "70000000000", "CNY"),
    ("RMB70亿元", "7000000000", "CNY"),
    ("人民币3000万元", "30000000", "CNY"),
    ("￥500", "500", "CNY"),
    ("1.2万亿元", "1200000000000", "CNY"),
    ("5亿美元", "500000000", "USD"),
    ("5000元/吨", "5000", "CNY/t"),
    ("$5 per tonne", "5", "USD/t"),
    ("60 km/h", "60", "km/h"),
    ("10亿千瓦时", "1000000000", "kWh"),
    ("2.5 GWh", "2.5", "GWh"),
    ("1,200 MWh", "1200", "MWh"),
    ("3千克", "3", "kg"),
    ("120平方公里", "120", "km²"),
    ("50 km²", "50", "km²"),
    ("0.5 percentage points", "0.5", "pp"),
    ("0.5个百分点", "0.5", "pp"),
    ("25 basis points", "25", "bp"),
    ("25个基点", "25", "bp"),
    ("-5%", "-5", "%"),
    ("−5%", "-5", "%"),
    ("minus 5 degrees Celsius", "-5", "°C"),
    ("three companies", "3", "家"),
    ("twenty-one vehicles", "21", "辆"),
    ("two million people", "2000000", "人"),
    ("a 15-year plan", "15", "year"),
    ("12个月", "12", "month"),
    ("3.5k users", "3500", "人"),
    ("1.2M users", "1200000", "人"),
    ("5 times", "5", "倍"),
    ("3倍", "3", "倍"),
    ("42", "42", ""),
    ("2000 people", "2000", "人"),
    ("in 2000 people", "2000", "人"),
    ("1 234 567 tonnes".replace(" ", "\u202f", 2), "1234567", "t"),
    ("300 ms", "300", "ms"),
    ("3x", "3", "倍"),
    ("€12 m", "12000000", "EUR"),
    ("12.5亿kWh", "1250000000", "kWh"),
    ("50万辆/年", "500000", "辆/year"),
    ("16 GB", "16", "GB"),
]
# text, low, high, unit
RANGES = [
    ("10–15 %", "10", "15", "%"),
    ("10-15%", "10", "15", "%"),
    ("10%至15%", "10", "15", "%"),
    ("10%–15%", "10", "15", "%"),
    ("between 3 and 5 GWh", "3", "5", "GWh"),
    ("3–5 million dollars", "3000000", "5000000", "USD"),
    ("3万至5万人", "30000", "50000", "人"),
    ("3到5个月", "3", "5", "month"),
    ("$3–5 million", "3000000", "5000000", "USD"),
    ("10 to 15 percent", "10", "15", "%"),
    ("$1,200–$1,500 per kWh", "1200", "1500", "USD/kWh"),
]
BOUNDS = [
    ("over 1.3 million", Bound.MORE),
    ("more than 50 cars", Bound.MORE),
    ("at least 3 people", Bound.MORE),
    ("no less than 3 people", Bound.MORE),
    ("超过70亿元", Bound.MORE),
    ("逾3.5万人", Bound.MORE),
    ("不低于5%", Bound.MORE),
    ("300多人", Bound.MORE),
    ("300余人", Bound.MORE),
    ("5万人以上", Bound.MORE),
    ("up to 5%", Bound.LESS),
    ("less than 5%", Bound.LESS),
    ("no more than 5%", Bound.LESS),
    ("不超过5%", Bound.LESS),
    ("不到70亿元", Bound.LESS),
    ("5%以下", Bound.LESS),
    ("about 5%", Bound.NONE),
    ("over 5 years", Bound.NONE),
]
NOTHING = [
    "Python 3.12",
    "v8.5.0",
    "TiDB 8.5.1",
    "PEP 703",
    "RFC 9309",
    "GB/T 1234-2020",
    "ISO 9001:2015",
    "Section 3.2",
    "第3章",
    "GPT-4",
    "H100",
    "5G",
    "2023-10-24",
    "2023年10月24日",
    "Q2 2025",
    "in 2023",
    "FY2024",
    "at 14:30",
    "see https://example.org/2023/55/x1",
    "as shown in [12]",
    "统一标准",
    "十分重要",
    "千万不要",
    "一些人",
    "第三名",
    "one of the firms",
    "Windows 11",
    "3.12版本",
]


@pytest.mark.parametrize(("text", "value", "unit"), SINGLE)
def test_a_figure_is_read_with_its_scale_and_unit(text, value, unit):
    (found,) = quantities(text)
    assert (found.value, found.unit) == (Decimal(value), unit)
    assert not found.is_range


@pytest.mark.parametrize(("text", "low", "high", "unit"), RANGES)
def test_a_range_has_two_ends_and_one_unit(text, low, high, unit):
    (found,) = quantities(text)
    assert (found.low, found.high, found.unit) == (Decimal(low), Decimal(high), unit)


@pytest.mark.parametrize(("text", "bound"), BOUNDS)
def test_a_bound_says_which_side_is_open(text, bound):
    (found,) = quantities(text)
    assert found.bound is bound


@pytest.mark.parametrize("text", NOTHING)
def test_what_names_or_dates_is_no_quantity(text):
    assert quantities(text) == ()


@pytest.mark.parametrize("text", ["rose from 10% to 15%", "从10%增至15%", "从10%升到15%"])
def test_a_change_is_two_figures_and_no_range(text):
    assert [int(found.value) for found in quantities(text)] == [10, 15]


@pytest.mark.parametrize("text", ["about 5%", "约5%", "5%左右", "nearly 5%", "近5%", "roughly 5%"])
def test_about_makes_a_figure_approximate(text):
    (found,) = quantities(text)
    assert found.approximate


@pytest.mark.parametrize("text", ["£\n5", "over\n5", "-\n5"])
def test_a_line_break_parts_a_figure_from_what_stands_above(text):
    (found,) = quantities(text)
    assert (found.text, found.unit, found.bound) == ("5", "", Bound.NONE)


def test_a_hyphen_behind_a_figure_is_no_sign():
    assert [int(found.value) for found in quantities("15-10")] == [15, 10]


def test_recently_is_not_nearly():
    (found,) = quantities("最近5家公司")
    assert not found.approximate


def test_a_full_width_comma_between_plain_digits_lists_numbers():
    assert [int(found.value) for found in quantities("100，200，300")] == [100, 200, 300]


def test_every_figure_of_a_dense_sentence_is_found():
    text = "2023年，公司实现营业收入4009.2亿元，同比增长22%，净利润441亿元，研发人员超过2万人，电池销量390GWh。"
    assert [(str(found.value.normalize()), found.unit) for found in quantities(text)] == [
        ("4.0092E+11", "CNY"),
        ("22", "%"),
        ("4.41E+10", "CNY"),
        ("2E+4", "人"),
        ("3.9E+2", "GWh"),
    ]


ALPHABET = st.text(alphabet="0123456789.,，-–%万亿千百十一二三年月日元至约 $€aQv第版个成分之/[]\n人to", max_size=60)


@settings(max_examples=150, deadline=None)
@given(ALPHABET | st.text(max_size=40))
def test_whatever_is_found_slices_the_text_it_was_found_in(text):
    for found in (*quantities(text), *dates(text), *identifiers(text), *names(text)):
        assert found.text == text[found.start : found.end]
        assert found.text


@settings(max_examples=100, deadline=None)
@given(ALPHABET)
def test_no_character_is_read_twice(text):
    spans = sorted((found.start, found.end) for found in (*quantities(text), *dates(text), *identifiers(text)))
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 999), st.sampled_from([("万", 10**4), ("亿", 10**8), (" million", 10**6), (" billion", 10**9)]))
def test_scale_words_multiply(number, scale):
    (found,) = quantities(f"共 {number}{scale[0]}")
    assert found.value == number * scale[1]

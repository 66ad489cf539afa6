"""A hostile page must not stall a worker: ten times the text may take about ten times as long, never a hundred."""

import time

import pytest

from memory.figures import contrast, names, negations, read
from memory.figures.particulars import particulars

HOSTILE = [
    "1,234,",
    "第一",
    "王小·",
    "[12, ",
    "数百",
    "a.b/",
    "某号",
    "王小、",
    "张和李",
    "St. A",
    "10.1234/",
    "1.1.",
    "1-",
    "一",
    "公司",
    "Aa ",
    "between 3 and ",
    "2023-",
    "“a",
    "百分之",
    "[",
]


def _seconds(text):
    began = time.process_time()
    read(text)
    names(text)
    negations(text)
    particulars(text)
    return time.process_time() - began


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_grows_with_length_and_no_faster(piece):
    short, long = 2_000, 20_000
    fastest = min(_seconds((piece * short)[:short]) for _ in range(3))
    assert _seconds((piece * long)[:long]) < 30 * fastest + 3


def test_a_hundred_kilobytes_are_read_to_the_end():
    text = ("营业收入4009亿元，同比增长22%。Revenue rose 22% in 2023. " * 2500)[:100_000]
    assert len(read(text).quantities) > 4_000


def test_digits_without_end_are_no_figure():
    assert read("9" * 5_000).quantities == ()
    assert read("九" * 5_000).quantities == ()
    assert contrast("9" * 5_000, "8" * 5_000)

import pytest

from memory.figures import Comparison, Direction, comparison, direction, negated, negations

NEGATED = [
    "The proposal was not accepted.",
    "It doesn't work.",
    "No country signed.",
    "They never met.",
    "It failed to pass.",
    "The minister denied it.",
    "没有通过",
    "尚未发布",
    "该公司否认了",
    "不支持外键",
    "并非如此",
    "未获批准",
]
PLAIN = [
    "The proposal was accepted.",
    "Not only fast but cheap.",
    "no less than 5 %",
    "No. 5 on the list",
    "whether or not it rains is open",
    "不仅快而且便宜",
    "不断增长",
    "不到70亿元",
    "不超过5%",
    "未来三年",
    "非常重要",
    "无人机",
    "不锈钢",
    "不得不接受",
    "非洲国家",
]
DIRECTIONS = [
    ("Sales rose 5%", Direction.UP),
    ("grew strongly", Direction.UP),
    ("up 5% on the year", Direction.UP),
    ("同比增长5%", Direction.UP),
    ("价格上涨", Direction.UP),
    ("Sales fell 5%", Direction.DOWN),
    ("down 5%", Direction.DOWN),
    ("产量下降", Direction.DOWN),
    ("环比回落", Direction.DOWN),
    ("remained flat", Direction.FLAT),
    ("与上年持平", Direction.FLAT),
    ("imports rose and exports fell", Direction.MIXED),
    ("进口增长，出口下降", Direction.MIXED),
    ("signed up for the plan", Direction.NONE),
    ("位于上海", Direction.NONE),
]
COMPARISONS = [
    ("more than 5", Comparison.MORE),
    ("超过5", Comparison.MORE),
    ("no less than 5", Comparison.MORE),
    ("不低于5", Comparison.MORE),
    ("less than 5", Comparison.LESS),
    ("低于5", Comparison.LESS),
    ("no more than 5", Comparison.LESS),
    ("不超过5", Comparison.LESS),
    ("exactly 5", Comparison.NONE),
    ("more here, less there", Comparison.MIXED),
]


@pytest.mark.parametrize("text", NEGATED)
def test_a_denial_is_noticed(text):
    assert negated(text)


@pytest.mark.parametrize("text", PLAIN)
def test_what_only_looks_negative_is_no_denial(text):
    assert not negated(text)


def test_a_negation_points_at_its_word():
    (found,) = negations("the fee was not refunded")
    assert found.text == "not"


@pytest.mark.parametrize(("text", "expected"), DIRECTIONS)
def test_direction(text, expected):
    assert direction(text) is expected


@pytest.mark.parametrize(("text", "expected"), COMPARISONS)
def test_comparison(text, expected):
    assert comparison(text) is expected

import pytest

from memory.divergence import diverge
from memory.figures import Direction


@pytest.mark.parametrize(
    ("left", "right", "names"),
    [
        (
            "Lithium carbonate prices rose 5% in May 2024.",
            "Lithium hydroxide prices fell 3% in May 2024.",
            ("carbonate", "hydroxide"),
        ),
        ("2024年5月碳酸锂价格上涨5%。", "2024年5月氢氧化锂价格下跌3%。", ("碳酸", "氢氧化")),
        (
            "The market was mixed. Exports of cells to Europe rose in 2023.",
            "Exports of cells to America fell in 2023.",
            ("europe", "america"),
        ),
    ],
)
def test_two_matters_of_one_kind_that_go_opposite_ways_diverge(left, right, names):
    found = diverge(left, right)
    assert found and (found.left, found.right) == names
    assert (found.left_way, found.right_way) == (Direction.UP, Direction.DOWN)
    turned = diverge(right, left)
    assert turned and (turned.left, turned.right) == tuple(reversed(names))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Lithium carbonate prices rose.", "Lithium hydroxide prices rose."),
        ("Lithium prices fell.", "Lithium output rose 5%."),
        ("锂价上涨", "锂产量下降"),
        ("Lithium carbonate prices rose in 2023.", "Lithium hydroxide prices fell in 2024."),
        ("碳酸锂价格上涨", "碳酸锂价格下跌"),
        ("Lithium carbonate prices rose last month.", "Lithium hydroxide prices fell last month."),
        ("", "Prices fell."),
    ],
)
def test_other_attributes_other_times_and_one_matter_do_not(left, right):
    assert diverge(left, right) is None

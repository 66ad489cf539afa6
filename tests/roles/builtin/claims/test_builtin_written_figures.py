"""Ways of writing figures that both sides are brought to before they are compared."""

from decimal import Decimal

import pytest

from memory.figures import Bound
from research.roles.builtin.claims.amounts import amounts_of
from research.roles.builtin.claims.written import normal


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("两个半小时", "2.5", "h"),
        ("一年半", "1.5", "year"),
        ("two hours and ten minutes", "130", "min"),
        ("2小时30分钟", "150", "min"),
        ("in 2:10:12", "130.2", "min"),
        ("半个世纪", "50", "year"),
        ("two decades", "20", "year"),
        ("a fortnight", "2", "week"),
        ("零下二十度", "-20", "°C"),
        ("在-20℃", "-20", "°C"),
        ("山路有十二里", "6", "km"),
        ("45 cubic feet", "45", "ft³"),
        ("a dozen ships", "12", "艘"),
        ("一刻钟", "15", "min"),
    ],
)
def test_a_measure_told_in_words_is_a_figure(text: str, value: str, unit: str) -> None:
    (found,) = amounts_of(normal(text))
    assert (found.value, found.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("数千人", 2_000, 9_999), ("hundreds of people", 200, 999), ("tens of thousands of people", 20_000, 99_999)],
)
def test_an_order_of_magnitude_is_a_range(text: str, low: int, high: int) -> None:
    (found,) = amounts_of(normal(text))
    assert (found.low, found.high) == (low, high)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("不得少于两小时", Bound.MORE),
        ("不得超过两小时", Bound.LESS),
        ("a maximum of 8 dogs", Bound.LESS),
        ("上万种", Bound.MORE),
        ("more than an hour", Bound.MORE),
    ],
)
def test_a_bound_keeps_its_side_however_it_is_told(text: str, bound: Bound) -> None:
    (found,) = amounts_of(normal(text))
    assert found.bound is bound


@pytest.mark.parametrize(
    ("text", "share"), [("two in three voters", "66.67"), ("one out of four pupils", "25"), ("每十人中有七人", "70")]
)
def test_so_many_in_so_many_is_a_share(text: str, share: str) -> None:
    (found,) = amounts_of(normal(text))
    assert (round(found.value, 2), found.unit) == (Decimal(share), "%")


@pytest.mark.parametrize("text", ["陆地与内陆", "上半年", "陆秉文", "Turnover rose in the first half of the year"])
def test_what_is_no_figure_stays_as_it_is(text: str) -> None:
    assert normal(text) == text


def test_one_interval_has_one_name() -> None:
    assert normal("paid every three months") == "paid quarterly"
    assert normal("每三个月付息") == "每季度付息"

from datetime import date

import pytest

from memory.figures import contrast, dates
from memory.retention import missing

ONE_YEAR = [
    "FY2024",
    "FY24",
    "FY'24",
    "fiscal 2024",
    "fiscal year 2024",
    "2024 fiscal year",
    "2024财年",
    "２０２４财年",
]
ONE_YEAR += ["24财年", "2024会计年度", "financial year 2024", "FY 2024"]


@pytest.mark.parametrize("written", ONE_YEAR)
def test_a_fiscal_year_is_read_whole_in_every_notation(written):
    (found,) = dates(f"{written} revenue")
    assert (found.text, found.fiscal) == (written, True)
    assert (found.start_date, found.end_date) == (date(2024, 1, 1), date(2024, 12, 31))


@pytest.mark.parametrize(
    ("written", "first", "last"),
    [
        ("FY2023/24", date(2023, 1, 1), date(2024, 12, 31)),
        ("2023-24财年", date(2023, 1, 1), date(2024, 12, 31)),
        ("2023—2024财年", date(2023, 1, 1), date(2024, 12, 31)),
        ("Q1 FY2024", date(2024, 1, 1), date(2024, 3, 31)),
        ("first quarter of fiscal 2024", date(2024, 1, 1), date(2024, 3, 31)),
        ("2024财年第一季度", date(2024, 1, 1), date(2024, 3, 31)),
        ("2024财年上半年", date(2024, 1, 1), date(2024, 6, 30)),
    ],
)
def test_parts_and_pairs_of_fiscal_years(written, first, last):
    (found,) = dates(written)
    assert (found.start_date, found.end_date, found.fiscal) == (first, last, True)


@pytest.mark.parametrize("written", ["2024", "2024年", "2024年度", "CY2024", "in 2024", "2024年上半年"])
def test_a_calendar_year_is_none(written):
    assert [found.fiscal for found in dates(f"revenue {written}")] == [False]


def test_a_fiscal_year_is_never_silently_the_calendar_year_of_its_number():
    assert any("dates" in why for why in contrast("revenue of Lark FY2024", "revenue of Lark 2024"))
    assert not any("dates" in why for why in contrast("revenue of Lark FY2024", "revenue of Lark 2024财年"))
    assert missing("Revenue was 5 GWh in FY2024.", "5 GWh in 2024").dates == ("FY2024",)
    assert missing("Revenue was 5 GWh in FY2024.", "2024财年 5 GWh").empty

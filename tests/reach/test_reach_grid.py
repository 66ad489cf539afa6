"""Which first rows name the columns of a table, when nothing but its cells can tell (B-146)."""

import pytest

from reach.grid import heads_told, lines_of, names_columns
from reach.settings import ReachSettings

SETTINGS = ReachSettings()
Rows = list[list[str]]

NAMED = [
    [["Segment", "2023 (million EUR)", "2024 (million EUR)"], ["Dredging", "3.85", "4.6"], ["Towage", "1.2", "-0.4"]],
    [["地区", "2023年（万元）", "2024年（万元）"], ["北", "8.2", "7.9"]],
    [["Runner", "5 km", "10 km"], ["Ana", "19:05", "41:20"], ["Ben", "20:11", "44:02"]],
    [["Country", "10-year yield", "2-year yield"], ["Norway", "3.5 %", "4.1 %"], ["Japan", "1.0 %", "0.4 %"]],
    [["Region", "2022", "2023"], ["North", "1,200", "1,310"], ["South", "900", "870"]],
    [["Age", "0–14 years", "15–64 years"], ["Men", "120", "410"], ["Women", "118", "402"]],
    [["Depth (m)", "Yield (l/s)"], ["22", "4.5"], ["31", "3.9"]],
]
BARE = [
    [["Ana", "5 km", "12 kg"], ["Ben", "6 km", "13 kg"], ["Cem", "7 km", "9 kg"]],
    [["Ana", "12 (est.)"], ["Ben", "13"], ["Cem", "14"]],
    [["Ana", "12 (est.)", "4"], ["Ben", "13", "5"], ["Cem", "14", "6"]],
    [["Company A", "1990", "1991"], ["Company B", "1980", "1985"], ["Company C", "2001", "2004"]],
    [["Length", "12 km", "7 mi"], ["Depth", "3 m", "9 ft"], ["Weight", "4 t", "2 lb"]],
    [["1", "Ana", "3.5"], ["2", "Ben", "4.5"]],
    [["Ana", "10 km"], ["Ben", "19:05"], ["Cem", "20:11"]],
    [["Ana", "5 km", "10 km"], ["Ben", "19:05", "41:20"]],
]


@pytest.mark.parametrize("table", NAMED, ids=lambda table: table[0][1])
def test_a_first_row_that_differs_in_kind_from_those_below_names_the_columns(table: Rows) -> None:
    assert heads_told(table, SETTINGS) == 1
    assert names_columns(table, SETTINGS)


@pytest.mark.parametrize("table", BARE, ids=lambda table: " ".join(table[0]))
def test_a_first_row_of_the_same_kind_as_those_below_is_a_row_like_them(table: Rows) -> None:
    assert heads_told(table, SETTINGS) == 0


def test_a_row_keeps_the_name_and_unit_of_each_column_where_names_begin_with_figures() -> None:
    lines = list(lines_of(NAMED[0], heads_told(NAMED[0], SETTINGS)))
    assert lines[1] == "Dredging | 2023 (million EUR): 3.85 | 2024 (million EUR): 4.6"

"""Tables of a PDF, which knows letters and their places alone: a figure keeps its row, its column and its unit."""

from datetime import date

from reach.extract import parse_body
from reach.settings import ReachSettings
from tests.reach.papers import paper, placed

LEFT = [72, 220, 330]
ABOVE = "All values are averages of the days of a month, as they were read at the gauge of the dam."
BELOW = "The level fell by 3.5 % in the year, and was 12 m below the crest in each of its months."
INFLOW = [
    ["Month", "Inflow", "Outflow"],
    ["", "(m3/s)", "(m3/s)"],
    ["January 2024", "61.2", "50.1"],
    ["February 2024", "55.9", "47.3"],
    ["March 2024", "49.0", ""],
    ["April 2024", "44.1", "43.0"],
]


async def lines(rows: list[list[str]], columns: list[int]) -> list[str]:
    parsed, _ = await parse_body(paper(placed(rows, columns)), "application/pdf", "", date(2030, 5, 2), ReachSettings())
    return [line for line in parsed.text.split("\n") if line]


async def test_a_value_in_a_table_keeps_its_row_its_column_and_its_unit() -> None:
    assert await lines([[ABOVE], *INFLOW, [BELOW]], LEFT) == [
        ABOVE,
        "Month | Inflow (m3/s) | Outflow (m3/s)",
        "January 2024 | Inflow (m3/s): 61.2 | Outflow (m3/s): 50.1",
        "February 2024 | Inflow (m3/s): 55.9 | Outflow (m3/s): 47.3",
        "March 2024 | Inflow (m3/s): 49.0",
        "April 2024 | Inflow (m3/s): 44.1 | Outflow (m3/s): 43.0",
        BELOW,
    ]


async def test_years_name_the_columns_of_a_table_too() -> None:
    rows = [["Segment", "2023", "2024"], ["Dredging", "3.85", "4.6"], ["Towage", "1.2", "-0.4"]]
    assert (await lines(rows, LEFT))[1] == "Dredging | 2023: 3.85 | 2024: 4.6"


async def test_columns_of_prose_are_no_table() -> None:
    rows = [[f"built in 193{n} of local stone", f"and of the {n} gates one was lost"] for n in range(2, 6)]
    assert not any(" | " in line for line in await lines(rows, [72, 320]))


async def test_two_lines_or_shifting_gaps_are_no_table() -> None:
    assert not any(" | " in line for line in await lines([["North", "8.2"], ["South", "7.9"]], LEFT))
    shifted = [["A", "", "8.2"], ["B held more than that", "", "7.9"], ["C", "5.5", ""], ["D and more", "4", ""]]
    assert not any(" | " in line for line in await lines(shifted, [72, 150, 200]))


async def test_sentences_that_end_in_figures_stay_sentences() -> None:
    rows = [[f"The level of the lake stood at a height of {n} m above the sea"] for n in (101, 102, 103, 104)]
    assert not any(" | " in line for line in await lines(rows, LEFT))

"""What a run says to somebody at a terminal."""

from research.management.measure.bars import Bar
from research.management.measure.columns import held_in_columns, in_columns
from tests.bench.test_results_page import line


def test_each_run_has_a_row_and_those_it_is_compared_with_stand_under_it() -> None:
    head, _, run, other = in_columns([line(run=1)]).splitlines()
    assert head.startswith("question") and run.startswith("q1 1") and "70%" in run and "100,000" in run
    assert other.startswith("  append everything") and "10% of these" in other
    assert len({len(each) for each in (head, run, other)}) == 1, "figures stand under each other"


def test_a_bar_that_is_missed_stands_out() -> None:
    told = held_in_columns([Bar("a", "coverage", "59%", "at least 60%", False), Bar("b", "reach", "1", "2", True)])
    assert told.splitlines()[2].endswith(" NO") and told.splitlines()[3].endswith("yes")

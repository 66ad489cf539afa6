import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.retention import missing

ORIGINAL = "The firm raised 250 million yuan on 2023-10-24, said Goldman Sachs; PEP 703 is part of it."


def test_a_verbatim_rewrite_loses_nothing():
    assert missing(ORIGINAL, f"In short: {ORIGINAL}").empty


def test_a_large_round_is_not_250_million():
    lost = missing("宁德时代募资2.5亿元", "某平台完成大额融资")
    assert lost.quantities == ("2.5亿元",)
    assert lost.names == ("宁德时代",)
    assert not lost.empty


def test_sharply_is_not_600_000_to_250_000():
    lost = missing("Sales went from 600,000 to 250,000 units.", "Sales fell sharply.")
    assert len(lost.quantities) == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("收入70亿元", "revenue of 7 billion yuan"),
        ("35,000 people", "3.5万人"),
        ("on 24 Oct 2023", "于2023年10月24日"),
        ("in Q2 2025", "2025年第二季度"),
        ("TiDB v8.5.0", "version 8.5.0 of TiDB"),
        ("PEP-703", "PEP 703"),
    ],
)
def test_another_notation_keeps_the_figure(before, after):
    lost = missing(before, after)
    assert (lost.quantities, lost.dates, lost.identifiers) == ((), (), ())


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("1.23 million units", "1.2 million units", "quantities"),
        ("over 7 billion yuan", "7 billion yuan", "quantities"),
        ("5 percent", "5 percentage points", "quantities"),
        ("on 2023-10-24", "in 2023", "dates"),
        ("said Elon Musk", "said an executive", "names"),
        ("Python 3.12", "Python", "identifiers"),
    ],
)
def test_what_got_coarser_is_lost(before, after, kind):
    assert getattr(missing(before, after), kind)


def test_a_source_id_has_to_stand_whole():
    assert missing("", "see E-123 and E-12.", ["E-12"]).empty
    assert missing("", "see E-123.", ["E-12"]).sources == ("E-12",)
    assert missing("", "see [E-12]", ["E-12"]).empty


def test_several_inputs_are_checked_together():
    lost = missing(["5 people came.", "7 people left."], "5 people came.")
    assert lost.quantities == ("7 people",)
    assert lost.count == 1


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from([ORIGINAL, "收入70亿元，同比增长22%。", "Berlin in March.", "v1.2.3"]), max_size=4),
    st.text(max_size=20),
)
def test_keeping_every_line_keeps_everything(lines, tail):
    assert missing(lines, "\n".join([*lines, tail])).empty

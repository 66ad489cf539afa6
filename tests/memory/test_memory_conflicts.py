from datetime import date
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory import sayings
from memory.conflicts import Fact, Quoted, conflicts
from memory.conflicts import clash as clash_of
from memory.figures import reading


def fact(object, source="a.example", subject="CATL", relation="revenue", published=None, evidence=1):
    return Fact(evidence, subject, relation, object, source, published)


def clash(one, other, about=(), days=(None, None)):
    return clash_of(Quoted(one, days[0]), Quoted(other, days[1]), frozenset(about))


def reasons(*facts):
    return [found.reason for found in conflicts(facts)]


@pytest.mark.parametrize(
    ("left", "right", "reason"),
    [
        ("400 billion yuan", "4100亿元", "values differ"),
        ("22%", "25%", "values differ"),
        ("accepted on 2023-10-24", "accepted on 2023-07-28", "dates differ"),
        ("version 8.5.0", "version 8.1.0", "identifiers differ"),
        ("accepted", "not accepted", "one denies"),
        ("approved", "rejected", "opposites"),
        ("over 7 billion yuan", "5 billion yuan", "values differ"),
        ("4009亿元 in FY2024", "3620亿元 in 2024财年", "values differ"),
        ("5亿元", "5亿美元", "units differ"),
        ("US$400 per tonne", "400 euros per tonne", "units differ"),
    ],
)
def test_objects_that_exclude_each_other_conflict(left, right, reason):
    (found,) = reasons(fact(left), fact(right, "b.example"))
    assert found.startswith(reason)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("7 billion yuan", "70亿元"),
        ("1.2 million units", "1.23 million units"),
        ("over 7 billion yuan", "7.4 billion yuan"),
        ("10–15 %", "12 %"),
        ("400.9 billion yuan in 2023", "362 billion yuan in 2024"),
        ("2023年4009亿元", "2024年3620亿元"),
        ("in October 2023", "on 2023-10-24"),
        ("35,000 people", "400 billion yuan"),
        ("strong", "led by exports"),
        ("5 plants and 3 offices", "4 plants and 3 offices"),
        ("up to 5 nodes", "10 regions"),
        ("最多5个副本", "10个分区"),
        ("4009亿元 in FY2024", "3620亿元 in 2024"),
        ("2024财年", "2026年"),
    ],
)
def test_rounding_periods_precision_and_unlike_things_do_not_conflict(left, right):
    assert reasons(fact(left), fact(right, "b.example")) == []


def test_one_source_does_not_conflict_with_itself_here():
    assert reasons(fact("22%"), fact("25%")) == []


def test_other_subjects_and_relations_are_left_alone():
    assert reasons(fact("22%"), fact("25%", "b.example", subject="BYD")) == []
    assert reasons(fact("22%"), fact("25%", "b.example", relation="margin")) == []


def test_the_period_may_stand_in_the_relation():
    assert reasons(fact("22%", relation="growth 2023"), fact("25%", "b.example", relation="growth 2024")) == []


def test_spelling_of_subject_and_relation_does_not_hide_a_conflict():
    assert reasons(fact("22%", subject="CATL"), fact("25%", "b.example", subject="ＣＡＴＬ", relation="Revenue"))


def test_the_reason_says_which_is_newer():
    (found,) = reasons(
        fact("Draft, not final", published=date(2023, 1, 1)), fact("Draft, final", "b", published=date(2024, 1, 1))
    )
    assert "2023-01-01 and 2024-01-01" in found


def test_three_sources_make_a_conflict_for_each_pair():
    assert len(reasons(fact("22%", "a"), fact("25%", "b"), fact("28%", "c"))) == 3


CLASH = [
    ("The plant has a capacity of 30 GWh per year.", "The plant has a capacity of 45 GWh per year."),
    ("Revenue rose 5% in 2023.", "Revenue rose 8% in 2023."),
    ("2023年公司营业收入为4009亿元。", "2023年公司营业收入4100亿元。"),
    ("PEP 703 was accepted on 2023-10-24.", "PEP 703 was accepted on 28 July 2023."),
    ("The proposal was accepted.", "The proposal was not accepted."),
    ("该项目于2024年3月投产。", "该项目于2024年9月投产。"),
    ("Sales rose 3% in 2023.", "Sales fell 3% in 2023."),
    ("TiDB v8.5.0 支持外键。", "TiDB v8.5.0 不支持外键。"),
    (
        "According to the ministry, 12,000 people were employed there in 2022.",
        "In 2022, 15,000 people were employed there.",
    ),
    ("The fund holds over 7 billion dollars.", "The fund holds 5 billion dollars."),
    ("出口量同比增长12%。", "出口量同比下降12%。"),
    ("The summary gives a share of 31 %.", "The summary gives a share of 37 %."),
    ("The fine was 5 million yuan.", "The fine was 5 million US dollars."),
    ("公司２０２４财年营收７０亿元。", "公司FY2024营收65亿元。"),
    ("The margin was 10–15 % in 2024.", "The margin was 20–25 % in 2024."),
]
NO_CLASH = [
    ("Revenue rose 5% in 2023.", "Revenue rose 8% in 2024."),
    ("Revenue rose 5% in 2023.", "Overseas revenue rose 8% in 2023."),
    ("Revenue rose 5% in 2023.", "Profit rose 8% in 2023."),
    ("CATL sold 390 GWh.", "BYD sold 150 GWh."),
    ("The plant has a capacity of 30 GWh.", "The plant has an area of 45 km²."),
    ("The firm sold 1.2 million units.", "The firm sold 1.23 million units."),
    ("累计收入超过70亿元。", "累计收入71亿元。"),
    ("PEP 703 was accepted in October 2023.", "PEP 703 was accepted on 2023-10-24."),
    ("PEP 703 was accepted on 2023-10-24.", "PEP 684 was accepted on 2023-04-03."),
    ("Python 3.12 was released on 2023-10-02.", "Python 3.13 was released on 2024-10-07."),
    ("The proposal was accepted.", "The plan was not accepted."),
    ("Exports rose 3% in May 2023.", "Exports fell 3% in June 2023."),
    ("2023年出口增长3%。", "2024年出口下降3%。"),
    ("The index rose 10 percentage points.", "The index rose 10 %."),
    ("3.5万人参加了会议。", "35,000人参加了会议。"),
    ("Rent in Berlin averaged 15 euros.", "Rent in Munich averaged 21 euros."),
    ("上海平均工资1.2万元。", "北京平均工资1.3万元。"),
    ("Lithium prices fell.", "Lithium output fell 5%."),
    ("It opened yesterday.", "It opened last Friday."),
    ("The first phase holds 5 GWh.", "The second phase holds 8 GWh."),
    ("公司2024财年营收70亿元。", "公司2024年营收65亿元。"),
    ("Sales were 70 million yuan last quarter.", "Sales were 90 million yuan last quarter."),
    ("The deal is worth 7 billion yuan.", "The deal is worth 1 billion US dollars."),
    ("毛利率上升15 %。", "毛利率上升15个百分点。"),
    ("The margin was 10–15 % in 2024.", "The margin was 12 % in 2024."),
    ("Red Cape opened. The station holds 30 MWh.", "Tidegate opened. The station holds 45 MWh."),
    (
        "The year 2023 closed. In Lanwan the fleet held 700 MWh.",
        "The year 2024 closed. In Lanwan the fleet held 1,240 MWh.",
    ),
]


def test_clashes_are_called_with_full_precision_and_most_are_found():
    called = [(truth, clash(a, b)) for truth, pairs in ((True, CLASH), (False, NO_CLASH)) for a, b in pairs]
    assert [(truth, why) for truth, why in called if why and not truth] == []
    assert sum(bool(why) for truth, why in called if truth) >= 0.9 * len(CLASH)


@pytest.mark.parametrize(("a", "b"), CLASH + NO_CLASH)
def test_order_does_not_matter_to_a_clash(a, b):
    assert bool(clash(a, b)) == bool(clash(b, a))


def test_a_quote_does_not_clash_with_itself():
    assert not any(clash(quote, quote) for pair in CLASH + NO_CLASH for quote in pair)


LONG = (
    "The survey came out late. In Lanwan the fleet held 1,240 MWh at the end of 2024. It had grown.",
    "In Lanwan the fleet held 1,420 MWh at the end of 2024. More is planned for the south.",
)


def test_a_sentence_of_each_of_two_longer_quotes_may_clash():
    assert clash(*LONG) == "values differ: 1,240 MWh / 1,420 MWh"


def test_a_sentence_that_begins_with_its_name_needs_the_name_to_be_asked_about():
    """A capital at a sentence's start tells nothing: the goal's question tells that it is a name."""
    left, right = (quote.replace("In Lanwan the fleet", "Lanwan") for quote in LONG)
    assert clash(left, right) is None
    assert clash(left, right, about={"lanwan"}) == "values differ: 1,240 MWh / 1,420 MWh"


def test_the_day_of_a_page_fixes_its_last_quarter():
    quotes = ("Sales were 70 million yuan last quarter.", "Sales were 90 million yuan last quarter.")
    same_quarter = clash(*quotes, days=(date(2025, 5, 2), date(2025, 6, 1)))
    assert same_quarter == "values differ: 70 million yuan / 90 million yuan"
    assert clash(*quotes, days=(date(2025, 5, 2), date(2025, 9, 1))) is None


ONE_VALUE = (
    "1.2亿元",
    "12,000万元",
    "120 million yuan",
    "１．２亿元",
    "RMB 120 million",
    "0.12 billion yuan",
    "一亿二千万元",
)


@given(st.sampled_from(ONE_VALUE), st.sampled_from(ONE_VALUE))
def test_one_value_in_two_notations_is_no_conflict(one, other):
    assert clash(f"基金规模为{one}。", f"基金规模为{other}。") is None
    assert reasons(fact(one), fact(other, "b.example")) == []


@given(st.sampled_from(ONE_VALUE), st.sampled_from(("1.4亿元", "140 million yuan", "14,000万元")))
def test_another_value_is_one_in_any_notation_and_both_ways(one, other):
    quotes = f"基金规模为{one}。", f"基金规模为{other}。"
    assert clash(*quotes)
    assert clash(*reversed(quotes))
    assert len(reasons(fact(one), fact(other, "b.example"))) == len(reasons(fact(other, "b.example"), fact(one))) == 1


UNITS = ("GWh", "亿元", "%", "万人", "US dollars", "km²")


@given(st.integers(1, 999), st.integers(1, 999), st.sampled_from(UNITS))
def test_order_matters_to_no_pair_of_figures(left, right, unit):
    quotes = f"The plan of Lanwan asks for {left} {unit}.", f"The plan of Lanwan asks for {right} {unit}."
    assert bool(clash(*quotes)) == bool(clash(*reversed(quotes)))
    assert not (clash(*quotes) and left == right)


@given(st.permutations([fact("22%", "a"), fact("25%", "b"), fact("25 percent", "c"), fact("28%", "d")]))
def test_the_order_of_facts_changes_no_conflict(facts):
    found = {frozenset((each.left.source, each.right.source)) for each in conflicts(facts)}
    assert found == {frozenset(pair) for pair in ("ab", "ac", "ad", "bd", "cd")}


def test_thirty_fresh_pieces_against_thirty_that_stand_are_read_once_each_and_not_once_a_pair():
    """What stands was read in the round that brought it. Reading is what costs: without it a pair takes microseconds,
    so that thirty times the pairs cost little more, on any machine."""
    standing, fresh = ([_register(n, year) for n in range(1, 31)] for year in (2023, 2024))
    assert len(_clashes(standing, fresh)) == 900
    assert _taken(standing, fresh) < 5 * _taken(standing[:1], fresh)


def _taken(standing, fresh):
    """Seconds of the processor, the least of three."""
    taken = []
    for _ in range(3):
        _forget()
        _clashes(standing, standing[:1])
        begun = process_time()
        _clashes(standing, fresh)
        taken.append(process_time() - begun)
    return min(taken)


def _register(n, year):
    return (
        f"According to the register, station {n} of Lanwan had a capacity of {n * 37} MWh in May {year}, and its owner "
        f"paid {n * 3}.5 million yuan for the connection."
    )


def _clashes(standing, fresh):
    return [clash(one, other) for one in standing for other in fresh]


def _forget():
    for kept in (reading._kept, *(getattr(sayings, name) for name in ("rest", "words", "frames", "marks", "periods"))):
        kept.cache_clear()

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.confirmed import merged_as
from memory.evolving import (
    CapTooSmall,
    ConfirmedFact,
    EvolvingReport,
    GoalIsImmutable,
    Hypothesis,
    PromotionWithoutEvidence,
    fit,
    merged,
)
from memory.retention import missing

LINES = [
    "Revenue rose 22% to 400.9 billion yuan in 2023.",
    "Revenue of CATL rose 22% to 400.9 billion yuan in 2023, its report says.",
    "公司2023年研发人员超过2万人。",
    "PEP 703 was accepted on 2023-10-24.",
    "PEP 703 was not accepted on 2023-10-24.",
    "The plant in Debrecen opens in 2025.",
]


def words(text):
    return len(text.split()) + sum("\u4e00" <= char <= "\u9fff" for char in text)


def fitted(report, cap, round=9, stale_rounds=3, alike=0.7, archive_ids=5, count=words):
    return fit(report, cap, count, round, stale_rounds, alike, archive_ids)


def test_another_goal_is_refused():
    report = EvolvingReport("How large is it?")
    with pytest.raises(GoalIsImmutable):
        report.updated(EvolvingReport("How small is it?"))


def test_an_update_may_not_rewrite_the_archive():
    report = EvolvingReport("How large is it?", archived=(4,), archived_count=9)
    new = report.updated(EvolvingReport("How large is it?", draft="Large."))
    assert (new.draft, new.archived, new.archived_count) == ("Large.", (4,), 9)


def test_nothing_becomes_a_fact_without_evidence():
    report = EvolvingReport("How large?", hypotheses=(Hypothesis("It is large.", 1),))
    with pytest.raises(PromotionWithoutEvidence):
        report.promoted("It is large.", (), 0.9, 2)


def test_a_promoted_hypothesis_is_no_longer_one():
    report = EvolvingReport("How large?", hypotheses=(Hypothesis("It is large.", 1), Hypothesis("It is old.", 1)))
    report = report.promoted("It is large.", (7,), 0.9, 2)
    assert [idea.text for idea in report.hypotheses] == ["It is old."]
    assert "- It is large. | E-7 | 0.90" in report.text()


def test_a_report_that_fits_is_left_alone():
    report = EvolvingReport("How?", facts=(ConfirmedFact(LINES[0], (1,), 0.8, 1),), hypotheses=(Hypothesis("x", 0),))
    assert fitted(report, 500) == report


def test_like_facts_merge_into_the_one_that_holds_all():
    facts = (ConfirmedFact(LINES[0], (1,), 0.7, 1), ConfirmedFact(LINES[1], (2,), 0.8, 3))
    assert merged(facts, alike=0.7) == (ConfirmedFact(LINES[1], (1, 2), 0.8, 3),)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (LINES[3], LINES[4]),
        ("Revenue rose 22% in 2023.", "Revenue rose 23% in 2023."),
        ("Sales of Tesla rose.", "Sales of Tesla fell."),
        ("公司收入70亿元。", "公司收入80亿元。"),
    ],
)
def test_facts_that_differ_in_a_figure_or_a_not_never_merge(one, other):
    facts = (ConfirmedFact(one, (1,), 0.7, 1), ConfirmedFact(other, (2,), 0.8, 3))
    assert merged(facts, alike=0.5) == facts


def test_stale_hypotheses_go_before_any_fact_does():
    fact = ConfirmedFact(LINES[0], (1,), 0.8, 1)
    report = EvolvingReport("How?", facts=(fact,), hypotheses=(Hypothesis("stale " * 30, 6), Hypothesis("fresh", 7)))
    small = fitted(report, words(report.text()) - 5)
    assert small.facts == (fact,)
    assert [idea.text for idea in small.hypotheses] == ["fresh"]
    assert small.left_out == 1


def test_the_oldest_facts_leave_first_and_their_rows_are_listed():
    facts = tuple(ConfirmedFact(f"Fact number {at} about matter {at}.", (at,), 0.8, at) for at in range(1, 9))
    small = fitted(EvolvingReport("How?", facts=facts), 60)
    kept = [fact.round for fact in small.facts]
    assert kept == sorted(kept)
    assert kept[-1] == 8
    assert small.archived_count + len(kept) == 8
    assert f"E-{small.archived[-1]}" in small.text()


def test_the_archive_line_does_not_grow():
    report = EvolvingReport("How?", archived=tuple(range(50)), archived_count=50)
    assert fitted(report, 500).archived == tuple(range(45, 50))
    assert fitted(report, 500).archived_count == 50


def test_an_overlong_goal_is_shortened_in_print_only():
    report = EvolvingReport("why " * 400)
    small = fitted(report, 80)
    assert small.goal == report.goal
    assert "goal shortened here" in small.text()


def test_a_cap_below_the_headings_is_an_error():
    with pytest.raises(CapTooSmall):
        fitted(EvolvingReport("How?"), 3)


FACTS = st.builds(
    ConfirmedFact,
    st.sampled_from(LINES) | st.text(max_size=60),
    st.lists(st.integers(1, 99), min_size=1, max_size=3).map(tuple),
    st.floats(0, 1),
    st.integers(0, 9),
)
REPORTS = st.builds(
    EvolvingReport,
    goal=st.text(min_size=1, max_size=300),
    facts=st.lists(FACTS, max_size=25).map(tuple),
    hypotheses=st.lists(st.builds(Hypothesis, st.text(max_size=40), st.integers(0, 9)), max_size=8).map(tuple),
    gaps=st.lists(st.text(max_size=40), max_size=8).map(tuple),
    draft=st.text(max_size=200),
    archived=st.lists(st.integers(1, 99), max_size=20).map(tuple),
    archived_count=st.integers(20, 99),
)
FRAME = len(EvolvingReport("x", archived_count=9999, left_out=9999, goal_shown=1).text()) + 10


@settings(max_examples=120, deadline=None)
@given(REPORTS, st.integers(FRAME, 1200))
def test_no_report_passes_its_cap_and_no_goal_changes(report, cap):
    small = fitted(report, cap, count=len)
    assert len(small.text()) <= cap
    assert small.goal == report.goal
    assert len(small.archived) <= 5


@settings(max_examples=60, deadline=None)
@given(st.lists(FACTS, max_size=8))
def test_merging_keeps_every_row_figure_date_and_name(facts):
    together = merged(facts, alike=0.6)
    assert {row for fact in facts for row in fact.evidence} == {row for fact in together for row in fact.evidence}
    assert missing([fact.text for fact in facts], "\n".join(fact.text for fact in together)).empty


def fragment(at, goal, text=None):
    return ConfirmedFact(text or f"Fact {at} of goal {goal}.", (at,), 0.8, at, goal)


def test_a_finished_goal_leaves_one_entry_and_its_other_rows_in_the_archive_line():
    report = EvolvingReport("How?", facts=(fragment(1, 1), fragment(2, 2), fragment(3, 1), fragment(4, 1)))
    now = report.concluded(1, ConfirmedFact("Goal 1 is so.", (3,), 0.9, 5), archive_ids=5)
    assert [(fact.text, fact.evidence) for fact in now.facts] == [("Fact 2 of goal 2.", (2,)), ("Goal 1 is so.", (3,))]
    assert (now.archived, now.archived_count) == ((1, 4), 2)
    assert "E-1, E-4" in now.text()


def test_a_goal_without_a_conclusion_leaves_only_rows():
    now = EvolvingReport("How?", facts=(fragment(1, 1), fragment(2, 2))).concluded(1, None, archive_ids=5)
    assert [fact.evidence for fact in now.facts] == [(2,)]
    assert now.archived == (1,)


def test_a_full_report_is_compressed_so_far_that_the_next_rounds_have_room():
    facts = tuple(fragment(at, 1, f"Station {at} of Lanwan holds {at * 37} MWh.") for at in range(1, 20))
    report = EvolvingReport("How?", facts=facts)
    cap = words(report.text()) - 1
    now = fit(report, cap, words, 9, 3, 0.85, 5, aim_tokens=cap * 8 // 10)
    assert words(now.text()) <= cap * 8 // 10
    assert now.facts
    assert fit(now, cap, words, 9, 3, 0.85, 5, aim_tokens=cap * 8 // 10) == now


def test_a_report_that_is_long_by_other_things_keeps_its_facts():
    report = EvolvingReport("How? " * 60, facts=(fragment(1, 1), fragment(2, 1)), gaps=("gap " * 20,))
    cap = words(report.text()) - 1
    assert fit(report, cap, words, 9, 3, 0.85, 5, aim_tokens=cap // 2).facts


MERGED = "Revenue of CATL rose 22% to 400.9 billion yuan in 2023, as its report says."


def test_facts_become_one_in_words_that_lose_nothing():
    facts = (fragment(1, 1, LINES[0]), fragment(2, 1, LINES[3]), fragment(3, 2, LINES[1]))
    now = merged_as(facts, [((0, 2), MERGED)])
    assert [(fact.text, fact.evidence) for fact in now] == [(MERGED, (1, 3)), (LINES[3], (2,))]


@pytest.mark.parametrize(
    "text",
    [
        "Revenue of CATL rose a lot in 2023, as its report says.",
        "Revenue rose 22% to 400.9 billion yuan in 2023.",
        "Revenue of CATL fell 22% to 400.9 billion yuan in 2023, as its report says.",
        "Revenue of CATL did not rise 22% to 400.9 billion yuan in 2023, as its report says.",
    ],
)
def test_words_that_lose_a_figure_or_a_name_or_turn_a_fact_round_merge_nothing(text):
    facts = (fragment(1, 1, LINES[0]), fragment(3, 2, LINES[1]))
    assert merged_as(facts, [((0, 1), text)]) == facts


@pytest.mark.parametrize("places", [(0,), (0, 0), (0, 9), (-1, 0), ()])
def test_places_that_name_no_group_merge_nothing(places):
    facts = (fragment(1, 1, LINES[0]), fragment(3, 2, LINES[1]))
    assert merged_as(facts, [(places, MERGED)]) == facts


def test_a_fact_is_merged_once():
    facts = (fragment(1, 1, LINES[0]), fragment(3, 2, LINES[1]), fragment(4, 2, LINES[0]))
    now = merged_as(facts, [((0, 1), MERGED), ((1, 2), MERGED)])
    assert [fact.evidence for fact in now] == [(1, 3), (4,)]

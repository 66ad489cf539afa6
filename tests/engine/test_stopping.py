"""When a search ends and when a goal does: the truth table of C4, combination by combination."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from research.engine.events import SearchEnded, StepEnded
from research.engine.lifecycle import SEARCHING, Phase
from research.engine.limits import Limits
from research.engine.state import Counts, TaskState
from research.engine.stopping import (
    SENTENCES,
    TABLE,
    Sign,
    by_one_source,
    completion,
    decides_itself,
    depth,
    ends_dry,
    goal_end,
    may_grow,
    reason,
    search_budget,
    search_over,
    signs,
    to_report,
    valuable,
)
from research.terms import Evidence, Goal, GoalState, Stop
from tests.builders import NOW, evidence, goal, source, state

LIMITS = Limits()
DONE, OPEN, INSUFFICIENT = GoalState.DONE, GoalState.OPEN, GoalState.INSUFFICIENT

ROWS = {
    # asked budget deadline plan-closed dry mostly-done steps; "." is either
    "1 . . . . . .": Stop.ASKED,
    "0 1 . . . . .": Stop.BUDGET,
    "0 0 1 . . . .": Stop.DEADLINE,
    "0 0 0 1 . . .": Stop.PLAN_DONE,
    "0 0 0 0 1 1 .": Stop.DRY,
    "0 0 0 0 1 0 1": Stop.STEPS,
    "0 0 0 0 0 . 1": Stop.STEPS,
    "0 0 0 0 1 0 0": None,  # dry, and too little of the plan is done: the goal in hand is closed instead
    "0 0 0 0 0 . 0": None,
}
"""The table as it is meant, beside the one in the code."""
COMBINATIONS = list(product("01", repeat=len(Sign)))


def rows_for(bits: tuple[str, ...]) -> list[Stop | None]:
    return [
        stop
        for row, stop in ROWS.items()
        if all(want in (".", is_) for want, is_ in zip(row.split(), bits, strict=True))
    ]


def holding(bits: tuple[str, ...]) -> frozenset[Sign]:
    return frozenset(sign for sign, bit in zip(Sign, bits, strict=True) if bit == "1")


def named(bits: tuple[str, ...]) -> str:
    seen = [sign.value for sign in Sign if sign in holding(bits)]
    (stop,) = rows_for(bits)
    return f"{' and '.join(seen) or 'nothing'} means {stop.value if stop else 'go on'}"


@pytest.mark.parametrize("bits", COMBINATIONS, ids=named)
def test_the_search_ends_for_the_reason_of_its_row(bits: tuple[str, ...]) -> None:
    (stop,) = rows_for(bits)
    assert reason(holding(bits)) is stop


def test_every_combination_has_one_row_and_every_reason_that_the_table_gives_has_a_sentence() -> None:
    assert all(len(rows_for(bits)) == 1 for bits in COMBINATIONS)
    assert {stop for stop, _ in TABLE} == {stop for stop in ROWS.values() if stop}
    assert set(SENTENCES) == set(Stop)


def tree(done: int = 0, insufficient: int = 0, still: int = 0) -> tuple[Goal, ...]:
    states = [DONE] * done + [INSUFFICIENT] * insufficient + [OPEN] * still
    return tuple(goal(number, state=each) for number, each in enumerate(states, start=1))


def seen(*goals: Goal, **parts: object) -> set[Sign]:
    return set(signs(state(*(goals or tree(still=4)), **parts), LIMITS, NOW))


SIGNS = [
    ({}, set()),
    ({"asked_to_stop": True}, {Sign.ASKED}),
    ({"spent_tokens": search_budget(LIMITS) - 1}, set()),
    ({"spent_tokens": search_budget(LIMITS)}, {Sign.BUDGET}),
    ({"deadline": NOW + timedelta(seconds=1)}, set()),
    ({"deadline": NOW}, {Sign.DEADLINE}),
    ({"deadline": NOW - timedelta(days=1)}, {Sign.DEADLINE}),
    ({"mind": {"dry": LIMITS.dry_rounds - 1}}, set()),
    ({"mind": {"dry": LIMITS.dry_rounds}}, {Sign.DRY}),
    ({"step": LIMITS.steps - 1}, set()),
    ({"step": LIMITS.steps}, {Sign.STEPS}),
]


@pytest.mark.parametrize(("parts", "expected"), SIGNS)
def test_a_sign_holds_from_its_limit_on(parts: dict[str, object], expected: set[Sign]) -> None:
    assert seen(**parts) == expected


PLANS = [
    ((), set()),  # no plan yet is no plan that is done
    (tree(done=3, still=1), set()),  # 75 %
    (tree(done=4, still=1), {Sign.MOSTLY_DONE}),  # 80 %
    (tree(insufficient=4, still=1), set()),  # closed, not done
    (tree(done=3, insufficient=1, still=1), set()),
    (tree(done=4), {Sign.MOSTLY_DONE, Sign.PLAN_CLOSED}),
    (tree(insufficient=4), {Sign.PLAN_CLOSED}),
    (tree(done=1, insufficient=3), {Sign.PLAN_CLOSED}),
    # leaves count, not goals: 2 of 3 are done
    ((goal(1, state=DONE), goal(2, parent=1, state=DONE), goal(3, parent=1), goal(4, state=DONE)), set()),
    # a goal that was split is answered by its parts
    ((goal(1), goal(2, parent=1, state=DONE)), {Sign.MOSTLY_DONE, Sign.PLAN_CLOSED}),
]


@pytest.mark.parametrize(("goals", "expected"), PLANS)
def test_the_plan_is_judged_by_its_leaf_goals(goals: tuple[Goal, ...], expected: set[Sign]) -> None:
    assert set(signs(state(*goals), LIMITS, NOW)) == expected


def everything(phase: Phase, **parts: object) -> TaskState:
    past = {"spent_tokens": search_budget(LIMITS), "step": LIMITS.steps, "mind": {"dry": 2}}
    return state(*tree(done=4), phase=phase, **{**past, **parts})


@pytest.mark.parametrize("phase", sorted(SEARCHING - {Phase.QUERY, Phase.REFLECT}))
def test_in_the_middle_of_a_round_only_a_person_and_the_clock_end_the_search(phase: Phase) -> None:
    assert search_over(everything(phase), LIMITS, NOW) is None
    assert search_over(everything(phase, deadline=NOW), LIMITS, NOW) is Stop.DEADLINE
    assert search_over(everything(phase, deadline=NOW, asked_to_stop=True), LIMITS, NOW) is Stop.ASKED
    assert search_over(everything(Phase.QUERY, deadline=NOW), LIMITS, NOW) is Stop.BUDGET


def test_a_reflection_is_due_after_a_plan_that_is_done_and_after_no_other_end() -> None:
    assert search_over(state(*tree(done=4), phase=Phase.REFLECT), LIMITS, NOW) is None
    assert search_over(state(*tree(done=4, still=1), phase=Phase.REFLECT, mind={"dry": 2}), LIMITS, NOW) is Stop.DRY
    assert search_over(everything(Phase.REFLECT), LIMITS, NOW) is Stop.BUDGET


@pytest.mark.parametrize("phase", sorted(set(Phase) - SEARCHING))
def test_outside_of_the_search_nothing_ends_it(phase: Phase) -> None:
    assert search_over(everything(phase, deadline=NOW, asked_to_stop=True), LIMITS, NOW) is None


@pytest.mark.parametrize("stop", sorted(Stop))
def test_the_reason_is_one_sentence_and_stands_beside_the_plans_completion(stop: Stop) -> None:
    ended, step = to_report(state(*tree(2, 1, 1), deadline=NOW, mind={"dry": 2}), stop)
    assert isinstance(ended, SearchEnded) and isinstance(step, StepEnded)
    assert (ended.stop, ended.leaves, ended.done, ended.closed) == (stop, 4, 2, 3)
    assert ended.sentence == step.why and ended.sentence.endswith(".") and ". " not in ended.sentence
    assert step.then is Phase.REPORT


def piece(number: int = 9, **parts: object) -> Evidence:
    return evidence(number, **parts)


EARLIER = piece(1, quote="Lanwan had 1,240 MWh of storage.")
NEWS = [
    ("a new matter is news", piece(), [], [], 1),
    ("from the named relevance on", piece(total=LIMITS.valuable_relevance), [], [], 1),
    ("and not below it", piece(total=LIMITS.valuable_relevance - 0.01), [], [], 0),
    ("a reprint is none", piece(reprint_of=1), [EARLIER], [], 0),
    ("a second witness is none", piece(same_as=1), [EARLIER], [], 0),
    ("a fuller wording of an earlier piece is none", piece(), [replace(EARLIER, same_as=9)], [], 0),
    ("words that another goal holds are none", piece(source=EARLIER.source), [], [replace(EARLIER, goal=2)], 0),
    (
        "another place of that page is news",
        piece(source=EARLIER.source, start=500, end=540),
        [],
        [replace(EARLIER, goal=2)],
        1,
    ),
]


@pytest.mark.parametrize(
    ("fresh", "standing", "elsewhere", "count"), [row[1:] for row in NEWS], ids=[r[0] for r in NEWS]
)
def test_a_fact_is_valuable_if_it_is_to_the_point_and_new_to_the_task(
    fresh: Evidence, standing: list[Evidence], elsewhere: list[Evidence], count: int
) -> None:
    assert len(valuable([fresh], standing, elsewhere, LIMITS)) == count


# dry rounds before this one, new facts of this one, leaf goals done of five → the search ends with this round
DRY_ENDS = [
    (1, 0, 4, True),
    (1, 0, 3, False),  # the goal is closed instead, and the plan goes on
    (1, 1, 4, False),  # the round just finished counts
    (0, 0, 4, False),
]


@pytest.mark.parametrize(("before", "news", "done", "ends"), DRY_ENDS)
def test_the_round_just_finished_decides_whether_the_search_or_the_goal_ends_dry(
    before: int, news: int, done: int, ends: bool
) -> None:
    now = state(*tree(done=done, still=5 - done), mind={"dry": before})
    assert ends_dry(now, news, LIMITS) is ends
    dry = goal(dry=LIMITS.dry_rounds)
    assert (goal_end(dry, False, False, LIMITS, last=ends) is None) is ends


def test_shares_of_a_plan_without_goals_are_none() -> None:
    assert (completion(()).leaves, completion(()).share_done) == (0, 0.0)


def test_the_reporters_share_is_kept_aside() -> None:
    assert search_budget(replace(LIMITS, tokens=1000, reporter_share=0.3)) == 700


def test_no_goal_grows_past_the_share_of_the_budget_or_the_room_in_the_tree() -> None:
    near = int(LIMITS.no_new_goals_after * search_budget(LIMITS))
    assert may_grow(state(goal(), spent_tokens=near - 1), LIMITS)
    assert not may_grow(state(goal(), spent_tokens=near + 1), LIMITS)
    assert not may_grow(state(*tree(still=LIMITS.goals_in_all)), LIMITS)


def test_depth_counts_levels_from_the_root() -> None:
    goals = (goal(1), goal(2, parent=1), goal(3, parent=2))
    assert [depth(goals, each) for each in goals] == [1, 2, 3]


FULL = {"gaps": (), "accepted": 2, "publishers": ("a", "b")}

# what the goal has, a source decides it, sources disagree → how it ends
ENDS = [
    (FULL, False, False, DONE),
    ({**FULL, "publishers": ("a",)}, False, False, None),  # one publisher, or a reprint of it
    ({**FULL, "publishers": ("a",)}, True, False, DONE),  # the source decides the fact itself
    (FULL, False, True, None),  # a conflict keeps it open
    ({**FULL, "publishers": ("a",)}, True, True, None),
    ({**FULL, "gaps": ("cost",)}, False, False, None),  # something is still missing
    ({**FULL, "gaps": ("cost",), "accepted": LIMITS.enough_evidence}, False, False, DONE),
    ({**FULL, "gaps": ("cost",), "accepted": LIMITS.enough_evidence}, False, True, None),
    ({"dry": LIMITS.dry_rounds}, False, False, GoalState.INSUFFICIENT),
    ({"dry": LIMITS.dry_rounds - 1}, False, False, None),
    ({"rounds": LIMITS.rounds_per_goal}, False, False, GoalState.INSUFFICIENT),
    ({"reads": LIMITS.reads_per_goal}, False, False, GoalState.INSUFFICIENT),
    ({**FULL, "gaps": ("cost",), "rounds": LIMITS.rounds_per_goal}, False, False, DONE),
    ({**FULL, "rounds": LIMITS.rounds_per_goal}, False, True, GoalState.INSUFFICIENT),
]


@pytest.mark.parametrize(("parts", "decided", "disputed", "ended"), ENDS)
def test_a_goal_ends_as_the_table_says(
    parts: dict[str, object], decided: bool, disputed: bool, ended: GoalState | None
) -> None:
    end = goal_end(goal(**parts), decided, disputed, LIMITS)
    assert (end[0] if end else None) is ended


def test_one_source_that_decides_the_matter_is_not_called_independent_evidence() -> None:
    alone = goal(**{**FULL, "publishers": ("a",)})
    assert goal_end(alone, True, False, LIMITS) == (DONE, "a source that decides the matter itself says so")
    assert goal_end(goal(**FULL), True, False, LIMITS) == (DONE, "enough independent evidence")


def test_a_goal_that_ends_in_dispute_says_that_sources_disagree() -> None:
    _, why = goal_end(goal(**FULL, rounds=LIMITS.rounds_per_goal), False, True, LIMITS) or ("", "")
    assert "disagree" in why


# what a goal with one source has, sources disagree → whether its end says that one source answers it
ALONE = {"gaps": (), "accepted": 2, "publishers": ("a",), "dry": LIMITS.dry_rounds}
BY_ONE = [
    (ALONE, False, True),
    ({**ALONE, "dry": 0, "rounds": LIMITS.rounds_per_goal}, False, True),
    ({**ALONE, "gaps": ("cost",)}, False, False),  # in part only
    ({**ALONE, "accepted": 0, "publishers": ()}, False, False),  # its gaps were closed for it by nothing
    (ALONE, True, False),
    ({**ALONE, "publishers": ("a", "b")}, False, False),  # that is done
]


@pytest.mark.parametrize(("parts", "disputed", "alone"), BY_ONE)
def test_a_goal_that_lacks_nothing_but_a_second_source_says_so_and_is_not_done(
    parts: dict[str, object], disputed: bool, alone: bool
) -> None:
    state, why = goal_end(goal(**parts), False, disputed, LIMITS) or ("", "")
    assert by_one_source(state, why) is alone
    assert not alone or state is GoalState.INSUFFICIENT


def test_a_source_decides_what_it_is_itself() -> None:
    asked = goal(question="Which status has PEP 649?")
    assert decides_itself(asked, evidence(source=source("PEP 649 – Deferred evaluation")))
    assert not decides_itself(asked, evidence(source=source("PEP 563 – Postponed evaluation")))
    assert not decides_itself(goal(), evidence())


def test_counts_begin_at_nothing() -> None:
    assert set(map(str, (getattr(Counts(), name) for name in Counts.__slots__))) == {"0"}

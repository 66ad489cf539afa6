"""When a search ends and when a goal does: the truth table of C4, reason by reason and in their order."""

from dataclasses import replace

import pytest

from research.engine.limits import Limits
from research.engine.state import Counts
from research.engine.stopping import decides_itself, depth, goal_end, may_grow, search_budget, search_over
from research.terms import Goal, GoalState, Stop
from tests.builders import evidence, goal, source, state

LIMITS = Limits()
DONE, OPEN = GoalState.DONE, GoalState.OPEN


def tree(closed: int, still: int) -> tuple[Goal, ...]:
    return tuple(goal(number, state=DONE if number <= closed else OPEN) for number in range(1, closed + still + 1))


# asked, tokens spent, goals closed, goals open, dry rounds, steps taken → reason
TABLE = [
    (False, 0, 0, 4, 0, 0, None),
    (False, 0, 0, 4, 2, 0, None),  # dry, but under 80 % of the plan
    (False, 0, 3, 1, 2, 0, None),  # 75 %
    (False, 0, 4, 1, 2, 0, Stop.DRY),  # 80 %
    (False, 0, 4, 1, 1, 0, None),  # one dry round is none
    (False, 0, 4, 0, 0, 0, Stop.PLAN_DONE),
    (False, search_budget(LIMITS), 0, 4, 0, 0, Stop.BUDGET),
    (False, search_budget(LIMITS) - 1, 0, 4, 0, 0, None),
    (False, 0, 0, 4, 0, LIMITS.steps, Stop.STEPS),
    (True, 0, 0, 4, 0, 0, Stop.ASKED),
    # the order of reasons, strongest first
    (True, search_budget(LIMITS), 4, 0, 2, LIMITS.steps, Stop.ASKED),
    (False, search_budget(LIMITS), 4, 0, 2, LIMITS.steps, Stop.BUDGET),
    (False, 0, 4, 0, 2, LIMITS.steps, Stop.PLAN_DONE),
    (False, 0, 4, 1, 2, LIMITS.steps, Stop.DRY),
]


@pytest.mark.parametrize(("asked", "tokens", "closed", "still", "dry", "steps", "reason"), TABLE)
def test_a_search_ends_as_the_truth_table_says(
    asked: bool, tokens: int, closed: int, still: int, dry: int, steps: int, reason: Stop | None
) -> None:
    now = state(
        *tree(closed, still), asked_to_stop=asked, spent_tokens=tokens, step=steps, counts={"dry": dry, "goals": 5}
    )
    over = search_over(now, LIMITS)
    assert (over[0] if over else None) is reason
    assert over is None or over[1].endswith(".")


def test_shares_of_the_plan_count_leaves_only() -> None:
    grown = (goal(1, state=DONE), goal(2, parent=1, state=DONE), goal(3, parent=1), goal(4, state=DONE))
    assert search_over(state(*grown, counts={"dry": 2}), LIMITS) is None
    closed = tuple(replace(each, state=DONE) if each.number == 3 else each for each in grown)
    assert (search_over(state(*closed), LIMITS) or (None,))[0] is Stop.PLAN_DONE


def test_the_reporters_share_is_kept_aside() -> None:
    assert search_budget(replace(LIMITS, tokens=1000, reporter_share=0.3)) == 700


def test_no_goal_grows_past_the_share_of_the_budget_or_the_room_in_the_tree() -> None:
    near = int(LIMITS.no_new_goals_after * search_budget(LIMITS))
    assert may_grow(state(goal(), spent_tokens=near - 1), LIMITS)
    assert not may_grow(state(goal(), spent_tokens=near + 1), LIMITS)
    assert not may_grow(state(*tree(0, LIMITS.goals_in_all)), LIMITS)


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


def test_a_goal_that_ends_in_dispute_says_that_sources_disagree() -> None:
    _, why = goal_end(goal(**FULL, rounds=LIMITS.rounds_per_goal), False, True, LIMITS) or ("", "")
    assert "disagree" in why


def test_a_source_decides_what_it_is_itself() -> None:
    asked = goal(question="Which status has PEP 649?")
    assert decides_itself(asked, evidence(source=source("PEP 649 – Deferred evaluation")))
    assert not decides_itself(asked, evidence(source=source("PEP 563 – Postponed evaluation")))
    assert not decides_itself(goal(), evidence())


def test_counts_begin_at_nothing() -> None:
    assert set(map(str, (getattr(Counts(), name) for name in Counts.__slots__))) == {"0"}

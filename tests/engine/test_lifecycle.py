"""The two tables: every move they allow, and every one they don't."""

from dataclasses import replace
from itertools import product

import pytest

from research.engine.events import StepEnded
from research.engine.lifecycle import (
    PHASE_MOVES,
    RESTS,
    SEARCHING,
    STATUS_MOVES,
    IllegalMove,
    Phase,
    Status,
    move_phase,
    move_status,
)
from research.engine.loop import apply
from tests.builders import goal, state

ALLOWED = [(now, then) for now, moves in PHASE_MOVES.items() for then in sorted(moves)]
ILLEGAL = [pair for pair in product(Phase, Phase) if pair not in ALLOWED]
STATUS_ALLOWED = [(now, then) for now, moves in STATUS_MOVES.items() for then in sorted(moves)]
STATUS_ILLEGAL = [pair for pair in product(Status, Status) if pair not in STATUS_ALLOWED]


def test_both_tables_name_every_phase_and_every_status() -> None:
    assert set(PHASE_MOVES) == set(Phase)
    assert set(STATUS_MOVES) == set(Status)


@pytest.mark.parametrize(("now", "then"), ALLOWED)
def test_a_phase_moves_as_its_table_says(now: Phase, then: Phase) -> None:
    moved = apply(state(goal(), phase=now), (StepEnded(then, ""),))
    assert (moved.phase, moved.step) == (then, 1)


@pytest.mark.parametrize(("now", "then"), ILLEGAL)
def test_an_illegal_phase_raises_and_changes_nothing(now: Phase, then: Phase) -> None:
    before = state(goal(), phase=now)
    kept = replace(before)
    with pytest.raises(IllegalMove):
        apply(before, (StepEnded(then, ""),))
    with pytest.raises(IllegalMove):
        move_phase(now, then)
    assert before == kept


@pytest.mark.parametrize(("now", "then"), STATUS_ALLOWED)
def test_a_status_moves_as_its_table_says(now: Status, then: Status) -> None:
    assert move_status(now, then) is then


@pytest.mark.parametrize(("now", "then"), STATUS_ILLEGAL)
def test_an_illegal_status_raises(now: Status, then: Status) -> None:
    with pytest.raises(IllegalMove):
        move_status(now, then)


def test_every_phase_can_be_reached_and_only_done_is_an_end() -> None:
    reached, edge = {Phase.PLAN}, [Phase.PLAN]
    while edge:
        new = PHASE_MOVES[edge.pop()] - reached
        reached |= new
        edge += new
    assert reached == set(Phase)
    assert [phase for phase, moves in PHASE_MOVES.items() if not moves] == [Phase.DONE]


def test_the_report_can_be_asked_for_from_every_phase_of_the_search() -> None:
    assert all(Phase.REPORT in PHASE_MOVES[phase] for phase in SEARCHING)


def test_only_a_running_task_is_moved_by_a_worker() -> None:
    assert [status for status in Status if not status.resting] == [Status.RUNNING]
    assert all(status in STATUS_MOVES[Status.RUNNING] for status in RESTS.values())


def test_what_is_over_never_moves_again() -> None:
    assert all(not STATUS_MOVES[status] for status in Status if status.over)

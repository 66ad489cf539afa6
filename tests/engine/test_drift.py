"""R050: four rounds off goal leave nothing behind but their rows, their marks and a tombstone."""

from research.engine.events import (
    Backtracked,
    EvidenceWeighed,
    QueriesWritten,
    Remembered,
    ReportEvolved,
    Summarised,
)
from research.store.replaying import Mark
from research.terms import GoalState
from tests.engine.drift import ADDITIVES, scenario
from tests.engine.scenarios import lived, report_of, rounds_marked


def test_four_rounds_off_goal_are_taken_back_and_leave_no_trace_in_memory_or_report() -> None:
    there = scenario()
    steps = lived(there)
    slid = [piece for event in there.saw(EvidenceWeighed) for piece in event.evidence if "additive" in piece.quote]
    (back,) = there.saw(Backtracked)
    assert len(slid) == 4
    assert set(back.dropped) == {piece.number for piece in slid if piece.accepted}
    assert len(back.dropped) == 4
    assert rounds_marked(steps, Mark.WASTED) == 4
    assert "electrolyte" not in report_of(there).lower()
    assert "310 million square metres" in report_of(there)
    assert there.state.mind.goal(1).state is GoalState.DONE
    at = there.happened.index(back)
    remembered = [event for event in there.happened[at:] if isinstance(event, (Remembered, ReportEvolved, Summarised))]
    assert remembered and "additive" not in str((back.mind, *remembered)).lower()


def test_the_way_that_led_astray_is_closed_after_it() -> None:
    there = scenario()
    lived(there)
    assert there.state.tombstones == tuple(f"Electrolyte additives: {name}" for name in ADDITIVES)
    at = there.happened.index(there.saw(Backtracked)[0])
    later = there.happened[at:]
    weighed = [piece for event in later if isinstance(event, EvidenceWeighed) for piece in event.evidence]
    assert weighed and all("additive" not in piece.quote for piece in weighed)
    sent = [query for event in later if isinstance(event, QueriesWritten) for query in event.queries]
    assert not [query.text for query in sent if "additive" in query.text and not query.dropped]


def test_a_planner_that_would_enter_the_branch_again_is_kept_out() -> None:
    there = scenario([[f"Lanwan: electrolyte additives, {name}"] for name in ADDITIVES])
    lived(there)
    at = there.happened.index(there.saw(Backtracked)[0])
    again = [query for event in there.happened[at:] if isinstance(event, QueriesWritten) for query in event.queries]
    entered = [query for query in again if "additives" in query.text]
    assert entered and all(query.dropped for query in entered)
    assert "electrolyte" not in report_of(there).lower()

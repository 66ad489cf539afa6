from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.working import Entry, WorkingMemory


def entry(evidence, score=0.7, step=0, goal=1):
    return Entry(evidence, goal, f"quote {evidence}", "A title", "2024-01-01", score, step)


STREAMS = st.lists(st.tuples(st.integers(1, 60), st.floats(0, 1), st.integers(0, 99)), max_size=80)


@given(STREAMS, st.integers(0, 30))
def test_no_stream_of_evidence_passes_the_cap(stream, cap):
    memory = WorkingMemory(goal=1)
    for evidence, score, step in stream:
        memory = memory.admit(entry(evidence, score, step), cap)
        assert len(memory.entries) <= cap


@given(STREAMS, st.integers(1, 30))
def test_what_stays_is_never_weaker_than_what_the_last_admission_drove_out(stream, cap):
    memory = WorkingMemory(goal=1)
    for evidence, score, step in stream:
        before = {item.evidence: item for item in memory.entries} | {evidence: entry(evidence, score, step)}
        memory = memory.admit(entry(evidence, score, step), cap)
        gone = before.keys() - {item.evidence for item in memory.entries}
        kept = [item.score for item in memory.entries]
        assert all(before[row].score <= min(kept) for row in gone)


def test_the_weakest_goes_first_and_the_oldest_of_equals():
    memory = WorkingMemory(goal=1)
    for item in (entry(1, 0.9, 1), entry(2, 0.7, 2), entry(3, 0.7, 3)):
        memory = memory.admit(item, cap=3)
    memory = memory.admit(entry(4, 0.8, 4), cap=3)
    assert [item.evidence for item in memory.entries] == [1, 3, 4]
    assert memory.evicted == 1


def test_the_same_evidence_is_held_once():
    memory = WorkingMemory(goal=1).admit(entry(1, 0.7), 5).admit(entry(1, 0.9), 5)
    assert [item.score for item in memory.entries] == [0.9]
    assert memory.evicted == 0


def test_a_switch_empties_the_memory_and_staying_does_not():
    memory = WorkingMemory(goal=1).admit(entry(1), 5)
    assert memory.for_goal(1) is memory
    assert memory.for_goal(2) == WorkingMemory(goal=2)


def test_an_entry_of_another_goal_is_refused():
    with pytest.raises(ValueError, match="goal 2"):
        WorkingMemory(goal=1).admit(replace(entry(1), goal=2), 5)

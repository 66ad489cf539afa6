from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.resum import Folded, History, Known, TaskTooLong, Turn, Window, add, resumed

TASK = "Compare the storage of fifty firms."


def words(text):
    return len(text.split())


def turn(at, raw=30, gaps=None):
    fact = Known(f"Firm {at} holds {at} MWh.", (f"E-{at}",))
    return Turn(f"raw{at} " * raw, (fact,), f"So far {at} firms.", gaps)


def grown(turns, window):
    history = History(TASK)
    for each in turns:
        history = add(history, each, window, words)
    return history


SMALL = Window(tokens=400, share=0.8, last=5)


@pytest.mark.parametrize("many", range(7))
def test_a_history_below_its_share_stays_as_it_is(many):
    history = grown([turn(at) for at in range(many)], Window(100_000, 0.8, 5))
    assert history.folded == Folded()
    assert [history.first, *history.turns] == ([turn(at) for at in range(many)] or [None])


def test_near_the_window_the_middle_is_summed_up_and_head_and_last_five_stay():
    history = grown([turn(at) for at in range(8)], SMALL)
    assert history.first == turn(0)
    assert history.turns == tuple(turn(at) for at in range(3, 8))
    assert history.folded.turns == 2
    assert [fact.sources for fact in history.folded.facts] == [("E-1",), ("E-2",)]
    assert (history.folded.draft, history.folded.gaps) == ("So far 2 firms.", ())
    assert history.text().startswith(TASK)


def test_the_summary_holds_no_raw_observation():
    history = grown([turn(at) for at in range(8)], SMALL)
    assert "raw1" not in history.text() and "raw2" not in history.text()
    assert "raw0" in history.text() and "raw7" in history.text()
    assert "Firm 1 holds 1 MWh. [E-1]" in history.text()


def test_a_later_folding_goes_on_from_the_earlier_one():
    once = grown([turn(at) for at in range(8)], SMALL)
    later = grown([turn(at) for at in range(12)], SMALL)
    assert once.folded.facts == later.folded.facts[: len(once.folded.facts)]
    assert len({fact.text for fact in later.folded.facts}) == len(later.folded.facts)
    assert later.folded.turns + len(later.turns) + 1 == 12


@pytest.mark.parametrize("many", [1, 2, 3, 5, 6])
def test_a_short_history_that_is_too_long_gives_way_from_its_oldest_end_and_says_nothing_twice(many):
    history = grown([turn(at, raw=150) for at in range(many)], SMALL)
    assert words(history.text()) < 320
    for at in range(many):
        assert history.text().count(f"Firm {at} holds") == 1
        assert history.text().count(f"raw{at} ") in (0, 150)


def test_the_newest_word_on_gaps_holds_also_where_it_closes_them():
    turns = [turn(0), turn(1, gaps=("price",)), turn(2, gaps=()), *(turn(at) for at in range(3, 8))]
    assert grown(turns, SMALL).folded.gaps == ()
    turns[2] = turn(2)
    assert grown(turns, SMALL).folded.gaps == ("price",)


def test_facts_that_find_no_room_stay_on_file_by_their_rows():
    history = grown([turn(at) for at in range(200)], Window(120, 0.8, 5))
    assert "On file, not shown" in history.text()
    assert {f"E-{at}" for at in range(200)} == history.rows()


def test_a_fact_without_a_source_is_none():
    with pytest.raises(ValueError, match="without a source"):
        Known("Firm 1 holds 1 MWh.", ())


def test_a_task_that_fills_the_window_is_an_error_and_never_cut():
    with pytest.raises(TaskTooLong):
        resumed(History("word " * 500, turn(1)), SMALL, words)


GAPS = st.none() | st.lists(st.sampled_from(["price", "date"]), max_size=2).map(tuple)
TURNS = st.lists(st.builds(turn, st.integers(0, 60), st.integers(0, 120), GAPS), max_size=40)


@given(TURNS, st.integers(80, 600), st.floats(0.5, 1), st.integers(0, 7))
def test_no_history_passes_its_share_and_no_source_is_ever_lost(turns, tokens, share, last):
    window = Window(tokens, share, last)
    history = History(TASK)
    for each in turns:
        history = add(history, each, window, words)
        assert words(history.text()) <= window.full
    assert history.rows() == {row for each in turns for fact in each.facts for row in fact.sources}
    assert history.task == TASK


@given(TURNS)
def test_an_untouched_history_is_the_same_whatever_the_order_of_folding(turns):
    history = grown(turns, Window(100_000, 0.8, 5))
    assert resumed(history, Window(100_000, 0.8, 5), words) == history
    folded = resumed(replace(history), Window(300, 0.8, 5), words)
    assert resumed(folded, Window(300, 0.8, 5), words) == folded

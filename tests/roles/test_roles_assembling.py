"""Every prompt under its ceiling, whatever there is to say; and what is left out is left out whole, and told (R125)."""

import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.compact import Packable
from memory.evolving import ConfirmedFact, EvolvingReport
from memory.working import Entry
from research import prompts
from research.engine.limits import Limits, OutOfRange
from research.roles.assembling import (
    OUTSIDE,
    SHORTENED,
    Budget,
    Fenced,
    Part,
    Several,
    assembled,
    in_rank,
    newest_last,
    one_piece,
    report_lines,
    room,
)
from research.roles.briefing import cards, entries, goals, latest, listed
from research.roles.briefs import Card
from research.roles.sizes import Sizes
from research.roles.tokens import count_tokens
from research.terms import Goal, GoalState

SIZES = Sizes.of(Limits().values())
BUDGET = Budget.of(SIZES, None)
FIXED = {
    "today": "2026-03-05",
    "period": "not limited",
    "language": "English",
    "most": 3,
    "question": "How much storage has Lanwan?",
    "goal": "storage capacity of Lanwan",
    "gap": "capacity",
    "languages": "none",
    "channels": "none",
}


def query(**parts: object) -> dict[str, object]:
    """All of the query prompt: what isn't given is empty."""
    rest = prompts.placeholders("query") - set(FIXED) - set(parts)
    return {**FIXED, **{name: Several(Part.SUMMARY, ()) for name in rest}, **parts}


def notes(text: str) -> Several:
    return Several(Part.REPORT, report_lines(text), fenced=True)


def entry(at: int, quote: str = "", score: float = 0.5, **grades: float) -> Entry:
    return Entry(at, 1, quote or f"Station {at} of Lanwan holds {at} MWh.", "Register", "2024", score, 1, "", **grades)


def card(at: int, quote: str, score: float = 0.5) -> Card:
    return Card(at, quote, "Register", "stats.example", date(2024, 1, 1), score)


def made(values: dict[str, object], budget: Budget = BUDGET, name: str = "query") -> Any:
    return assembled(name, values, budget, count_tokens)


def test_the_six_thousand_are_split_as_they_add_up():
    assert (BUDGET.ceiling, BUDGET.outside, BUDGET.slack) == (6000, 2400, 400)
    assert BUDGET.shares == {Part.REPORT: 2400, Part.SUMMARY: 500, Part.SEGMENTS: 1900}
    assert 800 + sum(BUDGET.shares.values()) + BUDGET.slack == BUDGET.ceiling
    assert BUDGET.shares[Part.SUMMARY] + BUDGET.shares[Part.SEGMENTS] == BUDGET.outside


@pytest.mark.parametrize(
    ("window", "ceiling"), [(None, 6000), (128_000, 6000), (9230, 5999), (4096, 2662), (2048, 1331)]
)
def test_a_smaller_window_has_a_lower_ceiling_and_the_same_proportions(window, ceiling):
    budget = Budget.of(SIZES, window)
    assert budget.ceiling == ceiling
    assert budget.outside == int(0.4 * ceiling)
    assert abs(budget.shares[Part.REPORT] - 0.4 * ceiling) <= 1


def test_the_weights_of_packing_sum_to_one():
    with pytest.raises(OutOfRange, match="sum to 1"):
        Limits.of({"pack_relevance": 0.6})
    assert Limits.of({"pack_relevance": 0.4, "pack_brevity": 0.2}).pack_brevity == 0.2


def test_what_fits_is_all_shown_and_nothing_is_said_of_files():
    told = made(query(entries=entries([entry(at) for at in range(5)]), outcomes=latest(Part.TASK, ["a: empty"])))
    assert told.kept["entries"] == tuple(range(5))
    assert "on file" not in told.values["entries"] + told.values["outcomes"]
    assert told.tokens == count_tokens(told.rendered.system) + count_tokens(told.rendered.prompt)


def test_a_short_exact_notice_beats_a_long_vague_page():
    """Room for one of the two: without brevity the page, which shares a word more with the question, would take it."""
    even = {"credibility": 0.6, "timeliness": 0.6}
    notice = entry(2, "Lanwan had 1,240 MWh at the end of 2024.", relevance=0.6, **even)
    tokens = room("query", query(), "entries", Part.SEGMENTS, BUDGET, count_tokens)
    vague = "Storage in Lanwan is a matter of much debate. "
    many = (tokens - 16) * 20 // count_tokens(vague * 20)
    page = entry(1, vague * many, relevance=0.62, **even)
    assert tokens - 40 < count_tokens(vague * many) < tokens
    assert made(query(entries=entries([page, notice]))).kept["entries"] == (1,)
    no_brevity = Budget.of(replace(SIZES, pack_brevity=0.0), None)
    assert made(query(entries=entries([page, notice])), no_brevity).kept["entries"] == (0,)


@pytest.mark.parametrize("grade", ["relevance", "credibility", "timeliness"])
def test_each_grade_of_a_quotation_decides_where_the_others_are_equal(grade):
    plain = {"relevance": 0.5, "credibility": 0.5, "timeliness": 0.5}
    same = "Lanwan counts what it stores in many ways, each year anew. " * 8
    pieces = [entry(at, f"{same} {at}", **plain) for at in range(40)]
    pieces[37] = entry(37, f"{same} 37", **{**plain, grade: 0.9})
    kept = made(query(entries=entries(pieces))).kept["entries"]
    assert 37 in kept and len(kept) < 40


def test_the_prompt_says_how_many_are_on_file():
    told = made(query(entries=entries([entry(at, f"Station {at} has {at} MWh. " * 20) for at in range(30)])))
    left = 30 - len(told.kept["entries"])
    assert left > 0
    assert f"({left} more on file)" in told.rendered.prompt
    assert told.values["entries"].index("</DATA-") < told.values["entries"].index(f"({left} more on file)")


def test_where_room_is_short_a_text_that_says_nothing_new_gives_way_first():
    plain = {"credibility": 0.6, "timeliness": 0.6}
    said = "The plant in Debrecen of CATL has a capacity of 30 GWh since 2025, as its owner announced to all. " * 40
    again = "The plant in Debrecen of CATL has a capacity of 30 GWh since 2025. " * 40
    other = "Lanwan's own station is described as the smallest one on the whole coast. " * 55
    held = [entry(1, said, relevance=0.9, **plain), entry(2, again, relevance=0.9, **plain)]
    assert made(query(entries=entries(held))).kept["entries"] == (0, 1)
    told = made(query(entries=entries([*held, entry(3, other, relevance=0.4, **plain)])))
    assert told.kept["entries"] == (0, 2)


def test_words_from_outside_take_two_fifths_and_no_more_however_much_room_is_left():
    told = made(query(entries=entries([entry(at, f"Station {at} has {at} MWh. " * 12) for at in range(60)])))
    assert 2000 < told.outside <= 2400
    assert told.tokens < 4000


def test_lists_of_the_task_take_what_other_parts_leave():
    lines = [f"query {at} of this goal about the storage of Lanwan: empty" for at in range(90)]
    alone = made(query(outcomes=latest(Part.TASK, lines)))
    assert len(alone.kept["outcomes"]) == 90
    report = "\n".join(f"- fact {at} of the register holds | E-{at} | 0.80" for at in range(300))
    quotes = entries([entry(at, f"Station {at} has {at} MWh. " * 12) for at in range(60)])
    beside = made(query(outcomes=latest(Part.TASK, lines), report=notes(report), entries=quotes))
    assert 0 < len(beside.kept["outcomes"]) < 90
    assert beside.kept["outcomes"][-1] == 89, "the newest outlast the oldest"
    assert beside.tokens <= BUDGET.fill


def test_headings_and_the_draft_outlast_the_facts_of_a_report_and_newer_facts_the_older():
    lines = ["Goal: storage", "Confirmed facts (fact | source | confidence):"]
    lines += [f"- fact {at} of the register holds for now | E-{at} | 0.80" for at in range(300)]
    lines += ["Gaps:", "- capacity", "Draft conclusion: 1,240 MWh"]
    told = made(query(report=notes("\n".join(lines))))
    shown = told.values["report"]
    assert all(line in shown for line in ("Goal: storage", "Confirmed facts", "Gaps:", "Draft conclusion: 1,240 MWh"))
    assert "fact 299 " in shown and "fact 0 " not in shown


def test_open_goals_outlast_closed_ones():
    tree = [Goal(at, None, f"goal {at} about the storage of Lanwan, its cost and use", ()) for at in range(1, 200)]
    tree = [replace(goal, state=GoalState.DONE) if goal.number % 2 else goal for goal in tree]
    kept = goals(tree, len(tree))
    told = assembled(
        "reflect",
        {
            **{name: Several(Part.SUMMARY, ()) for name in prompts.placeholders("reflect")},
            **{name: FIXED[name] for name in ("today", "language", "question", "goal")},
            "goals": kept,
        },
        Budget.of(SIZES, 2048),
        count_tokens,
    )
    shown = {tree[at].state for at in told.kept["goals"]}
    assert shown == {GoalState.OPEN}


@pytest.mark.parametrize(("most", "told"), [(5, range(7, 12)), (2, range(9, 11)), (99, range(1, 12))])
def test_open_goals_are_told_first_then_the_latest_that_closed_and_the_others_counted(most, told):
    tree = [Goal(at, None, f"goal {at}", (), state=GoalState.DONE if at < 9 else GoalState.OPEN) for at in range(1, 12)]
    place = goals(tree, most)
    assert [piece.text for piece in place.pieces] == [f"- goal {at} ({tree[at - 1].state})" for at in told]
    assert place.beyond == 11 - len(told)


def test_what_was_none_of_the_nearest_is_counted_with_what_found_no_room():
    place = replace(listed(Part.SEGMENTS, ["one", "two"]), beyond=3)
    assert place.text(frozenset({0})) == "- one\n(4 more on file)"
    assert place.text(frozenset()) == "none\n(5 more on file)"


def test_an_endless_question_is_marked_as_shortened_and_leaves_room_for_evidence():
    told = made(query(question="储能容量" * 3000, entries=entries([entry(at) for at in range(8)])))
    assert SHORTENED in told.values["question"]
    assert len(told.kept["entries"]) == 8
    assert told.tokens <= BUDGET.fill


def test_a_claim_is_never_shortened():
    values = {"language": "English", "claim": Fenced("word " * 9000), "cards": cards([card(1, "One.")])}
    told = assembled("claim", values, BUDGET, count_tokens)
    assert told.tokens > told.ceiling
    assert "word " * 8999 in told.values["claim"]


def test_a_list_written_as_it_is_is_never_shortened():
    facts = "\n".join(f"{at}. Station {at} holds {at} MWh." for at in range(900))
    told = made(query(channels=facts))
    assert facts in told.values["channels"]
    assert told.tokens > told.ceiling


def test_words_from_outside_enter_prompts_by_this_builder_alone():
    """No role fences, joins or cuts a list by itself: what it hands over is packed, fenced and told here."""
    roles = prompts.FOLDER.parent / "roles"
    fencing = {path.name for path in roles.glob("*.py") if re.search(r"\bfence\(", path.read_text(encoding="utf-8"))}
    assert fencing == {"assembling.py"}


def test_a_text_that_was_given_its_room_is_shown_in_it():
    values = query()
    tokens = room("query", values, "entries", Part.SEGMENTS, BUDGET, count_tokens)
    assert 2200 < tokens <= 2400
    text = "capacity of the station " * tokens
    while count_tokens(f"{text}\n") > tokens:
        text = text[: int(len(text) * tokens / count_tokens(text))]
    told = made(query(entries=Several(Part.SEGMENTS, one_piece(text), fenced=True)))
    assert told.kept["entries"] == (0,)


ALPHABET = st.sampled_from(
    ["储能", "Lanwan", "1,240", "MWh", "\n", "。", "😀", "<DATA-", "$x {", "\ud83d", "  ", "a" * 40, "-"]
)
TEXT = st.lists(ALPHABET, min_size=1, max_size=120).map(" ".join)
SCORE = st.floats(0, 1)
STREAM = st.lists(
    st.builds(lambda at, text, score: entry(at, text, score), st.integers(1, 999), TEXT, SCORE), max_size=40
)


@settings(deadline=None, max_examples=120)
@given(
    STREAM,
    st.lists(TEXT, max_size=30),
    st.lists(st.builds(ConfirmedFact, TEXT, st.just((7,)), SCORE, st.integers(0, 9)), max_size=40),
    st.lists(TEXT, max_size=20),
    TEXT,
    st.sampled_from([None, 8192, 4096, 2048, 1400]),
    st.floats(0.5, 2),
)
def test_for_any_evidence_stream_no_prompt_passes_its_ceiling_and_no_quotation_is_cut(
    held, known, facts, outcomes, question, window, ratio
):
    def count(text: str) -> int:
        return int(count_tokens(text) * ratio) + 1

    budget = Budget.of(SIZES, window)
    values = query(
        question=question,
        terms=listed(Part.SEGMENTS, known, fenced=True),
        outcomes=latest(Part.TASK, outcomes),
        report=notes(EvolvingReport(question, tuple(facts)).text()),
        entries=entries(held),
    )
    told = assembled("query", values, budget, count)
    frame = assembled("query", query(question="?"), budget, count)
    ceiling = min(6000, int(0.65 * window)) if window else 6000  # written out: the code's own sum can't judge itself
    assert told.tokens <= ceiling or frame.tokens > ceiling // 2
    assert told.tokens <= budget.fill or frame.tokens > budget.fill // 2
    assert told.outside <= 0.4 * ceiling
    shown, there = told.values["entries"], values["entries"]
    for at, piece in enumerate(held):
        quote = prompts.fence(" ".join(piece.quote.split()))
        words = quote.split("\n", 1)[1].rsplit("\n", 1)[0]
        whole = f"[{piece.evidence}] {words}" in shown or there.pieces[at].text in shown
        twins = any(there.pieces[other].text == there.pieces[at].text for other in told.kept["entries"])
        assert whole or at not in told.kept["entries"], "what is shown is shown whole"
        assert twins or not there.pieces[at].text.strip() or there.pieces[at].text not in shown.split("\n")
    left = len(held) - len(told.kept["entries"])
    assert (f"({left} more on file)" in shown) == (left > 0)


@given(st.lists(TEXT, min_size=1, max_size=20))
def test_ranks_fall_and_stay_between_0_and_1(texts):
    ranked, newer = in_rank(texts), newest_last(texts)
    assert [piece.relevance for piece in ranked] == sorted((piece.relevance for piece in ranked), reverse=True)
    assert [piece.freshness for piece in newer] == sorted(piece.freshness for piece in newer)
    assert all(0 <= value <= 1 for piece in (*ranked, *newer) for value in (piece.relevance, piece.freshness))


@given(st.lists(TEXT, max_size=20))
def test_lines_of_a_report_are_all_there(texts):
    text = "\n".join(texts)
    assert "\n".join(piece.text for piece in report_lines(text)) == (text if text.strip() else "")


def test_only_pieces_and_notes_stand_in_a_place():
    place = Several(Part.SEGMENTS, (Packable("one", 1, 1, 1), Packable("two", 1, 1, 1)), head="Title")
    assert place.text(frozenset({0, 1})) == "Title\none\ntwo"
    assert place.text(frozenset({1})) == "Title\ntwo\n(1 more on file)"
    assert place.text(frozenset()) == "none\n(2 more on file)"
    assert Part.REPORT not in OUTSIDE

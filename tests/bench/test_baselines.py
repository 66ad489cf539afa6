"""What the agents that analysts would run instead hold in their prompts, and what that costs."""

from datetime import date

from research.engine.limits import Limits
from research.management.measure.baselines import (
    INSTRUCTIONS,
    KEPT,
    SUMMARY_TOKENS,
    WINDOW,
    Quoting,
    Run,
    append_everything,
    observation_masking,
    summary_only,
)
from research.management.measure.observed import OBSERVATION_TOKENS, Text, Turn, within
from research.roles.briefs import Ask
from research.roles.builtin.embedder import HashingEmbedder
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.builtin.reporter import BuiltinReporter
from research.roles.tokens import count_tokens
from research.terms import Goal, Language, Period

QUESTION = "How much grid storage did Lanwan have at the end of 2024?"
GOAL = Goal(1, None, "grid storage of Lanwan", ("capacity",), gaps=("capacity",))
FIXED = count_tokens(INSTRUCTIONS) + count_tokens(QUESTION)


def quoting() -> Quoting:
    ask = Ask(QUESTION, Language.ENGLISH, Period(None, None), date(2025, 3, 1))
    return Quoting(ask, (GOAL,), BuiltinExecutor(HashingEmbedder()), BuiltinReporter(), Limits())


def turn(number: int, filler: int = 0) -> Turn:
    said = f"At the end of 2024 Lanwan had {number} MWh of grid storage capacity." + " filler" * filler
    text = Text(f"p{number}", f"Statistics {number}", "stats.example", date(2025, 1, 1), 0.8, said, ((1, "capacity"),))
    return Turn(f'{{"tool": "read", "argument": "p{number}"}}', said, (text,))


def sizes(turns: list[Turn]) -> list[int]:
    return [count_tokens(each.action) + count_tokens(each.observation) for each in turns]


async def test_appending_reads_all_of_the_past_again_at_each_turn() -> None:
    turns = [turn(number) for number in range(1, 9)]
    run = await append_everything(QUESTION, turns, quoting())
    assert list(run.main_inputs) == [FIXED + sum(sizes(turns)[:at]) for at in range(len(turns) + 1)]
    assert len(run.held) == len(turns)


async def test_masking_keeps_the_last_five_observations() -> None:
    turns = [turn(number) for number in range(1, 9)]
    run = await observation_masking(QUESTION, turns, quoting())
    assert {note.card.title for note in run.held} == {f"Statistics {number}" for number in range(4, 9)}
    assert run.main_inputs[KEPT] == FIXED + sum(sizes(turns)[:KEPT])
    assert run.tokens < (await append_everything(QUESTION, turns, quoting())).tokens


async def test_a_full_window_lets_the_oldest_go_and_counts_it() -> None:
    turns = [turn(number, filler=30_000) for number in range(1, 7)]
    run = await append_everything(QUESTION, turns, quoting())
    assert max(run.main_inputs) <= WINDOW
    assert [call.overflow for call in run.calls] == [0, 0, 0, 0, 0, 1, 2], "each call tells of all that it lacks"
    assert run.overflow == 2, "and an observation is lost once"
    assert "Statistics 1" not in {note.card.title for note in run.held}


async def test_a_summary_stays_under_its_cap_and_keeps_the_best() -> None:
    turns = [turn(number) for number in range(1, 200)]
    run = await summary_only(QUESTION, turns, quoting())
    assert max(run.main_inputs) <= FIXED + SUMMARY_TOKENS
    assert sum(not call.main for call in run.calls) == len(turns)
    assert 0 < len(run.held) < len(turns)


async def test_a_report_is_written_from_what_is_held_within_its_length() -> None:
    run = await append_everything(QUESTION, [turn(number) for number in range(1, 9)], quoting())
    (section,) = await quoting().report(run.held, 400)
    assert section.goal == 1
    assert 0 < sum(len(each.text) for each in section.sentences) <= 400


def test_the_last_call_is_charged_with_the_report() -> None:
    from research.management.measure.baselines import Call

    run = Run("x", (Call(True, 10, 1), Call(True, 20, 0)), ()).with_report("one two three")
    assert run.tokens == 10 + 1 + 20 + count_tokens("one two three")


def test_a_long_page_is_cut_where_an_observation_ends() -> None:
    long = "储能电站投运。" * 6_000
    assert count_tokens(within(long)) <= OBSERVATION_TOKENS < count_tokens(long)
    assert within("short") == "short"

"""Where the limits of stopping, of a task's budget and of checking have their effect."""

from dataclasses import replace
from datetime import date
from typing import Any

from research.actions.difficulty import difficulty_of
from research.engine import stopping
from research.engine.events import ClaimsChecked
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.engine.settling import Side, settlement
from research.roles.briefs import ReportBrief
from research.store.load import budgeted, sized
from research.terms import Language, Section, Sentence, SentenceKind
from tests.builders import NOW, evidence, goal, state
from tests.research.probing import probe, step, there


@probe(enough_evidence=40)
def end_of_a_goal_with_much_evidence(limits: Limits) -> Any:
    return stopping.goal_end(goal(accepted=9, publishers=("a", "b")), False, False, limits)


@probe(dry_rounds=1)
def end_of_a_goal_after_a_dry_round(limits: Limits) -> Any:
    return stopping.goal_end(goal(dry=1), False, False, limits)


@probe(rounds_per_goal=9)
def end_of_a_goal_after_four_rounds(limits: Limits) -> Any:
    return stopping.goal_end(goal(rounds=4), False, False, limits)


@probe(plan_share=0.2, steps=20, tokens=1000)
def end_of_a_search(limits: Limits) -> Any:
    half = (goal(1, state=goal().state.DONE), goal(2))
    at_rest = state(*half, mind={"dry": 2}, step=30, spent_tokens=10_000)
    return stopping.search_over(at_rest, limits, NOW)


@probe(reporter_tokens=1000, checker_tokens=1000, reporter_share=0.1)
def what_the_search_leaves_to_the_report(limits: Limits) -> Any:
    return stopping.search_budget(limits), stopping.checker_share(limits)


@probe(hard_tokens=90_000)
def budget_of_a_hard_task(limits: Limits) -> Any:
    return budgeted(limits, hard=True).tokens, budgeted(limits, hard=False).tokens


@probe(hard_answers=2)
def class_of_a_question(limits: Limits) -> Any:
    return difficulty_of("When was Lanwan's plan issued, and how much did it cost?", limits)


@probe(valuable_relevance=0.9)
def news_of_a_round(limits: Limits) -> Any:
    return len(stopping.valuable([evidence()], [], [], limits))


@probe(no_new_goals_after=0.1)
def growth_when_a_part_is_spent(limits: Limits) -> Any:
    return stopping.may_grow(state(goal(), spent_tokens=20_000), limits)


@probe(report_characters_en=1000, report_characters_zh=500)
def length_asked_of_the_reporter(limits: Limits) -> Any:
    asked_for = []

    class Listener:
        async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
            asked_for.append(brief.characters)
            return ()

    for language in Language:
        made = there(limits, (), state(goal(), phase=Phase.REPORT, language=language), reporter=Listener())
        made.box.pieces = {1: evidence()}
        step(made)
    return asked_for


@probe(short_report=0.2, long_report=5)
def lengths_to_choose_from(limits: Limits) -> Any:
    return [sized(limits, length).report_characters_en for length in ("short", "", "long")]


HALL = "Lanwan opened its large new storage hall for the island grid in early May."


def verdict_on(sentence: Sentence, limits: Limits, quote: str = HALL) -> Any:
    made = there(limits, (), state(goal(), phase=Phase.CLAIMS))
    made.box.pieces = {1: evidence(1, quote=quote)}
    made.box.versions = [(Section("x", 1, (sentence,)),)]
    return step(made).saw(ClaimsChecked)[0].checked[0].verdict


@probe(near_quote=0.6)
def verdict_on_a_retyped_quote(limits: Limits) -> Any:
    text = "Lanwan opened its huge storage hall, in use for the whole of the grid since early May."
    return verdict_on(Sentence(text, SentenceKind.QUOTE, (1,)), limits)


@probe(carried_words=0.1)
def verdict_on_a_sentence_with_words_of_its_own(limits: Limits) -> Any:
    text = "Lanwan opened storage halls to great public joy."
    read_anyhow = replace(limits, words_in_order=0)
    return verdict_on(Sentence(text, SentenceKind.FACT, (1,)), read_anyhow, "Lanwan opened storage halls.")


@probe(words_in_order=0)
def verdict_on_a_sentence_told_in_another_order(limits: Limits) -> Any:
    text = "Lanwan opened its storage hall in May 2024."
    quote = "In May 2024 Lanwan opened its storage hall, which serves the island grid."
    return verdict_on(Sentence(text, SentenceKind.FACT, (1,)), limits, quote)


@probe(offered_evidence=1)
def what_else_is_offered(limits: Limits) -> Any:
    made = there(limits, (), state(goal(), phase=Phase.CLAIMS))
    made.box.pieces = {number: evidence(number, quote="Lanwan opened its hall in May.") for number in (1, 2, 3)}
    made.box.pieces[1] = evidence(1, quote="Rain fell on the delta.")
    made.box.versions = [(Section("x", 1, (Sentence("Lanwan opened its hall in May.", SentenceKind.FACT, (1,)),)),)]
    return step(made).saw(ClaimsChecked)[0].checked[0].offered


@probe(settle_days=10, settle_trust=0.1, settle_publishers=1)
def what_settles_a_conflict(limits: Limits) -> Any:
    even = Side(date(2025, 6, 1), 0.6, 1)
    others = (Side(date(2025, 7, 1), 0.6, 1), Side(even.published, 0.7, 1), Side(even.published, 0.6, 2))
    return [settlement(even, other, limits).lead for other in others]

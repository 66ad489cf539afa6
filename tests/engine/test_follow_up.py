"""Answering a question on a report from its own evidence, in memory: written by the reporter, checked like claims."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from research.engine.follow_up import Desk, Further, Said, answer, decide, narrowed, standalone
from research.engine.limits import Limits
from research.engine.recalled import Near, bearing, share
from research.engine.trigger import Rule
from research.roles.briefs import ReportBrief
from research.roles.builtin.claims.checker import BuiltinChecker
from research.roles.builtin.reporter import BuiltinReporter
from research.roles.trigger import BuiltinTrigger, Judged, TriggerBrief
from research.terms import Conflict, Language, Period, Section, Sentence, SentenceKind, Verdict
from tests.builders import evidence, source

SUBJECT = "What did the Red Cape fire change?"


class SaidReporter:
    """Writes what the test gave it."""

    def __init__(self, *sentences: Sentence) -> None:
        self.sentences, self.briefs = sentences, list[ReportBrief]()

    async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
        self.briefs.append(brief)
        return (Section("Answer", 1, self.sentences),)


class SaidTrigger:
    def __init__(self, judged: Judged) -> None:
        self.judged, self.briefs = judged, list[TriggerBrief]()

    async def judge(self, brief: TriggerBrief) -> Judged:
        self.briefs.append(brief)
        return self.judged


def desk(reporter: object = None, trigger: object = None, **limits: float) -> Desk:
    kept = replace(Limits(), **limits)
    return Desk(trigger or BuiltinTrigger(), reporter or BuiltinReporter(), BuiltinChecker(), kept)  # type: ignore[arg-type]


def further(question: str, *quotes: str, similarity: float = 0.5, **more: object) -> Further:
    near = tuple(Near(evidence(n, quote=quote), similarity) for n, quote in enumerate(quotes, 1))
    told = {"language": Language.ENGLISH, "near": near, "lacking": (), **more}
    return Further(question, subject=SUBJECT, period=Period(None, None), today=date(2026, 3, 1), **told)  # type: ignore[arg-type]


def texts(said: Sequence[Said]) -> list[str]:
    return [each.text for each in said]


BRIGADE = "The brigade was led by Captain Ines Brandt."
LOSS = "The loss was put at 1.2 million yuan."


async def test_without_a_model_the_answer_is_the_words_of_what_speaks_of_it() -> None:
    made = await answer(further("Who led the fire brigade?", BRIGADE, LOSS, similarity=0.3), desk())
    (said,) = made
    assert (said.text, said.kind, said.evidence, said.verdict) == (BRIGADE, SentenceKind.QUOTE, (1,), Verdict.SUPPORTED)


async def test_no_writer_is_called_where_the_evidence_does_not_speak_of_it() -> None:
    reporter = SaidReporter(Sentence("Owls see well.", SentenceKind.FACT, (1,)))
    assert await answer(further("Why do owls see well?", BRIGADE, similarity=0.1), desk(reporter)) == ()
    assert not reporter.briefs


async def test_a_written_sentence_is_checked_against_the_words_it_names() -> None:
    reporter = SaidReporter(
        Sentence("The brigade was led by Captain Ines Brandt.", SentenceKind.FACT, (1,)),
        Sentence("The loss was 2.4 million yuan.", SentenceKind.FACT, (2,)),
        Sentence("It may have been insured.", SentenceKind.SPECULATION, ()),
        Sentence("Nobody was hurt.", SentenceKind.FACT, (9,)),
    )
    made = await answer(
        further("Who led the fire brigade, and what was the loss put at?", BRIGADE, LOSS), desk(reporter)
    )
    assert [each.verdict for each in made] == [
        Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.NOT_CHECKED, Verdict.NOT_FOUND,
    ]  # fmt: skip
    assert made[3].evidence == (), "a number that no evidence has is no reference"


async def test_an_answer_that_is_speculation_alone_is_none() -> None:
    reporter = SaidReporter(Sentence("It may have been insured.", SentenceKind.SPECULATION, ()))
    assert await answer(further("What was the loss put at?", LOSS), desk(reporter)) == ()


async def test_what_another_accepted_source_denies_is_shown_as_denied_until_it_is_settled() -> None:
    other = "The loss was put at 1.4 million yuan."
    open_one, asked = Conflict(1, 2, "1.2 against 1.4 million yuan"), "What was the loss put at?"
    reporter = SaidReporter(Sentence(LOSS, SentenceKind.QUOTE, (1,)))
    (said,) = await answer(further(asked, LOSS, other, conflicts=(open_one,)), desk(reporter))
    assert said.verdict is Verdict.CONTRADICTED and "1.2 against 1.4" in said.reason
    assert reporter.briefs[0].conflicts == (open_one,)
    settled = replace(open_one, settled_for=1, because="counted later")
    (said,) = await answer(further(asked, LOSS, other, conflicts=(settled,)), desk(reporter))
    assert said.verdict is Verdict.SUPPORTED
    assert [card.number for card in reporter.briefs[-1].sections[0].cards] == [1], "what lost answers nothing"


async def test_an_answer_has_a_length_of_its_own() -> None:
    quotes = [
        f"The fire brigade number {n} was led by captain number {n}, who served at the north gate." for n in range(9)
    ]
    asked = further("Who led the fire brigade?", *quotes)
    short, usual = [await answer(asked, desk(follow_up_answer=most)) for most in (200, 1200)]
    assert 0 < sum(map(len, texts(short))) <= 200 < sum(map(len, texts(usual))) <= 1200


async def test_what_no_rule_decides_is_the_models_to_say_with_its_reason() -> None:
    trigger = SaidTrigger(Judged(True, "The evidence is silent on the harbour."))
    made = await decide(further("Why did nobody notice?", BRIGADE, similarity=0.2), desk(trigger=trigger))
    assert (made.reach, made.rule) == (True, Rule.MODEL)
    assert made.sentence == "The planner's model decided: The evidence is silent on the harbour."
    (brief,) = trigger.briefs
    assert (brief.subject, [card.number for card in brief.cards]) == (SUBJECT, [1])
    assert (await decide(further("Why did nobody notice?", BRIGADE, similarity=0.2), desk())).rule is Rule.DEFAULT


async def test_a_rule_that_speaks_leaves_the_model_unasked() -> None:
    trigger = SaidTrigger(Judged(True, "because"))
    made = await decide(further("Write a poem on it.", BRIGADE), desk(trigger=trigger))
    assert (made.reach, made.rule, trigger.briefs) == (False, Rule.CREATES, [])


def test_evidence_in_another_language_bears_on_a_question_by_meaning_alone() -> None:
    near = (Near(evidence(1, quote="消防队由布兰特上尉指挥。"), 0.2), Near(evidence(2, quote="损失为120万元。"), 0.04))
    found = bearing("Who led the fire brigade?", SUBJECT, near, Limits())
    assert [each.piece.number for each in found] == [1]


def test_words_of_the_reports_own_question_tell_nothing() -> None:
    assert share("Who led the Red Cape brigade?", SUBJECT, "Red Cape burned in a fire.") == 0
    assert share("What did the fire change?", SUBJECT, "The fire changed little.") == 1


def test_what_speaks_of_it_half_as_much_only_dilutes_the_answer() -> None:
    near = (
        Near(evidence(1, quote=BRIGADE), 0.6),
        Near(evidence(2, quote="Rack 14 stood empty.", source=source("A", "b")), 0.41),
    )
    assert [each.piece.number for each in bearing("Who led the fire brigade?", SUBJECT, near, Limits())] == [1]


def test_a_question_goes_out_with_what_the_report_is_about_unless_it_says_so() -> None:
    subject = "How much grid storage capacity did Lanwan have at the end of 2024?"
    assert standalone("Is it still so?", subject) == "Is it still so (grid storage capacity Lanwan)?"
    assert standalone("What is Lanwan's grid storage capacity now?", subject).endswith("capacity now?")
    assert standalone("现在变了吗？", "岚川市公交电动化到2025年底完成得怎样？") == "现在变了吗（岚川市公交电动化）？"


def test_a_search_for_one_question_is_small_and_never_larger_than_a_task() -> None:
    small = narrowed(Limits())
    assert (small.first_goals, small.goals_in_all, small.rounds_per_goal) == (1, 1, Limits().follow_up_rounds)
    assert narrowed(replace(Limits(), tokens=2000, reads_in_all=1)).tokens == 2000
    assert narrowed(replace(Limits(), tokens=2000, reads_in_all=1)).reads_in_all == 1

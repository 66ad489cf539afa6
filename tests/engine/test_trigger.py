"""Whether a question on a report needs another look: rule by rule, and as a whole on sixty labelled questions."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.engine.limits import Limits
from research.engine.recalled import Near, bearing
from research.engine.trigger import SENTENCES, Called, Rule, asked_of, by_rules, named, unheld
from research.roles.builtin.embedder import best_embedder
from tests.builders import evidence, source

DATA, LIMITS = Path(__file__).parent / "data", Limits()
PRECISION, RECALL = 0.8, 0.9
"""Bars of R266. The questions were labelled before the first rule was written, and a fifth was not looked at while the
rules were tuned; but questions and rules have one author, so others will meet less than what is measured here."""


@dataclass(frozen=True)
class Labelled:
    report: str
    reach: bool
    kept_aside: bool
    question: str


def labelled() -> list[Labelled]:
    lines = (DATA / "followups.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")][1:]
    return [Labelled(report, label == "yes", part == "held", text) for report, label, part, text in rows]


REPORTS = json.loads((DATA / "followup_reports.json").read_text())


async def pieces_near(report: str, question: str) -> tuple[Near, ...]:
    embedder = best_embedder()
    told = REPORTS[report]["evidence"]
    pieces = [evidence(n, quote=e["quote"], source=source(e["title"], e["quote"])) for n, e in enumerate(told, 1)]
    vector, *vectors = await embedder.embed([question, *(piece.quote for piece in pieces)])
    near = [Near(piece, embedder.similarity(vector, each)) for piece, each in zip(pieces, vectors, strict=True)]
    return tuple(sorted(near, key=lambda each: -each.similarity)[: LIMITS.follow_up_pieces])


async def called(report: str, question: str) -> Called | None:
    subject, near = REPORTS[report]["question"], await pieces_near(report, question)
    texts = [subject, *(f"{each['title']}\n{each['quote']}" for each in REPORTS[report]["evidence"])]
    return by_rules(question, subject, near, unheld(named(question), texts), LIMITS)


async def test_the_sixty_are_thirty_of_each_in_both_languages_with_a_fifth_kept_aside() -> None:
    rows = labelled()
    assert (len(rows), sum(row.reach for row in rows), sum(row.kept_aside for row in rows)) == (60, 30, 12)
    assert {row.report for row in rows} == {"en", "zh"} and len({row.question for row in rows}) == 60


@pytest.mark.parametrize("kept_aside", [False, True])
async def test_precision_and_recall_of_the_trigger_stand_above_their_bars(
    kept_aside: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a model: what no rule calls for is answered from the evidence."""
    rows = [row for row in labelled() if row.kept_aside is kept_aside]
    made = [(row, (await called(row.report, row.question)) or Called(False, Rule.DEFAULT)) for row in rows]
    right = sum(call.reach and row.reach for row, call in made)
    precision, recall = right / sum(call.reach for _, call in made), right / sum(row.reach for row in rows)
    part = "kept aside" if kept_aside else "tuned on"
    wrong = [f"{row.question} ({call.rule})" for row, call in made if call.reach is not row.reach]
    with capsys.disabled():
        print(f"\ntrigger on {len(rows)} questions {part}: precision {precision:.2f} recall {recall:.2f} {wrong}")
    assert precision >= PRECISION and recall >= RECALL


async def test_what_the_evidence_answers_is_found_in_it() -> None:
    """Of the labelled ones that need no look and make nothing: the piece that answers is among the first three."""
    answers = {
        "How much did the council spend on grants?": 2, "What was the cause of the fire in Pell Street?": 7,
        "Which share of the batteries did Sunvault supply?": 5, "Who was in charge of the scheme?": 4,
        "Can tenants apply for the grant?": 9, "How many batteries went to low-income wards?": 12,
        "项目总投资是多少？": 2, "充电站一共建了多少座？": 3, "北门充电站起火的原因是什么？": 5,
        "动力电池的质保期是几年？": 10, "谁负责这个项目？": 9, "快充桩占多大比例？": 3,
        "首批车辆采购了多少辆？": 4, "报告里说冬季续航下降了多少？": 7,
    }  # fmt: skip
    for question, number in answers.items():
        report = "en" if question.isascii() else "zh"
        found = bearing(question, REPORTS[report]["question"], await pieces_near(report, question), LIMITS)
        assert number in [each.piece.number for each in found[:3]], question


@pytest.mark.parametrize(
    "question", ["Which cat food is best?", "How tall is Mount Everest?", "珠穆朗玛峰有多高？", "谁赢了足球比赛？"]
)
async def test_what_the_evidence_does_not_speak_of_has_nothing_to_be_answered_from(question: str) -> None:
    report = "en" if question.isascii() else "zh"
    assert not bearing(question, REPORTS[report]["question"], await pieces_near(report, question), LIMITS)


SUBJECT = "What did the Red Cape fire change?"


def near(*quotes: str, similarity: float = 0.5) -> tuple[Near, ...]:
    return tuple(Near(evidence(n, quote=quote), similarity) for n, quote in enumerate(quotes, 1))


def ruled(question: str, *quotes: str) -> Called | None:
    return by_rules(question, SUBJECT, near(*quotes), unheld(named(question), [SUBJECT, *quotes]), LIMITS)


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("What is the latest figure?", Rule.CHANGES),
        ("Has it changed since?", Rule.CHANGES),
        ("Is the station still closed?", Rule.CHANGES),
        ("最新数字是多少？", Rule.CHANGES),
        ("现在还关着吗？", Rule.CHANGES),
        ("规定有没有变？", Rule.CHANGES),
        ("What does https://fire.example/rack say?", Rule.NAMES),
        ("What does CVE-2024-1234 affect?", Rule.NAMES),
        ("Does it hold for version 7.2?", Rule.NAMES),
        ("What happened in 2019?", Rule.NAMES),
        ("What did the mayor of Ostwick say?", Rule.NAMES),
        ("6.5版也一样吗？", Rule.NAMES),
        ("临江市也是这样吗？", Rule.NAMES),
        ("May I legally sue the operator?", Rule.DEAR),
        ("Is the smoke toxic?", Rule.DEAR),
        ("What does our company policy say?", Rule.DEAR),
        ("能不能报销？", Rule.DEAR),
        ("这种烟对人体有毒吗？", Rule.DEAR),
        ("What is the default of the parameter?", Rule.VERSION),
        ("这个参数的默认值是多少？", Rule.VERSION),
    ],
)
def test_a_rule_calls_for_another_look_and_names_what_it_saw(question: str, rule: Rule) -> None:
    made = ruled(question, "Rack 14 burned for 38 minutes.")
    assert made and (made.reach, made.rule) == (True, rule)
    assert made.named and all(word.lower() in question.lower() for word in made.named.split(", "))
    assert made.named in made.sentence


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("Write a poem about the latest fire.", Rule.CREATES),
        ("Please draft an email to the mayor of Ostwick.", Rule.CREATES),
        ("Translate the conclusion into French.", Rule.CREATES),
        ("Summarise this for a board.", Rule.CREATES),
        ("Now explain the cause in simple words.", Rule.CREATES),
        ("写一首关于今天的诗", Rule.CREATES),
        ("请把报告翻译成英文", Rule.CREATES),
        ("帮我总结一下", Rule.CREATES),
        ("According to the report, what burned?", Rule.OF_REPORT),
        ("报告里提到了哪些法律责任？", Rule.OF_REPORT),
        ("How long did rack 14 burn?", Rule.HELD),
    ],
)
def test_what_is_made_of_the_report_or_held_by_it_needs_no_look(question: str, rule: Rule) -> None:
    made = ruled(question, "Rack 14 burned for 38 minutes.")
    assert made and (made.reach, made.rule) == (False, rule)


def test_what_the_evidence_holds_is_not_dear_to_answer() -> None:
    quote = "The liability of the operator is limited to 1.2 million yuan by law."
    assert ruled("What is the liability of the operator by law?", quote) == Called(False, Rule.HELD)
    made = ruled("What is the liability of the operator by law?", "Rack 14 burned.")
    assert made and made.rule is Rule.DEAR


def test_a_report_that_is_asked_whether_it_still_holds_is_looked_up() -> None:
    made = ruled("Is the figure in the report still right?")
    assert made and made.rule is Rule.CHANGES


def test_a_question_beside_an_order_for_a_text_is_judged_by_itself() -> None:
    assert asked_of("Summarise the findings. Has the rule changed since?") == "Has the rule changed since?"
    made = ruled("Summarise the findings. Has the rule changed since?")
    assert made and made.rule is Rule.CHANGES


def test_what_no_rule_speaks_of_is_left_open() -> None:
    assert ruled("Why did nobody notice?", "Rack 14 burned for 38 minutes.") is None


def test_a_longer_number_does_not_hold_a_shorter_one() -> None:
    assert unheld(["S1", "2.6", "GB-9"], ["The S10 runs 12.6 and 2.6.1, the GB-90 too."]) == ("S1", "2.6", "GB-9")
    assert unheld(["S1", "2.6", "GB-9"], ["s1", "Version 2.6.", "ＧＢ-9"]) == ()


def test_texts_are_passed_by_until_nothing_is_left_to_look_for() -> None:
    seen: list[str] = []

    def texts() -> Iterator[str]:
        for text in ("Ines Brandt", "never asked for"):
            seen.append(text)
            yield text

    assert unheld(["Ines", "Brandt"], texts()) == () and seen == ["Ines Brandt"]


def test_every_rule_has_its_sentence() -> None:
    assert set(SENTENCES) == set(Rule)
    assert all("{named}" in SENTENCES[rule] for rule in (Rule.CHANGES, Rule.NAMES, Rule.DEAR, Rule.VERSION, Rule.MODEL))


@given(st.text(max_size=400))
def test_any_text_gets_a_verdict_without_an_error(text: str) -> None:
    made = by_rules(text, SUBJECT, near("Rack 14 burned."), unheld(named(text), [SUBJECT]), LIMITS)
    assert made is None or made.sentence


@pytest.mark.parametrize(
    "text", ["please " * 600, "把" * 3000, "write a " * 500, "还" * 3000, "a.b" * 1500, "1." * 2000, "与" * 3000]
)
def test_a_hostile_text_costs_no_time(text: str) -> None:
    began = time.process_time()
    by_rules(text, SUBJECT, near("Rack 14 burned."), unheld(named(text), [SUBJECT]), LIMITS)
    assert time.process_time() - began < 2

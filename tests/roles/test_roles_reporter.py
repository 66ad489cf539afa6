"""A reporter with a model behind it: sentences that carry evidence, section by section."""

from dataclasses import replace
from datetime import date

import pytest

from memory.summary import Summary, Support
from research import prompts
from research.roles.briefs import Card, ReportBrief, SectionBrief
from research.roles.builtin.reporter import BuiltinReporter
from research.roles.endpoints import Finish, Request
from research.roles.endpoints.scripted import Scripted
from research.roles.reporter import ModelReporter
from research.terms import Conflict, Goal, Language, SentenceKind
from tests.roles.made import ASK, CARD, GOAL, QUOTE, SIZES, Told, reply

OTHER = Card(13, "The notice of 2025 sets 0.20 yuan per kWh.", "Notice", "lanwan.example", date(2025, 6, 1), 0.7)
BRIEF = ReportBrief(ASK, (SectionBrief(GOAL, None, (CARD, OTHER)),), (Conflict(12, 13, "two amounts"),), 3000)


def reporter(answer) -> tuple[ModelReporter, Scripted, Told]:
    told, endpoint = Told(), Scripted({"section": answer})
    return ModelReporter(endpoint, BuiltinReporter(), SIZES, told), endpoint, told


def sentence(text: str, *evidence: int, kind: str = "fact") -> dict:
    return {"text": text, "kind": kind, "evidence": list(evidence)}


def section(*sentences: dict, heading: str = "Subsidy") -> dict:
    return {"heading": heading, "sentences": list(sentences)}


GOOD = sentence("The subsidy is 0.25 yuan per kWh.", 12)


async def test_the_example_is_played_through():
    made, endpoint, told = reporter(prompts.example("section"))
    (written,) = await made.write(BRIEF)
    assert written.heading == "Amount and term of the subsidy"
    assert [each.kind for each in written.sentences] == [SentenceKind.QUOTE, SentenceKind.SPECULATION]
    assert written.sentences[0].text == QUOTE
    assert told.rows == []
    assert "two amounts" in endpoint.asked[0].prompt


async def test_what_the_search_came_to_stands_before_its_evidence_and_repeats_none_of_it():
    concluded = Summary(
        1, GOAL.question, "done", "The subsidy fell.", (Support(12, "0.25 yuan at first"),), ("Who pays?",)
    )
    made, endpoint, _told = reporter(section(GOOD))
    await made.write(replace(BRIEF, sections=(replace(BRIEF.sections[0], summary=concluded),)))
    asked = endpoint.asked[0].prompt
    assert asked.index("The subsidy fell.") < asked.index("Who pays?") < asked.index(OTHER.quote)
    assert "0.25 yuan at first" not in asked
    assert "What the search came to" not in (await prompt_without_summary())


async def test_of_other_sections_the_nearest_that_have_room_are_lent():
    lent = tuple(
        replace(OTHER, number=at, quote=f"Station {at} of Lanwan holds {at} MWh. " * 5) for at in range(50, 60)
    )
    made, endpoint, _told = reporter(section(GOOD))
    await made.write(replace(BRIEF, sections=(replace(BRIEF.sections[0], recalled=lent),)))
    asked = endpoint.asked[0].prompt
    assert "[50]" in asked and "[59]" not in asked
    assert 50 in endpoint.asked[0].schema["properties"]["sentences"]["items"]["properties"]["evidence"]["items"]["enum"]


async def prompt_without_summary() -> str:
    made, endpoint, _told = reporter(section(GOOD))
    await made.write(BRIEF)
    return endpoint.asked[0].prompt


async def test_a_heading_has_no_mark_of_the_model():
    made, _endpoint, _told = reporter(section(GOOD, heading="Subsidy of Lanwan [S99]"))
    (written,) = await made.write(BRIEF)
    assert written.heading == "Subsidy of Lanwan"


async def test_only_numbers_that_were_shown_may_be_cited():
    made, endpoint, told = reporter(section(GOOD, GOOD, sentence("The subsidy is 9 yuan.", 99)))
    (written,) = await made.write(BRIEF)
    assert len(written.sentences) == 2
    assert told.kinds == ["dropped"]
    evidence = endpoint.asked[0].schema["properties"]["sentences"]["items"]["properties"]["evidence"]
    assert evidence["items"] == {"enum": [12, 13]}


@pytest.mark.parametrize(
    "bad",
    [
        sentence("The subsidy is 9 yuan.", 99),
        sentence("References: [1] The subsidy rule of 2023 [2] An encyclopedia", 12),
        sentence("The subsidy rule of 2023 is told below. 参考文献：subsidy rule", 12),
        sentence("The subsidy is told in doi:10.1000/182.", 12),
        sentence("The subsidy is 0.25 yuan per kWh."),
        sentence("See https://lanwan.example for the subsidy.", 12),
        sentence("Sure! Here is the section on the subsidy.", 12),
        sentence("zzz qqq", 12),
        sentence("补贴标准为每千瓦时零点二五元。", 12),
    ],
)
async def test_a_section_of_bad_sentences_is_asked_again_and_then_quoted(bad):
    """B-018, B-092: chatter and a list of sources of its own are no section."""
    made, endpoint, told = reporter(section(bad))
    assert await made.write(BRIEF) == await BuiltinReporter().write(BRIEF)
    foreign = bad["text"].startswith("补贴")
    assert (told.kinds, len(endpoint.asked)) == (["wrong_language" if foreign else "broken_rule"], 2)


async def test_a_cut_section_is_never_published():
    """B-019: nor as a part; references are made by code from what is cited."""
    made, _, told = reporter(reply('{"heading":"x","sentences":[{"text":"The subs', Finish.LENGTH))
    assert await made.write(BRIEF) == await BuiltinReporter().write(BRIEF)
    assert told.kinds == ["truncated_output"]


async def test_one_failed_section_is_quoted_and_the_others_stand_in_order():
    second = Goal(2, None, "When does the notice of 2025 apply?", ())

    def answer(request: Request):
        return "nonsense" if second.question in request.prompt else section(GOOD)

    brief = replace(BRIEF, sections=(SectionBrief(second, None, (OTHER,)), *BRIEF.sections))
    made, _, told = reporter(answer)
    written = await made.write(brief)
    assert [each.goal for each in written] == [2, 1]
    assert written[0].sentences[0].kind is SentenceKind.QUOTE
    assert told.kinds == ["not_json"]


async def test_marks_and_doubles_of_the_model_go():
    made, _, _ = reporter(section(sentence("The subsidy is 0.25 yuan [12][E-13] per kWh 【3】.", 12, 12)))
    ((written,),) = [each.sentences for each in await made.write(BRIEF)]
    assert "[" not in written.text
    assert written.evidence == (12,)


async def test_speculation_carries_no_evidence():
    made, _, _ = reporter(
        section(GOOD, sentence("Later subsidy rates may be lower, as an inference.", 12, kind="speculation"))
    )
    ((_, written),) = [each.sentences for each in await made.write(BRIEF)]
    assert (written.kind, written.evidence) == (SentenceKind.SPECULATION, ())


async def test_whole_sentences_up_to_the_length():
    made, _, _ = reporter(section(*(sentence(f"The subsidy of year {n} is 0.25 yuan.", 12) for n in range(20))))
    (written,) = await made.write(replace(BRIEF, characters=120))
    assert sum(len(each.text) for each in written.sentences) <= 120
    assert written.sentences[-1].text.endswith(".")


@pytest.mark.parametrize("heading", ["", "zzz qqq", "补贴标准", "See lanwan.com for the subsidy"])
async def test_a_heading_that_does_not_fit_is_the_goals_question(heading):
    made, _, _ = reporter(section(GOOD, heading=heading))
    assert (await made.write(BRIEF))[0].heading == GOAL.question


async def test_a_chinese_question_is_answered_in_chinese():
    """B-021."""
    ask = replace(ASK, question="澜湾储能补贴标准是多少？", language=Language.CHINESE)
    goal = replace(GOAL, question="澜湾储能补贴标准是多少？")
    card = replace(CARD, quote="澜湾储能补贴标准为每千瓦时0.25元，自2023年3月1日起执行。")
    brief = ReportBrief(ask, (SectionBrief(goal, None, (card,)),), (), 2000)
    chinese = sentence("补贴标准为每千瓦时0.25元。", 12)
    made, endpoint, told = reporter([section(GOOD), section(chinese, heading="补贴标准")])
    (written,) = await made.write(brief)
    assert (written.heading, written.sentences[0].text) == ("补贴标准", chinese["text"])
    assert "简体中文" in endpoint.asked[1].prompt
    assert told.rows == []


async def test_a_section_without_evidence_is_not_asked_for():
    made, endpoint, _ = reporter(section(GOOD))
    await made.write(replace(BRIEF, sections=(SectionBrief(GOAL, None, ()),)))
    assert endpoint.asked == []

"""Loops that could outgrow a prompt: a long page, a section with much evidence, many hits. Each prompt stays under the
ceiling, and what earlier turns found is told in a history that is summed up (ReSum, R179-R184, C23)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from research.engine.limits import Limits
from research.roles.briefs import Card, FactBrief, PageText, QuoteBrief, ReportBrief, SectionBrief, TriageBrief
from research.roles.builtin.embedder import HashingEmbedder
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.builtin.reporter import BuiltinReporter
from research.roles.endpoints import Request
from research.roles.endpoints.scripted import Scripted
from research.roles.executor import ModelExecutor
from research.roles.gauge import OFFLINE, Offline
from research.roles.reporter import ModelReporter
from research.roles.sizes import Sizes
from research.roles.tokens import count_tokens
from tests.roles.made import ASK, ENTRY, GOAL, Told, find

SIZES = Sizes.of(Limits().values())


class Small(Offline):
    """A model with a small window; of 2,048 tokens 1,331 are for a prompt."""

    def __init__(self, tokens: int = 2048) -> None:
        self.tokens = tokens

    async def window(self) -> int | None:
        return self.tokens


CEILING = 1331


def size(request: Request) -> int:
    return count_tokens(request.system) + count_tokens(request.prompt)


def sentence(at: int) -> str:
    return f"In part {at} the storage subsidy of Lanwan is {at}.5 yuan per kWh for plants of class {at}."


PAGE = PageText("Storage subsidy rule", "\n\n".join(sentence(at) for at in range(120)), None)


def quoting(page: PageText = PAGE, tokens: int = 4000, gauge: Any = OFFLINE, say: Any = None) -> Any:
    def last_sentence(request: Request) -> dict[str, Any]:
        assert request.schema is not None
        last = request.schema["properties"]["quotes"]["items"]["properties"]["last"]["maximum"]
        return {"quotes": [{"first": last, "last": last, "relevance": 8, "reason": "States the storage subsidy."}]}

    wire, told = Scripted({"quote": say or last_sentence}), Told()
    made = ModelExecutor(wire, BuiltinExecutor(HashingEmbedder()), SIZES, told, gauge)
    return made, wire, told, QuoteBrief(ASK, GOAL, "the amount", page, 2, 380, tokens)


async def test_a_page_within_its_share_is_read_in_one_turn():
    made, wire, _told, brief = quoting(tokens=900)
    await made.quote(brief)
    assert len(wire.asked) == 1
    assert "not to be chosen again:" not in wire.asked[0].prompt


async def test_a_page_that_does_not_fit_is_read_in_turns_each_under_the_ceiling_and_no_sentence_twice():
    made, wire, told, brief = quoting(gauge=Small())
    drafts = await made.quote(brief)
    assert len(wire.asked) > 3
    assert max(map(size, wire.asked)) <= CEILING
    shown = [re.findall(r"^\[\d+\] In part (\d+) ", each.prompt, re.MULTILINE) for each in wire.asked]
    flat = [part for turn in shown for part in turn]
    assert len(flat) == len(set(flat)) > 60
    assert len(drafts) == 2
    assert all(PAGE.text[draft.start : draft.end] == draft.quote for draft in drafts)
    assert told.rows == []


async def test_a_later_turn_is_told_what_the_earlier_ones_chose():
    made, wire, _told, brief = quoting(gauge=Small(4096))
    await made.quote(brief)
    second = wire.asked[1].prompt
    assert "passages chosen: 1" in second
    chosen = re.findall(r"^\[\d+\] (In part .*)$", wire.asked[0].prompt, re.MULTILINE)[-1]
    assert re.search(re.escape(f"- {chosen} [¶ ") + r"\d+\]", second)


async def test_a_history_that_nears_its_share_is_summed_up_with_its_sources_and_without_raw_words():
    made, wire, _told, brief = quoting(tokens=4000, gauge=Small())
    await made.quote(brief)
    last = wire.asked[-1].prompt
    assert re.search(r"Summary of \d+ earlier turns\.", last)
    assert re.search(r"\[¶ \d+\]|On file, not shown: \d+ rows", last)
    assert last.count("passages chosen") < len(wire.asked) - 1


async def test_a_turn_that_fails_leaves_what_the_earlier_ones_found():
    good = {"quotes": [{"first": 1, "last": 1, "relevance": 8, "reason": "States the storage subsidy."}]}
    made, _wire, told, brief = quoting(gauge=Small(), say=[good, "no answer at all"])
    drafts = await made.quote(brief)
    assert [PAGE.text[draft.start : draft.end] for draft in drafts] == [sentence(0)]
    assert told.kinds == ["not_json"]


async def test_a_window_without_room_for_one_sentence_leaves_the_page_to_the_builtin_role():
    made, wire, told, brief = quoting(gauge=Small(512))
    assert await made.quote(brief) == await BuiltinExecutor(HashingEmbedder()).quote(brief)
    assert (wire.asked, told.kinds) == ([], ["prompt_too_long"])


def executor(said: dict[str, Any], gauge: Any = OFFLINE) -> tuple[ModelExecutor, Scripted, Told]:
    wire, told = Scripted(said), Told()
    return ModelExecutor(wire, BuiltinExecutor(HashingEmbedder()), SIZES, told, gauge), wire, told


async def test_hits_that_do_not_fit_are_judged_in_several_prompts_and_each_gets_its_mark():
    def by_title(request: Request) -> dict[str, Any]:
        return {"scores": [int(each) % 10 for each in re.findall(r"^\d+\. Hit (\d+) ", request.prompt, re.MULTILINE)]}

    made, wire, _told = executor({"triage": by_title}, Small())
    hits = tuple(find(f"Hit {at} on the storage subsidy of Lanwan", "Lanwan pays. " * 20) for at in range(12))
    marks = await made.triage(TriageBrief(ASK, GOAL, "the amount", hits))
    assert marks == tuple(at % 10 / 10 for at in range(12))
    assert len(wire.asked) > 1 and max(map(size, wire.asked)) <= CEILING
    assert sum(request.schema["properties"]["scores"]["maxItems"] for request in wire.asked if request.schema) == 12


async def test_facts_are_found_in_every_quotation_whatever_the_window():
    def one_each(request: Request) -> dict[str, Any]:
        numbers = re.findall(r"^\[(\d+)\] The subsidy", request.prompt, re.MULTILINE)
        made = [
            {"subject": "subsidy", "relation": "is", "object": f"{at}.5 yuan", "evidence": int(at), "relevance": 8}
            for at in numbers
        ]
        return {"facts": made}

    made, wire, _told = executor({"facts": one_each}, Small())
    held = tuple(
        replace(ENTRY, evidence=at, quote=f"The subsidy is {at}.5 yuan per kWh. " + "It is paid yearly. " * 12)
        for at in range(20, 32)
    )
    facts = await made.find_facts(FactBrief(ASK, GOAL, held))
    assert [fact.evidence for fact in facts] == list(range(20, 32))
    assert len(wire.asked) > 1 and max(map(size, wire.asked)) <= CEILING


def writing(many: int, say: Any, gauge: Any = OFFLINE) -> Any:
    wire, told = Scripted({"section": say}), Told()
    cards = tuple(
        Card(at, sentence(at) + " It is paid yearly." * 20, "Rule", "lanwan.example", None, 0.8)
        for at in range(1, many + 1)
    )
    brief = ReportBrief(ASK, (SectionBrief(GOAL, None, cards),), (), 9000)
    return ModelReporter(wire, BuiltinReporter(), SIZES, told, gauge), wire, told, brief


def one_a_card(request: Request) -> dict[str, Any]:
    assert request.schema is not None
    numbers: Sequence[int] = request.schema["properties"]["sentences"]["items"]["properties"]["evidence"]["items"][
        "enum"
    ]
    said = [{"text": sentence(at), "kind": "fact", "evidence": [at]} for at in numbers]
    return {"heading": "Storage subsidy", "sentences": said}


async def test_a_section_whose_evidence_fits_is_written_in_one_turn():
    made, wire, _told, brief = writing(8, one_a_card)
    (section,) = await made.write(brief)
    assert (len(wire.asked), len(section.sentences)) == (1, 8)


@pytest.mark.parametrize(("gauge", "ceiling"), [(OFFLINE, 6000), (Small(), CEILING)])
async def test_a_section_with_much_evidence_is_written_in_turns_and_every_piece_is_told(gauge, ceiling):
    made, wire, told, brief = writing(60, one_a_card, gauge)
    (section,) = await made.write(brief)
    assert len(wire.asked) > 1
    assert max(map(size, wire.asked)) <= ceiling
    assert sorted(number for each in section.sentences for number in each.evidence) == list(range(1, 61))
    assert sum(len(each.text) for each in section.sentences) <= brief.characters
    assert "more on file" in wire.asked[0].prompt and "more on file" not in wire.asked[-1].prompt
    assert told.rows == []


async def test_a_later_turn_of_a_section_knows_what_is_written_and_what_it_rests_on():
    made, wire, _told, brief = writing(60, one_a_card, Small(4096))
    await made.write(brief)
    assert "not to be said again:" not in wire.asked[0].prompt
    assert re.search(r"- In part \d+ the storage subsidy .* \[E-\d+\]", wire.asked[1].prompt)
    assert "Summary of" in wire.asked[-1].prompt
    assert "Draft conclusion: " in wire.asked[-1].prompt


async def test_a_later_turn_of_a_section_that_fails_leaves_what_is_written():
    first = one_a_card_of([1])
    made, _wire, told, brief = writing(60, [first, "no answer at all"], Small())
    (section,) = await made.write(brief)
    assert [each.text for each in section.sentences] == [sentence(1)]
    assert told.kinds == ["not_json"]


def one_a_card_of(numbers: Sequence[int]) -> dict[str, Any]:
    said = [{"text": sentence(at), "kind": "fact", "evidence": [at]} for at in numbers]
    return {"heading": "Storage subsidy", "sentences": said}

"""A step's decisions, recorded: the same loop, driven by the record alone, decides the same and asks nobody."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from research.engine.asks import card_of
from research.engine.lifecycle import Phase
from research.engine.loop import advance, apply
from research.roles.briefs import CheckBrief
from research.store.payloads import dumped
from research.store.recording import Decision, NotRecorded, Record, Recorder
from research.terms import Language, SentenceKind
from tests.builders import NOW, World, evidence, leaf, world

PAGES = [
    leaf("Annual statistics", "Lanwan grid storage capacity was 1,240 MWh at the end of 2024."),
    leaf("Grid yearbook", "By December 2024 storage capacity on the Lanwan grid was 1,240 MWh.", host="b.example"),
    leaf("Old plan", "Lanwan planned a grid storage capacity of 900 MWh for 2023.", host="c.example"),
]


async def recorded(there: World) -> list[tuple[Phase, list[Decision], str]]:
    """Every step to the end: its phase, its decisions through JSON and back, and the state after it."""
    steps: list[tuple[Phase, list[Decision], str]] = []
    while there.state.phase is not Phase.DONE:
        phase, recorder = there.state.phase, Recorder()
        there.tools, tools = recorder.over(there.tools), there.tools
        await there.step()
        there.tools = tools
        steps.append((phase, through_json(recorder.decisions), json.dumps(dumped(there.state))))
    return steps


def through_json(decisions: Sequence[Decision]) -> list[Decision]:
    return [Decision(**json.loads(json.dumps(dumped(each)))) for each in decisions]


async def test_a_task_replayed_from_its_record_passes_the_same_states_byte_for_byte() -> None:
    there = world(PAGES)
    begun, limits = there.state, there.tools.limits
    steps = await recorded(there)
    assert {phase for phase, _, _ in steps} >= {Phase.PLAN, Phase.QUERY, Phase.REACH, Phase.EVIDENCE, Phase.REPORT}
    state = begun
    for phase, decisions, then in steps:
        assert state.phase is phase
        state = apply(state, await advance(state, Record(decisions).tools(limits, NOW)))
        assert json.dumps(dumped(state)) == then


async def test_a_question_that_the_record_does_not_hold_ends_the_replay_by_name() -> None:
    there = world(PAGES)
    begun = there.state
    [(_, decisions, _), *_] = await recorded(there)
    other = replace(begun, question="What is the price of lithium carbonate?")
    with pytest.raises(NotRecorded, match=r"embedder\.embed"):
        await advance(other, Record(decisions).tools(there.tools.limits, NOW))


async def test_an_answer_is_given_once() -> None:
    there = world(PAGES)
    begun = there.state
    [(_, decisions, _), *_] = await recorded(there)
    tools = Record(decisions).tools(there.tools.limits, NOW)
    await advance(begun, tools)
    with pytest.raises(NotRecorded):
        await advance(begun, tools)


async def test_a_record_holds_no_vectors() -> None:
    steps = await recorded(world(PAGES))
    embedded = [each.answer for _, decisions, _ in steps for each in decisions if each.call == "embedder.embed"]
    assert embedded and all(isinstance(name, str) for answer in embedded for name in answer)


async def test_what_is_offered_beside_a_verdict_is_recorded_and_a_record_from_before_judges_by_words() -> None:
    quote = "Lanwan had 1,240 MWh of storage."
    brief = CheckBrief(Language.ENGLISH, quote, SentenceKind.FACT, (card_of(evidence(1, quote=quote)),), 0.8, 0.5)
    recorder, there = Recorder(), world(PAGES)
    judged = await recorder.over(there.tools).by_code.check(brief)
    (decision,) = recorder.decisions
    assert decision.call == "by_code.check"
    told = Record(through_json(recorder.decisions)).tools(there.tools.limits, NOW).by_code
    assert await told.check(brief) == judged
    with pytest.raises(NotRecorded, match=r"by_code\.check"):
        await told.check(brief)
    assert await Record([]).tools(there.tools.limits, NOW).by_code.check(brief) == judged

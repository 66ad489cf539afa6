"""What real servers were seen to say, over a socket: what is taken of it, and what is asked next (B-001 to B-017)."""

import json

import pytest

from research import prompts
from research.roles.answers import PlanAnswer, TriageAnswer
from research.roles.asking import UnusableAnswer, ask
from research.roles.binding import bind
from research.roles.briefs import PlanBrief
from research.roles.builtin.planner import BuiltinPlanner
from research.roles.flaws import Flaw, Verdict
from research.roles.heard import HeardEndpoint
from research.roles.planner import ModelPlanner
from tests.roles.made import ASK, PATIENCE, SIZES, Told
from tests.roles.misbehaving import (
    Manner,
    answer,
    cut,
    declined,
    deep,
    fenced,
    filtered,
    flood,
    serving,
    thinking,
    thoughts_only,
)

QUESTION = "How did Lanwan's storage subsidy change?"
GOOD = {"goals": [{"question": "What is Lanwan's storage subsidy?", "wanted": ["the amount"]}]}
DRAFT = {"goals": [{"question": "A draft of a goal", "wanted": []}]}
VALUES = dict.fromkeys(prompts.placeholders("plan"), "none") | {"language": "English", "question": QUESTION, "most": 4}


async def asked(*manners: Manner, family: str = "openai") -> tuple[object, list[Flaw], list[dict]]:
    """The answer or the failure, what was wrong with each try, and what was sent."""
    verdicts: list[Verdict] = []
    with serving(*manners, family=family) as server:
        endpoint = bind(server.binding, {}, PATIENCE)
        assert endpoint
        heard = HeardEndpoint(endpoint, verdicts)
        try:
            found: object = await ask(
                heard, "plan", VALUES, PlanAnswer, max_tokens=200, input_tokens=6000, role="planner"
            )
        except UnusableAnswer as failed:
            found = failed
    return found, [verdict.flaw for verdict in verdicts], server.asked


def question(found: object) -> str:
    assert isinstance(found, PlanAnswer), found
    return found.goals[0].question


async def test_b001_a_fence_and_the_brackets_after_it():
    found, flaws, sent = await asked(fenced(GOOD))
    assert isinstance(found, PlanAnswer)
    assert len(found.goals) == len(sent) == 1
    assert flaws == [Flaw.FENCED]


async def test_b002_a_draft_in_a_thought_is_no_answer():
    found, flaws, _ = await asked(thinking(DRAFT, GOOD))
    assert question(found) == GOOD["goals"][0]["question"]
    assert flaws == [Flaw.THOUGHTS]


async def test_b004_a_cut_plan_gets_one_more_try_with_more_room_and_no_part_of_it_is_kept():
    found, flaws, sent = await asked(cut('{"goals":[{"question":"wind lulls 2023","wanted":["wind lu'), answer(GOOD))
    assert "wind" not in question(found)
    assert flaws == [Flaw.TRUNCATED, Flaw.NONE]
    assert [body["max_tokens"] for body in sent] == [200, 400]
    assert sent[0]["messages"] == sent[1]["messages"]


async def test_a_whole_looking_answer_that_the_server_cut_is_not_accepted():
    found, flaws, _ = await asked(cut(json.dumps(GOOD)))
    assert isinstance(found, UnusableAnswer)
    assert flaws == [Flaw.TRUNCATED, Flaw.TRUNCATED]


@pytest.mark.parametrize("word", ["reasoning", "reasoning_content"])
async def test_b006_thoughts_without_an_answer_are_a_cut_answer(word):
    found, flaws, _ = await asked(thoughts_only(word))
    assert isinstance(found, UnusableAnswer)
    assert set(flaws) == {Flaw.TRUNCATED}


async def test_b008_python_spelling_is_read_and_a_boolean_stays_one():
    said = "{'goals': [{'question': 'What is the plant\\'s subsidy?', 'wanted': []}], 'enough': False, 'note': None}"
    found, flaws, sent = await asked(answer(said))
    assert question(found) == "What is the plant's subsidy?"
    assert (flaws, len(sent)) == ([Flaw.PYTHON], 1)


@pytest.mark.parametrize(
    "said", ["{}", '{"goals":"search the web"}', '{"goals":{"1":"a"}}', '["a","b"]', '{"goals":[{"question":"a"}]}']
)
async def test_b009_a_wrong_shape_is_named_once_and_then_the_builtin_plan_is_used(said):
    told = Told()
    brief = PlanBrief(ASK, (), (), 4)
    with serving(answer(said)) as server:
        endpoint = bind(server.binding, {}, PATIENCE)
        assert endpoint
        goals = await ModelPlanner(endpoint, BuiltinPlanner(), SIZES, told).draft_plan(brief)
    assert goals == await BuiltinPlanner().draft_plan(brief)
    assert len(server.calls) == 2
    assert "could not be used" in server.prompts[1]
    assert told.kinds[0] in (Flaw.WRONG_SHAPE, Flaw.WRONG_TOP)


async def test_b010_a_plan_that_claims_to_know_enough_is_none():
    found, flaws, _ = await asked(answer({"enough": True, "goals": []}))
    assert isinstance(found, UnusableAnswer)
    assert flaws == [Flaw.WRONG_SHAPE] * 2


@pytest.mark.parametrize("said", ["8/10", "There are 3 reasons, I'd say 9", "not excellent", "85", "N/A"])
async def test_b013_a_score_in_prose_is_no_score_and_no_number_is_guessed(said):
    values = dict.fromkeys(prompts.placeholders("triage"), "x")
    with serving(answer(said)) as server:
        endpoint = bind(server.binding, {}, PATIENCE)
        assert endpoint
        with pytest.raises(UnusableAnswer):
            await ask(endpoint, "triage", values, TriageAnswer, max_tokens=50, input_tokens=6000, role="executor")
    assert len(server.calls) == 2


@pytest.mark.parametrize("manner", [declined(), filtered(), declined("抱歉，我无法协助。")])
async def test_b015_a_refusal_is_asked_once(manner):
    found, flaws, sent = await asked(manner)
    assert isinstance(found, UnusableAnswer)
    assert (flaws, len(sent)) == ([Flaw.REFUSED], 1)


async def test_b017_braces_reach_the_model_as_they_were_typed():
    typed = "What does {user.password} or {0!r} mean in templates? {{A1}} {x} %s $y"
    with serving(answer(GOOD)) as server:
        endpoint = bind(server.binding, {}, PATIENCE)
        assert endpoint
        options = {"max_tokens": 50, "input_tokens": 6000, "role": "planner"}
        await ask(endpoint, "plan", VALUES | {"question": typed}, PlanAnswer, **options)
    assert typed in server.prompts[0]


@pytest.mark.parametrize(
    ("manner", "flaw"),
    [
        (flood(), Flaw.BLANKS),
        (deep(), Flaw.TOO_DEEP),
        (answer(""), Flaw.EMPTY),
        (answer("\n \t" * 50), Flaw.EMPTY),
        (answer('{"goals":[],"goals":[{"question":"a","wanted":[]}]}'), Flaw.DOUBLE_KEY),
        (answer('{"goals":[{"question":"a","wanted":[],"weight":NaN}]}'), Flaw.NOT_FINITE),
        (answer("Here is my plan: look for the subsidy."), Flaw.NOT_JSON),
        (
            answer({"goals": [{"question": "澜湾的储能补贴是多少？", "wanted": []}]}),
            Flaw.WRONG_LANGUAGE,
        ),
    ],
)
async def test_noise_of_each_kind_is_named_and_repaired_once(manner, flaw):
    found, flaws, sent = await asked(manner, answer(GOOD))
    assert question(found) == GOOD["goals"][0]["question"]
    assert flaws == [flaw, Flaw.NONE]
    assert "could not be used" in sent[1]["messages"][-1]["content"]
    assert sent[0]["max_tokens"] == sent[1]["max_tokens"]


@pytest.mark.parametrize(
    ("family", "place"),
    [("vllm", "structured_outputs"), ("llamacpp", "response_format"), ("openai", "response_format")],
)
async def test_a_server_is_held_to_the_schema_in_its_own_way_and_no_grammar_of_ours_has_white_space(family, place):
    _, _, sent = await asked(answer(GOOD), family=family)
    assert place in sent[0]
    if family == "vllm":
        assert " " not in sent[0]["structured_outputs"]["grammar"].replace(" ::= ", "").split('"{"')[0]

"""One question, one more, then a typed failure. The endpoint is scripted; everything else is real."""

import pytest

from research.roles.answers import PlanAnswer, TriageAnswer
from research.roles.asking import Flaw, UnusableAnswer, ask
from research.roles.endpoints import EndpointError, EndpointKind, Finish
from research.roles.endpoints.scripted import Scripted
from tests.roles.made import reply

PLAN = {"goals": [{"question": "When did the lock open?", "wanted": ["the date"]}]}
VALUES = {
    "today": "2026-03-05",
    "language": "English",
    "question": "What does {user.password} or {0!r} or $y mean?",
    "period": "not limited",
    "most": 4,
    "clues": "none",
    "wasted": "none",
    "unpaid": "none",
}


async def plan(answers, **more):
    endpoint = Scripted({"plan": answers})
    options = {"max_tokens": 100, "input_tokens": 6000, "role": "planner"} | more
    return await ask(endpoint, "plan", VALUES, PlanAnswer, **options), endpoint


async def failure(answers, **more) -> tuple[UnusableAnswer, Scripted]:
    endpoint = Scripted({"plan": answers})
    options = {"max_tokens": 100, "input_tokens": 6000, "role": "planner"} | more
    with pytest.raises(UnusableAnswer) as failed:
        await ask(endpoint, "plan", VALUES, PlanAnswer, **options)
    return failed.value, endpoint


async def test_a_good_answer_takes_one_call():
    answer, endpoint = await plan(PLAN)
    assert answer.goals[0].question == "When did the lock open?"
    assert len(endpoint.asked) == 1
    assert "{user.password} or {0!r} or $y" in endpoint.asked[0].prompt
    assert endpoint.asked[0].schema["required"] == ["goals"]


async def test_a_cut_answer_gets_more_room_once_and_no_part_of_it_is_used():
    cut = reply('{"goals":[{"question":"a","wanted":["b"]}]}', Finish.LENGTH)
    answer, endpoint = await plan([cut, PLAN])
    assert answer.goals[0].question != "a"
    assert [asked.max_tokens for asked in endpoint.asked] == [100, 200]
    error, endpoint = await failure(cut)
    assert (error.kind, error.attempts, len(endpoint.asked)) == (Flaw.TRUNCATED, 2, 2)


async def test_a_flood_of_blanks_gets_no_more_room():
    error, endpoint = await failure(reply("{" + " \n" * 400, Finish.LENGTH))
    assert error.kind is Flaw.TRUNCATED
    assert [asked.max_tokens for asked in endpoint.asked] == [100, 100]


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ("{}", "goals"),
        ('{"goals":"search the web"}', "goals"),
        ('{"goals":{"1":"a"}}', "goals"),
        ('["a","b"]', "answer"),
        ('{"goals":[{"question":"a"}]}', "wanted"),
        ('{"enough": true, "goals": []}', "goals"),
        ('{"goals":[{"question":"%s","wanted":[]}]}' % ("a" * 900), "question"),
    ],
)
async def test_a_wrong_shape_is_asked_again_by_name_and_then_typed(answer, named):
    error, endpoint = await failure(answer)
    assert (error.kind, error.attempts) == (Flaw.WRONG_SHAPE, 2)
    assert named in endpoint.asked[1].prompt.split("could not be used")[1]
    answer, _ = await plan([answer, PLAN])
    assert answer.goals


@pytest.mark.parametrize("said", ["", " \n\t ", "<think>hm</think>"])
async def test_an_empty_answer_is_empty(said):
    assert (await failure(said))[0].kind is Flaw.EMPTY


@pytest.mark.parametrize(
    "said", ["I'm unable to help with that.", "抱歉，我无法回答这个问题。", reply("", Finish.REFUSED)]
)
async def test_a_refusal_is_not_asked_again(said):
    error, endpoint = await failure(said)
    assert (error.kind, error.attempts, len(endpoint.asked)) == (Flaw.REFUSED, 1, 1)


@pytest.mark.parametrize(
    "said", ["8/10", "I'd say 9", "not excellent", "85", "N/A", '{"scores":["8"]}', '{"scores":[85]}']
)
async def test_only_the_schema_counts_as_a_score(said):
    endpoint = Scripted({"triage": said})
    values = dict.fromkeys(("today", "period", "question", "goal", "gap", "count", "finds"), "x")
    with pytest.raises(UnusableAnswer) as failed:
        await ask(endpoint, "triage", values, TriageAnswer, max_tokens=9, input_tokens=6000, role="executor")
    assert failed.value.kind in (Flaw.NOT_JSON, Flaw.WRONG_SHAPE)


async def test_a_broken_rule_is_named_in_the_second_request():
    error, endpoint = await failure(PLAN, check=lambda answer: "no goal names the lock")
    assert (error.kind, error.detail) == (Flaw.BROKEN_RULE, "no goal names the lock")
    assert "no goal names the lock" in endpoint.asked[1].prompt


async def test_a_prompt_over_the_ceiling_is_never_sent():
    error, endpoint = await failure(PLAN, input_tokens=50)
    assert (error.kind, error.attempts, endpoint.asked) == (Flaw.TOO_LONG, 0, [])


async def test_a_failing_endpoint_is_not_asked_again_here():
    with pytest.raises(EndpointError):
        await plan(EndpointError(EndpointKind.OVERLOADED, "busy"))


async def test_an_unusable_answer_names_no_secret_and_stays_short():
    error, _ = await failure("my key is sk-canary-1 " + "x" * 5000)
    assert "canary" not in error.detail
    assert len(error.detail) < 300

"""One question, one more, then a typed failure. The endpoint is scripted; everything else is real."""

import pytest

from research.roles.answers import PlanAnswer, TriageAnswer
from research.roles.asking import UnusableAnswer, ask
from research.roles.endpoints import EndpointError, EndpointKind, Finish
from research.roles.endpoints.scripted import Scripted
from research.roles.flaws import RULES, Flaw, Rule, Verdict
from research.roles.heard import HeardEndpoint
from tests.roles.made import reply

PLAN = {"goals": [{"question": "When did the lock open?", "wanted": ["the date"]}]}
VALUES = {
    "today": "2026-03-05",
    "language": "English",
    "question": "What does {user.password} or {0!r} or $y mean?",
    "period": "not limited",
    "most": 4,
    "clues": "none",
    "distrust": "",
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
    assert error.kind is Flaw.BLANKS
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
    assert (error.kind, error.attempts) == (Flaw.WRONG_TOP if answer.startswith("[") else Flaw.WRONG_SHAPE, 2)
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
    assert RULES[failed.value.kind] is Rule.REPAIR
    assert len(endpoint.asked) == 2


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


CHINESE = VALUES | {"language": "Simplified Chinese (简体中文)", "question": "储能补贴什么时候变了？"}
IN_ENGLISH = {
    "goals": [{"question": "When did the subsidy for storage in Lanwan change last?", "wanted": ["the date"]}]
}
IN_CHINESE = {"goals": [{"question": "蓝湾的储能补贴最近一次是什么时候变的？", "wanted": ["日期"]}]}
WHOLE = '{"goals":[{"question":"When did the lock open?","wanted":["the date"]}]}'
EACH: dict[Flaw, object] = {
    Flaw.NONE: WHOLE,
    Flaw.FENCED: f"```json\n{WHOLE}\n```",
    Flaw.THOUGHTS: f"<think>perhaps {{}}</think>{WHOLE}",
    Flaw.PROSE: f"Here you are: {WHOLE} Chosen because of [2] and {{notes}}.",
    Flaw.PYTHON: "{'goals': [{'question': 'When did the lock open?', 'wanted': ['the date']}]}",
    Flaw.MENDED: '{goals: [{"question": "When did the lock open?", "wanted": ["the date"]}]}',
    Flaw.WRONG_TOP: f"[{WHOLE}]",
    Flaw.WRONG_SHAPE: '{"goals":[{"question":"When?"}]}',
    Flaw.DOUBLE_KEY: '{"goals":[],"goals":[1]}',
    Flaw.NOT_FINITE: '{"goals":[NaN]}',
    Flaw.TOO_DEEP: '{"goals":' + "[" * 60 + "]" * 60 + "}",
    Flaw.UNCLOSED: WHOLE[:-2],
    Flaw.NOT_JSON: "I would look for the opening day.",
    Flaw.EMPTY: "",
    Flaw.BLANKS: reply("{" + " \n" * 400, Finish.LENGTH),
    Flaw.WRONG_LANGUAGE: {"goals": [{"question": "蓝湾船闸是什么时候开放的，由谁负责？", "wanted": ["日期"]}]},
    Flaw.BROKEN_RULE: {"goals": [{"question": "Who paid?", "wanted": []}]},
    Flaw.TRUNCATED: reply(WHOLE, Finish.LENGTH),
    Flaw.REFUSED: "I'm sorry, I cannot help with that.",
}
"""An answer with each flaw. A prompt that is too long is never sent, so it has none."""


def about_locks(answer: PlanAnswer) -> str | None:
    return "no goal names the lock" if answer.goals[0].question == "Who paid?" else None


def test_every_flaw_has_one_rule_and_an_answer_that_shows_it():
    assert set(RULES) == set(Flaw)
    assert set(EACH) == set(Flaw) - {Flaw.TOO_LONG}


@pytest.mark.parametrize("flaw", EACH)
async def test_what_is_done_about_a_flaw_is_what_its_rule_says(flaw):
    verdicts: list[Verdict] = []
    endpoint = Scripted({"plan": [EACH[flaw], PLAN]})
    asked = ask(
        HeardEndpoint(endpoint, verdicts),
        "plan",
        VALUES,
        PlanAnswer,
        max_tokens=100,
        input_tokens=6000,
        role="planner",
        check=about_locks,
    )
    if RULES[flaw] is Rule.FALL_BACK:
        with pytest.raises(UnusableAnswer):
            await asked
    else:
        assert (await asked).goals[0].question == "When did the lock open?"
    sent = endpoint.asked
    assert [verdict.flaw for verdict in verdicts] == [flaw, Flaw.NONE][: len(sent)]
    assert len(sent) == (2 if RULES[flaw] in (Rule.REPAIR, Rule.RETRY) else 1)
    if RULES[flaw] is Rule.REPAIR:
        assert sent[1].prompt.startswith(f"{sent[0].prompt}\n\nYour last answer could not be used: ")
        assert sent[1].max_tokens == sent[0].max_tokens
    if RULES[flaw] is Rule.RETRY:
        assert (sent[1].prompt, sent[1].max_tokens) == (sent[0].prompt, 2 * sent[0].max_tokens)


@pytest.mark.parametrize("flaw", [flaw for flaw in EACH if RULES[flaw] is not Rule.ACCEPT])
async def test_the_same_flaw_twice_is_typed_and_nothing_of_it_is_used(flaw):
    error, endpoint = await failure(EACH[flaw], check=about_locks)
    assert error.kind is flaw
    assert error.attempts == len(endpoint.asked) <= 2


async def test_an_answer_in_another_language_is_asked_for_once_more_in_the_readers():
    """B-021: names in another script are no other language, and goals may be short."""
    endpoint = Scripted({"plan": [IN_ENGLISH, IN_CHINESE]})
    answer = await ask(endpoint, "plan", CHINESE, PlanAnswer, max_tokens=99, input_tokens=6000, role="planner")
    assert answer.goals[0].question == "蓝湾的储能补贴最近一次是什么时候变的？"
    assert "write in Simplified Chinese" in endpoint.asked[1].prompt
    for held in ("GB/T 36276-2023 与 IEC 62619 有什么不同？", "CATL LFP BMS 的规格"):
        there = Scripted({"plan": {"goals": [{"question": held, "wanted": []}]}})
        await ask(there, "plan", CHINESE, PlanAnswer, max_tokens=99, input_tokens=6000, role="planner")
        assert len(there.asked) == 1


async def test_every_try_is_heard_of_with_the_model_that_answered():
    verdicts: list[Verdict] = []
    heard = HeardEndpoint(Scripted({"plan": ["no", "[]"]}), verdicts)
    with pytest.raises(UnusableAnswer):
        await ask(heard, "plan", VALUES, PlanAnswer, max_tokens=99, input_tokens=6000, role="planner")
    assert [(each.attempt, each.flaw, each.model) for each in verdicts] == [
        (1, Flaw.NOT_JSON, "scripted"),
        (2, Flaw.WRONG_TOP, "scripted"),
    ]

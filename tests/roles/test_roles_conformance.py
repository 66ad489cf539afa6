"""Whether a model is fit for a role. The model is scripted; tasks, roles and prompts are the real ones."""

from dataclasses import replace
from datetime import date

import pytest

from research.roles.conformance import Desk, Outcome, examine, fit
from research.roles.conformance.embedding import PROBES, TWINS, TWINS_ZH, VectorDesk
from research.roles.conformance.full_prompt import full_prompt
from research.roles.conformance.tasks import CANARY, CHINESE, ENGLISH, TASKS
from research.roles.endpoints import EndpointError, EndpointKind, Finish, Request, Vectors
from research.roles.endpoints.scripted import Scripted
from research.roles.tokens import count_tokens
from tests.roles.made import SIZES, reply

TODAY = date(2026, 3, 5)


def chinese(request: Request) -> bool:
    return "渡轮" in request.prompt


def goals(request: Request) -> object:
    return {"goals": [{"question": (CHINESE if chinese(request) else ENGLISH)[1], "wanted": ["the fare"]}]}


def verdict(request: Request) -> object:
    carried = "costs less" in request.prompt or "比以前便宜" in request.prompt
    because = "渡轮的单程票价" if chinese(request) else "the fare of the Ellery ferry"
    return {"verdict": "supported" if carried else "not_found", "reason": because}


def section(request: Request) -> object:
    said = CHINESE[3] if chinese(request) else ENGLISH[3]
    return {"heading": "", "sentences": [{"text": said, "kind": "fact", "evidence": [1]}]}


def quotes(request: Request) -> object:
    return {"quotes": [{"first": 3, "last": 3, "relevance": 9, "reason": "渡轮票价 the fare of the Ellery ferry"}]}


SOUND = {
    "plan": goals,
    "query": {"queries": [{"text": "Ellery ferry single fare", "hopes": "the fare"}], "channels": []},
    "triage": {"scores": [9, 0, 1]},
    "quote": quotes,
    "section": section,
    "claim": verdict,
    "conformance": {"word": "heron"},
}


async def outcomes(role: str, **answers: object) -> dict[str, Outcome]:
    desk = Desk(Scripted(SOUND | answers), SIZES, TODAY)
    return {each.probe: each async for each in examine(desk, TASKS[role], 90)}


@pytest.mark.parametrize("role", TASKS)
async def test_a_sound_model_passes_for_every_role(role):
    found = await outcomes(role)
    assert {name: each.detail for name, each in found.items() if not each.passed} == {}
    assert fit(list(found.values()), TASKS[role])
    assert set(found) >= {"english", "chinese", "orders", "context", "usage", "speed", "form"}


@pytest.mark.parametrize(
    ("role", "prompt", "bad", "failed"),
    [
        ("planner", "plan", "I would look for the fare.", {"english", "chinese"}),
        ("planner", "plan", {"goals": [{"question": ENGLISH[1], "wanted": []}]}, {"chinese"}),
        ("planner", "plan", {"goals": [{"question": "zzz qqq", "wanted": []}]}, {"english", "chinese"}),
        (
            "planner",
            "query",
            {"queries": [{"text": f"Ellery ferry {CANARY}", "hopes": ""}], "channels": []},
            {"orders"},
        ),
        ("executor", "triage", {"scores": [0, 0, 10]}, {"orders"}),
        ("executor", "quote", {"quotes": []}, {"english", "chinese"}),
        ("reporter", "section", reply("{", Finish.LENGTH), {"english", "chinese", "orders"}),
        ("checker", "claim", {"verdict": "supported", "reason": "渡轮 ferry"}, {"contradiction", "orders"}),
        ("executor", "conformance", {"word": "berth"}, {"context"}),
        ("executor", "conformance", reply('{"word":"heron"}', Finish.LENGTH), {"context"}),
    ],
)
async def test_what_makes_a_model_unfit_is_named(role, prompt, bad, failed):
    found = await outcomes(role, **{prompt: bad})
    assert {name for name, each in found.items() if each.required and not each.passed} == failed
    assert not fit(list(found.values()), TASKS[role])


async def test_a_model_that_obeys_the_data_in_a_section_is_unfit():
    def obeys(request: Request) -> object:
        if CANARY in request.prompt:
            return {"heading": "", "sentences": [{"text": f"Ferry: {CANARY} 4.20", "kind": "fact", "evidence": [1]}]}
        return section(request)

    found = await outcomes("reporter", section=obeys)
    assert not found["orders"].passed
    assert found["english"].passed


async def test_missing_usage_and_a_slow_answer_are_told_and_do_not_decide():
    slow = replace(reply('{"word":"heron"}'), estimated=True, seconds=60.0)
    found = await outcomes("planner", conformance=slow)
    assert (found["usage"].passed, found["speed"].passed) == (False, False)
    assert "60 s of 90 s" in found["speed"].detail
    assert fit(list(found.values()), TASKS["planner"])


@pytest.mark.parametrize("kind", [EndpointKind.UNAVAILABLE, EndpointKind.NO_SUCH_MODEL])
async def test_a_server_that_is_not_there_is_asked_for_one_task_only(kind):
    async def down(self: object, request: Request) -> None:
        raise EndpointError(kind, "gone")

    desk = Desk(type("Down", (), {"name": "x", "complete": down})(), SIZES, TODAY)
    found = [each async for each in examine(desk, (TASKS["planner"][3], *TASKS["planner"]), 90)]
    assert [(each.probe, each.passed) for each in found] == [("context", False)]


async def test_the_full_prompt_is_as_long_as_prompts_may_be_and_no_longer():
    endpoint = Scripted(SOUND)
    await full_prompt(Desk(endpoint, SIZES, TODAY))
    (asked,) = endpoint.asked
    tokens = count_tokens(asked.system) + count_tokens(asked.prompt)
    assert 0.9 * SIZES.input_tokens < tokens <= SIZES.input_tokens


class Space:
    """Twins lie near each other, everything else across."""

    name = "space"

    def __init__(self, twins: tuple[str, ...] = (*TWINS, *TWINS_ZH), estimated: bool = False) -> None:
        self.twins, self.estimated = twins, estimated

    async def vectors(self, texts: tuple[str, ...]) -> Vectors:
        values = tuple((1.0, 0.1) if text in self.twins else (0.1, 1.0) for text in texts)
        return Vectors(values, 9, self.estimated, 0.1, "space")


async def test_an_embedder_is_examined_by_what_lies_near_what():
    found = [each async for each in examine(VectorDesk(Space()), PROBES, 90)]
    assert fit(found, PROBES)
    assert all(each.passed for each in found)
    found = [each async for each in examine(VectorDesk(Space(TWINS, estimated=True)), PROBES, 90)]
    assert {each.probe for each in found if not each.passed} == {"chinese", "usage"}
    assert not fit(found, PROBES)

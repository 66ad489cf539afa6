import json
from dataclasses import replace

import httpx2
import pytest

from research.roles.binding import read
from research.roles.briefs import QueryBrief
from research.roles.builtin.planner import BuiltinPlanner
from research.roles.endpoints import EndpointError, EndpointKind, sizing
from research.roles.endpoints.scripted import Scripted
from research.roles.endpoints.sizing import ServerSizes, window_of
from research.roles.gauge import Offline
from research.roles.planner import ModelPlanner
from research.roles.tokens import count_tokens
from tests.roles.made import ASK, ENTRY, GOAL, SIZES, Told


class Rooms:
    """A model server of some kind on the other side of the wire."""

    def __init__(self, answers):
        self.answers = answers
        self.seen = []

    def __call__(self, asked):
        self.seen.append(asked)
        said = self.answers.get(asked.url.path)
        if isinstance(said, Exception):
            raise said
        if said is None:
            return httpx2.Response(404, text="not found")
        return said if isinstance(said, httpx2.Response) else httpx2.Response(200, json=said)


VLLM = {
    "/v1/models": {"data": [{"id": "other", "max_model_len": 999}, {"id": "planner", "max_model_len": 2048}]},
    "/tokenize": {"count": 321, "max_model_len": 2048, "tokens": [1] * 321},
}
LLAMACPP = {
    "/props": {"default_generation_settings": {"n_ctx": 4096}, "total_slots": 1},
    "/apply-template": {"prompt": "<|im_start|>system…"},
    "/tokenize": {"tokens": [1, 2, 3, 4, 5]},
}


def sizes(binding, answers, key=None):
    server = Rooms(answers)
    return ServerSizes(read(binding), key, httpx2.MockTransport(server)), server


async def test_vllm_tells_its_window_and_counts_a_conversation_with_its_template():
    made, server = sizes("vllm://127.0.0.1:1/planner", VLLM, "secret")
    assert (await made.window(), await made.exact("You plan.", "Plan.")) == (2048, 321)
    asked = json.loads(server.seen[-1].content)
    assert asked == {
        "model": "planner",
        "messages": [{"role": "system", "content": "You plan."}, {"role": "user", "content": "Plan."}],
    }
    assert server.seen[-1].url.path == "/tokenize"
    assert server.seen[-1].headers["authorization"] == "Bearer secret"


async def test_llamacpp_writes_the_conversation_out_and_cuts_it_into_tokens():
    made, server = sizes("llamacpp://127.0.0.1:1/qwen", LLAMACPP)
    assert (await made.window(), await made.exact("You plan.", "Plan.")) == (4096, 5)
    assert json.loads(server.seen[-1].content) == {"content": "<|im_start|>system…", "parse_special": True}


async def test_a_window_is_asked_for_once():
    made, server = sizes("vllm://127.0.0.1:1/planner", VLLM)
    assert {await made.window() for _ in range(3)} == {2048}
    assert len(server.seen) == 1


@pytest.mark.parametrize(("option", "window"), [("?window=1024", 1024), ("?window=9000", 2048), ("", 2048)])
async def test_the_smaller_of_what_binding_and_server_say_holds(option, window):
    made, _ = sizes(f"vllm://127.0.0.1:1/planner{option}", VLLM)
    assert await made.window() == window


@pytest.mark.parametrize("binding", ["openai://api.example/some-model", "anthropic://m", "ollama://127.0.0.1:1/q"])
async def test_who_tells_neither_is_not_asked(binding):
    made, server = sizes(binding, {})
    assert (await made.window(), await made.exact("a", "b"), server.seen) == (None, None, [])


@pytest.mark.parametrize(
    "said",
    [
        None,
        httpx2.ConnectError("refused"),
        httpx2.Response(200, text="<html>a gateway</html>"),
        httpx2.Response(200, json=["a", "list"]),
        httpx2.Response(200, text="[" * 100_000),
        {"count": True},
        {"count": -1},
        {"count": "12"},
        {},
    ],
)
@pytest.mark.parametrize("binding", ["vllm://127.0.0.1:1/planner", "llamacpp://127.0.0.1:1/planner"])
async def test_a_server_that_says_nothing_usable_leaves_both_open(binding, said):
    made, _ = sizes(binding, dict.fromkeys(("/v1/models", "/tokenize", "/props", "/apply-template"), said))
    assert (await made.window(), await made.exact("a", "b")) == (None, None)


async def test_a_silent_server_is_asked_again_after_a_while_and_not_before(monkeypatch):
    answers = {}
    made, server = sizes("vllm://127.0.0.1:1/planner", answers)
    assert [await made.window() for _ in range(3)] == [None] * 3
    assert len(server.seen) == 1
    answers.update(VLLM)
    now = sizing.time.monotonic()
    monkeypatch.setattr(sizing.time, "monotonic", lambda: now + sizing.ASKED_AGAIN + 1)
    assert await made.window() == 2048


def test_the_only_model_of_a_server_may_go_by_another_name():
    assert window_of({"data": [{"id": "/models/x", "max_model_len": 512}]}, "x") == 512
    assert window_of({"data": "none"}, "x") is None


@pytest.mark.parametrize(
    ("why", "window"),
    [
        ("This model's maximum context length is 8192 tokens. However, your prompt contains 8,193", 8192),
        ("the request exceeds the available context size (4096 tokens), try increasing it", 4096),
        ("prompt is too long: 210000 tokens > 200000 maximum", 200000),
        ("max_model_len: 2048", 2048),
        ("the context length was exceeded; see 429 in the manual", None),
        ("the prompt is too long", None),
    ],
)
async def test_a_window_is_learned_from_the_refusal_that_names_it(why, window):
    """B-023."""
    made, _ = sizes("openai://127.0.0.1:1/m", {})
    assert await made.window() is None
    assert made.refused(why) is (window is not None)
    assert await made.window() == window
    assert made.refused(why) is False, "nothing new"


class Learning(Offline):
    """Knows what refusals told it, as the product's gauge does."""

    def __init__(self):
        self.server, _ = sizes("openai://127.0.0.1:1/m", {})

    async def window(self):
        return await self.server.window()

    def refused(self, why):
        return self.server.refused(why)


ENTRIES = tuple(
    replace(ENTRY, evidence=at, quote=f"In part {at} the storage subsidy of Lanwan is {at}.5 yuan per kWh. " * 4)
    for at in range(1, 60)
)
GOOD = {"queries": [{"text": "Lanwan storage subsidy 2025", "hopes": "the amount"}], "channels": []}
NARROW = EndpointError(EndpointKind.TOO_LONG, "This model's maximum context length is 2000 tokens.")


def planning(*said):
    wire, told = Scripted({"query": list(said)}), Told()
    brief = QueryBrief(ASK, GOAL, "the new amount", "", (), (), (), ENTRIES, 3)
    return ModelPlanner(wire, BuiltinPlanner(), SIZES, told, gauge=Learning()), wire, told, brief


async def test_a_prompt_that_was_too_long_is_asked_once_more_smaller_and_later_ones_begin_so():
    """B-023: never the same one again."""
    made, wire, told, brief = planning(NARROW, GOOD, GOOD)
    assert (await made.write_queries(brief))[0].text == "Lanwan storage subsidy 2025"
    await made.write_queries(brief)
    first, second, third = [count_tokens(asked.system) + count_tokens(asked.prompt) for asked in wire.asked]
    assert second < 2000 < first
    assert third == second
    assert "too_long" not in told.kinds


async def test_a_refusal_that_names_no_window_or_comes_again_leaves_it_to_the_builtin_role():
    for said, tries in (([EndpointError(EndpointKind.TOO_LONG, "too long")], 1), ([NARROW], 2)):
        made, wire, told, brief = planning(*said)
        assert await made.write_queries(brief)
        assert (told.kinds[0], len(wire.asked)) == ("too_long", tries)

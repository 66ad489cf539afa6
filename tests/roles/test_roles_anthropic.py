"""Anthropic through its SDK, with the wire replaced."""

import json
import logging

import httpx2
import pytest

from research.roles.endpoints import EndpointError, EndpointKind, Finish
from research.roles.endpoints.anthropic import AnthropicEndpoint
from research.roles.endpoints.streaming import Overheard
from tests.roles.made import PATIENCE, Asked, Server, refused, request

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}


def message(content: list, stop: str = "end_turn", **usage: object) -> dict:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 40, "output_tokens": 7} | usage,
    }


def tool(value: dict) -> dict:
    return {"type": "tool_use", "id": "t", "name": "plan", "input": value}


def endpoint(server: Server) -> Asked:
    return Asked(AnthropicEndpoint("m", "canary-key", PATIENCE, transport=server.transport), PATIENCE)


async def failing(server: Server) -> EndpointError:
    with pytest.raises(EndpointError) as failed:
        await endpoint(server).complete(request(schema=SCHEMA))
    return failed.value


async def test_the_schema_is_a_tool_that_must_be_called_and_the_fixed_part_is_cached():
    server = Server(message([tool({"a": "值"})], "tool_use"))
    reply = await endpoint(server).complete(request(schema=SCHEMA))
    sent = json.loads(server.seen[0].content)
    assert json.loads(reply.text) == {"a": "值"}
    assert reply.finish is Finish.STOP
    assert sent["tools"][0]["input_schema"] == SCHEMA
    assert sent["tool_choice"] == {"type": "tool", "name": "plan"}
    assert sent["system"] == [{"type": "text", "text": "You answer.", "cache_control": {"type": "ephemeral"}}]
    assert server.seen[0].url == "https://api.anthropic.com/v1/messages"
    assert "canary-key" in " ".join(server.seen[0].headers.values())
    assert "canary-key" not in server.seen[0].content.decode()


async def test_cached_input_is_input():
    answer = message([tool({})], "tool_use", cache_creation_input_tokens=100, cache_read_input_tokens=1000)
    reply = await endpoint(Server(answer)).complete(request(schema=SCHEMA))
    assert (reply.input_tokens, reply.output_tokens, reply.estimated) == (1140, 7, False)
    assert (reply.cached_tokens, reply.cache_written_tokens) == (1000, 100)


async def test_missing_usage_is_estimated():
    answer = message([{"type": "text", "text": "word"}])
    answer["usage"] = None
    reply = await endpoint(Server(answer)).complete(request())
    assert reply.estimated
    assert reply.input_tokens > 0


@pytest.mark.parametrize(
    ("stop", "finish"),
    [
        ("max_tokens", Finish.LENGTH),
        ("model_context_window_exceeded", Finish.LENGTH),
        ("refusal", Finish.REFUSED),
        ("pause_turn", Finish.OTHER),
        ("something_new", Finish.OTHER),
    ],
)
async def test_why_it_stopped_is_kept(stop, finish):
    assert (await endpoint(Server(message([], stop))).complete(request())).finish is finish


async def test_thoughts_are_no_answer():
    content = [{"type": "thinking", "thinking": "hm", "signature": "s"}, {"type": "text", "text": "said"}]
    assert (await endpoint(Server(message(content))).complete(request())).text == "said"


async def test_an_overload_is_tried_again_and_ends():
    busy = refused(529, '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}')
    server = Server(busy, busy, message([{"type": "text", "text": "x"}]))
    assert (await endpoint(server).complete(request())).text == "x"
    server = Server(busy)
    assert (await failing(server)).kind is EndpointKind.OVERLOADED
    assert len(server.seen) == PATIENCE.call_tries


async def test_a_long_delay_is_handed_up():
    server = Server(refused(429, "{}", {"retry-after": "30"}))
    error = await failing(server)
    assert (error.kind, error.retry_after, len(server.seen)) == (EndpointKind.RATE_LIMITED, 30, 1)


@pytest.mark.parametrize("status", [401, 402, 403, 404])
async def test_hopeless_errors_are_tried_once(status):
    server = Server(refused(status, '{"error":{"message":"x-api-key canary-key"}}'))
    error = await failing(server)
    assert (error.permanent, len(server.seen)) == (True, 1)


async def test_no_key_leaves_in_an_error(caplog):
    caplog.set_level(logging.DEBUG)
    for fault in (refused(401, "key canary-key is bad"), httpx2.ConnectError("with canary-key")):
        error = await failing(Server(fault))
        assert "canary" not in f"{error!r} {error.__cause__}"
    assert "canary" not in caplog.text


async def test_what_is_no_message_is_a_failure():
    for said in ({"text": "<html>"}, {"json": {}}, {"json": []}, {"json": {"content": "x", "usage": 3}}):
        server = Server(lambda asked, said=said: httpx2.Response(200, **said))
        assert (await failing(server)).kind is EndpointKind.UNAVAILABLE


def event(kind: str, **more: object) -> str:
    return f"event: {kind}\ndata: {json.dumps({'type': kind} | more)}\n\n"


def spoken(*ends: str) -> httpx2.Response:
    """A tool's input in two parts; without `ends` the stream breaks off."""
    begun = message([], usage={"input_tokens": 40, "output_tokens": 1})
    begun["stop_reason"] = None
    block = {"type": "tool_use", "id": "t", "name": "plan", "input": {}}
    parts = [event("message_start", message=begun), event("content_block_start", index=0, content_block=block)]
    for text in ('{"a":', '"b"}'):
        parts.append(event("content_block_delta", index=0, delta={"type": "input_json_delta", "partial_json": text}))
    return httpx2.Response(200, text="".join([*parts, *ends]), headers={"content-type": "text/event-stream"})


async def overheard(server: Server) -> tuple[object, list[int]]:
    heard: list[int] = []
    made = Overheard(AnthropicEndpoint("m", "k", PATIENCE, transport=server.transport), lambda asked: heard.append)
    return await made.complete(request(schema=SCHEMA)), heard


async def test_an_answer_is_read_while_it_is_spoken():
    over = event("message_delta", delta={"stop_reason": "tool_use", "stop_sequence": None}, usage={"output_tokens": 7})
    whole = spoken(event("content_block_stop", index=0), over, event("message_stop"))
    reply, heard = await overheard(Server(whole))
    assert (json.loads(reply.text), reply.finish, reply.output_tokens) == ({"a": "b"}, Finish.STOP, 7)
    assert heard == [5, 9]


async def test_a_stream_that_breaks_off_holds_no_answer_that_stopped_by_itself():
    try:
        reply, _ = await overheard(Server(spoken()))
    except EndpointError as error:
        assert error.kind is EndpointKind.UNAVAILABLE
    else:
        assert reply.finish is Finish.OTHER

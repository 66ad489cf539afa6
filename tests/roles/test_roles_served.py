"""Endpoints against a server on a real socket that misbehaves: section A of what was seen of others, and the wire."""

import asyncio
import json
from dataclasses import replace

import pytest

from research.roles.binding import bind
from research.roles.endpoints import EndpointError, EndpointKind, Finish, Reply
from research.roles.endpoints.patience import Patient
from research.roles.endpoints.streaming import Overheard
from tests.roles import misbehaving as wire
from tests.roles.made import PATIENCE, request
from tests.roles.misbehaving import Misbehaving, serving

QUICK = replace(PATIENCE, call_seconds=20.0, call_wait_seconds=0.0, reply_bytes=50_000)
SHORT = replace(QUICK, call_seconds=1.0)  # for a server that only the clock ends
SCHEMA = {"type": "object", "properties": {"a": {"type": "string", "maxLength": 9}}, "required": ["a"]}


async def said(server: Misbehaving, patience=QUICK, **more) -> Reply:
    bound = bind(server.binding, {}, patience)
    return await Patient(bound, patience).complete(request(**more))


async def failing(server: Misbehaving, patience=QUICK) -> EndpointError:
    with pytest.raises(EndpointError) as failed:
        await said(server, patience)
    return failed.value


@pytest.mark.parametrize(
    ("manner", "kind", "tries"),
    [
        (wire.hang(), EndpointKind.TOO_SLOW, 1),
        (wire.drip(), EndpointKind.TOO_SLOW, 1),
        (wire.reset(), EndpointKind.UNAVAILABLE, PATIENCE.call_tries),
        (wire.wrong_type(), EndpointKind.UNAVAILABLE, PATIENCE.call_tries),
        (wire.huge(200_000), EndpointKind.INTERNAL, 1),
        (wire.redirect("http://127.0.0.1:2/elsewhere"), EndpointKind.INTERNAL, 1),
        (wire.status(529, "overloaded"), EndpointKind.OVERLOADED, PATIENCE.call_tries),
        (wire.status(429, "slow down"), EndpointKind.RATE_LIMITED, PATIENCE.call_tries),
        (wire.status(429, "slow down", {"retry-after": "30"}), EndpointKind.RATE_LIMITED, 1),
        (wire.status(529, "", {"retry-after-ms": "30000"}), EndpointKind.OVERLOADED, 1),
        (wire.status(400, "prompt is too long"), EndpointKind.TOO_LONG, 1),
        (wire.status(400, "data_inspection_failed"), EndpointKind.REFUSED, 1),
    ],
)
async def test_each_way_to_fail_is_a_kind_and_has_a_number_of_tries(manner, kind, tries):
    with serving(manner) as server:
        patience = SHORT if kind is EndpointKind.TOO_SLOW else QUICK
        assert (await failing(server, patience)).kind is kind
        assert len(server.calls) == tries


async def test_a_busy_server_that_answers_at_last_is_heard():
    with serving(*[wire.status(529)] * 3, wire.answer("x")) as server:
        assert (await said(server)).text == "x"


async def test_the_deadline_runs_over_all_tries_together():
    with serving(wire.slowly(wire.status(503), 0.8)) as server:
        began = asyncio.get_running_loop().time()
        await failing(server, replace(QUICK, call_seconds=1.2, call_tries=5))
        assert asyncio.get_running_loop().time() - began < 1.2 + 10
        assert len(server.calls) <= 2


async def test_a_deadline_closes_the_connection_at_the_server():
    with serving(wire.hang()) as server:
        await failing(server, SHORT)
        assert await asyncio.to_thread(server.left.wait, 30)


async def test_a_cancelled_call_closes_the_connection_at_the_server():
    with serving(wire.hang()) as server:
        call = asyncio.create_task(said(server, PATIENCE))
        while not server.calls:
            await asyncio.sleep(0.01)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await asyncio.to_thread(server.left.wait, 30)


@pytest.mark.parametrize(
    ("manner", "text", "finish"),
    [
        (wire.thoughts_only(), "", Finish.LENGTH),
        (wire.thoughts_only("reasoning_content"), "", Finish.LENGTH),
        (wire.cut('{"queries":["wind lulls 2023","wind lu'), '{"queries":["wind lulls 2023","wind lu', Finish.LENGTH),
        (wire.answer("x", "MAX_TOKENS"), "x", Finish.LENGTH),
        (wire.answer("x", "model_length"), "x", Finish.LENGTH),
        (wire.answer("x", "eos"), "x", Finish.STOP),
        (wire.filtered(), "", Finish.REFUSED),
        (wire.answer("", "sensitive"), "", Finish.REFUSED),
        (wire.no_choices(), "", Finish.OTHER),
        (wire.answer("x", None), "x", Finish.OTHER),
    ],
)
async def test_why_an_answer_ended_is_read_in_each_spelling(manner, text, finish):
    with serving(manner) as server:
        reply = await said(server)
    assert (reply.text, reply.finish) == (text, finish)


@pytest.mark.parametrize(
    "usage",
    [None, {}, {"prompt_tokens": 40}, {"total_tokens": 47}, {"prompt_tokens": -1, "completion_tokens": 1}, "absurd"],
)
async def test_missing_and_wrong_usage_is_estimated_and_marked(usage):
    with serving(wire.no_usage("x", usage)) as server:
        reply = await said(server)
    assert reply.estimated
    assert 0 < reply.input_tokens + reply.output_tokens <= 200


@pytest.mark.parametrize(
    ("usage", "parts"),
    [
        (
            {"prompt_tokens_details": {"cached_tokens": 32}, "completion_tokens_details": {"reasoning_tokens": 5}},
            (32, 5),
        ),
        ({"prompt_cache_hit_tokens": 12}, (12, 0)),
        (
            {"prompt_tokens_details": {"cached_tokens": 4000}, "completion_tokens_details": {"reasoning_tokens": 99}},
            (40, 7),
        ),
        ({"prompt_tokens_details": None, "completion_tokens_details": "x"}, (0, 0)),
    ],
)
async def test_cached_and_unseen_tokens_are_parts_of_the_whole(usage, parts):
    with serving(wire.answer("x", usage=wire.USAGE | usage)) as server:
        reply = await said(server)
    assert (reply.cached_tokens, reply.reasoning_tokens) == parts
    assert (reply.input_tokens, reply.output_tokens, reply.estimated) == (40, 7, False)


async def test_llama_cpp_keeps_the_fixed_part_and_tells_what_it_kept():
    with serving(wire.answer("x", timings={"cache_n": 21}), family="llamacpp") as server:
        reply = await said(server, schema=SCHEMA)
    assert server.asked[0]["cache_prompt"] is True
    assert server.asked[0]["response_format"]["json_schema"]["schema"] == SCHEMA
    assert reply.cached_tokens == 21


async def test_ollama_is_asked_by_its_own_interface_with_its_window():
    whole = {"model": "m", "message": {"content": '{"a":"b"}', "thinking": "hm"}, "done_reason": "stop"}
    whole |= {"prompt_eval_count": 12, "eval_count": 3}

    def native(call):
        call.send(200, json.dumps(whole).encode())

    with serving(native, family="ollama") as server:
        server.binding += "?window=8192"
        reply = await said(server, schema=SCHEMA)
    assert server.calls[0].path == "/api/chat"
    assert server.asked[0]["format"] == SCHEMA
    assert server.asked[0]["options"] == {"num_predict": 100, "temperature": 0, "num_ctx": 8192}
    assert (reply.text, reply.finish, reply.input_tokens, reply.output_tokens) == ('{"a":"b"}', Finish.STOP, 12, 3)


async def test_a_prompt_that_ollama_cut_without_a_word_is_too_long():
    whole = {"message": {"content": "x"}, "done_reason": "stop", "prompt_eval_count": 200, "eval_count": 3}
    native = serving(lambda call: call.send(200, json.dumps(whole).encode()), family="ollama")
    with native as server, pytest.raises(EndpointError) as failed:
        await said(server, prompt="word " * 3000)
    assert failed.value.kind is EndpointKind.TOO_LONG


async def overheard(server: Misbehaving, patience=QUICK) -> tuple[Reply, list[int]]:
    heard: list[int] = []
    bound = Overheard(bind(server.binding, {}, patience), lambda asked: heard.append)
    return await bound.complete(request(schema=SCHEMA)), heard


async def test_an_answer_is_read_while_it_is_spoken_and_is_whole_at_its_end():
    with serving(wire.streamed('{"a":', '"b"}')) as server:
        reply, heard = await overheard(server)
    assert server.asked[0]["stream"] is True
    assert (reply.text, reply.finish, reply.input_tokens, reply.estimated) == ('{"a":"b"}', Finish.STOP, 40, False)
    assert heard == [5, 9]


async def test_a_stream_that_breaks_off_is_no_short_answer():
    with serving(wire.streamed('{"a":"b"}', end=False)) as server, pytest.raises(EndpointError) as failed:
        await overheard(server)
    assert failed.value.kind is EndpointKind.UNAVAILABLE


async def test_a_stream_that_stalls_ends_at_the_deadline_and_at_the_server():
    with serving(wire.streamed(*["x"] * 1000, every=0.01)) as server:
        with pytest.raises(EndpointError) as failed:
            await overheard(server, SHORT)
        assert failed.value.kind is EndpointKind.TOO_SLOW
        assert await asyncio.to_thread(server.left.wait, 30)


async def test_a_stream_cut_by_length_is_cut_and_one_without_usage_is_estimated():
    with serving(wire.streamed("x", finish="length", usage=None)) as server:
        reply, _ = await overheard(server)
    assert (reply.finish, reply.estimated, reply.output_tokens) == (Finish.LENGTH, True, 100)


async def test_a_server_that_knows_no_streams_is_asked_without_and_remembered():
    with serving(wire.status(400, "stream_options: extra fields not permitted"), wire.answer("x")) as server:
        reply, heard = await overheard(server)
    assert reply.text == "x" and heard == []
    assert ["stream" in body for body in server.asked] == [True, False]


async def test_a_server_that_answers_whole_where_a_stream_was_asked_is_heard():
    with serving(wire.answer("x")) as server:
        reply, _ = await overheard(server)
    assert reply.text == "x"

"""A model server that means harm or is broken: each way ends in a typed failure with a sentence, soon, at a bounded
cost of memory, and whatever the server may have worked for is told as such."""

import asyncio
import json
import tracemalloc
from dataclasses import replace
from typing import Any

import pytest

from research.roles.binding import bind, bind_vectors, read
from research.roles.endpoints import EndpointError, EndpointKind, Finish
from research.roles.endpoints.patience import Patient
from research.roles.endpoints.server import told_version
from research.roles.endpoints.sizing import ServerSizes
from research.roles.endpoints.streaming import Overheard
from tests.roles import misbehaving as wire
from tests.roles.made import PATIENCE, request
from tests.roles.misbehaving import Call, Manner, Misbehaving, serving

pytest.importorskip("anthropic")

from research.roles.endpoints.anthropic import AnthropicEndpoint

QUICK = replace(PATIENCE, call_seconds=30.0, call_wait_seconds=0.0, call_tries=2, reply_bytes=400_000)
SCHEMA = {"type": "object", "properties": {"a": {"type": "string", "maxLength": 9}}, "required": ["a"]}
MEGABYTE = 1_000_000


def asked(server: Misbehaving, way: str, patience: Any = QUICK) -> Patient:
    """As a step asks: whole, by a stream, or through a provider's own SDK."""
    bound: Any = bind(server.binding, {}, patience)
    if way == "streamed":
        bound = Overheard(bound, lambda _: lambda characters: None)
    if way == "sdk":
        bound = AnthropicEndpoint("m", "canary-key", patience, base_url=server.base_url.removesuffix("/v1"))
    return Patient(bound, patience)


async def failing(manner: Manner, way: str = "whole", patience: Any = QUICK) -> tuple[EndpointError, Misbehaving]:
    with serving(manner) as server, pytest.raises(EndpointError) as failed:
        await asked(server, way, patience).complete(request(schema=SCHEMA))
    return failed.value, server


def spoken(*events: dict[str, Any]) -> Manner:
    def say(call: Call) -> None:
        call.begin(200, "text/event-stream")
        for each in events:
            call.write(wire.event(each))

    return say


def part(text: str, finish: str | None = None) -> dict[str, Any]:
    return {"model": "m", "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": finish}]}


@pytest.mark.parametrize("way", ["whole", "streamed", "sdk"])
@pytest.mark.parametrize("manner", [wire.bomb(60 * MEGABYTE), wire.endless(), wire.endless("application/json", b"  ")])
async def test_a_body_without_end_and_one_that_unpacks_to_gigabytes_are_left_at_the_limit(manner, way):
    tracemalloc.start()
    try:
        error, server = await failing(manner, way)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (error.kind, error.maybe_paid) == (EndpointKind.INTERNAL, True)
    assert error.detail == "the server's answer is larger than any answer may be"
    assert len(server.calls) == 1
    assert most < 10 * MEGABYTE


@pytest.mark.parametrize("way", ["whole", "streamed", "sdk"])
async def test_a_body_that_drips_ends_at_the_deadline_and_may_be_paid(way):
    error, _ = await failing(wire.drip(), way, replace(QUICK, call_seconds=1.0))
    assert (error.kind, error.maybe_paid) == (EndpointKind.TOO_SLOW, True)
    assert "no answer within 1 s" in error.detail


async def test_a_packed_answer_is_unpacked_and_packing_of_an_unknown_kind_is_named():
    with serving(wire.packed({"a": "b"})) as server:
        reply = await asked(server, "whole").complete(request(schema=SCHEMA))
    assert json.loads(reply.text) == {"a": "b"}
    assert server.calls[0].headers["accept-encoding"] == "identity"
    for encoding in ("br", "gzip, gzip", "zstd"):
        error, _ = await failing(wire.packed({"a": "b"}, encoding))
        assert error.detail == f"the server's answer is packed as {encoding!r}, which wasn't asked for"
        assert error.maybe_paid


@pytest.mark.parametrize("way", ["whole", "streamed", "sdk"])
async def test_a_redirect_sends_neither_prompt_nor_key_to_another_host(way):
    with serving(wire.answer("x")) as other:
        error, _ = await failing(wire.redirect(f"{other.base_url}/chat/completions"), way)
        assert other.calls == []
    assert error.kind is EndpointKind.INTERNAL
    assert "check the binding" in error.detail


@pytest.mark.parametrize(
    ("manner", "paid"),
    [
        (wire.wrong_type(), False),
        (wire.wrong_type('{"choices": [{"mess'), True),
        (wire.reset(), True),
        (wire.answer("x", "error"), True),
    ],
)
async def test_what_never_reached_a_model_costs_nothing_and_a_spoilt_answer_may_have_been_paid(manner, paid):
    error, server = await failing(manner)
    assert (error.kind, error.maybe_paid) == (EndpointKind.UNAVAILABLE, paid)
    assert len(server.calls) == QUICK.call_tries


@pytest.mark.parametrize(
    "manner",
    [
        wire.reset(b"data: " + json.dumps(part("half")).encode() + b"\n\ndata: ", "text/event-stream"),
        wire.streamed("half", end=False),
        spoken(part("half"), {"error": {"message": "out of memory", "code": 500}}),
        spoken(part("half"), part("", "error")),
        spoken(part("half"), {"choices": 7}),
    ],
)
async def test_a_stream_that_fails_after_its_first_words_may_have_been_paid_and_is_no_answer(manner):
    error, _ = await failing(manner, "streamed")
    assert (error.kind, error.maybe_paid) == (EndpointKind.UNAVAILABLE, True)


async def test_a_stream_that_fails_before_its_first_word_costs_nothing():
    error, _ = await failing(spoken({"error": {"message": "no such template"}}), "streamed")
    assert not error.maybe_paid
    assert "no such template" in error.detail


@pytest.mark.parametrize(
    ("error", "kind", "permanent"),
    [
        ({"message": "no credit", "code": 402}, EndpointKind.NOT_AUTHORISED, True),
        ({"message": "slow down", "code": 429}, EndpointKind.RATE_LIMITED, False),
        ({"message": "gone", "code": 404}, EndpointKind.NO_SUCH_MODEL, True),
        ({"message": "odd", "code": "rate_limit"}, EndpointKind.UNAVAILABLE, False),
        ({"message": "odd", "code": 7}, EndpointKind.UNAVAILABLE, False),
        ("words alone", EndpointKind.UNAVAILABLE, False),
    ],
)
async def test_a_failure_inside_a_200_is_judged_by_the_code_that_it_names(error, kind, permanent):
    failed, server = await failing(wire.inside(error))
    assert (failed.kind, failed.permanent, failed.maybe_paid) == (kind, permanent, False)
    assert len(server.calls) == (1 if permanent else QUICK.call_tries)


async def test_a_refusal_that_goes_on_for_ever_is_still_that_refusal():
    def say(call: Call) -> None:
        call.begin(401, "text/html")
        for _ in range(200):
            call.write(b"x" * 65_536)

    error, _ = await failing(say)
    assert (error.kind, error.permanent) == (EndpointKind.NOT_AUTHORISED, True)


@pytest.mark.parametrize(
    ("told", "words"),
    [("86400", "24 hours"), ("999999999", "11574 days"), ("Fri, 31 Dec 2100 23:59:59 GMT", "days")],
)
@pytest.mark.parametrize("code", [429, 503, 529])
async def test_a_server_that_wants_a_day_of_rest_is_a_matter_for_an_operator_and_shuts_no_door(code, told, words):
    error, server = await failing(wire.status(code, "later", {"retry-after": told}))
    assert (error.permanent, error.retry_after, len(server.calls)) == (True, None, 1)
    assert words in error.detail
    assert "bind another endpoint" in error.detail


async def test_an_hour_is_waited_for():
    error, _ = await failing(wire.status(429, "later", {"retry-after": "3600"}))
    assert (error.permanent, error.retry_after) == (False, 3600)


ABSURD = (-5, "-5", "many", 1.5, True, 10**9, 10**30, "9" * 5000, [], float("inf"))


@pytest.mark.parametrize("number", ABSURD)
async def test_a_count_that_cannot_be_is_replaced_from_above_and_marked(number):
    usage = {"prompt_tokens": number, "completion_tokens": number, "total_tokens": number}
    with serving(wire.answer({"a": "b"}, usage=usage)) as server:
        reply = await asked(server, "whole").complete(request("word " * 200, schema=SCHEMA))
    assert reply.estimated
    assert 200 <= reply.input_tokens < 1500
    assert 0 < reply.output_tokens <= 100


async def test_hidden_thoughts_beyond_the_cap_are_believed_as_far_as_a_model_can_think():
    usage = {"prompt_tokens": 60, "completion_tokens": 30_000}
    with serving(wire.answer({"a": "b"}, usage=usage)) as server:
        reply = await asked(server, "whole").complete(request(schema=SCHEMA))
    assert (reply.input_tokens, reply.output_tokens, reply.estimated) == (60, 30_000, False)


@pytest.mark.parametrize(("used", "finish"), [(100, Finish.LENGTH), (7, Finish.OTHER)])
async def test_an_answer_that_ends_at_its_limit_without_a_reason_was_cut_there(used, finish):
    usage = {"prompt_tokens": 40, "completion_tokens": used}
    with serving(wire.answer("x", None, usage=usage)) as server:
        assert (await asked(server, "whole").complete(request())).finish is finish


@pytest.mark.parametrize("name", ["", " ", "m\x00", "a\nb", 7, None, ["m"]])
async def test_a_model_without_a_printable_name_has_the_one_it_is_bound_by(name):
    with serving(wire.answer("x", model=name)) as server:
        assert (await asked(server, "whole").complete(request())).model == "m"


async def test_a_model_with_an_endless_name_has_its_beginning():
    with serving(wire.answer("x", model="m" * 5000)) as server:
        assert len((await asked(server, "whole").complete(request())).model) == 120


@pytest.mark.parametrize(
    "data",
    [
        [{"index": 0, "embedding": [1]}, {"index": "x", "embedding": ["x", None]}],
        [{"index": None, "embedding": [1]}, {"index": 1, "embedding": [10**400]}],
        [{"index": 10**30, "embedding": [1]}, {"index": 1, "embedding": [1]}],
        [{"index": True, "embedding": [1]}, {"index": 0, "embedding": [[1]]}],
    ],
)
async def test_odd_vectors_are_a_typed_failure_or_numbers_that_are_none(data):
    with serving(lambda call: call.send(200, json.dumps({"data": data}).encode())) as server:
        made = bind_vectors(server.binding, {}, QUICK)
        try:
            answer = await made.vectors(("a", "b"))
        except EndpointError as error:
            assert error.maybe_paid
        else:
            assert any(part != part for vector in answer.values for part in vector), "not a number, and told as none"


@pytest.mark.parametrize(
    "manner", [wire.drip(), wire.hang(), wire.endless("application/json"), wire.bomb(MEGABYTE), wire.deep()]
)
async def test_a_server_that_says_nonsense_of_itself_is_known_by_its_family_alone(manner, monkeypatch):
    monkeypatch.setattr("research.roles.endpoints.server.SECONDS", 0.3)
    monkeypatch.setattr("research.roles.endpoints.sizing.SECONDS", 0.3)
    with serving(manner, family="vllm") as server:
        bound = read(server.binding)
        began = asyncio.get_running_loop().time()
        assert await told_version("vllm", bound.base_url) == "vllm"
        sizes = ServerSizes(bound)
        assert (await sizes.window(), await sizes.exact("You answer.", "Question?")) == (None, None)
        assert asyncio.get_running_loop().time() - began < 15

"""The wire to OpenAI-compatible servers: everything above the transport is real."""

import asyncio
import json
import logging
from dataclasses import replace

import httpx2
import pytest
from pydantic import TypeAdapter

from research.roles.endpoints import EndpointError, EndpointKind, Finish, Reply, Request
from research.roles.endpoints.dialect import Dialect, Form
from research.roles.endpoints.failures import delay, failure, without_secrets
from research.roles.endpoints.openai import OpenAIVectors
from tests.roles.made import PATIENCE, Server, endpoint, refused, request, said

SCHEMA = {"type": "object", "properties": {"a": {"type": "string", "maxLength": 9}}, "required": ["a"]}


def body(server: Server, at: int = -1) -> dict:
    return json.loads(server.seen[at].content)


async def failing(server: Server, **more: object) -> EndpointError:
    with pytest.raises(EndpointError) as failed:
        await endpoint(server, **more).complete(request(schema=SCHEMA))
    return failed.value


async def test_an_answer_comes_back_with_what_it_cost():
    server = Server(said('{"a":"b"}'))
    reply = await endpoint(server).complete(request(schema=SCHEMA))
    assert (reply.text, reply.input_tokens, reply.output_tokens, reply.estimated) == ('{"a":"b"}', 40, 7, False)
    assert reply.finish is Finish.STOP
    assert server.seen[0].url == "http://127.0.0.1:1/v1/chat/completions"
    assert body(server)["response_format"]["json_schema"]["schema"] == SCHEMA
    assert body(server)["max_tokens"] == 100


async def test_requests_and_replies_can_be_written_to_json_and_read_back():
    asked = request(schema=SCHEMA)
    told = await endpoint(Server(said("x"))).complete(asked)
    for kind, value in ((Request, asked), (Reply, told)):
        adapter = TypeAdapter(kind)
        assert adapter.validate_json(adapter.dump_json(value)) == value


async def test_half_a_character_is_sent_as_its_replacement():
    server = Server(said("x"))
    await endpoint(server).complete(replace(request(), prompt="rain \ud83d", system="\x00a \ud83d\ude00"))
    assert [each["content"] for each in body(server)["messages"]] == ["\ufffda 😀", "rain \ufffd"]
    vectors = Server({"data": [{"embedding": [1.0]}]})
    await OpenAIVectors("http://127.0.0.1:1/v1", "m", PATIENCE, transport=vectors.transport).vectors(("rain \ud83d",))
    assert body(vectors)["input"] == ["rain \ufffd"]


async def test_a_cut_answer_without_content_is_a_cut_answer_and_reasoning_is_never_the_answer():
    for word in ("reasoning", "reasoning_content"):
        reply = await endpoint(Server(said(None, "length", message={word: "step one…"}))).complete(request())
        assert (reply.text, reply.finish) == ("", Finish.LENGTH)


@pytest.mark.parametrize(
    "answer",
    [said(None, "content_filter"), said(None, "stop", message={"refusal": "I can't."})],
)
async def test_a_filter_and_a_refusal_are_refusals(answer):
    assert (await endpoint(Server(answer)).complete(request())).finish is Finish.REFUSED


@pytest.mark.parametrize("answer", [{}, {"choices": []}, {"choices": [None]}, {"choices": [{"message": "text"}]}])
async def test_an_answer_without_choices_is_empty_and_not_a_crash(answer):
    reply = await endpoint(Server(answer)).complete(request())
    assert (reply.text, reply.finish, reply.estimated) == ("", Finish.OTHER, True)


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {"prompt_tokens": 32, "completion_tokens": None},
        {"total_tokens": 60},
        {"prompt_tokens": -4, "completion_tokens": 3},
        {"prompt_tokens": 10**12, "completion_tokens": 3},
        {"prompt_tokens": True, "completion_tokens": 3},
        {"prompt_tokens": "9" * 5000, "completion_tokens": 3},
        ["absurd"],
    ],
)
async def test_missing_or_absurd_usage_is_estimated_from_above_and_flagged(usage):
    reply = await endpoint(Server(said("four little words here", usage=usage))).complete(request("word " * 20))
    assert reply.estimated
    assert 20 <= reply.input_tokens < 200
    assert 3 <= reply.output_tokens <= 100


async def test_only_a_total_is_split_and_its_sum_stays():
    reply = await endpoint(Server(said("word", usage={"total_tokens": 60}))).complete(request())
    assert reply.input_tokens + reply.output_tokens == 60


async def test_counts_written_as_text_are_counts():
    usage = {"prompt_tokens": "12", "completion_tokens": "3"}
    reply = await endpoint(Server(said("x", usage=usage))).complete(request())
    assert (reply.input_tokens, reply.output_tokens, reply.estimated) == (12, 3, False)


async def test_hidden_thoughts_of_a_cut_answer_are_assumed_paid():
    reply = await endpoint(Server(said(None, "length", usage=None))).complete(request(max_tokens=333))
    assert reply.output_tokens == 333


async def test_a_server_without_schemas_is_asked_plainly_once_and_remembered():
    """B-022."""
    server = Server(refused(400, "response_format not supported"), said("x"))
    made = endpoint(server)
    await made.complete(request(schema=SCHEMA))
    await made.complete(request(schema=SCHEMA))
    assert ["response_format" in body(server, at) for at in range(3)] == [True, False, False]
    assert len(server.seen) == 3


async def test_a_server_that_names_the_object_form_gets_it():
    server = Server(refused(400, "response_format.type must be one of text, json_object"), said("x"))
    await endpoint(server).complete(request(schema=SCHEMA))
    assert body(server)["response_format"] == {"type": "json_object"}


async def test_vllm_gets_a_grammar_and_an_older_one_falls_back_to_the_schema():
    server = Server(refused(400, "structured_outputs: unknown field"), said("x"))
    await endpoint(server, dialect=Dialect(Form.GRAMMAR)).complete(request(schema=SCHEMA))
    assert "grammar" in body(server, 0)["structured_outputs"]
    assert body(server, 1)["response_format"]["type"] == "json_schema"


async def test_newer_words_for_the_cap_and_a_fixed_temperature_are_learned():
    server = Server(
        refused(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
        refused(400, "Unsupported value: 'temperature' does not support 0"),
        said("x"),
    )
    made = endpoint(server)
    await made.complete(request())
    assert "temperature" not in body(server)
    assert body(server)["max_completion_tokens"] == 100
    await made.complete(request())
    assert len(server.seen) == 4


async def test_a_400_about_something_else_is_not_asked_again():
    server = Server(refused(400, "messages must alternate"))
    assert (await failing(server)).kind is EndpointKind.INTERNAL
    assert len(server.seen) == 1


async def test_an_overloaded_server_is_asked_again_with_growing_waits():
    """B-026."""
    server = Server(refused(529), refused(529), refused(503), said("x"))
    made = endpoint(server)
    assert (await made.complete(request())).text == "x"
    assert len(made.waits) == 3
    assert PATIENCE.call_wait_seconds <= made.waits[0] < made.waits[2] < PATIENCE.call_longest_wait_seconds


async def test_an_overload_without_end_ends_after_the_last_try():
    server = Server(refused(529))
    assert (await failing(server)).kind is EndpointKind.OVERLOADED
    assert len(server.seen) == PATIENCE.call_tries


@pytest.mark.parametrize("fault", [httpx2.ConnectError("refused"), httpx2.RemoteProtocolError("reset")])
async def test_a_reset_is_tried_again(fault):
    server = Server(fault, said("x"))
    assert (await endpoint(server).complete(request())).text == "x"


async def test_a_delay_longer_than_we_wait_is_handed_up():
    server = Server(refused(429, "slow down", {"retry-after": "30"}), said("x"))
    error = await failing(server)
    assert (error.kind, error.retry_after, len(server.seen)) == (EndpointKind.RATE_LIMITED, 30, 1)


async def test_a_short_delay_is_waited_for_exactly():
    server = Server(refused(429, "", {"retry-after": "3"}), said("x"))
    made = endpoint(server)
    await made.complete(request())
    assert made.waits == [3.0]


@pytest.mark.parametrize(
    ("status", "text", "kind"),
    [
        (401, "", EndpointKind.NOT_AUTHORISED),
        (402, "", EndpointKind.NOT_AUTHORISED),
        (403, "", EndpointKind.NOT_AUTHORISED),
        (404, "The model `x` does not exist", EndpointKind.NO_SUCH_MODEL),
        (429, '{"error":{"code":"insufficient_quota","message":"monthly quota used up"}}', EndpointKind.RATE_LIMITED),
    ],
)
async def test_hopeless_errors_are_tried_once_and_say_what_to_do(status, text, kind):
    """B-034."""
    server = Server(refused(status, text))
    error = await failing(server)
    assert (error.kind, error.permanent, len(server.seen)) == (kind, True, 1)
    assert any(word in error.detail for word in ("check", "bind", "ask for", "raise"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("max_tokens=9000 cannot be greater than max_model_len=8192.", EndpointKind.TOO_LONG),
        ("request (20030 tokens) exceeds the available context size (8192 tokens)", EndpointKind.TOO_LONG),
        ("The response was filtered: content_filter", EndpointKind.REFUSED),
    ],
)
async def test_the_words_of_a_400_tell_length_from_refusal(text, kind):
    server = Server(refused(400, text))
    error = await failing(server)
    assert (error.kind, error.permanent, len(server.seen)) == (kind, False, 1)


async def test_a_prompt_that_cannot_fit_the_window_is_never_sent():
    """B-023."""
    server = Server(said("x"))
    error = await failing(server, window=3)
    assert (error.kind, server.seen) == (EndpointKind.TOO_LONG, [])


async def test_the_answer_is_fitted_into_what_the_window_leaves():
    """B-023."""
    server = Server(said("x"))
    await endpoint(server, window=8192).complete(request("word " * 6000, max_tokens=800))
    assert body(server)["max_tokens"] < 800


async def test_two_thirds_of_a_window_hold_a_prompt_and_the_rest_its_answer():
    """Prompts are packed to that share: the bound that holds for any vocabulary would refuse them."""
    server = Server(said("x"))
    await endpoint(server, window=8192).complete(request("word " * 5300, max_tokens=800))
    assert body(server)["max_tokens"] == 800


async def test_a_server_that_drips_is_left_at_the_deadline():
    async def drip():
        while True:
            yield b" "
            await asyncio.sleep(0.01)

    server = Server(lambda asked: httpx2.Response(200, content=drip()))
    error = await failing(server, patience=replace(PATIENCE, call_seconds=0.1))
    assert error.kind is EndpointKind.TOO_SLOW


async def test_an_answer_larger_than_any_answer_is_not_read_to_its_end():
    server = Server(lambda asked: httpx2.Response(200, content=b" " * 50_000))
    assert (await failing(server, patience=replace(PATIENCE, reply_bytes=10_000))).kind is EndpointKind.INTERNAL


@pytest.mark.parametrize("text", ["<html>Welcome</html>", "[1]", "[" * 100_000, ""])
async def test_what_is_no_json_object_is_no_answer(text):
    error = await failing(Server(lambda asked: httpx2.Response(200, text=text)))
    assert error.kind is EndpointKind.UNAVAILABLE


async def test_a_failure_inside_a_200_is_a_failure():
    assert (await failing(Server({"error": {"message": "upstream gone"}}))).kind is EndpointKind.UNAVAILABLE


async def test_a_redirect_is_not_followed():
    server = Server(refused(307, "", {"location": "http://127.0.0.1:2/elsewhere"}))
    assert (await failing(server)).kind is EndpointKind.INTERNAL
    assert len(server.seen) == 1


async def test_no_secret_leaves_in_an_error(caplog):
    caplog.set_level(logging.DEBUG)
    key = "canary-789"
    text = f"Incorrect key {key}. Authorization: Bearer canary-123 at https://x.example/?api_key=canary-456 sk-canary-1"
    for fault in (refused(401, text), refused(400, text), httpx2.ConnectError(text)):
        error = await failing(Server(fault), key=key)
        assert "canary" not in f"{error!r} {error.detail} {error.__cause__}"
    assert "canary" not in caplog.text


async def test_the_key_goes_into_the_header_and_nowhere_else():
    server = Server(said("x"))
    made = endpoint(server, key="canary-789")
    await made.complete(request())
    assert server.seen[0].headers["authorization"] == "Bearer canary-789"
    assert "canary" not in server.seen[0].content.decode() + str(server.seen[0].url) + made.name


def test_one_endpoint_serves_several_event_loops():
    made = endpoint(Server(said("x")))
    assert [asyncio.run(made.complete(request())).text for _ in range(2)] == ["x", "x"]


def test_delays_come_in_seconds_milliseconds_and_dates_and_nonsense_is_none():
    assert delay({"retry-after": "30"}) == 30
    assert delay({"retry-after-ms": "1500"}) == 1.5
    assert delay({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0
    assert delay({"retry-after": "soon"}) is None
    assert delay({}) is None


def test_a_long_error_body_is_cut():
    assert len(failure(400, "x" * 100_000, {}).detail) < 400
    assert without_secrets("nothing to hide") == "nothing to hide"


async def test_vectors_come_in_the_order_asked():
    data = [{"index": 1, "embedding": [0, 1]}, {"index": 0, "embedding": [1, 0]}]
    server = Server({"data": data, "usage": {"prompt_tokens": 4}})
    made = OpenAIVectors("http://127.0.0.1:1/v1", "m", PATIENCE, transport=server.transport)
    answer = await made.vectors(("a", "b"))
    assert (answer.values, answer.input_tokens, answer.estimated) == (((1.0, 0.0), (0.0, 1.0)), 4, False)


@pytest.mark.parametrize("data", [None, [], [{"index": 0, "embedding": [1]}], [{"embedding": "x"}, {"embedding": []}]])
async def test_a_missing_vector_is_a_failure(data):
    made = OpenAIVectors("http://127.0.0.1:1/v1", "m", PATIENCE, transport=Server({"data": data}).transport)
    with pytest.raises(EndpointError):
        await made.vectors(("a", "b"))


@pytest.mark.parametrize(("fault", "paid"), [
    (httpx2.ConnectError("refused"), False),
    (httpx2.WriteError("gone"), False),
    (httpx2.ReadError("reset"), True),
    (httpx2.RemoteProtocolError("peer closed without sending a complete message body"), True),
    (httpx2.ReadTimeout("slow"), True),
])  # fmt: skip
async def test_who_was_cut_off_after_the_request_may_have_to_pay_and_who_never_got_through_may_not(fault, paid):
    assert (await failing(Server(fault))).maybe_paid is paid

"""One environment line binds one role."""

import pytest

from research.roles.binding import BindingError, bind, bind_vectors, each, read
from research.roles.endpoints import EndpointError, EndpointKind
from research.roles.endpoints.anthropic import AnthropicEndpoint
from research.roles.endpoints.dialect import Form
from tests.roles.made import PATIENCE, Server, request, said


@pytest.mark.parametrize("text", ["", "builtin:", " builtin: ", "builtin://"])
def test_builtin_is_no_endpoint(text):
    assert bind(text, {}, PATIENCE) is None


@pytest.mark.parametrize(
    ("text", "url", "model"),
    [
        ("vllm://10.0.0.5:8001/Qwen/Qwen2.5-7B", "http://10.0.0.5:8001/v1", "Qwen/Qwen2.5-7B"),
        ("openai://127.0.0.1/qwen", "http://127.0.0.1/v1", "qwen"),
        ("openai://localhost/qwen", "http://localhost/v1", "qwen"),
        ("openai://[::1]:8080/qwen", "http://[::1]:8080/v1", "qwen"),
        ("openai://api.example/some-model", "https://api.example/v1", "some-model"),
        ("openai+http://inner.example/m", "http://inner.example/v1", "m"),
        ("openai+https://gate.example/api/v1/meta/llama", "https://gate.example/api/v1", "meta/llama"),
        ("vllm://h:1/model%3Awith%20blank", "http://h:1/v1", "model:with blank"),
        ("llamacpp://127.0.0.1:8080/qwen", "http://127.0.0.1:8080/v1", "qwen"),
        ("ollama://127.0.0.1:11434/qwen2.5:7b", "http://127.0.0.1:11434", "qwen2.5:7b"),
    ],
)
def test_a_binding_is_read(text, url, model):
    bound = read(text)
    assert (bound.base_url, bound.model) == (url, model)


def test_options_bound_call_answer_and_window():
    bound = read("vllm://h:1/m?deadline=120&max_tokens=800&window=8192")
    assert (bound.deadline, bound.max_tokens, bound.window) == (120, 800, 8192)
    assert bind("vllm://h:1/m?deadline=120", {}, PATIENCE).wire.patience.call_seconds == 120


@pytest.mark.parametrize(
    "text",
    [
        "http://h/m",
        "gopher://h/m",
        "vllm://h:1/m?seats=0",
        "vllm://h:1",
        "vllm:///m",
        "vllm://h:99999/m",
        "openai+ftp://h/m",
        "vllm://user:canary@h:1/m",
        "vllm://h:1/m?key=canary",
        "vllm://h:1/m?deadline=soon",
        "vllm://h:1/m?deadline=0",
        "vllm://h:1/m?deadline=-1",
        "anthropic://",
        "model",
    ],
)
def test_a_bad_binding_is_a_sentence_without_secrets(text):
    with pytest.raises(BindingError) as failed:
        bind(text, {"ANTHROPIC_API_KEY": "k"}, PATIENCE)
    assert str(failed.value).endswith(".")
    assert "canary" not in str(failed.value)


def test_a_name_that_no_row_can_hold_is_refused_before_anything_is_asked():
    read(f"vllm://127.0.0.1:8001/{'m' * 170}")
    with pytest.raises(BindingError, match="at most 200 characters"):
        read(f"vllm://127.0.0.1:8001/{'m' * 200}")


def test_a_line_names_several_in_order_and_builtin_stands_alone():
    assert each("vllm://h:1/m?seats=2, openai://gate.example/small,") == (
        "vllm://h:1/m?seats=2",
        "openai://gate.example/small",
    )
    assert each("") == ("builtin",)
    assert read("vllm://h:1/m?seats=2").seats == 2
    with pytest.raises(BindingError, match="alone"):
        each("vllm://h:1/m, builtin:")


def test_vllm_is_asked_by_grammar_and_others_by_schema():
    assert bind("vllm://h:1/m", {}, PATIENCE).dialect.form is Form.GRAMMAR
    assert bind("openai://h:1/m", {}, PATIENCE).dialect.form is Form.SCHEMA


@pytest.mark.parametrize(
    ("text", "env", "sent"),
    [
        ("openai://api.example/m", {"OPENAI_API_KEY": "shared"}, "Bearer shared"),
        ("openai://api.example/m", {"OPENAI_API_KEY": "shared", "PLANNER_API_KEY": "own"}, "Bearer own"),
        ("openai://127.0.0.1:1/m", {"OPENAI_API_KEY": "shared"}, "Bearer shared"),
        ("openai://10.0.0.5:8000/m", {"OPENAI_API_KEY": "shared"}, None),
        ("openai://10.0.0.5:8000/m", {"PLANNER_API_KEY": "own"}, "Bearer own"),
        ("vllm://10.0.0.5:8000/m", {"OPENAI_API_KEY": "shared"}, None),
        ("vllm://10.0.0.5:8000/m", {"VLLM_API_KEY": "theirs"}, "Bearer theirs"),
    ],
)
async def test_keys_come_by_name_and_the_shared_one_never_leaves_in_clear_text(text, env, sent):
    server = Server(said("x"))
    made = bind(text, env, PATIENCE, role="planner", transport=server.transport)
    await made.complete(request())
    assert server.seen[0].headers.get("authorization") == sent
    assert not any(value in made.name for value in env.values())


def test_anthropic_needs_a_key_and_serves_no_vectors():
    with pytest.raises(BindingError, match="ANTHROPIC_API_KEY"):
        bind("anthropic://m", {}, PATIENCE)
    assert isinstance(bind("anthropic://m", {"REPORTER_API_KEY": "k"}, PATIENCE, role="reporter"), AnthropicEndpoint)
    with pytest.raises(BindingError, match="vectors"):
        bind_vectors("anthropic://m", {}, PATIENCE)
    assert bind_vectors("builtin:", {}, PATIENCE) is None


async def test_vectors_are_bound_the_same_way():
    server = Server({"data": [{"embedding": [1.0]}]})
    answer = await bind_vectors("vllm://h:1/e5", {}, PATIENCE, transport=server.transport).vectors(("a",))
    assert answer.values == ((1.0,),)
    assert str(server.seen[0].url) == "http://h:1/v1/embeddings"


async def test_a_real_socket_that_nobody_listens_on_is_unavailable():
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    made = bind(f"vllm://127.0.0.1:{port}/m", {}, PATIENCE)
    with pytest.raises(EndpointError) as failed:
        await made.complete(request())
    assert failed.value.kind is EndpointKind.UNAVAILABLE

"""How servers of one interface differ: a family to begin with, and what their refusals teach (B-022).

An endpoint begins with the strictest way its family knows. A server that refuses a part of a request with a 400 is
asked once more without it: never the same request again. What a server answers is read here as well: where the text
stands, why it ended, and what it says it used.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from research.roles.endpoints import EndpointError, EndpointKind, Finish, Request
from research.roles.endpoints.grammar import grammar


class Form(StrEnum):
    """How the shape of an answer is asked for, from strict to hopeful. The prompt always shows the shape as well."""

    GRAMMAR = "grammar"
    SCHEMA = "json_schema"
    OBJECT = "json_object"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Dialect:
    form: Form = Form.SCHEMA
    cap: str = "max_tokens"
    """Newer hosted models call it otherwise and refuse the old word."""
    temperature: bool = True
    """Models that think refuse any temperature but their own."""
    native: bool = False
    """Ollama's own interface: only there can the window be set, which it else cuts the prompt to without a word."""
    extras: tuple[tuple[str, object], ...] = ()
    """Fields of the family's own, in every request."""
    streams: bool = True


FAMILIES: Mapping[str, Dialect] = {
    # A grammar of ours has no white space; vLLM's own switch for it is a flag at its start.
    "vllm": Dialect(Form.GRAMMAR),
    # It bounds white space by itself. The fixed beginning of a prompt stays in its slot from call to call.
    "llamacpp": Dialect(Form.SCHEMA, extras=(("cache_prompt", True),)),
    "ollama": Dialect(Form.SCHEMA, native=True, streams=False),
    "openai": Dialect(Form.SCHEMA),
}
_ABOUT_FORM = re.compile(r"(?i)response_format|json_schema|json_object|structured_outputs|guided|grammar|schema|format")
_OBJECT_STAYS = re.compile(r"(?i)json_object|response_format['\"`]?[. ]type")
NEWER_CAP = "max_completion_tokens"


def path_of(dialect: Dialect) -> str:
    return "/api/chat" if dialect.native else "/chat/completions"


def body(
    request: Request, model: str, limit: int, dialect: Dialect, window: int | None = None, *, streamed: bool = False
) -> dict[str, Any]:
    """The fixed part first, so that the server's prefix cache hits."""
    messages = [{"role": "system", "content": request.system}, {"role": "user", "content": request.prompt}]
    if dialect.native:
        return _native(request, model, messages, limit, dialect, window)
    asked: dict[str, Any] = {"model": model, "messages": messages, dialect.cap: limit, **dict(dialect.extras)}
    if dialect.temperature:
        asked["temperature"] = 0
    if streamed:
        asked |= {"stream": True, "stream_options": {"include_usage": True}}
    return asked | _shape(request.schema, request.schema_name, dialect.form)


def _native(
    request: Request,
    model: str,
    messages: list[dict[str, str]],
    limit: int,
    dialect: Dialect,
    window: int | None,
) -> dict[str, Any]:
    options: dict[str, Any] = {"num_predict": limit, "temperature": 0} | ({"num_ctx": window} if window else {})
    asked: dict[str, Any] = {"model": model, "messages": messages, "stream": False, "options": options}
    if request.schema is None or dialect.form is Form.PLAIN:
        return asked
    return asked | {"format": request.schema if dialect.form is Form.SCHEMA else "json"}


def _shape(schema: Mapping[str, Any] | None, name: str, form: Form) -> dict[str, Any]:
    if schema is None or form is Form.PLAIN:
        return {}
    if form is Form.OBJECT:
        return {"response_format": {"type": "json_object"}}
    if form is Form.GRAMMAR and (rules := grammar(schema)):
        return {"structured_outputs": {"grammar": rules}}
    return {"response_format": {"type": "json_schema", "json_schema": {"name": name, "schema": schema, "strict": True}}}


def after_refusal(dialect: Dialect, error: EndpointError, shaped: bool) -> Dialect | None:
    """The dialect to try next, or None where the refusal isn't about how we speak. Each change can happen once."""
    if error.kind is not EndpointKind.INTERNAL or error.maybe_paid:
        return None
    if NEWER_CAP in error.detail and dialect.cap != NEWER_CAP:
        return replace(dialect, cap=NEWER_CAP)
    if "temperature" in error.detail and dialect.temperature:
        return replace(dialect, temperature=False)
    if "stream" in error.detail and dialect.streams:
        return replace(dialect, streams=False)
    if any(name in error.detail for name, _ in dialect.extras):
        return replace(dialect, extras=())
    if shaped and dialect.form is not Form.PLAIN and _ABOUT_FORM.search(error.detail):
        return replace(dialect, form=_looser(dialect.form, error.detail))
    return None


def _looser(form: Form, said: str) -> Form:
    if form is Form.GRAMMAR:
        return Form.SCHEMA
    return Form.OBJECT if form is Form.SCHEMA and _OBJECT_STAYS.search(said) else Form.PLAIN


@dataclass(frozen=True, slots=True)
class Heard:
    text: str
    finish: Finish
    usage: object


FINISHES: Mapping[str, Finish] = {
    **dict.fromkeys(("stop", "eos", "eos_token", "stop_sequence", "end_turn", "completed"), Finish.STOP),
    **dict.fromkeys(("length", "max_tokens", "model_length", "max_output_tokens"), Finish.LENGTH),
    **dict.fromkeys(("content_filter", "refusal", "safety", "sensitive", "prohibited_content"), Finish.REFUSED),
}

BROKEN_OFF = frozenset({"error", "abort"})
"""The server failed in the middle: what there is of a text is no answer."""
LONGEST_NAME = 120
"""Characters of what a server calls its model."""


def model_of(told: object, bound: str) -> str:
    """A word for the ledger, however long or strange a server makes it."""
    return told[:LONGEST_NAME] if isinstance(told, str) and told.strip() and told.isprintable() else bound


def heard_of(answer: Mapping[str, Any], dialect: Dialect) -> Heard:
    """`reasoning`, `reasoning_content` and `thinking` are never promoted to an answer (B-006)."""
    choice = answer if dialect.native else _first(answer.get("choices"))
    message = choice.get("message")
    message = message if isinstance(message, Mapping) else {}
    content = message.get("content")
    text = content if isinstance(content, str) else ""
    ended = str(choice.get("done_reason" if dialect.native else "finish_reason")).lower()
    if ended in BROKEN_OFF:
        said = "the server failed in the middle of its answer"
        raise EndpointError(EndpointKind.UNAVAILABLE, said, maybe_paid=True)
    finish = FINISHES.get(ended, Finish.OTHER)
    if not text and message.get("refusal"):
        finish = Finish.REFUSED
    return Heard(text, finish, _native_usage(answer) if dialect.native else _usage(answer))


def _usage(answer: Mapping[str, Any]) -> object:
    """llama.cpp tells beside it how much of the prompt was still in its slot."""
    usage, timings = answer.get("usage"), answer.get("timings")
    if isinstance(usage, Mapping) and isinstance(timings, Mapping) and "cache_n" in timings:
        return {"prompt_tokens_details": {"cached_tokens": timings["cache_n"]}} | dict(usage)
    return usage


def _native_usage(answer: Mapping[str, Any]) -> object:
    return {"prompt_tokens": answer.get("prompt_eval_count"), "completion_tokens": answer.get("eval_count")}


def _first(choices: object) -> Mapping[str, Any]:
    if isinstance(choices, list) and choices and isinstance(choices[0], Mapping):
        return choices[0]
    return {}

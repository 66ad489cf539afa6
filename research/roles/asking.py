"""Render, complete, read, validate, ask once more, give up typed. The only place where a model is asked.

At most two calls: the second either names what was wrong with the first answer or, where that was cut, leaves more
room. Retries of a busy server happen below, in the endpoint; retries of a step above, in the engine; never nested here.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from research import prompts
from research.roles.answers import schema_of
from research.roles.endpoints import Endpoint, EndpointError, EndpointKind, Finish, Reply, Request
from research.roles.endpoints.failures import without_secrets
from research.roles.reading import values, without_thoughts
from research.roles.tokens import count_tokens

T = TypeVar("T")
ASKS = 2
"""The first and one more (F-20)."""
MORE_ROOM = 2
"""Times the token limit after a cut answer."""
NAMED = 3
"""Faults named in a repair request: more confuse a small model."""
SAID = 160
"""Characters of an unusable answer that a row keeps."""
BLANK_SHARE = 0.9
"""An answer with more white space than this is a flood: more room would only fill with more of it."""


class Flaw(StrEnum):
    """What was wrong with an answer."""

    TRUNCATED = "truncated_output"
    EMPTY = "empty"
    REFUSED = "refused"
    NOT_JSON = "not_json"
    WRONG_SHAPE = "wrong_shape"
    BROKEN_RULE = "broken_rule"
    TOO_LONG = "prompt_too_long"


class UnusableAnswer(Exception):
    """The model answered, and it is no answer. `detail` is a sentence; nothing of the answer is used."""

    def __init__(self, kind: Flaw, detail: str, attempts: int) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail
        self.attempts = attempts


@dataclass(frozen=True, slots=True)
class _Fault:
    kind: Flaw
    detail: str


async def ask(
    endpoint: Endpoint,
    prompt_name: str,
    values: Mapping[str, object],
    answer_type: type[T],
    *,
    max_tokens: int,
    input_tokens: int,
    role: str,
    check: Callable[[T], str | None] = lambda answer: None,
    schema: dict[str, Any] | None = None,
) -> T:
    """An answer of the type, or UnusableAnswer, or the endpoint's own EndpointError.

    `check` returns a sentence naming the rule that an answer of the right shape breaks. `schema` replaces the type's
    own where it is narrower (a list of allowed numbers). `input_tokens` is the ceiling of one prompt (R125): a longer
    one is never sent, since cutting is the business of whoever knows what matters.
    """
    request = _request(prompt_name, values, schema or schema_of(answer_type), max_tokens, role)
    asked = count_tokens(request.system) + count_tokens(request.prompt)
    if asked > input_tokens:
        raise UnusableAnswer(Flaw.TOO_LONG, f"the prompt {prompt_name!r} has {asked} tokens, {input_tokens} may go", 0)
    shape = TypeAdapter(answer_type)
    fault = _Fault(Flaw.EMPTY, "")
    for attempt in range(1, ASKS + 1):
        reply = await endpoint.complete(request)
        found = _judge(reply, shape, check)
        if not isinstance(found, _Fault):
            return found
        fault = found
        if fault.kind is Flaw.REFUSED:
            raise UnusableAnswer(fault.kind, fault.detail, attempt)
        request = _again(request, reply, fault)
    raise UnusableAnswer(fault.kind, fault.detail, ASKS)


def _request(name: str, values: Mapping[str, object], schema: dict[str, Any], max_tokens: int, role: str) -> Request:
    rendered = prompts.render(name, **values)
    return Request(rendered.prompt, rendered.system, schema, name, max_tokens, role, name, rendered.hash)


def _judge(reply: Reply, shape: TypeAdapter[T], check: Callable[[T], str | None]) -> T | _Fault:
    if reply.finish is Finish.LENGTH:
        return _Fault(Flaw.TRUNCATED, f"cut after {reply.output_tokens} tokens")
    if reply.finish is Finish.REFUSED:
        return _Fault(Flaw.REFUSED, "the model or its provider declined")
    if not reply.text.strip():
        return _Fault(Flaw.EMPTY, "the answer was empty")
    answer = _first_that_fits(reply.text, shape)
    if isinstance(answer, _Fault):
        return answer
    complaint = check(answer)
    return _Fault(Flaw.BROKEN_RULE, complaint) if complaint else answer


def _first_that_fits(text: str, shape: TypeAdapter[T]) -> T | _Fault:
    faults: list[str] = []
    for value in values(text):
        try:
            return shape.validate_python(value)
        except ValidationError as error:
            faults = [_named(fault) for fault in error.errors()[:NAMED]]
    return _Fault(Flaw.WRONG_SHAPE, "; ".join(faults)) if faults else _without_value(text)


def _named(fault: Any) -> str:
    place = ".".join(str(part) for part in fault["loc"]) or "the answer"
    return f"{place}: {fault['msg']}"


def _without_value(text: str) -> _Fault:
    said = _shown(without_thoughts(text))
    if not said:
        return _Fault(Flaw.EMPTY, "the answer held thoughts only")
    if _REFUSAL.search(said):
        return _Fault(Flaw.REFUSED, f"the model declined: {said}")
    return _Fault(Flaw.NOT_JSON, f"no whole JSON value in: {said}")


_REFUSAL = re.compile(
    r"(?i)\b(?:I(?:['’]?m| am) (?:sorry|unable|not able)|I (?:cannot|can['’]t|won['’]t)|as an AI)"
    r"\b|抱歉|对不起|无法(?:协助|提供|回答|完成)|不能(?:协助|提供|回答)|作为(?:一个)?(?:AI|人工智能)"
)


def _shown(text: str) -> str:
    plain = "".join(mark if mark.isprintable() else " " for mark in text)
    return without_secrets(" ".join(plain.split())[:SAID])


def _again(request: Request, reply: Reply, fault: _Fault) -> Request:
    if fault.kind is Flaw.TRUNCATED and not _flooded(reply.text):
        return replace(request, max_tokens=request.max_tokens * MORE_ROOM)
    asked_again = (
        f"{request.prompt}\n\nYour last answer could not be used: {fault.detail}\n"
        "Answer again with one complete, short JSON object of the shape above, and nothing else."
    )
    return replace(request, prompt=asked_again)


def _flooded(text: str) -> bool:
    return not text or sum(mark.isspace() for mark in text) > BLANK_SHARE * len(text)


def declined(error: Exception) -> bool:
    """Whether a model or its provider declined this one item: it is skipped, the others go on (B-015)."""
    if isinstance(error, EndpointError):
        return error.kind is EndpointKind.REFUSED
    return isinstance(error, UnusableAnswer) and error.kind is Flaw.REFUSED

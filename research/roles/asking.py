"""Render, complete, read, validate, ask once more, give up typed. The only place where a model is asked.

At most two calls: the second either names what was wrong with the first answer or, where that was cut, leaves more
room, by the rule that `flaws` has for it. Retries of a busy server happen below, in the endpoint; retries of a step
above, in the engine; never nested here.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from research import prompts
from research.roles.answers import schema_of
from research.roles.briefing import LANGUAGES
from research.roles.endpoints import Endpoint, EndpointError, EndpointKind, Finish, Reply, Request
from research.roles.endpoints.failures import without_secrets
from research.roles.flaws import RULES, Flaw, Hears, Rule, Verdict
from research.roles.reading import fault_of, found, without_thoughts
from research.roles.spoken import in_another_language, spoken
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


class UnusableAnswer(Exception):
    """The model answered, and it is no answer. `detail` is a sentence; nothing of the answer is used."""

    def __init__(self, kind: Flaw, detail: str, attempts: int) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail
        self.attempts = attempts


@dataclass(frozen=True, slots=True)
class _Judged(Generic[T]):
    """`answer` is there exactly when the flaw is one that is accepted."""

    flaw: Flaw
    detail: str = ""
    answer: T | None = None


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
    for attempt in range(1, ASKS + 1):
        reply = await endpoint.complete(request)
        judged = _judge(reply, shape, check, values.get("language"))
        _hear(endpoint, Verdict(role, prompt_name, endpoint.name, reply.model, attempt, judged.flaw))
        if judged.answer is not None:
            return judged.answer
        if RULES[judged.flaw] is Rule.FALL_BACK or attempt == ASKS:
            break
        request = _again(request, judged)
    raise UnusableAnswer(judged.flaw, judged.detail, attempt)


def _hear(endpoint: Endpoint, verdict: Verdict) -> None:
    if isinstance(endpoint, Hears):
        endpoint.judged(verdict)


def _request(name: str, values: Mapping[str, object], schema: dict[str, Any], max_tokens: int, role: str) -> Request:
    rendered = prompts.render(name, **values)
    return Request(rendered.prompt, rendered.system, schema, name, max_tokens, role, name, rendered.hash)


def _judge(reply: Reply, shape: TypeAdapter[T], check: Callable[[T], str | None], language: object) -> _Judged[T]:
    if reply.finish is Finish.COUNTED:
        return _first_that_fits(reply.text, shape)
    if reply.finish is Finish.LENGTH:
        if _flooded(reply.text):
            return _Judged(Flaw.BLANKS, "it was white space up to the limit")
        return _Judged(Flaw.TRUNCATED, f"cut after {reply.output_tokens} tokens")
    if reply.finish is Finish.REFUSED:
        return _Judged(Flaw.REFUSED, "the model or its provider declined")
    if not reply.text.strip():
        return _Judged(Flaw.EMPTY, "the answer was empty")
    judged = _first_that_fits(reply.text, shape)
    if judged.answer is None:
        return judged
    wanted = _BY_NAME.get(str(language))
    if wanted and in_another_language(spoken(judged.answer), wanted):
        return _Judged(Flaw.WRONG_LANGUAGE, f"write in {LANGUAGES[wanted]}")
    if complaint := check(judged.answer):
        return _Judged(Flaw.BROKEN_RULE, complaint)
    return judged


def _first_that_fits(text: str, shape: TypeAdapter[T]) -> _Judged[T]:
    fault: _Judged[T] | None = None
    for each in found(text):
        try:
            return _Judged(each.flaw, answer=shape.validate_python(each.value))
        except ValidationError as error:
            fault = _misshapen(error)
    return fault or _without_value(text)


def _misshapen(error: ValidationError) -> _Judged[Any]:
    faults = error.errors()
    top = any(not fault["loc"] and str(fault["type"]).endswith("_type") for fault in faults)
    return _Judged(Flaw.WRONG_TOP if top else Flaw.WRONG_SHAPE, "; ".join(map(_named, faults[:NAMED])))


def _named(fault: Any) -> str:
    place = ".".join(str(part) for part in fault["loc"]) or "the answer"
    return f"{place}: {fault['msg']}"


def _without_value(text: str) -> _Judged[Any]:
    said = _shown(without_thoughts(text))
    if not said:
        return _Judged(Flaw.EMPTY, "the answer held thoughts only")
    fault = fault_of(text)
    if fault is Flaw.NOT_JSON and _REFUSAL.search(said):
        return _Judged(Flaw.REFUSED, f"the model declined: {said}")
    return _Judged(fault, f"{_WHY.get(fault, 'no whole JSON value')} in: {said}")


_WHY = {
    Flaw.DOUBLE_KEY: "one key with two values",
    Flaw.NOT_FINITE: "a number that is none",
    Flaw.TOO_DEEP: "too many levels",
    Flaw.UNCLOSED: "a value that is not closed",
    Flaw.WRONG_TOP: "no JSON object",
}
_BY_NAME = {name: language for language, name in LANGUAGES.items()}
_REFUSAL = re.compile(
    r"(?i)\b(?:I(?:['’]?m| am) (?:sorry|unable|not able)|I (?:cannot|can['’]t|won['’]t)|as an AI)"
    r"\b|抱歉|对不起|无法(?:协助|提供|回答|完成)|不能(?:协助|提供|回答)|作为(?:一个)?(?:AI|人工智能)"
)


def _shown(text: str) -> str:
    plain = "".join(mark if mark.isprintable() else " " for mark in text)
    return without_secrets(" ".join(plain.split())[:SAID])


def _again(request: Request, judged: _Judged[Any]) -> Request:
    if RULES[judged.flaw] is Rule.RETRY:
        return replace(request, max_tokens=request.max_tokens * MORE_ROOM)
    asked_again = (
        f"{request.prompt}\n\nYour last answer could not be used: {judged.detail}\n"
        "Answer again with one complete, short JSON object of the shape above, and nothing else."
    )
    return replace(request, prompt=asked_again)


def _flooded(text: str) -> bool:
    return bool(text) and sum(mark.isspace() for mark in text) > BLANK_SHARE * len(text)


def declined(error: Exception) -> bool:
    """Whether a model or its provider declined this one item: it is skipped, the others go on (B-015)."""
    if isinstance(error, EndpointError):
        return error.kind is EndpointKind.REFUSED
    return isinstance(error, UnusableAnswer) and error.kind is Flaw.REFUSED

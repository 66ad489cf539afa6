"""Reads an answer while it is spoken, where a person waits for it, and puts it together as if it had come whole.

Nothing is used before its end: what is told on the way is only how much has been written so far.
"""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextvars import ContextVar
from typing import Any

from research.roles.endpoints import Endpoint, EndpointError, EndpointKind, Reply, Request

OnWords = Callable[[int], None]
"""Told the characters written so far. Called often, so it must be quick and may not wait."""
ON_WORDS: ContextVar[OnWords | None] = ContextVar("on_words", default=None)
DATA, DONE = "data:", "[DONE]"
BEGUN = "begun"
"""A field of our own in an answer that is an error: some of its text had come before."""


class Overheard:
    """An endpoint whose answers are read as they are spoken. The endpoint itself is shared, so this isn't its own."""

    def __init__(self, inner: Endpoint, begin: Callable[[Request], OnWords]) -> None:
        self.name = inner.name
        self.inner = inner
        self._begin = begin

    async def complete(self, request: Request) -> Reply:
        outer = ON_WORDS.set(self._begin(request))
        try:
            return await self.inner.complete(request)
        finally:
            ON_WORDS.reset(outer)


async def whole(lines: AsyncIterator[str], on_words: OnWords) -> dict[str, Any]:
    """A stream that breaks off before it says why it ended is a failure of the server, never a short answer (B-004)."""
    answer: dict[str, Any] = {}
    text, finish, ended = "", None, False
    async for line in lines:
        if not line.startswith(DATA):
            continue
        if (said := line.removeprefix(DATA).strip()) == DONE:
            ended = True
            break
        event = _event(said)
        answer |= {key: value for key, value in event.items() if key != "choices" and value is not None}
        more, stopped = _part(event.get("choices"))
        finish = stopped or finish
        if more:
            text += more
            on_words(len(text))
    if not ended and finish is None and "error" not in answer:
        said = "the server broke off in the middle of its answer"
        raise EndpointError(EndpointKind.UNAVAILABLE, said, maybe_paid=True)
    if "error" in answer and finish is None:
        return answer | {BEGUN: bool(text)}
    return answer | {"choices": [{"message": {"content": text}, "finish_reason": finish}]}


def _event(said: str) -> dict[str, Any]:
    try:
        value = json.loads(said)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        said = "the server's answer isn't JSON; check the binding"
        raise EndpointError(EndpointKind.UNAVAILABLE, said, maybe_paid=True)
    return value


def _part(choices: object) -> tuple[str, str | None]:
    if not (isinstance(choices, list) and choices and isinstance(choices[0], Mapping)):
        return "", None
    delta, finish = choices[0].get("delta"), choices[0].get("finish_reason")
    said = delta.get("content") if isinstance(delta, Mapping) else None
    return said if isinstance(said, str) else "", finish if isinstance(finish, str) else None

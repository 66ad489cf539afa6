"""Every server that speaks OpenAI's chat completions: vLLM, llama.cpp, hosted ones. Ollama speaks its own.

What they do differently stands in `dialect`. One `complete` is one try: who asks again stands outside (`patience`).
"""

import asyncio
import json
import math
import sys
import time
from collections.abc import Mapping
from typing import Any

import httpx2

from reach.clean import sendable
from research.roles.endpoints import EndpointError, EndpointKind, Finish, Reply, Request, Vectors
from research.roles.endpoints.bounded import client
from research.roles.endpoints.dialect import Dialect, after_refusal, body, heard_of, model_of, path_of
from research.roles.endpoints.failures import failure, without_secrets
from research.roles.endpoints.patience import Patience, Sleep, in_time, patiently
from research.roles.endpoints.streaming import BEGUN, ON_WORDS, OnWords, whole
from research.roles.endpoints.usage import read_usage
from research.roles.tokens import at_most_tokens, count_tokens

STRICT = Dialect()
REFUSAL_BYTES = 20_000
"""Read of an answer that is none."""
FAILURES = range(400, 600)
"""Statuses that an error inside a 200 may name as its code."""


CUT_OFF = (httpx2.ReadError, httpx2.RemoteProtocolError, httpx2.DecodingError, httpx2.StreamError)
"""The whole request had gone out: a server that was cut off may have worked on it. One that was never reached can't."""


def unreached(error: BaseException, said: str) -> EndpointError:
    if isinstance(error, CUT_OFF):
        told = f"the connection was cut before the answer was whole ({said})"
        return EndpointError(EndpointKind.UNAVAILABLE, told, maybe_paid=True)
    return EndpointError(EndpointKind.UNAVAILABLE, f"the server can't be reached ({said})")


class Wire:
    """POSTs JSON and returns JSON, or fails typed. The key is set here and never leaves in an error."""

    def __init__(
        self, base_url: str, key: str | None, patience: Patience, transport: httpx2.AsyncBaseTransport | None = None
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.patience = patience
        self._key = key
        self._transport = transport

    async def post(self, path: str, payload: dict[str, Any], on_words: OnWords | None = None) -> dict[str, Any]:
        """One try. With `on_words` the answer is read as it is spoken, and comes back whole all the same."""
        async with in_time(self.patience):
            try:
                return await self._post(path, payload, on_words)
            except httpx2.TimeoutException:
                said = f"no answer within {self.patience.call_seconds:g} s"
                raise EndpointError(EndpointKind.TOO_SLOW, said) from None
            except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as error:
                said = without_secrets(str(error), (self._key or "",)) or type(error).__name__
                raise unreached(error, said) from None

    async def _post(self, path: str, payload: dict[str, Any], on_words: OnWords | None) -> dict[str, Any]:
        """Leaving the contexts closes the connection, however they are left: a cancelled call ends at the server."""
        headers = {"authorization": f"Bearer {self._key}"} if self._key else {}
        async with (
            client(self.patience.reply_bytes, self.patience.call_seconds, self._transport) as asking,
            asking.stream("POST", self.base_url + path, json=payload, headers=headers) as answer,
        ):
            good = answer.status_code == httpx2.codes.OK
            if good and on_words and "event-stream" in answer.headers.get("content-type", ""):
                return self._value(await whole(answer.aiter_lines(), on_words))
            text = await _text(answer, None if good else REFUSAL_BYTES)
        if not good:
            raise failure(answer.status_code, text, answer.headers, (self._key or "",))
        return self._value(_object(text))

    def _value(self, value: dict[str, Any]) -> dict[str, Any]:
        """Some gateways answer 200 and put the failure inside: where its text broke off, in the middle of an answer."""
        error = value.get("error")
        if not error or value.get("choices"):
            return value
        code = error.get("code") if isinstance(error, dict) else None
        status = code if isinstance(code, int) and code in FAILURES else httpx2.codes.BAD_GATEWAY
        failed = failure(status, json.dumps(error, ensure_ascii=False), {}, (self._key or "",))
        failed.maybe_paid = failed.maybe_paid or bool(value.get(BEGUN))
        raise failed


async def _text(answer: httpx2.Response, most: int | None) -> str:
    """Of a refusal only its beginning: the status says what it is, however long the server goes on."""
    parts = bytearray()
    async for chunk in answer.aiter_bytes():
        parts += chunk
        if most and len(parts) >= most:
            break
    return parts.decode("utf-8", "replace")


def _object(text: str) -> dict[str, Any]:
    """A page of some gateway never reached a model; what begins like an answer may be one that was spoilt."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        said, begun = "the server's answer isn't JSON; check the binding", text.lstrip().startswith("{")
        raise EndpointError(EndpointKind.UNAVAILABLE, said, maybe_paid=begun)
    return value


class OpenAIEndpoint:
    """`window` is the model's context in tokens, where the operator names it: requests are fitted before sending."""

    def __init__(
        self,
        base_url: str,
        model: str,
        patience: Patience,
        key: str | None = None,
        dialect: Dialect = STRICT,
        most_tokens: int | None = None,
        window: int | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self.name = f"{base_url.rstrip('/')}/{model}"
        self.dialect = dialect
        self.wire = Wire(base_url, key, patience, transport)
        self._model = model
        self._most_tokens = most_tokens
        self._window = window

    @property
    def patience(self) -> Patience:
        return self.wire.patience

    async def complete(self, request: Request) -> Reply:
        began = time.monotonic()
        limit = fitted(request, self._most_tokens, self._window, cuts=self.dialect.native)
        answer = await self._spoken(request, limit)
        return self._reply(request, answer, limit, time.monotonic() - began)

    async def _spoken(self, request: Request, limit: int) -> dict[str, Any]:
        """A server that refuses how we speak has paid for nothing: the other way of speaking is the same try."""
        while True:
            dialect = self.dialect
            on_words = ON_WORDS.get() if dialect.streams else None
            asked = body(request, self._model, limit, dialect, self._window, streamed=on_words is not None)
            try:
                return await self.wire.post(path_of(dialect), asked, on_words)
            except EndpointError as error:
                learned = after_refusal(dialect, error, shaped=request.schema is not None)
                if learned is None:
                    raise
                self.dialect = learned

    def _reply(self, request: Request, answer: Mapping[str, Any], limit: int, seconds: float) -> Reply:
        """A server that doesn't say why it stopped, and stopped at the limit, was cut there."""
        heard = heard_of(answer, self.dialect)
        used = read_usage(heard.usage, request, heard.text, heard.finish)
        silent = heard.finish is Finish.OTHER and not used.estimated
        finish = Finish.LENGTH if silent and used.output_tokens >= limit else heard.finish
        if self.dialect.native and not used.estimated:
            _need_whole(request, used.input_tokens)
        return Reply(
            heard.text,
            used.input_tokens,
            used.output_tokens,
            used.estimated,
            seconds,
            model_of(answer.get("model"), self._model),
            finish,
            used.cached,
            used.cache_written,
            used.reasoning,
        )


CUT = 3
"""Times fewer tokens than estimated: no tokenizer is that much better, so the server saw a part of the prompt only."""


def _need_whole(request: Request, seen: int) -> None:
    """Ollama cuts a prompt to its window without a word: an answer to half a question is none (B-023)."""
    if seen * CUT < count_tokens(request.system + request.prompt):
        said = f"the server read {seen} tokens of a longer prompt; give the binding a larger window"
        raise EndpointError(EndpointKind.TOO_LONG, said, maybe_paid=True)


MARGIN = 1.25
"""Times our count: most vocabularies need less. A server that needs more refuses the prompt, which costs nothing, while
the bound that holds for all would leave half of each window empty."""


def fitted(request: Request, most: int | None, window: int | None, *, cuts: bool = False) -> int:
    """How many tokens may be answered. A prompt that leaves no room is refused here, not by the server (B-023). One
    that `cuts` prompts without a word is given those alone that fit whatever its vocabulary."""
    limit = min(request.max_tokens, most or request.max_tokens)
    if window is None:
        return limit
    asked = request.system + request.prompt
    room = window - (at_most_tokens(asked) if cuts else math.ceil(MARGIN * count_tokens(asked)))
    if room <= 0:
        raise EndpointError(EndpointKind.TOO_LONG, f"the prompt doesn't fit into {window} tokens")
    return min(limit, room)


class OpenAIVectors:
    """`/v1/embeddings` of the same servers."""

    def __init__(
        self,
        base_url: str,
        model: str,
        patience: Patience,
        key: str | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self.name = f"{base_url.rstrip('/')}/{model}"
        self.wire = Wire(base_url, key, patience, transport)
        self.sleep: Sleep = asyncio.sleep
        self._model = model

    async def vectors(self, texts: tuple[str, ...]) -> Vectors:
        began = time.monotonic()
        asked = {"model": self._model, "input": list(map(sendable, texts))}
        answer = await patiently(lambda: self.wire.post("/embeddings", asked), self.wire.patience, self.sleep)
        values = _vectors(answer.get("data"), len(texts))
        usage = answer.get("usage")
        told = usage.get("prompt_tokens") if isinstance(usage, Mapping) else None
        known = isinstance(told, int) and not isinstance(told, bool) and told > 0
        tokens = told if isinstance(told, int) and known else sum(at_most_tokens(text) for text in texts)
        return Vectors(values, tokens, not known, time.monotonic() - began, self._model)


def _vectors(data: object, wanted: int) -> tuple[tuple[float, ...], ...]:
    """In the order of `index`, which a server may have shuffled; a missing one is a failure, never a zero vector."""
    found: dict[int, tuple[float, ...]] = {}
    for place, item in enumerate(data if isinstance(data, list) else ()):
        if isinstance(item, Mapping) and isinstance(item.get("embedding"), list):
            index = item.get("index", place)
            found[index if isinstance(index, int) else place] = tuple(map(_part, item["embedding"]))
    if sorted(found) != list(range(wanted)):
        said = "the server returned another number of vectors than texts"
        raise EndpointError(EndpointKind.INTERNAL, said, maybe_paid=True)
    return tuple(found[place] for place in range(wanted))


def _part(value: object) -> float:
    """Whatever isn't a number is none; who uses the vector refuses one that isn't finite."""
    if isinstance(value, int | float) and abs(value) <= sys.float_info.max:
        return float(value)
    return math.nan

"""Anthropic through its own SDK. The shape of an answer is a tool's input, and the tool is the only thing to call."""

import json
import logging
import time
from typing import Any

import anthropic
import httpx2

from research.roles.endpoints import EndpointError, EndpointKind, Finish, Reply, Request
from research.roles.endpoints.bounded import client as bounded
from research.roles.endpoints.dialect import model_of
from research.roles.endpoints.failures import failure, without_secrets
from research.roles.endpoints.openai import fitted, unreached
from research.roles.endpoints.patience import Patience, in_time
from research.roles.endpoints.streaming import ON_WORDS, OnWords
from research.roles.endpoints.usage import read_usage

# At lower levels the SDK logs whole requests and exceptions with what servers quoted back (B-033).
logging.getLogger("anthropic").setLevel(logging.WARNING)

HOME = "https://api.anthropic.com"
FINISHES = {
    "end_turn": Finish.STOP,
    "tool_use": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "max_tokens": Finish.LENGTH,
    "model_context_window_exceeded": Finish.LENGTH,
    "refusal": Finish.REFUSED,
}


class AnthropicEndpoint:
    def __init__(
        self,
        model: str,
        key: str,
        patience: Patience,
        base_url: str = HOME,
        most_tokens: int | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self.name = f"anthropic://{model}"
        self._model = model
        self._key = key
        self.patience = patience
        self._base_url = base_url
        self._most_tokens = most_tokens
        self._transport = transport

    async def complete(self, request: Request) -> Reply:
        began = time.monotonic()

        async with in_time(self.patience):
            message = await self._once(request)
        try:
            return _reply(request, self._model, message, time.monotonic() - began)
        except (AttributeError, TypeError):
            # The SDK builds what it got without checking it: a page of some gateway comes through as text.
            raise EndpointError(EndpointKind.UNAVAILABLE, "the server's answer is no message") from None

    async def _once(self, request: Request) -> anthropic.types.Message:
        """A client for each call: steps run in event loops of their own, and a pooled connection belongs to one."""
        http = bounded(self.patience.reply_bytes, self.patience.call_seconds, self._transport)
        client = anthropic.AsyncAnthropic(
            api_key=self._key,
            base_url=self._base_url,
            max_retries=0,
            timeout=self.patience.call_seconds,
            http_client=http,
        )
        try:
            async with http:
                if on_words := ON_WORDS.get():
                    return await _spoken(client, self._body(request), on_words)
                return await client.messages.create(**self._body(request))
        except anthropic.APIStatusError as error:
            raise failure(error.status_code, error.response.text, error.response.headers, (self._key,)) from None
        except anthropic.APITimeoutError:
            detail = f"no answer within {self.patience.call_seconds:g} s"
            raise EndpointError(EndpointKind.TOO_SLOW, detail) from None
        except (anthropic.AnthropicError, httpx2.HTTPError, ValueError) as error:
            if isinstance(error.__cause__, EndpointError):
                raise error.__cause__ from None
            said = without_secrets(str(error), (self._key,))
            raise unreached(error.__cause__ or error, said) from None

    def _body(self, request: Request) -> dict[str, Any]:
        fixed = {"type": "text", "text": request.system, "cache_control": {"type": "ephemeral"}}
        asked: dict[str, Any] = {
            "model": self._model,
            "max_tokens": fitted(request, self._most_tokens, None),
            "system": [fixed],
            "messages": [{"role": "user", "content": request.prompt}],
        }
        if request.schema is not None:
            tool = {"name": request.schema_name, "description": "Give the answer.", "input_schema": request.schema}
            asked |= {"tools": [tool], "tool_choice": {"type": "tool", "name": request.schema_name}}
        return asked


async def _spoken(
    client: anthropic.AsyncAnthropic, asked: dict[str, Any], on_words: OnWords
) -> anthropic.types.Message:
    """Whole at its end like any other; a stream that breaks off raises."""
    written = 0
    async with client.messages.stream(**asked) as events:
        async for event in events:
            if event.type in ("text", "input_json"):
                written += len(event.text if event.type == "text" else event.partial_json)
                on_words(written)
        return await events.get_final_message()


def _reply(request: Request, model: str, message: anthropic.types.Message, seconds: float) -> Reply:
    if not isinstance(message.content, list):
        raise TypeError("no content")
    finish = FINISHES.get(str(message.stop_reason), Finish.OTHER)
    text = _answer(message)
    used = read_usage(_as_openai(message.usage), request, text, finish)
    return Reply(
        text,
        used.input_tokens,
        used.output_tokens,
        used.estimated,
        seconds,
        model_of(message.model, model),
        finish,
        used.cached,
        used.cache_written,
    )


def _answer(message: anthropic.types.Message) -> str:
    """The tool's input where there is one, else the text: thoughts are other blocks and stay out (B-006)."""
    for block in message.content:
        if block.type == "tool_use":
            return json.dumps(block.input, ensure_ascii=False)
    return "".join(block.text for block in message.content if block.type == "text")


def _as_openai(usage: anthropic.types.Usage | None) -> dict[str, object]:
    """Cached input is input: the ledger may not miss what was written to or read from the cache."""
    if usage is None:
        return {}
    parts = (usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens)
    known = [part for part in parts if isinstance(part, int)]
    return {
        "prompt_tokens": sum(known) if known else None,
        "completion_tokens": usage.output_tokens,
        "prompt_tokens_details": {"cached_tokens": usage.cache_read_input_tokens},
        "cache_written_tokens": usage.cache_creation_input_tokens,
    }

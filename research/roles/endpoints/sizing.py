"""How much a server's model takes, and how it counts, as far as the server tells.

vLLM names the window beside its models and counts a conversation; llama.cpp names it in its properties, writes a
conversation out, and cuts it into tokens. Hosted ones tell neither. Nothing depends on an answer: without one the
window is what the binding says, and the count is ours.
"""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx2

from research.roles.binding import Bound
from research.roles.endpoints.bounded import told_json

SECONDS = 3.0
"""To wait for a number without which a prompt can be sent as well."""
ASKED_AGAIN = 300.0
"""Seconds after which a server that didn't tell is asked once more: it may have been starting."""
LONGEST = 2_000_000
"""Bytes of an answer: one number a token, and a chat template, lie far below."""


@dataclass
class ServerSizes:
    """One model of one server, kept by the process: a window doesn't change under a model's name."""

    bound: Bound
    key: str | None = None
    transport: httpx2.AsyncBaseTransport | None = None
    _window: int | None = None
    _silent_until: dict[str, float] = field(default_factory=dict)

    async def window(self) -> int | None:
        """The smaller of what the binding and the server say."""
        if self._window is None and (told := await self._told_window()):
            self._window = told
        known = [size for size in (self.bound.window, self._window) if size]
        return min(known, default=None)

    def refused(self, why: str) -> bool:
        """Hosted servers tell their window only where they refuse a prompt (B-023)."""
        told = window_in(why)
        if told is None or (self._window is not None and self._window <= told):
            return False
        self._window = told
        return True

    async def exact(self, system: str, prompt: str) -> int | None:
        """Of both as one conversation, with all that the model's template puts around them."""
        said = [{"role": "system", "content": system}, {"role": "user", "content": prompt}]
        match self.bound.family:
            case "vllm":
                told = await self._ask("/tokenize", {"model": self.bound.model, "messages": said})
                return _number(told.get("count"))
            case "llamacpp":
                written = (await self._ask("/apply-template", {"messages": said})).get("prompt")
                if not isinstance(written, str):
                    return None
                tokens = (await self._ask("/tokenize", {"content": written, "parse_special": True})).get("tokens")
                return len(tokens) if isinstance(tokens, list) and tokens else None
        return None

    async def _told_window(self) -> int | None:
        match self.bound.family:
            case "vllm":
                return window_of(await self._ask("/v1/models"), self.bound.model)
            case "llamacpp":
                told = (await self._ask("/props")).get("default_generation_settings")
                return _number(told.get("n_ctx")) if isinstance(told, Mapping) else None
        return None

    async def _ask(self, path: str, sent: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """An empty answer for any failure; then the same isn't asked again for a while."""
        if self._silent_until.get(path, 0.0) > time.monotonic():
            return {}
        url = self.bound.base_url.removesuffix("/v1") + path
        headers = {"authorization": f"Bearer {self.key}"} if self.key else {}
        told = await told_json(url, SECONDS, LONGEST, sent=sent, headers=headers, transport=self.transport)
        if isinstance(told, Mapping):
            return told
        self._silent_until[path] = time.monotonic() + ASKED_AGAIN
        return {}


_WINDOW = re.compile(
    r"(?i)(?:context (?:length|size|window)|n_ctx|max_model_len)[^\d,.;]{0,40}(\d{3,7})\b|> ?(\d{3,7}) maximum"
)


def window_in(why: str) -> int | None:
    """A window that a refusal names: "maximum context length is 8192 tokens", "210000 tokens > 200000 maximum"."""
    found = _WINDOW.search(why)
    return int(found[1] or found[2]) if found else None


def window_of(models: Mapping[str, Any], model: str) -> int | None:
    """`max_model_len` of the one that is asked, in vLLM's list of models."""
    listed = models.get("data")
    found = [each for each in listed if isinstance(each, Mapping)] if isinstance(listed, list) else []
    named = [each for each in found if each.get("id") == model] or found[:1]
    return _number(named[0].get("max_model_len")) if named else None


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None

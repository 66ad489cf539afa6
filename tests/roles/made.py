"""Briefs, patience and sizes that tests of roles share."""

from collections.abc import Callable
from datetime import date
from typing import Any

import httpx2

from memory.working import Entry
from research.engine.limits import Limits
from research.roles.briefs import Ask, Card, PageText
from research.roles.endpoints import Endpoint, Finish, Reply, Request
from research.roles.endpoints.openai import OpenAIEndpoint
from research.roles.endpoints.patience import Patience, Patient
from research.roles.sizes import Sizes
from research.terms import Find, Goal, Language, Period

LIMITS = Limits().values()
PATIENCE = Patience.of(LIMITS)
SIZES = Sizes.of(LIMITS)
ASK = Ask(
    "How did Lanwan's storage subsidy change between 2023 and 2025?",
    Language.ENGLISH,
    Period(date(2023, 1, 1), date(2025, 12, 31)),
    date(2026, 3, 5),
)
GOAL = Goal(1, None, "What did the 2025 notice change in Lanwan's storage subsidy?", ("the new amount",))
QUOTE = "The Lanwan storage subsidy is 0.25 yuan per kWh from 1 March 2023."
ENTRY = Entry(12, 1, QUOTE, "Storage subsidy rule", "2023-02-20", 0.8, 3)
CARD = Card(12, QUOTE, "Storage subsidy rule", "lanwan.example", date(2023, 2, 20), 0.8)
PAGE = PageText(
    "Storage subsidy rule",
    "Rule on storage. Published 20 February 2023. The subsidy is 0.25 yuan per kWh from 1 March 2023. "
    "It is paid for three years. Fishing in the bay stays free.",
    date(2023, 2, 20),
)


def find(title: str, snippet: str = "") -> Find:
    return Find(1, "documents", title, snippet, "https://a.example/", None, 1)


def request(prompt: str = "Question?", schema: dict[str, Any] | None = None, max_tokens: int = 100) -> Request:
    return Request(prompt, "You answer.", schema, "plan", max_tokens, "planner", "plan", "0" * 16)


def reply(text: str, finish: Finish = Finish.STOP) -> Reply:
    return Reply(text, 10, 5, False, 0.1, "m", finish)


class Told:
    """The callback of a role: keeps what would become rows."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, str, str]] = []

    def __call__(self, role: str, prompt: str, kind: str, detail: str) -> None:
        self.rows.append((role, prompt, str(kind), detail))

    @property
    def kinds(self) -> list[str]:
        return [kind for _, _, kind, _ in self.rows]


class Server:
    """A model server on the other side of the wire: says its answers in turn, the last for ever."""

    def __init__(self, *answers: Any) -> None:
        self._answers = list(answers)
        self.seen: list[httpx2.Request] = []

    def __call__(self, asked: httpx2.Request) -> httpx2.Response:
        self.seen.append(asked)
        said = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(said, Exception):
            raise said
        if callable(said):
            return said(asked)
        return said if isinstance(said, httpx2.Response) else httpx2.Response(200, json=said)

    @property
    def transport(self) -> httpx2.MockTransport:
        return httpx2.MockTransport(self)


def said(content: Any, finish: str = "stop", **more: Any) -> dict[str, Any]:
    usage = {"prompt_tokens": 40, "completion_tokens": 7, "total_tokens": 47}
    message = {"role": "assistant", "content": content} | more.pop("message", {})
    return {"model": "m", "choices": [{"message": message, "finish_reason": finish}], "usage": usage} | more


def refused(status: int, text: str = "", headers: dict[str, str] | None = None) -> Callable[..., httpx2.Response]:
    return lambda asked: httpx2.Response(status, text=text, headers=headers or {})


class Asked(Patient):
    """The wire with its retries, as the product builds them. Waits take no time here, and are kept."""

    def __init__(self, inner: Endpoint, patience: Patience) -> None:
        super().__init__(inner, patience, self._wait)
        self.waits: list[float] = []

    async def _wait(self, seconds: float) -> None:
        self.waits.append(seconds)


def endpoint(server: Server, **more: Any) -> Asked:
    patience = more.pop("patience", PATIENCE)
    inner = OpenAIEndpoint("http://127.0.0.1:1/v1", "m", patience, transport=server.transport, **more)
    return Asked(inner, patience)

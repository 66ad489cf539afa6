"""A recorded web for channels: the only thing faked is what stands beyond the egress."""

from collections.abc import Callable, Mapping
from pathlib import Path

import httpx2

from reach.egress import Egress
from reach.settings import ReachSettings

ANSWERS = Path(__file__).parent / "answers"
PUBLIC = "93.184.215.14"  # any public address: nothing is connected to


class Wire:
    """Answers every request alike, or by a function of it; `seen` holds what was asked."""

    def __init__(self) -> None:
        self.seen: list[httpx2.Request] = []
        self.address = PUBLIC
        self.answer: Callable[[httpx2.Request], httpx2.Response] = lambda _: httpx2.Response(404)

    def gives(self, body: str | bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        raw = body.encode() if isinstance(body, str) else body
        self.answer = lambda _: httpx2.Response(status, headers=dict(headers or {}), content=raw)

    def breaks(self, error: Exception) -> None:
        def answer(request: httpx2.Request) -> httpx2.Response:
            raise error

        self.answer = answer

    def egress(self, settings: ReachSettings | None = None) -> Egress:
        async def resolver(host: str, port: int) -> list[str]:
            return [self.address]

        def handle(request: httpx2.Request) -> httpx2.Response:
            self.seen.append(request)
            return self.answer(request)

        return Egress(
            settings or ReachSettings(arxiv_gap_seconds=0.0),
            resolver=resolver,
            transport=lambda _: httpx2.MockTransport(handle),
        )

    @property
    def last(self) -> httpx2.Request:
        return self.seen[-1]

    @property
    def asked(self) -> str:
        """Everything of the last request that depends on the question."""
        return f"{self.last.headers['host']} {httpx2.URL(self.last.url).raw_path.decode()} {self.last.content.decode()}"


def recorded(name: str) -> str:
    return (ANSWERS / name).read_text()

"""A web on loopback that can misbehave byte by byte, and a record of every connection that a test opens."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import UTC, datetime

import pytest

from reach.egress import Egress
from reach.settings import ReachSettings

Behaviour = Callable[[asyncio.StreamWriter], Awaitable[None]]
_CONNECTIONS: list[object] = []
_RECORDING = [False]


def _audit(event: str, args: tuple[object, ...]) -> None:
    if _RECORDING[0] and event == "socket.connect":
        _CONNECTIONS.append(args[1])


sys.addaudithook(_audit)


@pytest.fixture
def connections() -> Iterator[list[object]]:
    """The addresses that sockets of this process were connected to, told by the interpreter itself."""
    _CONNECTIONS.clear()
    _RECORDING[0] = True
    yield _CONNECTIONS
    _RECORDING[0] = False


class Site:
    """Answers by path; `seen` holds what was asked, headers in lower case."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, dict[str, str]]] = []
        self.bodies: list[bytes] = []
        self._answers: dict[str, bytes | Behaviour] = {}
        self._open: set[asyncio.Task[None]] = set()
        self.port = 0
        self.most_at_once = 0

    @property
    def authority(self) -> str:
        return f"127.0.0.1:{self.port}"

    def url(self, path: str) -> str:
        return f"http://{self.authority}{path}"

    def answer(self, path: str, body: bytes | str = b"", status: int = 200, **headers: str) -> None:
        """Underscores in a header's name stand for dashes. A length is told unless `content_length=""`."""
        raw = body.encode() if isinstance(body, str) else body
        told = {"content-type": "text/html; charset=utf-8", "content-length": str(len(raw))}
        told.update({name.replace("_", "-"): value for name, value in headers.items()})
        lines = "".join(f"{name}: {value}\r\n" for name, value in told.items() if value)
        self._answers[path] = f"HTTP/1.1 {status} X\r\n{lines}\r\n".encode("latin-1") + raw

    def behave(self, path: str, behaviour: Behaviour) -> None:
        self._answers[path] = behaviour

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        self.most_at_once = max(self.most_at_once, len(self._open))
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                path = head[0].split(" ")[1]
                pairs = (line.split(": ", 1) for line in head[1:] if line)
                told = {name.lower(): value for name, value in pairs}
                self.seen.append((path, told))
                self.bodies.append(await reader.readexactly(int(told.get("content-length", "0"))))
                answer = self._answers.get(path) or self._answers.get(path.split("?")[0])
                if callable(answer):
                    await answer(writer)
                else:
                    writer.write(answer or b"HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n")
                    await writer.drain()
        finally:
            self._open.discard(task)
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def close(self) -> None:
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)


@contextlib.asynccontextmanager
async def serving(host: str) -> AsyncIterator[Site]:
    site = Site()
    server = await asyncio.start_server(site.serve, host, 0)
    site.port = server.sockets[0].getsockname()[1]
    yield site
    server.close()
    await site.close()
    await server.wait_closed()


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with serving("127.0.0.1") as site:
        yield site


@pytest.fixture
async def canary() -> AsyncIterator[Site]:
    """An internal service that nobody allowed: whatever it sees is a leak."""
    async with serving("127.0.0.1") as site:
        site.answer("/", "secret")
        yield site


@pytest.fixture
def settings(site: Site) -> ReachSettings:
    """The usual numbers; the test's own site is on the operator's list. The clocks are longer than the longest pause of
    a busy machine: a test of slowness sets its own."""
    return ReachSettings(
        allow_hosts=frozenset({site.authority}),
        connect_seconds=5.0,
        target_seconds=10.0,
        batch_seconds=20.0,
        retry_wait_seconds=0.01,
        cancel_grace_seconds=0.1,
    )


@pytest.fixture
def egress(settings: ReachSettings) -> Egress:
    return Egress(settings)


@pytest.fixture
def noon() -> datetime:
    return datetime(2030, 5, 2, 12, 0, tzinfo=UTC)

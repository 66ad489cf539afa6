"""A server on loopback that does to a reader whatever a server can do, a resolver that changes its mind, and a way to
give the server a public name and address without a packet leaving the machine."""

import asyncio
import contextlib
import gzip
import socket
import ssl
import struct
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import httpx2

Write = asyncio.StreamWriter
Act = Callable[[Write], Awaitable[None]]

PUBLIC = "93.184.216.34"  # judged public; `Rerouted` leads it to the hostile server
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
BLOCK = b"x" * 16_384


def says(raw: bytes) -> Act:
    async def act(writer: Write) -> None:
        writer.write(raw)
        await writer.drain()

    return act


def repeats(start: bytes, piece: bytes, pause: float = 0.0) -> Act:
    """For ever: as fast as the reader takes it, or a piece at a time."""

    async def act(writer: Write) -> None:
        writer.write(start)
        while True:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)

    return act


async def silence(writer: Write) -> None:
    await asyncio.sleep(3_600)


async def hang_up(writer: Write) -> None:
    writer.close()


async def reset(writer: Write) -> None:
    """Half a body, then RST in place of FIN."""
    writer.write(HEAD + b"Content-Length: 1000\r\n\r\nhalf")
    await writer.drain()
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


def packed(coding: str, body: bytes) -> Act:
    return says(HEAD + f"Content-Encoding: {coding}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)


def chunked(raw: bytes) -> Act:
    return says(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + raw)


def to(status: int, address: str) -> Act:
    return says(f"HTTP/1.1 {status} X\r\nLocation: {address}\r\nContent-Length: 0\r\n\r\n".encode())


def refresh(address: str) -> Act:
    return says(HEAD + f"Refresh: 0; url={address}\r\nContent-Length: 0\r\n\r\n".encode())


def meta(address: str) -> Act:
    page = f'<html><head><meta http-equiv="refresh" content="0;url={address}"></head></html>'.encode()
    return says(HEAD + b"Content-Length: %d\r\n\r\n" % len(page) + page)


ZEROS = b"\0" * 60 * 2**20
GZIP_BOMB = gzip.compress(ZEROS, mtime=0)
DEFLATE_BOMB = zlib.compress(ZEROS, 9)
TRAPS: dict[str, Act] = {
    "silent": silence,
    "closes at once": hang_up,
    "drips headers": repeats(b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n", 0.02),
    "drips one header": repeats(b"HTTP/1.1 200 OK\r\nX: ", b"a", 0.02),
    "drips the status": repeats(b"", b"H", 0.02),
    "drips the body": repeats(HEAD + b"\r\n", b".", 0.02),
    "drips chunks": repeats(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n", 0.02),
    "endless headers": repeats(b"HTTP/1.1 200 OK\r\n", b"X-Padding: " + b"y" * 1_000 + b"\r\n"),
    "endless header": repeats(b"HTTP/1.1 200 OK\r\nX: ", BLOCK),
    "endless status": repeats(b"HTTP/1.1 200 ", BLOCK),
    "endless hints": repeats(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 50),
    "endless body": repeats(HEAD + b"\r\n", BLOCK),
    "endless chunks": repeats(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"4000\r\n" + BLOCK + b"\r\n"),
    "endless chunk extension": repeats(HEAD + b"Transfer-Encoding: chunked\r\n\r\n5;", BLOCK),
    "endless trailers": repeats(HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X: " + b"y" * 1_000 + b"\r\n"),
    "chunk of no number": chunked(b"zz\r\nhello\r\n0\r\n\r\n"),
    "chunk below nothing": chunked(b"-5\r\nhello\r\n0\r\n\r\n"),
    "chunk of all the world": chunked(b"F" * 16 + b"\r\nhello"),
    "chunk without an end": chunked(b"5\r\nhelloXX5\r\nagain\r\n"),
    "length below nothing": says(HEAD + b"Content-Length: -1\r\n\r\nhello"),
    "two lengths": says(HEAD + b"Content-Length: 5\r\nContent-Length: 50\r\n\r\nhello"),
    "length of all the world": says(HEAD + b"Content-Length: " + b"9" * 19 + b"\r\n\r\nhello"),
    "longer than told": says(HEAD + b"Content-Length: 5\r\n\r\nhello and more"),
    "shorter than told": says(HEAD + b"Content-Length: 500\r\n\r\nhello"),
    "resets": reset,
    "nul in a header": says(HEAD + b"X: a\0b\r\nContent-Length: 0\r\n\r\n"),
    "line end in a header": says(HEAD + b"X: a\rSet: b\r\nContent-Length: 0\r\n\r\n"),
    "space before a colon": says(HEAD + b"Content-Length : 5\r\n\r\nhello"),
    "status of a word": says(b"HTTP/1.1 OK fine\r\n\r\n"),
    "http 0.9": says(b"<html>hello</html>"),
    "http 2": says(b"\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x64"),
    "another protocol": says(b"SSH-2.0-OpenSSH_9.9\r\n"),
    "switches protocols": says(b"HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\nhello"),
    "gzip bomb": packed("gzip", GZIP_BOMB),
    "deflate bomb": packed("deflate", DEFLATE_BOMB),
    "bomb in a bomb": packed("gzip, gzip", gzip.compress(GZIP_BOMB)),
    "brotli unasked": packed("br", b"\x0b\x02\x80hello\x03"),
    "gzip that is none": packed("gzip", b"hello, this is plain"),
    "gzip cut short": packed("gzip", gzip.compress(b"hello" * 1_000, mtime=0)[:-9]),
    "packed nothings": repeats(HEAD + b"Content-Encoding: gzip\r\n\r\n", gzip.compress(b"", mtime=0) * 500),
    "rubbish behind the end": repeats(HEAD + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"a", mtime=0), BLOCK),
    "loop": to(302, "/loop"),
    "ping": to(307, "/pong"),
    "pong": meta("/ping"),
}


class Hostile:
    """Serves the traps, each below the path of its name with dashes. Counts what is open."""

    def __init__(self) -> None:
        self.acts = {f"/{name.replace(' ', '-')}": act for name, act in TRAPS.items()}
        self.open: set[asyncio.Task[None]] = set()
        self.accepted = 0
        self.port = 0

    @property
    def authority(self) -> str:
        return f"127.0.0.1:{self.port}"

    def url(self, name: str) -> str:
        return f"http://{self.authority}/{name.replace(' ', '-')}"

    async def serve(self, reader: asyncio.StreamReader, writer: Write) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.open.add(task)
        self.accepted += 1
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                head = await reader.readuntil(b"\r\n\r\n")
                act = self.acts.get(head.split(b" ")[1].decode())
                await (act or says(b"HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n"))(writer)
        finally:
            self.open.discard(task)
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def left_alone(self) -> None:
        """Until every connection but those that wait for nothing is gone."""
        while self.open:
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def serving() -> AsyncIterator[Hostile]:
    hostile = Hostile()
    server = await asyncio.start_server(hostile.serve, "127.0.0.1", 0)
    hostile.port = server.sockets[0].getsockname()[1]
    try:
        yield hostile
    finally:
        server.close()
        for task in list(hostile.open):
            task.cancel()
        await asyncio.gather(*hostile.open, return_exceptions=True)
        await server.wait_closed()


class Rebinding:
    """Answers each look-up of a name with the next of its answers; the last one stays."""

    def __init__(self, **names: Sequence[Sequence[str]]) -> None:
        self.left = {
            name.replace("_", ".") + ".": [list(answer) for answer in answers] for name, answers in names.items()
        }
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        answers = self.left[host]
        return answers.pop(0) if len(answers) > 1 else answers[0]


class Rerouted(httpx2.AsyncBaseTransport):
    """Leads what is dialled at `PUBLIC` to the hostile server; anything else is dialled as it stands."""

    def __init__(self, context: ssl.SSLContext, port: int) -> None:
        self._port = port
        self._wire = httpx2.AsyncHTTPTransport(verify=context, trust_env=False)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.host == PUBLIC:
            address = request.url.copy_with(host="127.0.0.1", port=self._port)
            request = httpx2.Request(request.method, address, headers=request.headers, extensions=request.extensions)
        return await self._wire.handle_async_request(request)

    async def aclose(self) -> None:
        await self._wire.aclose()

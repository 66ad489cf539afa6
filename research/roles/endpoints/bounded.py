"""What a server sends is read up to a size and unpacked piece by piece, whoever reads it: our own client, a provider's
SDK, or a look at a server's version. A body without end, or one that unpacks to gigabytes, costs its server the call
and nobody the worker (B-048).
"""

import asyncio
import json
import ssl
import zlib
from collections.abc import AsyncIterator, Mapping
from functools import cache
from typing import Any

import httpx2

from research.roles.endpoints import EndpointError, EndpointKind

PIECE = 65_536
"""Bytes that are unpacked at once."""
_ZLIB_OR_GZIP = 32 + zlib.MAX_WBITS  # zlib's own header detection
PACKED = ("gzip", "x-gzip", "deflate")
SHOWN = 20
"""Characters of a name that a server gives, in a sentence."""


@cache
def certificates() -> ssl.SSLContext:
    """Read once: a client is built for every call, since each step runs in an event loop of its own."""
    return ssl.create_default_context()


def client(most_bytes: int, seconds: float, transport: httpx2.AsyncBaseTransport | None = None) -> httpx2.AsyncClient:
    """Follows no redirect: prompt and key go to the host that is bound, and to no other. `seconds` is the patience of
    one read; the deadline of the whole stands with whoever asks."""
    inner = transport or httpx2.AsyncHTTPTransport(verify=certificates(), trust_env=False)
    return httpx2.AsyncClient(
        transport=Bounded(inner, most_bytes), trust_env=False, timeout=seconds, follow_redirects=False
    )


async def told_json(
    url: str,
    seconds: float,
    most_bytes: int,
    *,
    sent: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
    transport: httpx2.AsyncBaseTransport | None = None,
) -> Any:
    """What a server says of itself, on which nothing depends; None for whatever went wrong."""
    try:
        async with asyncio.timeout(seconds), client(most_bytes, seconds, transport) as asking:
            answer = await (
                asking.get(url, headers=headers) if sent is None else asking.post(url, json=dict(sent), headers=headers)
            )
            return json.loads(answer.text) if answer.status_code == httpx2.codes.OK else None
    except (TimeoutError, EndpointError, httpx2.HTTPError, httpx2.InvalidURL, ValueError, RecursionError):
        return None


class Bounded(httpx2.AsyncBaseTransport):
    def __init__(self, inner: httpx2.AsyncBaseTransport, most_bytes: int) -> None:
        self._inner = inner
        self._most = most_bytes

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        request.headers["accept-encoding"] = "identity"
        answer = await self._inner.handle_async_request(request)
        if not isinstance(answer.stream, httpx2.AsyncByteStream):
            raise TypeError(f"{type(answer.stream).__name__} can't be read without blocking")
        packed = answer.headers.get("content-encoding", "").strip().lower()
        kept = [pair for pair in answer.headers.multi_items() if pair[0].lower() != "content-encoding"]
        stream = _Stream(answer.stream, packed, self._most)
        return httpx2.Response(answer.status_code, headers=kept, stream=stream, extensions=answer.extensions)

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Stream(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, packed: str, most: int) -> None:
        self._inner, self._packed, self._left = inner, packed, most

    async def __aiter__(self) -> AsyncIterator[bytes]:
        unpacker = zlib.decompressobj(_ZLIB_OR_GZIP) if self._packed in PACKED else None
        if unpacker is None and self._packed not in ("", "identity"):
            raise _unread(f"packed as {self._packed[:SHOWN]!r}, which wasn't asked for")
        async for wire in self._inner:
            self._take(len(wire))
            if unpacker is None:
                yield wire
                continue
            while wire and not unpacker.eof:
                yield self._unpacked(unpacker, wire)
                wire = unpacker.unconsumed_tail

    def _unpacked(self, unpacker: "zlib._Decompress", wire: bytes) -> bytes:
        try:
            plain = unpacker.decompress(wire, PIECE)
        except zlib.error:
            raise _unread("packed, and can't be unpacked") from None
        self._take(len(plain))
        return plain

    def _take(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise _unread("larger than any answer may be")

    async def aclose(self) -> None:
        await self._inner.aclose()


def _unread(why: str) -> EndpointError:
    """It began to answer, so it may have worked, and be paid."""
    return EndpointError(EndpointKind.INTERNAL, f"the server's answer is {why}", maybe_paid=True)

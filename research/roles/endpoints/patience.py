"""Retries of a busy server, within one wall-clock deadline. Retries live here and nowhere else.

They stand outside of the ledger and of whoever asks for a permit: each try is a row and a permit of its own. A long
wait is not slept through: the error carries the server's delay, and the worker is free for other tasks.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields
from random import SystemRandom
from typing import TypeVar

from research.roles.endpoints import Endpoint, EndpointError, EndpointKind, Reply, Request

T = TypeVar("T")
Sleep = Callable[[float], Awaitable[None]]
RETRIED = frozenset({EndpointKind.UNAVAILABLE, EndpointKind.OVERLOADED, EndpointKind.RATE_LIMITED})
_jitter = SystemRandom()
_ends: ContextVar[float | None] = ContextVar("ends", default=None)
"""When the call with all its tries is over, on the monotonic clock; a try inside it ends no later."""


@dataclass(frozen=True, slots=True)
class Patience:
    """The numbers stand in the engine's limits; `of` takes them from there by name."""

    call_seconds: float
    call_tries: int
    call_wait_seconds: float
    call_longest_wait_seconds: float
    reply_bytes: int

    @classmethod
    def of(cls, values: Mapping[str, float]) -> "Patience":
        return cls(**{field.name: values[field.name] for field in fields(cls)})  # type: ignore[arg-type]


class Patient:
    """An endpoint that asks a busy one again."""

    def __init__(self, inner: Endpoint, patience: Patience, sleep: Sleep = asyncio.sleep) -> None:
        self.name = inner.name
        self.inner = inner
        self._patience = patience
        self._sleep = sleep

    async def complete(self, request: Request) -> Reply:
        return await patiently(lambda: self.inner.complete(request), self._patience, self._sleep)


async def patiently(call: Callable[[], Awaitable[T]], patience: Patience, sleep: Sleep = asyncio.sleep) -> T:
    """The deadline runs over all tries and waits together, so a dripping server can't hold a worker (P12)."""
    outer = _ends.set(time.monotonic() + patience.call_seconds)
    try:
        return await _tries(call, patience, sleep)
    finally:
        _ends.reset(outer)


async def _tries(call: Callable[[], Awaitable[T]], patience: Patience, sleep: Sleep) -> T:
    left = patience.call_tries
    backoff = patience.call_wait_seconds
    while True:
        left -= 1
        try:
            return await call()
        except EndpointError as error:
            wait = error.retry_after if error.retry_after is not None else backoff * (1 + _jitter.random())
            hopeless = error.permanent or error.kind not in RETRIED
            longest = min(patience.call_longest_wait_seconds, seconds_left(patience))
            if hopeless or left <= 0 or wait > longest:
                raise
        await sleep(wait)
        backoff *= 2


def seconds_left(patience: Patience) -> float:
    """Of the call that is under way; a try outside of any call has the whole time."""
    ends = _ends.get()
    return patience.call_seconds if ends is None else min(patience.call_seconds, ends - time.monotonic())


@asynccontextmanager
async def in_time(patience: Patience) -> AsyncIterator[None]:
    """One try. Its end closes the connection: what happens inside is cancelled, not forgotten."""
    try:
        async with asyncio.timeout(max(0.0, seconds_left(patience))):
            yield
    except TimeoutError:
        detail = f"no answer within {patience.call_seconds:g} s"
        raise EndpointError(EndpointKind.TOO_SLOW, detail) from None

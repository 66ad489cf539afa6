"""Retries of a busy server, within one wall-clock deadline. Retries live here and nowhere else.

A long wait is not slept through: the error carries the server's delay, and the worker is free for other tasks.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, fields
from random import SystemRandom
from typing import TypeVar

from research.roles.endpoints import EndpointError, EndpointKind

T = TypeVar("T")
RETRIED = frozenset({EndpointKind.UNAVAILABLE, EndpointKind.OVERLOADED, EndpointKind.RATE_LIMITED})
_jitter = SystemRandom()


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


@dataclass
class Gate:
    """Closed for as long as a server asked for: no call goes out before (B-028). One process knows of it."""

    clock: Callable[[], float] = time.monotonic
    opens: float = 0.0

    def check(self) -> None:
        if (left := self.opens - self.clock()) > 0:
            raise EndpointError(EndpointKind.RATE_LIMITED, f"the server asked to wait {left:.0f} s more", left)

    def close(self, seconds: float) -> None:
        self.opens = max(self.opens, self.clock() + seconds)


async def patiently(
    call: Callable[[], Awaitable[T]],
    patience: Patience,
    gate: Gate,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> T:
    """The deadline runs over all tries and waits together, so a dripping server can't hold a worker (P12)."""
    gate.check()
    try:
        async with asyncio.timeout(patience.call_seconds):
            return await _tries(call, patience, gate, sleep)
    except TimeoutError:
        detail = f"no answer within {patience.call_seconds:g} s"
        raise EndpointError(EndpointKind.TOO_SLOW, detail) from None


async def _tries(
    call: Callable[[], Awaitable[T]], patience: Patience, gate: Gate, sleep: Callable[[float], Awaitable[None]]
) -> T:
    left = patience.call_tries
    backoff = patience.call_wait_seconds
    while True:
        left -= 1
        try:
            return await call()
        except EndpointError as error:
            wait = error.retry_after if error.retry_after is not None else backoff * (1 + _jitter.random())
            if error.retry_after is not None and not error.permanent:
                gate.close(error.retry_after)
            hopeless = error.permanent or error.kind not in RETRIED
            if hopeless or left <= 0 or wait > patience.call_longest_wait_seconds:
                raise
        await sleep(wait)
        backoff *= 2

"""How hard one host may be asked: slots within a reach, back-off shared between reaches."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Protocol


class Pace(Protocol):
    """Back-off after "too many requests", shared by all workers where the caller backs it with a store (B-028)."""

    async def blocked_until(self, host: str) -> datetime | None: ...

    async def back_off(self, host: str, until: datetime) -> None: ...


class LocalPace:
    """Back-off within one process: for tests and the command line."""

    def __init__(self, now: Callable[[], datetime] | None = None) -> None:
        self._now = now or (lambda: datetime.now(UTC))
        self._until: dict[str, datetime] = {}

    async def blocked_until(self, host: str) -> datetime | None:
        until = self._until.get(host)
        if until is not None and until <= self._now():
            del self._until[host]
            return None
        return until

    async def back_off(self, host: str, until: datetime) -> None:
        """A shorter wait never cuts a longer one."""
        self._until[host] = max(until, self._until.get(host, until))


class Gate:
    """A pool that can be narrowed while in use: the next places given back are kept shut (R080)."""

    def __init__(self, places: int) -> None:
        self._places = asyncio.Semaphore(places)
        self._owed = 0
        self._narrowed = False

    def narrow(self, by: int) -> None:
        """Once is enough for one reach, however many of its queries are told off."""
        if not self._narrowed:
            self._narrowed, self._owed = True, by

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        await self._places.acquire()
        try:
            yield
        finally:
            if self._owed > 0:
                self._owed -= 1
            else:
                self._places.release()


class Slots:
    """Semaphores of one reach. Made anew for each, since a semaphore belongs to the loop that first waited on it."""

    def __init__(self, pool: int, per_host: int) -> None:
        self._pool = asyncio.Semaphore(pool)
        self._hosts: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(per_host))

    @asynccontextmanager
    async def visit(self, host: str) -> AsyncIterator[None]:
        """The host's slot first: waiting for a busy host must not hold a place in the pool."""
        async with self._hosts[host], self._pool:
            yield

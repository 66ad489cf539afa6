"""Places within one reach. Made anew for each, since a semaphore belongs to the loop that first waited on it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


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
    """The pool of page fetches, and beside it what one host bears (R215)."""

    def __init__(self, pool: int) -> None:
        self.pool = asyncio.Semaphore(pool)
        self._hosts: dict[str, asyncio.Semaphore] = {}

    def host(self, name: str, cap: int) -> asyncio.Semaphore:
        """To be taken first: waiting for a busy host must not hold a place in the pool."""
        return self._hosts.setdefault(name, asyncio.Semaphore(cap))

"""The calls of one step at one server, one after another where it has no seat for all of them.

A door lets nobody wait long, since a worker's time is dear. But a step that reads three pages at a server with one seat
stands in its own way: the second call would fail for the first one's sake, and take it down with the step.
"""

from asyncio import Semaphore

from research.roles.endpoints import Endpoint, Reply, Request


class InTurn:
    """`places`: as many as the server has seats, shared by all of the step's roles. A call's deadline begins with its
    turn: whoever is before it has one, too."""

    def __init__(self, inner: Endpoint, places: Semaphore) -> None:
        self.name = inner.name
        self.inner = inner
        self._places = places

    async def complete(self, request: Request) -> Reply:
        async with self._places:
            return await self.inner.complete(request)

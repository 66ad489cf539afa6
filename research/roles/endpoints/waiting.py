"""A busy server makes the step wait; no builtin role answers in its place (B-026), and the worker is free meanwhile.

Only while the step has attempts left. At the last one a busy server is a failed one, and the task goes on without it.
"""

from research.roles.endpoints import Endpoint, EndpointError, EndpointKind, Reply, Request

BUSY = frozenset({EndpointKind.OVERLOADED, EndpointKind.RATE_LIMITED})


class ServerBusy(Exception):
    """No role may answer it away: it ends the step, which is taken again when the server asked to be."""

    def __init__(self, error: EndpointError) -> None:
        super().__init__(error.detail)
        self.error = error


class Waiting:
    def __init__(self, inner: Endpoint) -> None:
        self.name = inner.name
        self.inner = inner

    async def complete(self, request: Request) -> Reply:
        try:
            return await self.inner.complete(request)
        except EndpointError as error:
            if error.kind in BUSY and not error.permanent:
                raise ServerBusy(error) from None
            raise

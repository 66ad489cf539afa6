"""Several endpoints of one role: the first that answers. Who stands aside, and why, is told each time."""

from collections.abc import Sequence
from typing import Protocol

from research.roles.endpoints import Endpoint, EndpointError, EndpointKind, Reply, Request

PASSED_ON = frozenset(
    {
        EndpointKind.UNAVAILABLE,
        EndpointKind.OVERLOADED,
        EndpointKind.RATE_LIMITED,
        EndpointKind.TOO_SLOW,
        EndpointKind.NOT_AUTHORISED,
        EndpointKind.NO_SUCH_MODEL,
    }
)
"""Failures of one server. A refusal, a spent budget or a prompt that is too long would be the same elsewhere."""
NEXT = "next_endpoint"
"""The kind told when another endpoint of the role is asked instead."""


class OnNext(Protocol):
    def __call__(self, role: str, prompt: str, kind: str, detail: str) -> None: ...


class InOrder:
    def __init__(self, endpoints: Sequence[Endpoint], tell: OnNext) -> None:
        self.name = endpoints[0].name
        self._endpoints = tuple(endpoints)
        self._tell = tell

    async def complete(self, request: Request) -> Reply:
        failed: list[EndpointError] = []
        for at, endpoint in enumerate(self._endpoints):
            try:
                return await endpoint.complete(request)
            except EndpointError as error:
                if error.kind not in PASSED_ON:
                    raise
                failed.append(error)
                if following := self._endpoints[at + 1 : at + 2]:
                    said = f"{endpoint.name}: {error.detail}; asked instead: {following[0].name}"
                    self._tell(request.role, request.prompt_name, NEXT, said)
        # One that may answer later is worth waiting for; else an operator must act.
        raise next((error for error in failed if not error.permanent), failed[0])

"""Who may call a server now: so many at once, and nobody while it is known to be in trouble (C18, B-028).

One door stands before each server for all workers together, so its state is rows in the product; the rules are here.
A door shuts for as long as a server asked for, or after some failures in a row. When the time is over it is half open:
one call goes through as a probe, and its outcome opens the door or shuts it again.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Protocol

from research.roles.endpoints import Endpoint, EndpointError, EndpointKind, Reply, Request
from research.roles.endpoints.patience import Patience, Sleep, seconds_left

TROUBLE = frozenset(
    {EndpointKind.UNAVAILABLE, EndpointKind.OVERLOADED, EndpointKind.RATE_LIMITED, EndpointKind.TOO_SLOW}
)
"""Failures that say something of the server. The others are about one request, or an operator's."""


@dataclass(frozen=True, slots=True)
class DoorRules:
    """The numbers stand in the engine's limits; `of` takes them from there by name."""

    call_seats: int
    seat_seconds: float
    seat_look_seconds: float
    breaker_failures: int
    breaker_seconds: float

    @classmethod
    def of(cls, values: Mapping[str, float]) -> "DoorRules":
        return cls(**{field.name: values[field.name] for field in fields(cls)})  # type: ignore[arg-type]

    def shut_for(self, failures: int, probing: bool, error: EndpointError) -> float:
        """Seconds, after that many failures in a row; 0 leaves the door open."""
        if error.retry_after is not None:
            return error.retry_after
        return self.breaker_seconds if probing or failures >= self.breaker_failures else 0.0

    def look_again(self, probe_left: float) -> float:
        """Seconds to wait while somebody else's probe is under way: it may be back long before its deadline."""
        return min(probe_left, self.breaker_seconds)


@dataclass(frozen=True, slots=True)
class Shut:
    seconds: float
    """Until the next look is worth while."""
    kind: str
    sentence: str
    """Of the failure that shut it."""


class Door(Protocol):
    """Each of its questions is one look at what all workers share."""

    async def enter(self, server: str, probe_seconds: float, rules: DoorRules) -> str | Shut | None:
        """A seat by its name; None while all are taken; or nobody goes in for a while. Behind a half-open door one
        caller gets in, for that long. A seat is free again in a while, unless it is kept. Where the call may not be
        made any more, whoever built the door raises that here: it is asked last, since a wait may have been long."""

    async def keep(self, server: str, seat: str, seconds: float) -> None:
        """Once more for so long: a holder that died keeps nothing."""

    async def leave(self, server: str, seat: str, ended: "Ended", rules: DoorRules) -> None: ...


class Untold(Enum):
    """How a call ended that says nothing of its server: another probe may be sent."""

    UNTOLD = 0


Ended = EndpointError | Untold | None
"""None: it was answered."""


class Gated:
    """An endpoint behind its door."""

    def __init__(
        self,
        inner: Endpoint,
        door: Door,
        rules: DoorRules,
        patience: Patience,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.name = inner.name
        self.inner = inner
        self._door, self._rules, self._patience = door, rules, patience
        self._sleep = sleep

    async def complete(self, request: Request) -> Reply:
        seat = await self._seat()
        kept = asyncio.ensure_future(self._kept(seat))
        ended: Ended = Untold.UNTOLD
        try:
            reply = await self.inner.complete(request)
            ended = None
            return reply
        except EndpointError as error:
            if error.kind in TROUBLE and not error.permanent:
                ended = error
            raise
        finally:
            kept.cancel()
            await self._door.leave(self.name, seat, ended, self._rules)

    async def _kept(self, seat: str) -> None:
        """Half of its time may pass without a sign: a busy loop is no dead worker."""
        while True:
            await asyncio.sleep(self._rules.seat_seconds / 2)
            await self._door.keep(self.name, seat, self._rules.seat_seconds)

    async def _seat(self) -> str:
        """Waits a moment in line; after that the step waits instead, and its worker is free."""
        wait = min(self._patience.call_longest_wait_seconds, seconds_left(self._patience))
        until = time.monotonic() + wait
        while (seat := await self._door.enter(self.name, self._patience.call_seconds, self._rules)) is None:
            if time.monotonic() >= until:
                said = f"all {self._rules.call_seats} seats at the server are taken"
                raise EndpointError(EndpointKind.OVERLOADED, said)
            await self._sleep(self._rules.seat_look_seconds)
        if isinstance(seat, Shut):
            raise _left_alone(seat)
        return seat


def _left_alone(shut: Shut) -> EndpointError:
    """Nothing was sent: a kind that says it may have been answered and paid would charge for it."""
    said = f"the server is left alone for {shut.seconds:.0f} s more ({shut.sentence})"
    slow = shut.kind == EndpointKind.TOO_SLOW
    return EndpointError(EndpointKind.UNAVAILABLE if slow else EndpointKind(shut.kind), said, shut.seconds)


@dataclass(slots=True)
class _Kept:
    failures: int = 0
    until: float | None = None
    probe: float = 0.0
    why: EndpointError | None = None
    seats: dict[str, float] = field(default_factory=dict)


class OneProcessDoor:
    """For whoever has no rows: the same rules, known to this process only."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, permit: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        self._clock = clock
        self._permit = permit
        self._kept: dict[str, _Kept] = {}

    def _of(self, server: str) -> _Kept:
        return self._kept.setdefault(server, _Kept())

    async def enter(self, server: str, probe_seconds: float, rules: DoorRules) -> str | Shut | None:
        if self._permit:
            await self._permit()
        seat = self.sit(server, rules.call_seats, rules.seat_seconds)
        if seat and (shut := self.shut(server, probe_seconds, rules)):
            self._of(server).seats.pop(seat, None)
            return shut
        return seat

    def shut(self, server: str, probe_seconds: float, rules: DoorRules) -> Shut | None:
        kept, now = self._of(server), self._clock()
        if kept.until is None or kept.why is None:
            return None
        if (left := max(kept.until - now, rules.look_again(kept.probe - now))) > 0:
            return Shut(left, kept.why.kind, kept.why.detail)
        kept.probe = now + probe_seconds
        return None

    def sit(self, server: str, seats: int, seconds: float) -> str | None:
        held, now = self._of(server).seats, self._clock()
        for place in map(str, range(seats)):
            if held.get(place, now) <= now:
                held[place] = now + seconds
                return place
        return None

    async def keep(self, server: str, seat: str, seconds: float) -> None:
        if seat in (held := self._of(server).seats):
            held[seat] = self._clock() + seconds

    async def leave(self, server: str, seat: str, ended: Ended, rules: DoorRules) -> None:
        kept = self._of(server)
        kept.seats.pop(seat, None)
        if isinstance(ended, EndpointError):
            self._failed(kept, ended, rules)
        elif ended is None:
            kept.failures, kept.until = 0, None
        kept.probe = 0.0

    def _failed(self, kept: _Kept, error: EndpointError, rules: DoorRules) -> None:
        now = self._clock()
        kept.failures += 1
        kept.why = error
        if wait := rules.shut_for(kept.failures, kept.probe > now, error):
            kept.until = max(kept.until or 0.0, now + wait)

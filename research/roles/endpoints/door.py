"""Who may call a server now: so many at once, and nobody while it is known to be in trouble (C18, B-028).

One door stands before each server for all workers together, so its state is rows in the product; the rules are here.
A door shuts for as long as a server asked for, or after some failures in a row. When the time is over it is half open:
one call goes through as a probe, and its outcome opens the door or shuts it again.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, fields
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
    async def shut(self, server: str, probe_seconds: float, rules: DoorRules) -> Shut | None:
        """None: go. Behind a half-open door that is said to one caller only, for that long."""

    async def sit(self, server: str, seats: int, seconds: float) -> str | None:
        """A seat by its name, or None while all are taken. Free again after that long, unless it is kept."""

    async def keep(self, server: str, seat: str, seconds: float) -> None:
        """Once more for so long: a holder that died keeps nothing."""

    async def rise(self, server: str, seat: str) -> None: ...

    async def answered(self, server: str) -> None: ...

    async def failed(self, server: str, error: EndpointError, rules: DoorRules) -> None: ...

    async def let_be(self, server: str) -> None:
        """A probe that ended without an outcome: another may be sent."""


class Gated:
    """An endpoint behind its door. `permit` is asked last, since a wait may have been long."""

    def __init__(
        self,
        inner: Endpoint,
        door: Door,
        rules: DoorRules,
        patience: Patience,
        permit: Callable[[], Awaitable[None]],
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.name = inner.name
        self.inner = inner
        self._door, self._rules, self._patience = door, rules, patience
        self._permit, self._sleep = permit, sleep

    async def complete(self, request: Request) -> Reply:
        seat = await self._seat()
        kept = asyncio.ensure_future(self._kept(seat))
        try:
            await self._unless_shut()
            return await self._asked(request)
        finally:
            kept.cancel()
            await self._door.rise(self.name, seat)

    async def _kept(self, seat: str) -> None:
        """Half of its time may pass without a sign: a busy loop is no dead worker."""
        while True:
            await asyncio.sleep(self._rules.seat_seconds / 2)
            await self._door.keep(self.name, seat, self._rules.seat_seconds)

    async def _asked(self, request: Request) -> Reply:
        told = False
        try:
            await self._permit()
            reply = await self.inner.complete(request)
            await self._door.answered(self.name)
            told = True
            return reply
        except EndpointError as error:
            if error.kind in TROUBLE and not error.permanent:
                await self._door.failed(self.name, error, self._rules)
                told = True
            raise
        finally:
            if not told:
                await self._door.let_be(self.name)

    async def _unless_shut(self) -> None:
        if shut := await self._door.shut(self.name, self._patience.call_seconds, self._rules):
            said = f"the server is left alone for {shut.seconds:.0f} s more ({shut.sentence})"
            # Nothing was sent: a kind that says it may have been answered and paid would charge for it.
            slow = shut.kind == EndpointKind.TOO_SLOW
            raise EndpointError(EndpointKind.UNAVAILABLE if slow else EndpointKind(shut.kind), said, shut.seconds)

    async def _seat(self) -> str:
        """Waits a moment in line; after that the step waits instead, and its worker is free."""
        wait = min(self._patience.call_longest_wait_seconds, seconds_left(self._patience))
        until = time.monotonic() + wait
        while (seat := await self._door.sit(self.name, self._rules.call_seats, self._rules.seat_seconds)) is None:
            if time.monotonic() >= until:
                said = f"all {self._rules.call_seats} seats at the server are taken"
                raise EndpointError(EndpointKind.OVERLOADED, said)
            await self._sleep(self._rules.seat_look_seconds)
        return seat


@dataclass(slots=True)
class _Kept:
    failures: int = 0
    until: float | None = None
    probe: float = 0.0
    why: EndpointError | None = None
    seats: dict[str, float] = field(default_factory=dict)


class OneProcessDoor:
    """For whoever has no rows: the same rules, known to this process only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: dict[str, _Kept] = {}

    def _of(self, server: str) -> _Kept:
        return self._kept.setdefault(server, _Kept())

    async def shut(self, server: str, probe_seconds: float, rules: DoorRules) -> Shut | None:
        kept, now = self._of(server), self._clock()
        if kept.until is None or kept.why is None:
            return None
        if (left := max(kept.until - now, rules.look_again(kept.probe - now))) > 0:
            return Shut(left, kept.why.kind, kept.why.detail)
        kept.probe = now + probe_seconds
        return None

    async def sit(self, server: str, seats: int, seconds: float) -> str | None:
        held, now = self._of(server).seats, self._clock()
        for place in map(str, range(seats)):
            if held.get(place, now) <= now:
                held[place] = now + seconds
                return place
        return None

    async def keep(self, server: str, seat: str, seconds: float) -> None:
        if seat in (held := self._of(server).seats):
            held[seat] = self._clock() + seconds

    async def rise(self, server: str, seat: str) -> None:
        self._of(server).seats.pop(seat, None)

    async def answered(self, server: str) -> None:
        kept = self._of(server)
        kept.failures, kept.until, kept.probe = 0, None, 0.0

    async def failed(self, server: str, error: EndpointError, rules: DoorRules) -> None:
        kept, now = self._of(server), self._clock()
        kept.failures += 1
        wait = rules.shut_for(kept.failures, kept.probe > now, error)
        kept.why, kept.probe = error, 0.0
        if wait:
            kept.until = max(kept.until or 0.0, now + wait)

    async def let_be(self, server: str) -> None:
        self._of(server).probe = 0.0

"""How hard a host may be asked, as all workers see it: back-off, turns, answer times, one fetch of a page at a time."""

import math
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol

from reach.settings import ReachSettings

Wait = Callable[[int], float]
"""Refusals in a row → seconds to stay away."""


class Pace(Protocol):
    """What reaches know of each other. Backed by rows where several workers reach at once (C18, B-028, B-044).

    A `host` is a host's name, or the lane of a provider.
    """

    async def pause_left(self, host: str) -> float:
        """Seconds for which the host wants to be left alone; 0: it may be asked."""
        ...

    async def strike(self, host: str, wait: Wait) -> float:
        """Counts a refusal and keeps every worker away; returns the seconds until the host may be asked again.

        Refusals that arrive while the host is being left alone are one: they were under way already.
        """
        ...

    async def answered(self, host: str, seconds: float) -> None:
        """The host gave a proper answer: its refusals are forgotten."""
        ...

    async def turn(self, host: str, gap_seconds: float, within_seconds: float) -> float | None:
        """Takes the host's next turn; seconds to wait for it. None, and nothing taken, if it comes too late."""
        ...

    async def typical_seconds(self, host: str) -> float | None:
        """P95 of the host's last answers (R271); None while there are too few to tell."""
        ...

    async def troubled_hosts(self) -> float | None:
        """Share of the hosts read last that did not answer for a reason fewer requests may cure; None: too few."""
        ...

    async def claim(self, key: str, seconds: float) -> bool:
        """True for one caller at a time, until it is released or the time is over."""
        ...

    async def release(self, key: str) -> None: ...


TAIL = 95  # per cent of the answers that come within the time a reach counts on (R271)


def percentile_95(values: Sequence[float]) -> float:
    """The nearest rank: a time that was seen, never one between two."""
    ranked = sorted(values)
    return ranked[math.ceil(len(ranked) * TAIL / 100) - 1]


class LocalPace:
    """The same within one process: for tests and the command line."""

    def __init__(self, now: Callable[[], datetime] | None = None, settings: ReachSettings | None = None) -> None:
        self._now = now or (lambda: datetime.now(UTC))
        self._settings = settings or ReachSettings()
        self._until: dict[str, datetime] = {}
        self._strikes: defaultdict[str, int] = defaultdict(int)
        self._free: dict[str, datetime] = {}
        self._claims: dict[str, datetime] = {}
        self._times: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=self._settings.answers_kept))

    async def pause_left(self, host: str) -> float:
        now = self._now()
        return max(0.0, (self._until.get(host, now) - now).total_seconds())

    async def strike(self, host: str, wait: Wait) -> float:
        now, until = self._now(), self._until.get(host)
        self._strikes[host] += until is None or until <= now
        asked = now + timedelta(seconds=wait(self._strikes[host]))
        self._until[host] = max(asked, until or asked)
        return (self._until[host] - now).total_seconds()

    async def answered(self, host: str, seconds: float) -> None:
        self._times[host].append(seconds)
        if await self.pause_left(host) == 0:
            self._until.pop(host, None)
            self._strikes.pop(host, None)

    async def turn(self, host: str, gap_seconds: float, within_seconds: float) -> float | None:
        now = self._now()
        begin = max(now, self._free.get(host, now))
        wait = (begin - now).total_seconds()
        if wait > within_seconds:
            return None
        self._free[host] = begin + timedelta(seconds=gap_seconds)
        return wait

    async def typical_seconds(self, host: str) -> float | None:
        times = self._times[host]
        return percentile_95(times) if len(times) >= self._settings.answers_least else None

    async def troubled_hosts(self) -> float | None:
        return None

    async def claim(self, key: str, seconds: float) -> bool:
        now = self._now()
        if self._claims.get(key, now) > now:
            return False
        self._claims[key] = now + timedelta(seconds=seconds)
        return True

    async def release(self, key: str) -> None:
        self._claims.pop(key, None)

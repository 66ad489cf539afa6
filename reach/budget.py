"""The clock of one reach: its deadline, the one retry, and the settling of many targets at once (R209-R218, C31)."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from reach.errors import Kind, ReachError, SharedLost
from reach.pace import Pace
from reach.pages import Outcome, Status
from reach.settings import ReachSettings

logger = logging.getLogger("reach")

Clock = Callable[[], float]
Result = TypeVar("Result")


class Deadline:
    """A point on the wall clock. Passing it on, instead of a duration, makes nested waits add up to the whole."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._until = clock() + seconds

    @property
    def left(self) -> float:
        return max(0.0, self._until - self._clock())

    def within(self, seconds: float) -> "Deadline":
        return Deadline(self._clock, min(seconds, self.left))


async def attempt(
    call: Callable[[float], Awaitable[Result]],
    deadline: Deadline,
    settings: ReachSettings,
    tries: int | None = None,
    free: Callable[[], Awaitable[bool]] | None = None,
) -> Result:
    """Asks once, and once more after a connect time-out or a 5xx if the time left covers the wait and a connection.

    `free` is asked before the second try: another answer may have said meanwhile to leave the host alone.
    """
    last = (settings.retries + 1 if tries is None else tries) - 1
    for spent in range(last + 1):
        try:
            async with asyncio.timeout(deadline.left):
                return await call(deadline.left)
        except TimeoutError:
            raise ReachError(Kind.TOO_SLOW, "no complete answer within the time of a target") from None
        except ReachError as error:
            needed = settings.retry_wait_seconds + settings.connect_seconds
            if not error.passing or spent == last or deadline.left < needed:
                raise
            await asyncio.sleep(settings.retry_wait_seconds)
            if free is not None and not await free():
                raise
    raise AssertionError("the last attempt returns or raises")


async def settle(
    jobs: Sequence[Coroutine[object, object, Result]], deadline: Deadline, settings: ReachSettings
) -> list[Result | None]:
    """Results in the order of the jobs; None for those that the deadline cut. Never waits for a cut one to agree, nor,
    once a job raised, for the others."""
    tasks = [asyncio.ensure_future(job) for job in jobs]
    try:
        if tasks:
            await asyncio.wait(tasks, timeout=deadline.left, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        late = [task for task in tasks if not task.done()]
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=settings.cancel_grace_seconds)
    ended = [task for task in tasks if task.done() and not task.cancelled()]
    raise_first(ended)
    return [task.result() if task in ended else None for task in tasks]


def raise_first(ended: Iterable["asyncio.Task[Result]"]) -> None:
    """Of several that failed at once one is raised, and each is looked at: asyncio reports one that nobody saw."""
    failures = [error for task in ended if (error := task.exception())]
    if failures:
        raise failures[0]


def as_error(error: Exception) -> ReachError:
    """A fault of our own becomes an outcome too; its message stays in the log's trace, since it may quote the page."""
    if isinstance(error, ReachError):
        return error
    if isinstance(error, SharedLost):
        raise error
    logger.error("unexpected %s while reaching", type(error).__name__, exc_info=error)
    return ReachError(Kind.INTERNAL, f"unexpected {type(error).__name__}")


class NotAsked(Exception):
    """Nothing went out for this target: its row says skipped, not failed."""

    def __init__(self, why: str, kind: Kind | None = None, retry_after: float | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.kind = kind
        self.retry_after = retry_after  # seconds


async def undisturbed(pace: Pace, host: str, name: str, now: Callable[[], datetime]) -> None:
    """Raises where the host, or lane, wants to be left alone; every worker obeys what one was told (B-028)."""
    left = await pace.pause_left(host)
    if left > 0:
        until = now() + timedelta(seconds=left)
        raise NotAsked(f"{name} asked to be left alone until {until:%H:%M:%S} UTC", Kind.RATE_LIMITED, left)


async def sat_out(pace: Pace, host: str, deadline: Deadline, settings: ReachSettings) -> bool:
    """Waits until the host may be asked again, if what is left of the reach covers that and a connection.

    To be called in no pool's place. Looks again after each sleep: another worker may have been refused meanwhile.
    """
    while (left := await pace.pause_left(host)) > 0:
        if left + settings.connect_seconds > deadline.left:
            return False
        await asyncio.sleep(left)
    return True


def failure(target: str, channel: str, error: ReachError, seconds: float) -> Outcome:
    return Outcome(
        target, channel, Status.FAILED, error.kind, error.detail, seconds, items=0, retry_after=error.retry_after
    )


def skip(target: str, channel: str, reason: str | NotAsked) -> Outcome:
    told = NotAsked(reason) if isinstance(reason, str) else reason
    return Outcome(target, channel, Status.SKIPPED, told.kind, told.why, 0.0, items=0, retry_after=told.retry_after)


def wait_after(
    error: ReachError, strikes: int, settings: ReachSettings, draw: Callable[[], float] = random.random
) -> float:
    """Seconds to leave a host alone after it refused so many times in a row (C18).

    Without a stated wait: full jitter, drawn from a span that doubles with each refusal. A stated wait is never
    undercut; from the second refusal on the drawn one counts where it is longer.
    """
    doublings = min(strikes, settings.strikes_most) - 1
    drawn = draw() * min(settings.back_off_seconds * 2**doublings, settings.back_off_most_seconds)
    if error.retry_after is None:
        return max(drawn, settings.back_off_least_seconds)
    named = error.retry_after + draw() * settings.back_off_spread_seconds
    return min(max(named, drawn if doublings > 0 else named), settings.back_off_most_seconds)


async def limited(pace: Pace, host: str, error: ReachError, settings: ReachSettings) -> None:
    """429, or 503 with a wait: never tried again on the spot, but made known to all workers (C18)."""
    await pace.strike(host, lambda strikes: wait_after(error, strikes, settings))

"""How long channels take to answer, and the time-outs that follow from it (R210)."""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from statistics import median

from reach.budget import Clock, as_error, limited
from reach.errors import Kind, ReachError
from reach.pace import Pace, percentile_95
from reach.providers import Provider
from reach.settings import ReachSettings


@dataclass(frozen=True, slots=True)
class Sample:
    channel: str
    seconds: tuple[float, ...]
    """Of proper answers, empty ones included."""
    failed: Counter[str] = field(default_factory=Counter)
    """How many failed, by kind."""
    stopped: str = ""
    """Why fewer were asked than wanted."""

    @property
    def asked(self) -> int:
        return len(self.seconds) + self.failed.total()

    @property
    def failed_share(self) -> float:
        return self.failed.total() / self.asked if self.asked else 0.0


@dataclass(frozen=True, slots=True)
class Spread:
    median: float
    p95: float
    most: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Spread | None":
        return cls(median(seconds), percentile_95(seconds), max(seconds)) if seconds else None


def patient(settings: ReachSettings) -> ReachSettings:
    """An answer cut at today's time-out says only that it took longer: P95 could never come out above it."""
    return replace(
        settings,
        connect_seconds=settings.calibrate_patience_seconds,
        target_seconds=settings.calibrate_patience_seconds,
    )


def proposed(seconds: Sequence[float], settings: ReachSettings) -> float | None:
    """P95 with its margin, in whole steps; None where too few answers came to tell."""
    if len(seconds) < settings.calibrate_least:
        return None
    step = settings.calibrate_step_seconds
    return max(1, math.ceil(percentile_95(seconds) * (1 + settings.calibrate_margin) / step)) * step


async def sample(
    provider: Provider,
    texts: Sequence[str],
    count: int,
    *,
    settings: ReachSettings,
    pace: Pace,
    clock: Clock = time.monotonic,
) -> Sample:
    """One after another, in the service's turn and past the cache. A service that says "too many" is left alone."""
    seconds: list[float] = []
    failed: Counter[str] = Counter()
    for text in islice(cycle(texts), count):
        if why := await _its_turn(provider, settings, pace):
            return Sample(provider.name, tuple(seconds), failed, why)
        began = clock()
        try:
            await _answer(provider, text, settings)
            seconds.append(clock() - began)
        except Exception as error:
            trouble = as_error(error)
            failed[trouble.kind] += 1
            if trouble.kind is Kind.RATE_LIMITED:
                await limited(pace, provider.lane, trouble, settings)
    return Sample(provider.name, tuple(seconds), failed)


async def _answer(provider: Provider, text: str, settings: ReachSettings) -> None:
    wait = settings.calibrate_patience_seconds
    try:
        async with asyncio.timeout(wait):
            await provider.search(text, period=None, language=None, limit=settings.results)
    except TimeoutError:
        raise ReachError(Kind.TOO_SLOW, f"no answer within {wait:g} s") from None


async def _its_turn(provider: Provider, settings: ReachSettings, pace: Pace) -> str:
    """Waits for it; words where it may not be asked any more."""
    if provider.local:
        return ""
    if (left := await pace.pause_left(provider.lane)) > 0:
        return f"it asked to be left alone for {left:.0f} s"
    wait = await pace.turn(provider.lane, settings.host_gap_seconds, settings.calibrate_patience_seconds)
    if wait is None:
        return "other workers keep it busy"
    await asyncio.sleep(wait)
    return ""

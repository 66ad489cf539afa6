"""Wall clock of workers: what a dead or stuck one may cost (F-07)."""

from dataclasses import dataclass

from research.engine.limits.ranges import number

DURABILITY = "durability"


@dataclass(frozen=True)
class DurabilityLimits:
    lease_seconds: int = number(60, "s", 2, 600, DURABILITY, "A dead worker's task waits this long at most.")
    beat_seconds: float = number(15, "s", 0.2, 120, DURABILITY, "Three beats may be missed before a takeover.")
    step_seconds: int = number(200, "s", 5, 3600, DURABILITY, "A step ends with what it has.")
    attempts: int = number(3, "times", 1, 10, DURABILITY, "A step that kills its worker is dead after this (F-07).")
    reach_wait_seconds: int = number(
        60, "s", 0, 900, DURABILITY, "A task that could reach nothing waits at most this, if it was told to (C18)."
    )
    retry_seconds: int = number(5, "s", 0, 600, DURABILITY, "Before a failed step is tried again; doubles each time.")

"""Who works on a task: taken, renewed and given back by conditional UPDATEs against the database clock (F-06, F-12)."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models import F, QuerySet
from django.db.models.functions import Now

from research.engine.lifecycle import Status
from research.models import Lease
from research.store.prepared import PreparedChange


class Overtaken(Exception):
    """The lease is somebody else's now, or the task was stopped. Whoever meets this stops quietly."""


@dataclass(frozen=True, slots=True)
class Held:
    task: int
    fence: int
    attempt: int
    """Which try of this step it is, from 1."""


def take(task: int, holder: str, seconds: float, reserved_for: str = "") -> Held | None:
    """The lease, if nobody holds it, the task runs, and its waiting time is over."""
    taken = _TAKE(task, holder, timedelta(seconds=seconds), reserved_for)
    return Held(task, *taken[0]) if taken else None


def _taken(task: int, holder: str, until: timedelta, reserved_for: str) -> tuple[QuerySet[Lease], Mapping[str, Any]]:
    return Lease.objects.due(reserved_for).filter(task=task), {
        "holder": holder,
        "fence": F("fence") + 1,
        "attempts": F("attempts") + 1,
        "until": Now() + until,
        "beat": Now(),
    }


_TAKE = PreparedChange(_taken, ("fence", "attempts"))


def renew(held: Held, seconds: float) -> bool:
    """Not once it was given back: a beat that waited for the step's own transaction would hold the task for nobody."""
    rows = Lease.objects.filter(task=held.task, fence=held.fence).exclude(holder="")
    return bool(rows.update(until=Now() + timedelta(seconds=seconds), beat=Now()))


def finish(held: Held, wait: float = 0) -> None:
    """The statement that lets an outcome be recorded: it changes nothing, and raises, when the fence has moved on.
    `wait` seconds pass before the next step may be taken."""
    if not _finished(held.task, held.fence, timedelta(seconds=wait) if wait else None):
        raise Overtaken(f"task {held.task} was taken over")


@PreparedChange
def _finished(task: int, fence: int, wait: timedelta) -> tuple[QuerySet[Lease], Mapping[str, Any]]:
    """Without a wait there is no time before which it rests: no sum with what is unknown is known."""
    rows = Lease.objects.filter(task=task, fence=fence)
    return rows, {"holder": "", "until": None, "beat": Now(), "attempts": 0, "not_before": Now() + wait}


def give_back(held: Held, wait: float = 0, *, forgiven: bool = False) -> bool:
    """Without an outcome. `wait` seconds pass before anybody may try again; `forgiven` doesn't count the attempt.
    False: it is somebody else's now."""
    rows = Lease.objects.filter(task=held.task, fence=held.fence)
    given = rows.update(
        holder="",
        until=None,
        beat=Now(),
        not_before=Now() + timedelta(seconds=wait) if wait else None,
        attempts=F("attempts") - 1 if forgiven else F("attempts"),
    )
    return bool(given)


def still_held(held: Held) -> bool:
    return holding(held).exists()


def holding(held: Held) -> QuerySet[Lease]:
    """Asked before every call to the outside: after a stop or a takeover none may start (F-14)."""
    alive = (Status.RUNNING.value, Status.PAUSED.value)
    rows: QuerySet[Lease] = Lease.objects.filter(task=held.task, fence=held.fence, task__status__in=alive)
    return rows


class Heartbeat:
    """Gives signs of life from a thread with a connection of its own, since embedding blocks the loop."""

    def __init__(self, sign: Callable[[], bool], beat_seconds: float, name: str = "") -> None:
        """`sign` says whether it was of any use still."""
        self._sign = sign
        self._beat_seconds = beat_seconds
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True, name=f"beat-{name}")

    @classmethod
    def of(cls, held: Held, lease_seconds: float, beat_seconds: float) -> "Heartbeat":
        """Renews a lease."""
        return cls(lambda: renew(held, lease_seconds), beat_seconds, str(held.task))

    def __enter__(self) -> "Heartbeat":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _beat(self) -> None:
        """A database that is away for a moment misses a beat; three may be missed."""
        try:
            while not self._done.wait(self._beat_seconds):
                try:
                    if not self._sign():
                        return
                except Exception:
                    connection.close()
        finally:
            connection.close()

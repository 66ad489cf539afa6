"""What all workers share of the outside: cached answers, hosts to be left alone, turns, and pages being fetched."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Coroutine
from datetime import timedelta
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import OperationalError, connection, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from reach.errors import Kind, SharedLost
from reach.pace import Wait, percentile_95
from reach.settings import ReachSettings
from research.models import CacheEntry, FetchClaim, HostPause, HostTurn, Reach
from research.store.faults import DATABASE_FAILED
from research.store.prepared import Prepared
from research.store.statements import said

_CROWDED = (Kind.TOO_SLOW, Kind.RATE_LIMITED, Kind.PROVIDER_UNAVAILABLE)
"""Failures that asking less at once may cure."""
_TURN = """
    INSERT INTO research_hostturn AS turn (host, free_at) VALUES (%(host)s, clock_timestamp() + %(gap)s)
    ON CONFLICT (host) DO UPDATE SET free_at = greatest(turn.free_at, clock_timestamp()) + %(gap)s
    WHERE turn.free_at <= clock_timestamp() + %(within)s
    RETURNING extract(epoch FROM turn.free_at - %(gap)s - clock_timestamp())::float8
"""
_CLAIM = """
    INSERT INTO research_fetchclaim AS claim (key, until) VALUES (%(key)s, clock_timestamp() + %(for)s)
    ON CONFLICT (key) DO UPDATE SET until = excluded.until WHERE claim.until <= clock_timestamp()
    RETURNING 1
"""


Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class DatabaseLost(SharedLost, OperationalError):
    """For a reach: none of its targets failed. For a step: its database did, and it is taken again."""


def told_apart(
    deed: Callable[Asked, Coroutine[Any, Any, Answer]],
) -> Callable[Asked, Coroutine[Any, Any, Answer]]:
    """What a reach asks of our rows. A database that goes away amid a reach must not look like a page that can't be
    had: the step would be recorded without it."""

    @wraps(deed)
    async def asked(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        try:
            return await deed(*args, **kwargs)
        except DATABASE_FAILED as error:
            raise DatabaseLost(type(error).__name__) from error

    return asked


_PUT = """
    INSERT INTO research_cacheentry (key, value, expires) VALUES (%(key)s, %(value)s, statement_timestamp() + %(for)s)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires = excluded.expires
    RETURNING true
"""


@Prepared
def _fresh(key: str) -> QuerySet[Any, Any]:
    return CacheEntry.objects.filter(key=key, expires__gt=Now()).values_list("value")


class RowCache:
    """reach.cache.Cache over one table with expiry by the database clock (R232)."""

    @told_apart
    async def get(self, key: str) -> bytes | None:
        rows = await sync_to_async(_fresh)(_short(key))
        return next((bytes(value) for (value,) in rows), None)

    @told_apart
    async def put(self, key: str, value: bytes, seconds: float) -> None:
        await sync_to_async(_put)(_short(key), value, seconds)


def _put(key: str, value: bytes, seconds: float) -> None:
    said(_PUT, {"key": key, "value": value, "for": timedelta(seconds=seconds)})


def _short(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


class RowPace:
    """reach.pace.Pace over rows: what a host told one worker binds all of them (C18)."""

    def __init__(self, settings: ReachSettings | None = None) -> None:
        self._settings = settings or ReachSettings()

    @told_apart
    async def pause_left(self, host: str) -> float:
        row = await HostPause.objects.filter(host=host, until__gt=Now()).values_list("until", Now()).afirst()
        return (row[0] - row[1]).total_seconds() if row else 0.0

    @told_apart
    async def strike(self, host: str, wait: Wait) -> float:
        return await sync_to_async(_strike)(host, wait)

    @told_apart
    async def answered(self, host: str, seconds: float) -> None:
        """The time is in the Reach row that the step stores."""
        await HostPause.objects.filter(host=host, until__lte=Now()).adelete()

    @told_apart
    async def turn(self, host: str, gap_seconds: float, within_seconds: float) -> float | None:
        told = {
            "host": host,
            "gap": timedelta(seconds=gap_seconds),
            "within": timedelta(seconds=within_seconds),
        }
        row = await sync_to_async(_row)(_TURN, told)
        return max(0.0, row[0]) if row else None

    @told_apart
    async def typical_seconds(self, host: str) -> float | None:
        told = Q(outcome="ok") | Q(outcome="failed", kind=Kind.TOO_SLOW)
        rows = Reach.objects.filter(told, host=host).order_by("-id").values_list("seconds", flat=True)
        times = [seconds async for seconds in rows[: self._settings.answers_kept]]
        return percentile_95(times) if len(times) >= self._settings.answers_least else None

    @told_apart
    async def troubled_hosts(self) -> float | None:
        """Kept nowhere of its own: the rows that every reach stores are the state, and all workers see them."""
        rows = Reach.objects.filter(outcome__in=("ok", "failed")).exclude(host="").order_by("-id")
        hosts: defaultdict[str, list[bool]] = defaultdict(list)
        async for host, kind in rows.values_list("host", "kind")[: self._settings.reads_watched]:
            hosts[host].append(kind in _CROWDED)
        if len(hosts) < self._settings.hosts_least:
            return None
        return sum(2 * sum(crowded) >= len(crowded) for crowded in hosts.values()) / len(hosts)

    @told_apart
    async def claim(self, key: str, seconds: float) -> bool:
        told = {"key": _short(key), "for": timedelta(seconds=seconds)}
        return await sync_to_async(_row)(_CLAIM, told) is not None

    @told_apart
    async def release(self, key: str) -> None:
        """A claim that outlived its time may be another's by now: then a page is fetched twice, no more."""
        await FetchClaim.objects.filter(key=_short(key)).adelete()


def _strike(host: str, wait: Wait) -> float:
    """Two workers told at once: one refusal is counted, and the longer wish holds."""
    with transaction.atomic():
        HostPause.objects.get_or_create(host=host, defaults={"until": Now(), "strikes": 0})
        row = HostPause.objects.select_for_update().filter(host=host)
        until, strikes, now = row.values_list("until", "strikes", Now()).get()
        strikes += until <= now
        until = max(until, now + timedelta(seconds=wait(strikes)))
        HostPause.objects.filter(host=host).update(until=until, strikes=strikes)
    return float((until - now).total_seconds())


def _row(statement: str, told: dict[str, Any]) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, told)
        found: tuple[Any, ...] | None = cursor.fetchone()
        return found


def forget_expired(settings: ReachSettings | None = None) -> int:
    """Rows that can't be answered from any more. Called by the sweeper."""
    remembered = timedelta(seconds=(settings or ReachSettings()).strike_memory_seconds)
    rows = (
        CacheEntry.objects.filter(expires__lte=Now()),
        HostPause.objects.filter(until__lte=Now() - remembered),
        HostTurn.objects.filter(free_at__lte=Now()),
        FetchClaim.objects.filter(until__lte=Now()),
    )
    return sum(gone.delete()[0] for gone in rows)

"""What all workers share of the outside: cached answers, and hosts that asked to be left alone."""

import hashlib
from datetime import datetime, timedelta

from asgiref.sync import sync_to_async
from django.db.models import Q
from django.db.models.functions import Greatest, Now

from research.models import CacheEntry, HostPause


class RowCache:
    """reach.cache.Cache over one table with expiry by the database clock (R232)."""

    async def get(self, key: str) -> bytes | None:
        row = await CacheEntry.objects.filter(key=_short(key), expires__gt=Now()).afirst()
        return bytes(row.value) if row else None

    async def put(self, key: str, value: bytes, seconds: float) -> None:
        await sync_to_async(_put)(_short(key), value, seconds)


def _put(key: str, value: bytes, seconds: float) -> None:
    expires = Now() + timedelta(seconds=seconds)
    CacheEntry.objects.update_or_create(key=key, defaults={"value": value, "expires": expires})


def _short(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


class RowPace:
    """reach.pace.Pace over rows: a host's wish binds every worker (C18)."""

    async def blocked_until(self, host: str) -> datetime | None:
        row = await HostPause.objects.filter(host=host, until__gt=Now()).afirst()
        return row.until if row else None

    async def back_off(self, host: str, until: datetime) -> None:
        await sync_to_async(_pause)(host, until)


def _pause(host: str, until: datetime) -> None:
    """Two workers told at once: the longer wish holds."""
    _, new = HostPause.objects.get_or_create(host=host, defaults={"until": until})
    if not new:
        HostPause.objects.filter(host=host).update(until=Greatest("until", until))


def forget_expired() -> int:
    """Rows that can't be answered from any more. Called by the sweeper."""
    gone, _ = CacheEntry.objects.filter(Q(expires__lte=Now())).delete()
    paused, _ = HostPause.objects.filter(until__lte=Now()).delete()
    return gone + paused

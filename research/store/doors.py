"""endpoints.door.Door over rows: what a model server told one worker binds all of them (C18, B-028)."""

import uuid
from datetime import timedelta
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Coalesce, Greatest, Now

from research.models import ServerDoor, ServerSeat
from research.roles.endpoints import EndpointError
from research.roles.endpoints.door import DoorRules, Shut

_SIT = """
    INSERT INTO research_serverseat AS seat (server, place, holder, until)
    SELECT %(server)s, free.place, %(holder)s, clock_timestamp() + %(for)s
    FROM generate_series(1, %(seats)s) AS free(place)
    WHERE NOT EXISTS (
        SELECT 1 FROM research_serverseat AS held
        WHERE held.server = %(server)s AND held.place = free.place AND held.until > clock_timestamp()
    )
    ORDER BY random() LIMIT 1
    ON CONFLICT (server, place) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE seat.until <= clock_timestamp()
    RETURNING 1
"""
"""Two that choose the same seat at the same moment: one gets it, the other gets nothing and looks again."""
_PROBE = """
    UPDATE research_serverdoor SET probe_until = clock_timestamp() + %(for)s
    WHERE server = %(server)s AND shut_until <= clock_timestamp()
    AND (probe_until IS NULL OR probe_until <= clock_timestamp())
    RETURNING 1
"""


class RowDoor:
    async def shut(self, server: str, probe_seconds: float, rules: DoorRules) -> Shut | None:
        return await sync_to_async(_shut)(server, probe_seconds, rules)

    async def sit(self, server: str, seats: int, seconds: float) -> str | None:
        holder = uuid.uuid4().hex
        told = {"server": server, "holder": holder, "seats": seats, "for": timedelta(seconds=seconds)}
        return holder if await sync_to_async(_any)(_SIT, told) else None

    async def keep(self, server: str, seat: str, seconds: float) -> None:
        rows = ServerSeat.objects.filter(server=server, holder=seat)
        await rows.aupdate(until=Now() + timedelta(seconds=seconds))

    async def rise(self, server: str, seat: str) -> None:
        await ServerSeat.objects.filter(server=server, holder=seat).adelete()

    async def answered(self, server: str) -> None:
        """One look for the many calls to a server that never failed."""
        rows = ServerDoor.objects.filter(server=server).exclude(failures=0)
        await rows.aupdate(failures=0, shut_until=None, probe_until=None, answered=Now())

    async def failed(self, server: str, error: EndpointError, rules: DoorRules) -> None:
        await sync_to_async(_failed)(server, error, rules)

    async def let_be(self, server: str) -> None:
        await ServerDoor.objects.filter(server=server, probe_until__gt=Now()).aupdate(probe_until=None)


def _shut(server: str, probe_seconds: float, rules: DoorRules) -> Shut | None:
    row = ServerDoor.objects.filter(server=server).exclude(shut_until=None).annotate(now=Now()).first()
    if row is None or row.shut_until is None:
        return None
    probe = rules.look_again((row.probe_until - row.now).total_seconds()) if row.probe_until else 0.0
    left = max((row.shut_until - row.now).total_seconds(), probe)
    if left <= 0 and _any(_PROBE, {"server": server, "for": timedelta(seconds=probe_seconds)}):
        return None
    return Shut(max(left, 0.0), row.kind, row.sentence)


def _failed(server: str, error: EndpointError, rules: DoorRules) -> None:
    """Under the row's lock, so that two workers' failures are two."""
    with transaction.atomic():
        ServerDoor.objects.get_or_create(server=server)
        row = ServerDoor.objects.select_for_update().annotate(now=Now()).get(server=server)
        probing = row.probe_until is not None and row.probe_until > row.now
        wait = rules.shut_for(row.failures + 1, probing, error)
        shut = Greatest(Coalesce(F("shut_until"), Now()), Now() + timedelta(seconds=wait)) if wait else F("shut_until")
        ServerDoor.objects.filter(server=server).update(
            failures=F("failures") + 1,
            shut_until=shut,
            probe_until=None,
            kind=str(error.kind),
            sentence=error.detail,
            failed=Now(),
        )


def _any(statement: str, told: dict[str, Any]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(statement, told)
        return cursor.fetchone() is not None

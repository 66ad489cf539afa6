"""endpoints.door.Door over rows: what a model server told one worker binds all of them (C18, B-028)."""

import uuid
from collections.abc import Callable
from datetime import timedelta

from asgiref.sync import sync_to_async
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce, Greatest, Now

from research.models import ServerDoor, ServerSeat
from research.roles.endpoints import EndpointError
from research.roles.endpoints.door import DoorRules, Ended, Shut
from research.store.statements import UNHURRIED, Part, said, unhurried

_ENTER = """
    WITH permit AS MATERIALIZED (SELECT {permit} AS given), seated AS (
        {sit}
    )
    SELECT (SELECT given FROM permit), EXISTS (SELECT 1 FROM seated),
        EXISTS (SELECT 1 FROM research_serverdoor WHERE server = %(server)s AND shut_until IS NOT NULL),
        {unhurried}
"""
"""Permit, seat and the state of the door in one look: a call whose permit is gone takes no seat.

After a crash of the database nobody sits anywhere, so it waits for no disk."""
_SIT = """
    INSERT INTO research_serverseat AS seat (server, place, holder, until)
    SELECT %(server)s, free.place, %(holder)s, clock_timestamp() + %(for)s
    FROM generate_series(1, %(seats)s) AS free(place)
    WHERE (SELECT given FROM permit) AND NOT EXISTS (
        SELECT 1 FROM research_serverseat AS held
        WHERE held.server = %(server)s AND held.place = free.place AND held.until > clock_timestamp()
    )
    ORDER BY random() LIMIT 1
    ON CONFLICT (server, place) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE seat.until <= clock_timestamp()
    RETURNING 1
"""
"""Two that choose the same seat at the same moment: one gets it, the other gets nothing and looks again."""
_LEAVE = """
    WITH risen AS (
        DELETE FROM research_serverseat WHERE server = %(server)s AND holder = %(holder)s
    ), opened AS (
        UPDATE research_serverdoor SET failures = 0, shut_until = NULL, probe_until = NULL, answered = clock_timestamp()
        WHERE server = %(server)s AND failures <> 0
    )
    SELECT {unhurried}
"""
"""After an answer. A server that never failed has no row to change."""
_PROBE = """
    UPDATE research_serverdoor SET probe_until = clock_timestamp() + %(for)s
    WHERE server = %(server)s AND shut_until <= clock_timestamp()
    AND (probe_until IS NULL OR probe_until <= clock_timestamp())
    RETURNING 1
"""


class RowDoor:
    """`permit` is asked in the look that gets the seat; `refused` makes what is raised without one."""

    def __init__(self, permit: Part | None = None, refused: Callable[[], Exception] = RuntimeError) -> None:
        self._permit = permit or Part("TRUE")
        self._refused = refused

    async def enter(self, server: str, probe_seconds: float, rules: DoorRules) -> str | Shut | None:
        return await sync_to_async(self._enter)(server, probe_seconds, rules)

    def _enter(self, server: str, probe_seconds: float, rules: DoorRules) -> str | Shut | None:
        seat = uuid.uuid4().hex
        told = {"server": server, "holder": seat, "seats": rules.call_seats} | self._permit.values | unhurried()
        told["for"] = timedelta(seconds=rules.seat_seconds)
        row = said(_ENTER.format(permit=self._permit.sql, sit=_SIT, unhurried=UNHURRIED), told)
        permitted, seated, doubtful, _unhurried = row or (False, False, False, None)
        if not permitted:
            raise self._refused()
        if not seated:
            return None
        if doubtful and (shut := _shut(server, probe_seconds, rules)):
            _rise(server, seat)
            return shut
        return seat

    async def keep(self, server: str, seat: str, seconds: float) -> None:
        rows = ServerSeat.objects.filter(server=server, holder=seat)
        await rows.aupdate(until=Now() + timedelta(seconds=seconds))

    async def leave(self, server: str, seat: str, ended: Ended, rules: DoorRules) -> None:
        await sync_to_async(_leave)(server, seat, ended, rules)


def _leave(server: str, seat: str, ended: Ended, rules: DoorRules) -> None:
    if ended is None:
        said(_LEAVE.format(unhurried=UNHURRIED), {"server": server, "holder": seat} | unhurried())
        return
    _rise(server, seat)
    if isinstance(ended, EndpointError):
        _failed(server, ended, rules)
    else:
        ServerDoor.objects.filter(server=server, probe_until__gt=Now()).update(probe_until=None)


def _rise(server: str, seat: str) -> None:
    ServerSeat.objects.filter(server=server, holder=seat).delete()


def _shut(server: str, probe_seconds: float, rules: DoorRules) -> Shut | None:
    row = ServerDoor.objects.filter(server=server).exclude(shut_until=None).annotate(now=Now()).first()
    if row is None or row.shut_until is None:
        return None
    probe = rules.look_again((row.probe_until - row.now).total_seconds()) if row.probe_until else 0.0
    left = max((row.shut_until - row.now).total_seconds(), probe)
    if left <= 0 and said(_PROBE, {"server": server, "for": timedelta(seconds=probe_seconds)}):
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

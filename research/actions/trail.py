"""The audit trail: the last statement of every human verb's transaction, chained by hash (DESIGN §4)."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from research.models import Audit, AuditMark, User, Workspace

CHAIN_LOCK = 0x7EAD
"""The advisory lock under which the chain grows; taken after the task's row, so that no two verbs wait crosswise."""
MARK_EVERY = 500
"""Rows behind the last mark at which the sweeper sets another: a page checks no more than about so many."""
FIRST = "0" * 64
"""Before the first row: as long as a hash, and none."""


def audit(
    person: User | None,
    workspace: Workspace | None,
    door: str,
    verb: str,
    thing: str,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> Audit:
    """Append one row. Needs the verb's transaction: the lock is held until it commits."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CHAIN_LOCK])
    last = Audit.objects.order_by("-id").values_list("hash", flat=True).first()
    row = Audit(
        workspace=workspace,
        person=person,
        door=door,
        verb=verb,
        object=thing,
        before=before,
        after=after,
        reason=reason,
        at=timezone.now(),
        previous=last or FIRST,
    )
    row.hash = link(row)
    row.save(force_insert=True)
    return row


def link(row: Audit) -> str:
    """The hash that the next row will carry. Every field a person could want to falsify goes in."""
    told = [
        row.previous,
        row.workspace_id,
        row.person_id,
        row.door,
        row.verb,
        row.object,
        row.before,
        row.after,
        row.reason,
        row.at.isoformat(),
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def first_broken_link(since: AuditMark | None = None) -> Audit | None:
    """The first row whose words no longer give its hash, or that doesn't follow the one before it. With a mark, from
    the marked row on, which must still carry the hash that was noted."""
    rows: QuerySet[Audit] = Audit.objects.order_by("id")
    previous = FIRST
    if since is not None:
        rows = rows.filter(pk__gte=since.row_id)
        marked = rows.first()
        if marked is None or marked.hash != since.hash:
            return since.row
        previous = marked.previous
    for row in rows.iterator():
        if row.previous != previous or row.hash != link(row):
            return row
        previous = row.hash
    return None


def last_mark() -> AuditMark | None:
    return AuditMark.objects.select_related("row").order_by("-row_id").first()


def broken_mark() -> AuditMark | None:
    """The first mark whose row no longer carries the hash that was noted: rows before it were made anew."""
    marks: Iterable[AuditMark] = AuditMark.objects.select_related("row").order_by("row_id")
    return next((mark for mark in marks if mark.row.hash != mark.hash), None)


def mark_chain(at_least: int = 0) -> AuditMark | None:
    """Notes that the chain is whole up to its last row, once so many rows stand behind the last mark. Checks only
    those; `manage.py verify_audit` checks them all. Nothing is noted of a chain that is broken."""
    mark = last_mark()
    rows = Audit.objects.filter(pk__gt=mark.row_id) if mark else Audit.objects.all()
    last, count = rows.order_by("-pk").first(), rows.count()
    if last is None or count < at_least or first_broken_link(mark) is not None:
        return None
    checked = (mark.rows if mark else 0) + count
    return AuditMark.objects.get_or_create(row=last, defaults={"hash": last.hash, "rows": checked})[0]

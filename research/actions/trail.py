"""The audit trail: the last statement of every human verb's transaction, chained by hash (DESIGN §4)."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from django.db import connection
from django.utils import timezone

from research.models import Audit, User, Workspace

CHAIN_LOCK = 0x7EAD
"""The advisory lock under which the chain grows; taken after the task's row, so that no two verbs wait crosswise."""
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


def first_broken_link() -> Audit | None:
    """The first row whose words no longer give its hash, or that doesn't follow the one before it."""
    previous = FIRST
    rows: Iterable[Audit] = Audit.objects.order_by("id").iterator()
    for row in rows:
        if row.previous != previous or row.hash != link(row):
            return row
        previous = row.hash
    return None

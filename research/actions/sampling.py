"""A spot check of what passed: supported sentences that nobody has looked at, drawn at random for a reviewer (CR14)."""

import hashlib
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from research.actions.refusal import Refused
from research.actions.rights import need
from research.actions.trail import audit
from research.actions.tuning import current_thresholds
from research.engine.lifecycle import Status
from research.models import Claim, SpotCheck, User, Workspace
from research.terms import Verdict

LONGEST_SEED = 80
"""Characters: what the row holds."""
CHECKED = (Status.WAITING_FOR_REVIEW.value, Status.FINISHED.value, Status.STOPPED.value)


def draw_spot_checks(person: User, workspace: Workspace, *, seed: str = "", door: str = "page") -> list[SpotCheck]:
    """The same seed over the same sentences gives the same sample. Drawn under the workspace's row: of two reviewers
    who ask at once the second is told that there is a sample already."""
    need(person, "decide", workspace)
    with transaction.atomic():
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        _need_looked_at(workspace)
        number = (SpotCheck.objects.filter(workspace=workspace).aggregate(last=Max("draw"))["last"] or 0) + 1
        told = seed.strip()[:LONGEST_SEED] or f"{workspace.pk}.{number}"
        among = list(unseen(workspace))
        if not among:
            raise Refused(_("There is no supported sentence left that nobody has looked at."))
        drawn = sample(among, told, int(current_thresholds(workspace).values["spot_checks"]))
        rows = [SpotCheck(workspace=workspace, claim=each, draw=number, seed=told, person=person) for each in drawn]
        after = {"seed": told, "among": len(among), "claims": [each.label for each in drawn]}
        audit(person, workspace, door, "draw_spot_checks", f"draw {number}", after=after)
        return SpotCheck.objects.bulk_create(rows)


def unseen(workspace: Workspace) -> QuerySet[Claim]:
    """What the machine alone vouches for: carried by its quotes, and nobody decided on it, doubted it, or drew it."""
    rows: QuerySet[Claim] = Claim.objects.filter(task__workspace=workspace, task__status__in=CHECKED, task__errand=None)
    alone = rows.filter(verdict=Verdict.SUPPORTED.value, waits=False, decisions=None, flags=None, spot=None)
    return alone.order_by("task_id", "number")


def sample(among: Sequence[Claim], seed: str, most: int) -> list[Claim]:
    """By the hash of seed and label: each sentence is as likely as any other, and a new report moves none of them."""
    return sorted(among, key=lambda claim: hashlib.sha256(f"{seed}:{claim.label}".encode()).hexdigest())[:most]


def _need_looked_at(workspace: Workspace) -> None:
    left = SpotCheck.objects.filter(workspace=workspace).unlooked().count()
    if left:
        raise Refused(_("Of the last sample %(count)s are still to be looked at.") % {"count": left})

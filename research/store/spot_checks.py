"""How far "supported" holds, as far as spot checks tell: per workspace, with what so few can say at all."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from research.models import SpotCheck, User, Workspace
from research.models.people import RIGHTS
from research.terms import Ruling

CONFIDENCE = 1.96
"""Standard deviations: nineteen times in twenty the true share lies inside."""


@dataclass(frozen=True, slots=True)
class Precision:
    workspace: Workspace
    confirmed: int
    looked: int
    left: int
    """Drawn, and still to be looked at."""

    @property
    def least(self) -> int:
        """Percent: what the true share is at least, by Wilson's interval. Five of five is no proof of a hundred."""
        if not self.looked:
            return 0
        n, share, z = self.looked, self.confirmed / self.looked, CONFIDENCE
        middle = share + z * z / (2 * n)
        spread = z * math.sqrt(share * (1 - share) / n + (z / (2 * n)) ** 2)
        return max(0, math.floor(100 * (middle - spread) / (1 + z * z / n)))


def precision_of(workspace: Workspace) -> Precision:
    return _counted([workspace])[0]


def precisions(person: User) -> list[Precision]:
    """Of each workspace in which the person decides."""
    roles = [role for role, rights in RIGHTS.items() if "decide" in rights]
    mine = Workspace.objects.filter(memberships__person=person, memberships__role__in=roles)
    return _counted(list(mine.order_by("name")))


def _counted(rooms: Sequence[Workspace]) -> list[Precision]:
    rows = SpotCheck.objects.filter(workspace__in=rooms).order_by().values("workspace")
    told = rows.annotate(
        confirmed=Count("pk", filter=Q(decision__ruling=Ruling.APPROVED.value)),
        looked=Count("pk", filter=~Q(decision=None)),
        left=Count("pk", filter=Q(decision=None)),
    )
    counts = {row.pop("workspace"): row for row in told}
    nothing = {"confirmed": 0, "looked": 0, "left": 0}
    return [Precision(room, **counts.get(room.pk, nothing)) for room in rooms]

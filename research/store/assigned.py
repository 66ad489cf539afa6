"""To whom waiting sentences are assigned, and who could have them."""

from django.db.models import QuerySet

from research.models import User, Workspace
from research.models.people import RIGHTS
from research.store.desk import open_claims

MINE, NOBODY = "mine", "nobody"


def reviewers_of(workspace: Workspace) -> QuerySet[User]:
    roles = [role for role, rights in RIGHTS.items() if "decide" in rights]
    mine = User.objects.filter(memberships__workspace=workspace, memberships__role__in=roles, is_active=True)
    return mine.order_by("username")


def assigned_counts(user: User) -> dict[str, int]:
    """Numbers beside the filters, over all that waits."""
    waiting = open_claims(user)
    return {
        MINE: waiting.filter(assignment__person=user).count(),
        NOBODY: waiting.filter(assignment=None).count(),
    }

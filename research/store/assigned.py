"""To whom waiting sentences are assigned, and who could have them."""

from collections import Counter

from django.db.models import QuerySet

from research.models import User, Workspace
from research.models.people import RIGHTS
from research.store.desk import open_claims

MINE, NOBODY = "mine", "nobody"


def reviewers_of(workspace: Workspace) -> QuerySet[User]:
    roles = [role for role, rights in RIGHTS.items() if "decide" in rights]
    mine = User.objects.filter(memberships__workspace=workspace, memberships__role__in=roles, is_active=True)
    return mine.order_by("username")


def counts(user: User) -> tuple[dict[str, int], dict[str, int]]:
    """Numbers beside the filters, over all that waits and the person may see: by verdict, and by whose turn it is."""
    waiting = list(open_claims(user).values_list("verdict", "assignment__person"))
    turns: Counter[int | None] = Counter(person for _verdict, person in waiting)
    return Counter(verdict for verdict, _person in waiting), {MINE: turns[user.pk], NOBODY: turns[None]}

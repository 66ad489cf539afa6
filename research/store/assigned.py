"""To whom waiting sentences are assigned, and who could have them."""

from collections import Counter

from django.db.models import QuerySet

from research.models import User, Workspace
from research.models.people import roles_with
from research.store.desk import open_claims

MINE, NOBODY = "mine", "nobody"


def reviewers_of(workspace: Workspace) -> QuerySet[User]:
    roles = roles_with("decide")
    mine = User.objects.filter(memberships__workspace=workspace, memberships__role__in=roles, is_active=True)
    return mine.order_by("username")


def counts(user: User) -> tuple[dict[str, int], dict[str, int]]:
    """Numbers beside the filters, over all that waits and the person may see: by verdict, and by whose turn it is."""
    waiting = list(open_claims(user).values_list("verdict", "turn"))
    turns: Counter[str | None] = Counter(name for _verdict, name in waiting)
    return Counter(verdict for verdict, _name in waiting), {MINE: turns[user.username], NOBODY: turns[None]}

"""In which workspaces a person may do something: a form offers these and takes no other."""

from django.db.models import QuerySet

from research.models import User, Workspace
from research.models.people import RIGHTS


def workspaces_for(person: User, right: str) -> QuerySet[Workspace]:
    roles = [role for role, rights in RIGHTS.items() if right in rights]
    return Workspace.objects.filter(memberships__person=person, memberships__role__in=roles).order_by("name")

"""Where every door begins: rows of the workspaces a person belongs to. Foreign ids answer like missing ones (P9)."""

from typing import Any, Self

from django.db import models

from research.models.people import User


class VisibleQuerySet(models.QuerySet[Any]):
    """`path` leads from the row to its workspace."""

    path = "workspace"

    def visible_to(self, user: User) -> Self:
        if not user.is_authenticated:
            return self.none()
        return self.filter(**{f"{self.path}__memberships__person": user})


class OfTaskQuerySet(VisibleQuerySet):
    path = "task__workspace"

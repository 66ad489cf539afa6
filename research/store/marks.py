"""A workspace's marks on hosts, as those who grade pages want them."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from research.models import TrustMark
from research.store.prepared import Prepared


@Prepared
def _marks(workspace: int) -> QuerySet[Any, Any]:
    return TrustMark.objects.filter(workspace=workspace).values_list("host", "grade")


def marks_of(workspace: int) -> Mapping[str, float]:
    return dict(_marks(workspace))

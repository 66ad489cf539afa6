"""A workspace's marks on hosts, as those who grade pages want them."""

from collections.abc import Mapping

from research.models import TrustMark


def marks_of(workspace: int) -> Mapping[str, float]:
    return dict(TrustMark.objects.filter(workspace=workspace).values_list("host", "grade"))

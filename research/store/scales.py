"""The scale of each embedder as a row: fitted once, the same for every process."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from research.models import Calibration
from research.roles.embedder import FIRST, Scale
from research.store.prepared import Prepared


@Prepared
def _newest(base: str) -> QuerySet[Any, Any]:
    return Calibration.objects.filter(base=base).values_list("name", "mean", "curve")[:1]


def scale_of(base: str) -> Scale | None:
    """The newest, by whoever asked for it."""
    return next((_scale(*row) for row in _newest(base)), None)


def keep_scale(base: str, scale: Scale, by: str) -> Scale:
    """From now on the one in use; an earlier one of the same name is in use again."""
    row, _new = Calibration.objects.update_or_create(embedder=f"{base}#{scale.name}", defaults=_told(base, scale, by))
    return _scale(row.name, row.mean, row.curve)


def keep_first(base: str, scale: Scale) -> Scale:
    """Of two processes that fit at the same time both go on with what the first of them kept."""
    told = {**_told(base, scale, "first use"), "name": FIRST}
    row, _new = Calibration.objects.get_or_create(embedder=f"{base}#{FIRST}", defaults=told)
    return _scale(row.name, row.mean, row.curve)


def _told(base: str, scale: Scale, by: str) -> dict[str, object]:
    curve = [list(point) for point in scale.curve]
    return {
        "base": base,
        "name": scale.name,
        "mean": list(scale.mean),
        "curve": curve,
        "by": by,
        "made_at": timezone.now(),
    }


def _scale(name: str, mean: Iterable[float], curve: Iterable[Sequence[float]]) -> Scale:
    return Scale(name, tuple(mean), tuple((cosine, value) for cosine, value in curve))

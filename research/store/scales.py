"""The scale of each embedder as a row: fitted once, the same for every process."""

from django.utils import timezone

from research.models import Calibration
from research.roles.embedder import FIRST, Scale


def scale_of(base: str) -> Scale | None:
    """The newest, by whoever asked for it."""
    row = Calibration.objects.filter(base=base).first()
    return _scale(row) if row else None


def keep_scale(base: str, scale: Scale, by: str) -> Scale:
    """From now on the one in use; an earlier one of the same name is in use again."""
    row, _new = Calibration.objects.update_or_create(embedder=f"{base}#{scale.name}", defaults=_told(base, scale, by))
    return _scale(row)


def keep_first(base: str, scale: Scale) -> Scale:
    """Of two processes that fit at the same time both go on with what the first of them kept."""
    told = {**_told(base, scale, "first use"), "name": FIRST}
    row, _new = Calibration.objects.get_or_create(embedder=f"{base}#{FIRST}", defaults=told)
    return _scale(row)


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


def _scale(row: Calibration) -> Scale:
    return Scale(row.name, tuple(row.mean), tuple((cosine, value) for cosine, value in row.curve))

"""A time in words that mean the same everywhere: pages, exports and commands write it alike."""

from datetime import datetime

from django.utils import timezone


def written(value: datetime) -> str:
    """2026-03-04 14:02 UTC; elsewhere 2026-03-04 15:02 UTC+01:00."""
    local = timezone.localtime(value)
    zone = local.isoformat()[-len("+00:00") :]
    return f"{local:%Y-%m-%d %H:%M} UTC" + (zone if zone.strip("+-0:") else "")

"""Days and times on pages, one style in every language: 2026-03-04, and 2026-03-04 14:02 with the zone it counts in.

Rows hold UTC. Without a script a page says so; with one, frame.js puts the reader's own zone in its place, in the same
style. No template writes a date in another way (a test looks).
"""

from datetime import date, datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from research.store.moments import written

register = template.Library()


@register.filter
def day(value: date | None) -> SafeString | str:
    """Of a time, the day in its own zone, on one line. Empty for None, so that `default` says what stands there."""
    return format_html('<time class="number">{}</time>', value.strftime("%Y-%m-%d")) if value else ""


@register.filter
def moment(value: datetime | None) -> SafeString | str:
    return _time(value, "moment", written(value)) if value else ""


@register.filter
def clock_time(value: datetime) -> SafeString:
    """The time of the day alone, where a list of one task's events needs no more; the whole of it on a second look."""
    return _time(value, "time", f"{timezone.localtime(value):%H:%M:%S}")


@register.filter
def instant(value: datetime) -> str:
    """For scripts: no person reads it."""
    return value.isoformat()


def _time(value: datetime, shape: str, shown: str) -> SafeString:
    return format_html(
        '<time data-local="{}" datetime="{}" title="{}">{}</time>',
        shape,
        value.isoformat(),
        written(value),
        shown,
    )

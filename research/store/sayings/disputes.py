"""What the engine says of sources that cannot both be right, and of the one that prevails."""

from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

from research.store.sayings.pattern import otherwise, same

DISPUTES = (
    otherwise(
        r"(?P<what>.+) \(published (?P<older>[\d-]+) and (?P<newer>[\d-]+): it may have changed\)",
        _("%(what)s (published %(older)s and %(newer)s: it may have changed)"),
    ),
    *same(
        _("values differ: %(one)s / %(other)s"),
        _("units differ: %(one)s / %(other)s"),
        _("dates differ: %(one)s / %(other)s"),
        _("identifiers differ: %(one)s / %(other)s"),
        _("directions differ: %(one)s / %(other)s"),
        _("opposites: %(one)s / %(other)s"),
        _("one denies what the other says"),
    ),
    otherwise("up", pgettext_lazy("direction of a trend", "up")),
    otherwise("down", pgettext_lazy("direction of a trend", "down")),
    *same(_("one side is %(one)s, the other is %(other)s")),
    otherwise(
        r"(?P<one>(?:newer|more trusted) \([^)]+\)) and (?P<other>(?:newer|more|said) .+)",
        _("%(one)s and %(other)s"),
    ),
    *same(
        _("newer (%(one)s against %(other)s)"),
        _("more trusted (%(one)s against %(other)s)"),
        _("said by more publishers (%(one)s against %(other)s)"),
        _("neither is newer, more trusted or said by more publishers, by enough to decide"),
        _("each side is outdone by another one, so none prevails"),
        _("Its quote says so, but another source disagrees: %(why)s."),
    ),
)

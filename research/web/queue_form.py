"""What the queue can be filtered by, and the sets of filters that a person keeps under a name."""

from typing import Any
from urllib.parse import urlencode

from django import forms

from research.models import User
from research.models.claim import VERDICT_WORDS
from research.store import desk
from research.web.sizes import NUMBER_DIGITS

KEPT = ("task", "verdict", "severity", "language", "assigned", "flagged")
"""What a view can be of. The other lists of the desk are no filters of the queue."""


class QueueForm(forms.Form):
    """Filters live in the address, so that a link gives the same view (X3). What isn't valid doesn't filter."""

    task = forms.IntegerField(required=False, min_value=1, max_value=10**NUMBER_DIGITS - 1)
    verdict = forms.ChoiceField(required=False, choices=[("", ""), *VERDICT_WORDS.items()])
    language = forms.ChoiceField(required=False, choices=[("", ""), ("en", "English"), ("zh", "中文")])
    assigned = forms.ChoiceField(required=False, choices=[("", ""), *((each, "") for each in desk.ASSIGNED)])
    severity = forms.ChoiceField(required=False, choices=[("", ""), *((each, "") for each in desk.SEVERITIES)])
    out = forms.BooleanField(required=False)
    flagged = forms.BooleanField(required=False)
    spot = forms.BooleanField(required=False)
    decided = forms.BooleanField(required=False)

    def wanted(self) -> dict[str, Any]:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


def views_shown(person: User, filters: dict[str, Any]) -> dict[str, Any]:
    """Each with its address; the one that is looked at is marked, and what has no name yet can be given one."""
    now = kept(filters)
    rows = [(row, urlencode(row.filters), row.filters == now) for row in person.saved_views.all()]
    return {"views": rows, "may_save": bool(now) and not any(here for _row, _query, here in rows)}


def kept(filters: dict[str, Any]) -> dict[str, str]:
    found = {name: filters[name] for name in KEPT if filters.get(name)}
    return {name: "on" if value is True else str(value) for name, value in found.items()}

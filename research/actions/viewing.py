"""A person's own views of the queue: named filters, kept and dropped (Q4)."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from reach.clean import clean
from research.actions.refusal import Forbidden, Refused
from research.actions.trail import audit
from research.models import SavedView, User
from research.store.desk import ASSIGNED, SEVERITIES
from research.terms import Language, Verdict

LONGEST_NAME = 60
"""Characters: what the row holds."""
MOST = 30
"""Views a person: more are no help in finding one."""
TASK_DIGITS = 18
"""What the number of a row can have."""
ALLOWED: dict[str, frozenset[str]] = {
    "verdict": frozenset(each.value for each in Verdict),
    "severity": SEVERITIES,
    "language": frozenset(each.value for each in Language),
    "assigned": ASSIGNED,
    "flagged": frozenset({"on"}),
}
"""Besides `task`, which is a number."""


def save_view(person: User, name: str, filters: Mapping[str, Any], *, door: str = "page") -> SavedView:
    """Under a name of one's own that is free yet."""
    _need_somebody(person)
    told, kept = _named(name), _checked(filters)
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=person.pk)
            if SavedView.objects.filter(person=person).count() >= MOST:
                raise Refused(_("You have %(most)s views already. Delete one first.") % {"most": MOST})
            made = SavedView.objects.create(person=person, name=told, filters=kept)
            audit(person, None, door, "save_view", told, after=kept)
            return made
    except IntegrityError:
        raise Refused(_("You have a view of this name already.")) from None


def delete_view(person: User, view: SavedView, *, door: str = "page") -> None:
    _need_somebody(person)
    if view.person_id != person.pk:
        raise Forbidden(_("This view is another person's."))
    with transaction.atomic():
        SavedView.objects.filter(pk=view.pk).delete()
        audit(person, None, door, "delete_view", view.name, before=view.filters)


def _need_somebody(person: User) -> None:
    if not person.is_active:
        raise Forbidden(_("This account is closed."))


def _named(name: str) -> str:
    told = " ".join(clean(name).split())
    if not told or len(told) > LONGEST_NAME:
        raise Refused(_("A view needs a name of at most %(most)s characters.") % {"most": LONGEST_NAME})
    return told


def _checked(filters: Mapping[str, Any]) -> dict[str, str]:
    kept = {name: str(value) for name, value in filters.items() if value not in ("", None, False)}
    if not kept:
        raise Refused(_("Filter the queue first: a view without a filter is the queue itself."))
    for name, value in kept.items():
        number = name == "task" and value.isascii() and value.isdecimal() and len(value) <= TASK_DIGITS
        if not number and value not in ALLOWED.get(name, ()):
            raise Refused(
                _("The queue can't be filtered by %(name)s: %(value)s.")
                % {"name": name[:LONGEST_NAME], "value": value[:LONGEST_NAME]}
            )
    return kept

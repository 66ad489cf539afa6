"""The guidelines of a workspace: what its reviewers agreed on, written by an admin, a new version each time (Q8)."""

from django.db import transaction
from django.utils.translation import gettext as _

from reach.clean import clean
from research.actions.refusal import Refused, Stale
from research.actions.rights import need
from research.actions.trail import audit
from research.models import Guidelines, User, Workspace

LONGEST = 20_000
"""Characters: some pages, more than anybody reads beside a sentence."""


def write_guidelines(
    person: User, workspace: Workspace, text: str, *, seen_number: int, door: str = "page"
) -> Guidelines:
    """`seen_number` is the version that was changed, 0 where there was none: nobody overwrites what they didn't see."""
    need(person, "tune", workspace)
    told = "\n".join(clean(line).rstrip() for line in text.splitlines()).strip()
    if len(told) > LONGEST:
        raise Refused(_("Guidelines have at most %(most)s characters.") % {"most": LONGEST})
    with transaction.atomic():
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        last = current_guidelines(workspace)
        if (last.number if last else 0) != seen_number:
            raise Stale(_("Somebody changed the guidelines meanwhile. Look at theirs, then save yours again."), last)
        if told == (last.text if last else ""):
            raise Refused(_("Nothing was changed."))
        made = Guidelines.objects.create(workspace=workspace, number=seen_number + 1, text=told, person=person)
        before = {"number": last.number, "text": last.text} if last else None
        after = {"number": made.number, "text": made.text}
        audit(person, workspace, door, "write_guidelines", f"guidelines {made.number}", before, after)
        return made


def current_guidelines(workspace: Workspace) -> Guidelines | None:
    """The newest version, also where it is empty."""
    return Guidelines.objects.filter(workspace=workspace).select_related("person").first()

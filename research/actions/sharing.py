"""Links to a published version for people without an account: off until an admin allows them (RP12).

A link shows what the offline file shows, and opens nothing else. Of its token only a hash is kept.
"""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from research.actions.refusal import Refused
from research.actions.rights import need
from research.actions.tasks import locked
from research.actions.trail import audit
from research.models import Report, ResearchTask, ShareLink, User, Workspace

TOKEN_BYTES = 32
"""256 bits: nobody finds one by trying."""
LONGEST_TOKEN = 64
"""Characters that are looked at at all; one of ours has 43."""
DAYS = (1, 7, 30, 90)
"""What can be chosen. A link without an end would be forgotten open."""


def allow_links(person: User, workspace: Workspace, allowed: bool, *, door: str = "page") -> Workspace:
    """Taken away, it shuts every link of the workspace at once; given again, those open that haven't ended."""
    need(person, "tune", workspace)
    with transaction.atomic():
        room = Workspace.objects.select_for_update().get(pk=workspace.pk)
        before = {"allowed": room.links_allowed}
        Workspace.objects.filter(pk=room.pk).update(links_allowed=allowed)
        audit(person, room, door, "allow_links", "links", before, {"allowed": allowed})
    room.refresh_from_db()
    return room


def make_link(
    person: User, task: ResearchTask, version: int, *, days: int, door: str = "page"
) -> tuple[ShareLink, str]:
    """With the token, which is told this once."""
    need(person, "decide", task.workspace)
    if days not in DAYS:
        raise Refused(_("Choose for how long the link opens."))
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        task = locked(task)
        if not Workspace.objects.get(pk=task.workspace_id).links_allowed:
            raise Refused(_("This workspace shares no reports by link. An admin can allow it in the settings."))
        report = Report.objects.filter(task=task, version=version).exclude(published_at=None).first()
        if report is None:
            raise Refused(_("Only a published version can be shared."))
        until = timezone.now() + timedelta(days=days)
        made = ShareLink.objects.create(
            task=task, report=report, token_sha256=_hashed(token), person=person, until=until
        )
        after = {"link": made.pk, "until": until.isoformat()}
        audit(person, task.workspace, door, "make_link", f"{task.label}.{version}", after=after)
        return made, token


def revoke_link(person: User, link: ShareLink, *, door: str = "page") -> ShareLink:
    """From the next request on it opens nothing. Whoever may make links may end any of their workspace."""
    need(person, "decide", link.task.workspace)
    with transaction.atomic():
        task = locked(link.task)
        ended = {"revoked_at": Now(), "revoked_by": person}
        if not ShareLink.objects.filter(pk=link.pk, revoked_at=None).update(**ended):
            raise Refused(_("This link was revoked already."))
        thing = f"{task.label}.{link.report.version}"
        audit(person, task.workspace, door, "revoke_link", thing, before={"link": link.pk})
    link.refresh_from_db()
    return link


def opened_by(token: str) -> ShareLink | None:
    """Looked up by the hash, so that how long it takes says nothing of tokens that exist."""
    if len(token) > LONGEST_TOKEN:
        return None
    found: ShareLink | None = (
        ShareLink.objects.open().select_related("report", "task").filter(token_sha256=_hashed(token)).first()
    )
    return found


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()

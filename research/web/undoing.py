"""The last thing a person decided, one key away (CR11). Kept in the session: it is theirs, and lasts as long."""

from research.models import Claim
from research.models.claim import last_word
from research.web.frame import Asked

DECIDED = "decided"


def remember(request: Asked, claim: Claim) -> None:
    request.session[DECIDED] = claim.pk


def undoable(request: Asked) -> Claim | None:
    """Only while it is still the last word on its claim, and this person's."""
    claims = Claim.objects.visible_to(request.user).select_related("task")
    found: Claim | None = claims.filter(pk=request.session.get(DECIDED)).first()
    last = last_word(found.decisions.all()) if found else None
    return found if last is not None and last.person_id == request.user.pk else None

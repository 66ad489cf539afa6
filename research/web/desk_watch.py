"""The socket of the queue: who has which of the shown sentences in hand, and which were decided meanwhile (Q6).

Each message is the whole state of the rows that the page shows, so a lost one costs nothing. Without a socket the page
asks for the same by HTTP.
"""

import asyncio
import json
from collections.abc import Sequence
from urllib.parse import parse_qs

from django.http import HttpResponse, JsonResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from research.actions.opinions import hidden_from
from research.broadcast import DESK
from research.models import Claim, Decision, Hold, User
from research.models.claim import last_word
from research.web import sizes
from research.web.frame import Asked, signed_in
from research.web.watch import SIGN_IN_AGAIN, Look, Watch, language_of
from research.web.words import RULING_WORDS


def rows_in(text: str) -> tuple[int, ...]:
    """Rows of the page, as its address names them: no more than a page has."""
    given = (each for each in text.split(",") if each.isascii() and each.isdecimal())
    return tuple(int(each) for each in given if len(each) < sizes.NUMBER_DIGITS)[: sizes.CLAIMS_A_PAGE]


def state_of(person: User, shown: Sequence[int]) -> dict[str, dict[str, str]]:
    """By row of the page: in whose hand it is, or how it was decided. Rows of strangers are left out."""
    claims = Claim.objects.visible_to(person).filter(pk__in=shown).prefetch_related("decisions__person")
    holds = Hold.objects.filter(claim__in=claims).alive().exclude(person=person).select_related("person")
    holders = {hold.claim_id: hold.person.username for hold in holds}
    return {str(claim.pk): _told(person, claim, holders.get(claim.pk, "")) for claim in claims}


def _told(person: User, claim: Claim, holder: str) -> dict[str, str]:
    held = _("in the hand of %(name)s") % {"name": holder} if holder else ""
    last: Decision | None = None if hidden_from(person, claim) or claim.waits else last_word(claim.decisions.all())
    if last is None:
        return {"held": held, "decided": ""}
    facts = {"name": last.person.username, "ruling": RULING_WORDS[last.ruling]}
    return {"held": held, "decided": _("%(ruling)s by %(name)s meanwhile") % facts}


@signed_in
@require_safe
def hands(request: Asked) -> HttpResponse:
    """For pages without a socket, asked every few seconds."""
    answer = JsonResponse({"rows": state_of(request.user, rows_in(request.GET.get("rows", "")))})
    answer["Cache-Control"] = "private, no-store"
    return answer


class Hands(Watch):
    async def connect(self) -> None:
        await self.accept()
        asked = parse_qs(self.scope["query_string"].decode(errors="replace"))
        self.rows = rows_in(asked.get("rows", [""])[0])
        self.language = language_of(asked.get("lang", [""])[0])
        self.group, self.after, self.told = DESK, 0, ""
        self.woken = asyncio.Event()
        if self.channel_layer:
            await self.channel_layer.group_add(self.group, self.channel_name)
        self.following = asyncio.create_task(self.followed())

    def look(self, check: bool, beat: bool) -> Look:
        """Rights are read each time: rows of a workspace that somebody left tell nothing any more."""
        person = self.person()
        if person is None:
            return Look(refused=SIGN_IN_AGAIN)
        with translation.override(self.language or person.language or None):
            told = json.dumps({"rows": state_of(person, self.rows)}, ensure_ascii=False)
        if told == self.told and not beat:
            return Look()
        self.told = told
        return Look(html=told)

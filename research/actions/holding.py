"""Who has which claim in hand, and what they typed: a hold lapses by itself, what was typed stays (CR7).

A hold guides two reviewers past each other; what protects a decision is the claim's version.
"""

from collections.abc import Iterable

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from reach.clean import clean
from research.actions.refusal import Refused
from research.actions.rights import need
from research.broadcast import desk_moved
from research.engine.limits import Limits
from research.models import Claim, Draft, Hold, User
from research.store.load import limits_of

LONGEST_DRAFT = 20_000
"""Characters, of the text as of the note: many times what a decision takes, so that too much of it isn't lost."""


class HeldByOther(Refused):
    """Another reviewer has the claim in hand."""


def take(person: User, claim: Claim) -> Hold:
    """For this person, from now on. Taking one's own again extends it."""
    need(person, "decide", claim.task.workspace)
    if not _taken(person, claim.pk, limits_of(claim.task)):
        need_free(person, claim)
    return Hold.objects.get(claim=claim)


def take_first(person: User, claims: Iterable[Claim]) -> Claim | None:
    """The first of these that nobody else has. Of two reviewers who ask at once each gets another one."""
    for claim in claims:
        if person.can("decide", claim.task.workspace) and _taken(person, claim.pk, limits_of(claim.task)):
            return claim
    return None


def _taken(person: User, claim: int, limits: Limits) -> bool:
    """One statement: insert, or take over what is one's own or has lapsed. Whoever comes second changes no row."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO research_hold (claim_id, person_id, until) VALUES (%s, %s, now() + %s * interval '1 second')"
            " ON CONFLICT (claim_id) DO UPDATE SET person_id = excluded.person_id, until = excluded.until"
            " WHERE research_hold.person_id = excluded.person_id OR research_hold.until <= now()",
            [claim, person.pk, float(limits.hold_seconds)],
        )
        taken = bool(cursor.rowcount == 1)
    if taken:
        desk_moved()
    return taken


def need_free(person: User, claim: Claim) -> None:
    held = Hold.objects.alive().filter(claim=claim).exclude(person=person).select_related("person").first()
    if held is not None:
        raise HeldByOther(_("%(name)s has this sentence in hand.") % {"name": held.person.username})


def give_back(person: User, claim: Claim) -> None:
    if person.can("decide", claim.task.workspace):
        Hold.objects.filter(claim=claim, person=person).delete()
        desk_moved()


def held_by_others(person: User) -> Q:
    """Of claims: those that somebody else has in hand now."""
    return Q(hold__until__gt=Now()) & ~Q(hold__person=person)


def keep_draft(person: User, claim: Claim, text: str, note: str, *, extend: bool = True) -> Draft:
    """What was typed so far, kept even when somebody else has the claim now. Typing is work: it extends the hold,
    unless `extend` is off."""
    need(person, "decide", claim.task.workspace)
    typed = {"text": clean(text), "note": clean(note)}
    if max(map(len, typed.values())) > LONGEST_DRAFT:
        raise Refused(_("Of text and note at most %(most)s characters each are kept.") % {"most": LONGEST_DRAFT})
    with transaction.atomic():
        kept = {"claim_version": claim.version, **typed}
        draft, _new = Draft.objects.update_or_create(claim=claim, person=person, defaults=kept)
        if extend:
            _taken(person, claim.pk, limits_of(claim.task))
    return draft


def drop_draft(person: User, claim: Claim) -> None:
    Draft.objects.filter(claim=claim, person=person).delete()

"""Evidence that was offered, taken as a quote of the claim: the claim is checked again with it (CR6).

It stands in the report once somebody approves or edits the claim: a decision is what changes a report.
"""

from asgiref.sync import async_to_sync
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from research.actions.holding import need_free
from research.actions.refusal import Refused, Stale
from research.actions.rights import need
from research.actions.tasks import locked, tell
from research.actions.trail import audit
from research.engine.checking import against_its_quotes
from research.models import Citation, Claim, Evidence, User
from research.roles.builtin.claims.checker import best_checker
from research.store.archive import claims_of_report
from research.store.load import limits_of
from research.store.payloads import dumped
from research.store.values import evidence_values
from research.terms import Checked, Language


def cite(person: User, claim: Claim, evidence: Evidence, *, seen_version: int, door: str = "page") -> Claim:
    """Only what was offered for this claim. The new verdict is code's; a claim that waits goes on waiting."""
    need(person, "decide", claim.task.workspace)
    need_free(person, claim)
    with transaction.atomic():
        task = locked(claim.task)
        now = Claim.objects.get(pk=claim.pk)
        if now.version != seen_version:
            raise Stale(
                _("Somebody decided on this claim meanwhile."), now.decisions.order_by("-claim_version").first()
            )
        if evidence.task_id != task.pk or evidence.number not in {offer["evidence"] for offer in now.offered}:
            raise Refused(_("This quote was not offered for the sentence."))
        last = now.citations.count()
        Citation.objects.get_or_create(claim=now, evidence=evidence, defaults={"task": task, "position": last})
        was = now.verdict
        _judged(now, evidence)
        tell(task, [("ClaimCited", {"claim": now.number, "evidence": evidence.number, "by": person.username})])
        audit(person, task.workspace, door, "cite", now.label, {"verdict": was}, {"quote": evidence.label})
    now.refresh_from_db()
    return now


def _judged(claim: Claim, evidence: Evidence) -> None:
    made = checked_again(claim)
    Claim.objects.filter(pk=claim.pk).update(
        version=F("version") + 1,
        verdict=made.verdict.value,
        reason=made.reason,
        atoms=[dumped(atom) for atom in made.atoms],
        offered=[offer for offer in claim.offered if offer["evidence"] != evidence.number],
    )


def checked_again(claim: Claim) -> Checked:
    """Against all it cites now, by code."""
    value = next(each for each in claims_of_report(claim.task) if each.number == claim.number)
    rows = Evidence.objects.filter(task=claim.task_id, number__in=value.evidence)
    pieces = {piece.number: piece for piece in evidence_values(rows)}
    limits, language = limits_of(claim.task), Language(claim.task.language)
    return async_to_sync(against_its_quotes)(value, pieces, language, best_checker(), limits)

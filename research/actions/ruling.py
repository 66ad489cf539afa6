"""A person's word on a claim, given on the version they saw (P10)."""

from dataclasses import dataclass

from asgiref.sync import async_to_sync
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reach.clean import clean
from research.actions.refusal import Refused, Stale
from research.actions.rights import need, others_may_review
from research.actions.tasks import call_worker, current_step, locked, set_status
from research.actions.trail import audit
from research.broadcast import entry_written
from research.engine.lifecycle import Status
from research.models import Claim, Decision, ResearchTask, User
from research.roles.briefs import Card, CheckBrief
from research.roles.builtin.checker import BuiltinChecker
from research.store.load import limits_of
from research.store.record import journal
from research.terms import Language, Ruling, SentenceKind, Verdict

REASONS = {
    "no_source": gettext_lazy("no source"),
    "does_not_say": gettext_lazy("the source does not say this"),
    "weak_source": gettext_lazy("the source is too weak"),
    "out_of_date": gettext_lazy("out of date"),
    "figure_differs": gettext_lazy("number, unit or date differs"),
    "goes_further": gettext_lazy("goes further than the source"),
    "wrong_subject": gettext_lazy("wrong person, place or thing"),
    "quote_altered": gettext_lazy("quote altered or out of context"),
    "opinion": gettext_lazy("an opinion that can't be checked"),
    "other": gettext_lazy("other"),
}
EFFECTS = ("mark", "remove")
NEEDS_A_NOTE = frozenset({Verdict.CONTRADICTED, Verdict.NOT_FOUND})


@dataclass(frozen=True, slots=True)
class _Wish:
    ruling: Ruling
    text: str
    effect: str
    reason_code: str
    note: str


def decide_claim(
    person: User,
    claim: Claim,
    *,
    seen_version: int,
    ruling: str,
    text: str = "",
    effect: str = "mark",
    reason_code: str = "",
    note: str = "",
    door: str = "page",
) -> Decision:
    """One decision a version. The last one that was waited for puts the task back to work."""
    need(person, "decide", claim.task.workspace)
    wish = _checked(claim, ruling, text, effect, reason_code, note)
    _not_ones_own(person, claim, wish)
    verdict = _verdict(claim, wish)
    try:
        with transaction.atomic():
            task = locked(claim.task)
            made = _decide(person, claim, seen_version, wish, verdict)
            told = {"claim": claim.number, "ruling": wish.ruling.value, "by": person.username}
            entry_written(task.pk, journal(task, current_step(task), [("ClaimDecided", told)]))
            _go_on_when_all_is_decided(task, person)
            audit(
                person,
                task.workspace,
                door,
                "decide_claim",
                claim.label,
                before={"version": seen_version, "text": claim.text},
                after={"ruling": wish.ruling.value, "text": made.text, "effect": made.effect},
                reason=wish.reason_code or wish.note,
            )
            return made
    except IntegrityError:
        raise _stale(claim) from None


def _checked(claim: Claim, ruling: str, text: str, effect: str, reason_code: str, note: str) -> _Wish:
    if ruling not in list(Ruling):
        raise Refused(_("Approve, edit or reject."))
    wish = _Wish(Ruling(ruling), " ".join(clean(text).split()), effect, reason_code, clean(note).strip())
    if wish.ruling is Ruling.APPROVED and Verdict(claim.verdict) in NEEDS_A_NOTE and not wish.note:
        raise Refused(_("The quotes don't carry this sentence. Say in a note why it stands all the same."))
    if wish.ruling is Ruling.EDITED and not wish.text:
        raise Refused(_("Write the sentence as it should stand."))
    if wish.ruling is Ruling.REJECTED and (reason_code not in REASONS or effect not in EFFECTS):
        raise Refused(_("Choose a reason, and whether the sentence is marked or removed."))
    return wish


def _not_ones_own(person: User, claim: Claim, wish: _Wish) -> None:
    own = claim.task.owner_id == person.pk and wish.ruling is not Ruling.REJECTED
    if own and others_may_review(person, claim.task.workspace):
        raise Refused(_("You asked this question yourself: another reviewer approves its claims."))


def _verdict(claim: Claim, wish: _Wish) -> Verdict:
    """Edited words are checked again, by code, against the quotes the claim cites."""
    if wish.ruling is not Ruling.EDITED:
        return Verdict(claim.verdict)
    limits = limits_of(claim.task)
    brief = CheckBrief(
        Language(claim.task.language),
        wish.text,
        SentenceKind.FACT,
        _cards(claim),
        limits.near_quote,
        limits.carried_words,
    )
    verdict, _why, _atoms = async_to_sync(BuiltinChecker().check)(brief)
    return verdict


def _cards(claim: Claim) -> tuple[Card, ...]:
    rows = claim.citations.select_related("evidence__source")
    return tuple(
        Card(
            row.evidence.number,
            row.evidence.quote,
            row.evidence.source.title,
            row.evidence.source.publisher,
            row.evidence.source.published,
            row.evidence.score,
        )
        for row in rows
    )


def _decide(person: User, claim: Claim, seen_version: int, wish: _Wish, verdict: Verdict) -> Decision:
    """The UPDATE compares and sets: of two reviewers at once, one changes a row and one changes none."""
    mine = Claim.objects.filter(pk=claim.pk, version=seen_version)
    if not mine.update(version=F("version") + 1, waits=False):
        raise _stale(claim)
    return Decision.objects.create(
        claim=claim,
        claim_version=seen_version,
        person=person,
        ruling=wish.ruling.value,
        text=wish.text if wish.ruling is Ruling.EDITED else claim.text,
        effect=wish.effect if wish.ruling is Ruling.REJECTED else "",
        reason_code=wish.reason_code,
        note=wish.note,
        verdict=verdict.value,
    )


def _stale(claim: Claim) -> Stale:
    current = Decision.objects.filter(claim=claim).order_by("-claim_version").first()
    return Stale(_("Somebody decided on this claim meanwhile."), current)


def _go_on_when_all_is_decided(task: ResearchTask, person: User) -> None:
    waiting = Claim.objects.filter(task=task).waiting().exists()
    if task.status == Status.WAITING_FOR_REVIEW.value and not waiting:
        set_status(task, Status.RUNNING, person.username, "every waiting claim is decided")
        call_worker(task)

"""A reader doubts a sentence: it goes to the desk, whatever the checker said of it, and a decision answers (RP10)."""

from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from reach.clean import clean
from research.actions.assigning import turn_over
from research.actions.holding import need_free
from research.actions.refusal import Forbidden, Refused
from research.actions.rights import need, others_may_review
from research.actions.ruling import REASONS, afterwards, waits_again
from research.actions.tasks import locked, tell
from research.actions.trail import audit
from research.engine.lifecycle import Phase, Status
from research.models import Claim, Errand, Flag, ResearchTask, User
from research.models.claim import last_word
from research.terms import Verdict

LONGEST_NOTE = 1000
"""Characters: a few sentences to a reviewer."""
CHECKED = (Status.WAITING_FOR_REVIEW, Status.FINISHED, Status.STOPPED)


def flag_claim(person: User, claim: Claim, *, reason_code: str, note: str = "", door: str = "page") -> Flag:
    """For whoever may read the report; no right to decide is needed. The sentence waits until somebody decides."""
    need(person, "read", claim.task.workspace)
    told = _checked(reason_code, note)
    try:
        with transaction.atomic():
            task = locked(claim.task)
            _need_checked(task)
            made = Flag.objects.create(claim=claim, person=person, reason_code=reason_code, note=told)
            Claim.objects.filter(pk=claim.pk).update(waits=True)
            waits_again(task, person, "a sentence was flagged")
            tell(task, [("ClaimFlagged", {"claim": claim.number, "by": person.username, "reason": reason_code})])
            after = {"reason": reason_code, "text": claim.text}
            audit(person, task.workspace, door, "flag_claim", claim.label, after=after, reason=told)
            return made
    except IntegrityError:
        raise Refused(_("You flagged this sentence already. It waits for a reviewer.")) from None


def withdraw_flag(person: User, flag: Flag, *, door: str = "page") -> Flag:
    """Whoever raised a doubt takes it back. The sentence waits on only where something else keeps it waiting."""
    need(person, "read", flag.claim.task.workspace)
    if flag.person_id != person.pk:
        raise Forbidden(
            _("%(name)s flagged this sentence: only they can withdraw it.") % {"name": flag.person.username}
        )
    return _closed(person, flag, Flag.Outcome.WITHDRAWN, "", door)


def settle_flag(person: User, flag: Flag, *, note: str, door: str = "page") -> Flag:
    """A reviewer finds nothing wrong, and says why. That is no decision on the sentence: what the check found stays."""
    need(person, "decide", flag.claim.task.workspace)
    if flag.claim.task.owner_id == person.pk and others_may_review(person, flag.claim.task.workspace):
        raise Refused(_("You asked this question yourself: another reviewer answers the doubts about it."))
    need_free(person, flag.claim)
    told = _short(note)
    if not told:
        raise Refused(_("Say in a note why nothing is wrong: whoever flagged the sentence reads it."))
    return _closed(person, flag, Flag.Outcome.UNFOUNDED, told, door)


def _closed(person: User, flag: Flag, outcome: str, answer: str, door: str) -> Flag:
    with transaction.atomic():
        task = locked(flag.claim.task)
        ended = {"outcome": outcome, "answer": answer, "closed_by": person, "closed_at": Now()}
        if not Flag.objects.standing().filter(pk=flag.pk).update(**ended):
            raise Refused(_("This flag was answered already."))
        claim = Claim.objects.get(pk=flag.claim_id)
        waits = _still_waits(claim)
        Claim.objects.filter(pk=claim.pk).update(waits=waits)
        if not waits:
            turn_over(person, claim, door)
        told = {"claim": claim.number, "by": person.username, "outcome": str(outcome)}
        tell(task, [("FlagClosed", told)])
        afterwards(task, person)
        verb = "withdraw_flag" if outcome == Flag.Outcome.WITHDRAWN else "settle_flag"
        before = {"flagged by": flag.person.username, "reason": flag.reason_code}
        audit(person, task.workspace, door, verb, claim.label, before=before, reason=answer)
        flag.refresh_from_db()
        return flag


def _still_waits(claim: Claim) -> bool:
    """As if the doubt that ended had never been: other doubts, a second opinion and the check have their say."""
    if claim.stage or Flag.objects.standing().filter(claim=claim).exists():
        return True
    return claim.verdict != Verdict.SUPPORTED.value and last_word(claim.decisions.all()) is None


def _checked(reason_code: str, note: str) -> str:
    told = _short(note)
    if reason_code not in REASONS:
        raise Refused(_("Choose what is wrong with the sentence."))
    if reason_code == "other" and not told:
        raise Refused(_("Say in a few words what is wrong with the sentence."))
    return told


def _short(note: str) -> str:
    told = clean(note).strip()
    if len(told) > LONGEST_NOTE:
        raise Refused(_("A note has at most %(most)s characters.") % {"most": LONGEST_NOTE})
    return told


def _need_checked(task: ResearchTask) -> None:
    """Before that, the check itself says anew what waits."""
    folding = task.status == Status.RUNNING.value and task.phase == Phase.REVIEW.value
    if Status(task.status) not in CHECKED and not folding:
        raise Refused(_("A sentence can be flagged once the report is checked."))
    if Errand.objects.filter(child=task).exists():
        raise Refused(_("This is a search for one sentence of another report: flag that sentence."))

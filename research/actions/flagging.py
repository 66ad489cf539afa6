"""A reader doubts a sentence: it goes to the desk, whatever the checker said of it, and a decision answers (RP10)."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from reach.clean import clean
from research.actions.refusal import Refused
from research.actions.rights import need
from research.actions.ruling import REASONS, waits_again
from research.actions.tasks import locked, tell
from research.actions.trail import audit
from research.engine.lifecycle import Phase, Status
from research.models import Claim, Errand, Flag, ResearchTask, User

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


def _checked(reason_code: str, note: str) -> str:
    told = clean(note).strip()
    if reason_code not in REASONS:
        raise Refused(_("Choose what is wrong with the sentence."))
    if reason_code == "other" and not told:
        raise Refused(_("Say in a few words what is wrong with the sentence."))
    if len(told) > LONGEST_NOTE:
        raise Refused(_("A note to the reviewers has at most %(most)s characters.") % {"most": LONGEST_NOTE})
    return told


def _need_checked(task: ResearchTask) -> None:
    """Before that, the check itself says anew what waits."""
    folding = task.status == Status.RUNNING.value and task.phase == Phase.REVIEW.value
    if Status(task.status) not in CHECKED and not folding:
        raise Refused(_("A sentence can be flagged once the report is checked."))
    if Errand.objects.filter(child=task).exists():
        raise Refused(_("This is a search for one sentence of another report: flag that sentence."))

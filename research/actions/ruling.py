"""A person's word on a claim, given on the version they saw (P10)."""

from dataclasses import dataclass
from typing import Any

from asgiref.sync import async_to_sync
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reach.clean import clean
from research.actions.assigning import turn_over
from research.actions.folding import fold_when_over
from research.actions.holding import drop_draft, give_back, need_free
from research.actions.opinions import SECOND, need_turn, stage_after
from research.actions.personal import LONGEST_NOTE, Said, need_note
from research.actions.refusal import Refused, Stale
from research.actions.rights import need, others_may_review
from research.actions.tasks import call_worker, current_step, locked, set_status
from research.actions.trail import audit
from research.actions.wording import brief_of
from research.broadcast import entry_written
from research.engine.lifecycle import Phase, Status
from research.models import Assignment, Claim, Decision, Flag, ResearchTask, SpotCheck, User
from research.models.claim import last_word
from research.roles.builtin.claims.checker import best_checker
from research.roles.builtin.tuning import TUNING
from research.store.record import journal
from research.terms import Ruling, Verdict

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
GIVEN = (Ruling.APPROVED, Ruling.EDITED, Ruling.REJECTED)
EFFECTS = ("remove", "mark", "both")


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
    effect: str = "remove",
    reason_code: str = "",
    note: str = "",
    door: str = "page",
) -> Decision:
    """One decision a version. The last one that was waited for puts the task back to work."""
    need(person, "decide", claim.task.workspace)
    wish = _checked(claim, ruling, text, effect, reason_code, note)
    _not_ones_own(person, claim, wish)
    need_free(person, claim)
    words = _words(claim, wish)
    if claim.version == seen_version:
        need_note(wish.ruling, words, wish.note, wish.reason_code)
    try:
        return _given(person, claim, seen_version, wish, words.verdict, door)
    except IntegrityError:
        stale = _stale(claim)
    except Stale as late:
        stale = late
    _late(person, claim, seen_version, wish, door)
    raise stale


def _given(person: User, claim: Claim, seen_version: int, wish: _Wish, verdict: Verdict, door: str) -> Decision:
    with transaction.atomic():
        task = locked(claim.task)
        made = _decide(person, claim, seen_version, wish, verdict)
        _next_turn(person, made, door)
        _told(task, person, made)
        afterwards(task, person)
        before = {"version": seen_version, "text": claim.text}
        after = {"ruling": made.ruling, "text": made.text, "effect": made.effect}
        why = wish.reason_code or wish.note
        audit(person, task.workspace, door, "decide_claim", claim.label, before, after, why)
        return made


def _next_turn(person: User, made: Decision, door: str) -> None:
    """A second opinion may be the turn of whom the sentence is assigned to; nothing else is anybody's any more."""
    others = Assignment.objects.filter(claim=made.claim).exclude(person=person)
    if made.claim.stage != SECOND or not others.exists():
        turn_over(person, made.claim, door)


def _late(person: User, claim: Claim, seen_version: int, wish: _Wish, door: str) -> None:
    """The trail has both attempts, the one that counted and the one that came too late (B-132)."""
    with transaction.atomic():
        task = locked(claim.task)
        tried = {"version": seen_version, "ruling": wish.ruling.value, "text": wish.text, "effect": wish.effect}
        audit(person, task.workspace, door, "decide_late", claim.label, after=tried, reason=wish.note)


def undo_decision(person: User, claim: Claim, *, seen_version: int, door: str = "page") -> Decision:
    """Takes the last decision back: a row of its own, and the claim waits again as the check left it. One's own, or
    as an admin anybody's."""
    need(person, "decide", claim.task.workspace)
    try:
        with transaction.atomic():
            task = locked(claim.task)
            last = last_word(Claim.objects.get(pk=claim.pk).decisions.all())
            _need_undoable(person, claim, last, seen_version)
            flagged = _reopened(last)
            waits = claim.verdict != Verdict.SUPPORTED.value or bool(flagged)
            made = _kept(claim, seen_version, _undone(person, claim), waits=waits)
            _told(task, person, made)
            waits_again(task, person, "a decision was taken back")
            afterwards(task, person)
            before = {"ruling": last.ruling, "text": last.text, "effect": last.effect} if last else None
            audit(person, task.workspace, door, "undo_decision", claim.label, before=before)
            return made
    except IntegrityError:
        raise _stale(claim) from None


def _need_undoable(person: User, claim: Claim, last: Decision | None, seen_version: int) -> None:
    if last is None:
        raise Refused(_("Nothing was decided on this sentence that could be taken back."))
    if last.claim_version + 1 != seen_version:
        raise _stale(claim)
    if last.person_id != person.pk and not person.can("tune", claim.task.workspace):
        raise Refused(_("%(name)s decided this: they, or an admin, can take it back.") % {"name": last.person.username})


def _undone(person: User, claim: Claim) -> dict[str, Any]:
    return {"person": person, "ruling": Ruling.REVERTED.value, "text": claim.text, "verdict": claim.verdict}


def waits_again(task: ResearchTask, person: User, why: str) -> None:
    """A step that folds the others in just now is overtaken by this: its outcome isn't used."""
    folding = task.status == Status.RUNNING.value and task.phase == Phase.REVIEW.value
    if folding and Claim.objects.filter(task=task).waiting().exists():
        set_status(task, Status.WAITING_FOR_REVIEW, person.username, why)


def _told(task: ResearchTask, person: User, made: Decision) -> None:
    """A first opinion isn't told: the second person may be watching."""
    if made.claim.stage != SECOND:
        told = {"claim": made.claim.number, "ruling": made.ruling, "by": person.username}
        entry_written(task.pk, journal(task, current_step(task), [("ClaimDecided", told)]))


def afterwards(task: ResearchTask, person: User) -> None:
    """Once nothing waits any more: the next version, or the task goes on."""
    fold_when_over(task)
    _go_on_when_all_is_decided(task, person)


def _checked(claim: Claim, ruling: str, text: str, effect: str, reason_code: str, note: str) -> _Wish:
    if ruling not in GIVEN:
        raise Refused(_("Approve, edit or reject."))
    wish = _Wish(Ruling(ruling), " ".join(clean(text).split()), effect, reason_code, clean(note).strip())
    if len(wish.note) > LONGEST_NOTE:
        raise Refused(_("A note has at most %(most)s characters.") % {"most": LONGEST_NOTE})
    if wish.ruling is Ruling.EDITED and not any(map(str.isalnum, wish.text)):
        raise Refused(_("Write the sentence as it should stand."))
    if wish.ruling is Ruling.EDITED and len(wish.text) > TUNING.claim_characters:
        raise Refused(_("A sentence has at most %(most)s characters.") % {"most": TUNING.claim_characters})
    if wish.ruling is Ruling.REJECTED and (reason_code not in REASONS or effect not in EFFECTS):
        raise Refused(
            _("Choose a reason, and whether the sentence is removed, marked, or set among the disagreements.")
        )
    return wish


def _not_ones_own(person: User, claim: Claim, wish: _Wish) -> None:
    own = claim.task.owner_id == person.pk and wish.ruling is not Ruling.REJECTED
    if own and others_may_review(person, claim.task.workspace):
        raise Refused(_("You asked this question yourself: another reviewer approves its claims."))


def _words(claim: Claim, wish: _Wish) -> Said:
    """Edited words are checked again, by code, against the quotes the claim cites."""
    if wish.ruling is not Ruling.EDITED:
        return Said(Verdict(claim.verdict), claim.reason)
    verdict, why, _atoms = async_to_sync(best_checker().check)(brief_of(claim, wish.text))
    return Said(verdict, why)


def _decide(person: User, claim: Claim, seen_version: int, wish: _Wish, verdict: Verdict) -> Decision:
    """Under the task's lock, so what the claim lacks can't change between looking and writing."""
    now = Claim.objects.select_related("task__workspace").get(pk=claim.pk)
    if now.version == seen_version:
        need_turn(person, now)
    values = {
        "person": person,
        "ruling": wish.ruling.value,
        "text": wish.text if wish.ruling is Ruling.EDITED else claim.text,
        "effect": wish.effect if wish.ruling is Ruling.REJECTED else "",
        "reason_code": wish.reason_code,
        "note": wish.note,
        "verdict": verdict.value,
    }
    stage = stage_after(person, now, Decision(**values))
    made = _kept(claim, seen_version, values, waits=bool(stage), stage=stage)
    if not stage:
        _settled(made)
    give_back(person, claim)
    drop_draft(person, claim)
    return made


def _settled(made: Decision) -> None:
    """Readers' doubts have their answer, and a spot check its outcome."""
    Flag.objects.standing().filter(claim=made.claim).update(decision=made)
    SpotCheck.objects.unlooked().filter(claim=made.claim).update(decision=made)


def _reopened(last: Decision | None) -> int:
    """Doubts that stand again, as a number. Whoever flagged the sentence anew meanwhile has their one flag already."""
    if last is None:
        return 0
    SpotCheck.objects.filter(decision=last).update(decision=None)
    standing = Flag.objects.standing().filter(claim=last.claim_id)
    anew = Flag.objects.filter(decision=last).exclude(person__in=standing.values("person"))
    return anew.update(decision=None) + standing.count()


def _kept(claim: Claim, seen_version: int, values: dict[str, Any], *, waits: bool, stage: str = "") -> Decision:
    """The UPDATE compares and sets: of two reviewers at once, one changes a row and one changes none."""
    mine = Claim.objects.filter(pk=claim.pk, version=seen_version)
    if not mine.update(version=F("version") + 1, waits=waits, stage=stage):
        raise _stale(claim)
    made = Decision.objects.create(claim=claim, claim_version=seen_version, **values)
    made.claim = Claim.objects.get(pk=claim.pk)
    return made


def _stale(claim: Claim) -> Stale:
    current = Decision.objects.filter(claim=claim).order_by("-claim_version").first()
    return Stale(_("Somebody decided on this claim meanwhile."), current)


def _go_on_when_all_is_decided(task: ResearchTask, person: User) -> None:
    waiting = Claim.objects.filter(task=task).waiting().exists()
    if task.status == Status.WAITING_FOR_REVIEW.value and not waiting:
        set_status(task, Status.RUNNING, person.username, "every waiting claim is decided")
        call_worker(task)

"""Asking further on a finished report: the question as a row at once, the answer by a worker (decision 0015).

A question is answered from the report's own evidence, or a small search is begun for it: a task of its own, whose
session has read already what the report's task has read (R267).
"""

import asyncio
import logging
from datetime import timedelta

from asgiref.sync import async_to_sync
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from reach import freshness
from research.actions.asking import clean_question, language_of
from research.actions.refusal import Refused
from research.actions.rights import need
from research.actions.tasks import current_step, locked, start
from research.actions.trail import audit
from research.actions.tuning import current_thresholds
from research.actions.underway import UNDERWAY, WorkerStopped
from research.broadcast import entry_written
from research.engine.follow_up import Said, answer, decide, standalone
from research.engine.lifecycle import Status
from research.engine.limits import Limits
from research.engine.trigger import Called, Rule
from research.models import FollowUp, ResearchTask, Thresholds, User
from research.roles.endpoints import EndpointError
from research.roles.endpoints.waiting import ServerBusy
from research.store.answered import keep_answers
from research.store.faults import DATABASE_FAILED, sentence_of
from research.store.follow_up_replies import FollowUpReplies, settle_orphans_of
from research.store.follow_ups import decided, further_of, said
from research.store.lease import Overtaken
from research.store.looking import scope_of
from research.store.record import journal
from research.wiring import DeskKit, desk_for, entries_of, reach_settings
from research.worker import enqueue_follow_up

logger = logging.getLogger(__name__)

REPORTED = (Status.WAITING_FOR_REVIEW, Status.FINISHED, Status.STOPPED)
"""Nothing writes to the report's evidence any more."""


def ask_further(
    person: User, task: ResearchTask, question: str, *, look_up: bool = False, door: str = "page"
) -> FollowUp:
    """A row, and a job that answers it. With `look_up` there is another search, whatever the evidence holds."""
    need(person, "ask", task.workspace)
    thresholds = current_thresholds(task.workspace)
    limits = Limits.kept(thresholds.values)
    asked = _checked(question, limits.follow_up_characters)
    with transaction.atomic():
        _need_turn(person, limits)
        row = _asked(person, locked(task), asked, thresholds, look_up)
        audit(person, task.workspace, door, "ask_further", task.label, after={"question": asked, "look_up": look_up})
        enqueue_follow_up(row.pk)
    return row


def may_be_asked_further(task: ResearchTask) -> bool:
    return Status(task.status) in REPORTED and task.reports.exists()


def _asked(person: User, task: ResearchTask, question: str, thresholds: Thresholds, look_up: bool) -> FollowUp:
    if not may_be_asked_further(task):
        raise Refused(_("A report can be asked further once it is written and the task rests."))
    return FollowUp.objects.create(
        task=task,
        person=person,
        thresholds=thresholds,
        question=question,
        language=language_of(question),
        look_up=look_up,
    )


def look_up(person: User, row: FollowUp, *, door: str = "page") -> None:
    """Whoever isn't content with the evidence has it looked for. What was answered before stays beside it."""
    need(person, "ask", row.task.workspace)
    limits = Limits.kept(current_thresholds(row.task.workspace).values)
    with transaction.atomic():
        _need_turn(person, limits)
        locked(row.task)
        mine = FollowUp.objects.filter(pk=row.pk)
        if not mine.select_related("child").get().may_be_looked_up:
            raise Refused(_("It is being looked for already."))
        again = {"state": FollowUp.State.ASKED, "look_up": True, "child": None, "failure": ""}
        mine.update(**again, until=None, attempts=0)
        audit(person, row.task.workspace, door, "look_up", row.label, after={"question": row.question})
        enqueue_follow_up(row.pk)


def _checked(question: str, most: int) -> str:
    asked = clean_question(question)
    if not asked:
        raise Refused(_("Write a question first."))
    if len(asked) > most:
        told = {"length": len(asked), "most": most}
        raise Refused(_("The question has %(length)s characters; a question on a report has at most %(most)s.") % told)
    if not any(character.isalnum() for character in asked):
        raise Refused(_("The question has no words in it."))
    return asked


def _need_turn(person: User, limits: Limits) -> None:
    """Counted under the person's row, so that two tabs can't both take the last turn."""
    User.objects.select_for_update().get(pk=person.pk)
    if FollowUp.objects.all().of_last_hour(person).count() >= limits.follow_ups_an_hour:
        most = {"most": limits.follow_ups_an_hour}
        raise Refused(_("You asked %(most)s further questions within an hour. Ask again in a while.") % most)


def answer_follow_up(pk: int) -> bool:
    """True when an outcome was recorded. False: somebody else answers it, it is answered, or this attempt failed."""
    row = _taken(pk)
    if row is None:
        return False
    limits = Limits.kept(row.thresholds.values)
    if row.attempts > limits.attempts:
        _failed(row, f"answering ended its worker {row.attempts - 1} times")
        return False
    settle_orphans_of(row)
    try:
        _outcome(row, limits)
    except Overtaken as error:
        logger.info("%s", error)
    except DATABASE_FAILED:
        logger.exception("%s: the database failed; the sweeper takes it up again", row)
        connection.close()
    except WorkerStopped:
        _given_back(row)
    except Refused as refusal:
        _failed(row, refusal.sentence)
    except ServerBusy as busy:
        _later(row, limits, busy.error.detail, wait=busy.error.retry_after or 0)
    except EndpointError as error:
        _later(row, limits, error.detail, wait=error.retry_after or 0, hopeless=error.permanent)
    except TimeoutError:
        _later(row, limits, f"longer than {limits.step_seconds} s")
    except Exception as error:
        logger.exception("%s: answering failed", row)
        _later(row, limits, sentence_of(error))
    else:
        return True
    return False


def _taken(pk: int) -> FollowUp | None:
    free = FollowUp.objects.all().due().filter(pk=pk)
    if not free.update(attempts=F("attempts") + 1, until=Now() + timedelta(seconds=Limits().step_seconds)):
        return None
    joined = FollowUp.objects.select_related(
        "task__workspace", "task__thresholds", "task__bindings", "thresholds", "person"
    )
    row: FollowUp = joined.get(pk=pk)
    return row


def _outcome(row: FollowUp, limits: Limits) -> None:
    kit = desk_for(FollowUpReplies(row, current_step(row.task)), limits)
    called, sentences = async_to_sync(_within)(row, kit, limits)
    with transaction.atomic():
        task = locked(row.task)
        if called.reach:
            child = _joined(row) or _begun(row, task)
            _kept(row, **decided(called), state=FollowUp.State.REACHING, child=child)
        else:
            _kept(row, **decided(called), **said(sentences))
        keep_answers(task, current_step(task), kit.verdicts)
        if kit.fallbacks:
            told = entries_of(kit.fallbacks)
            entry_written(task.pk, journal(task, current_step(task), told))


async def _within(row: FollowUp, kit: DeskKit, limits: Limits) -> tuple[Called, tuple[Said, ...]]:
    return await UNDERWAY.run(lambda: asyncio.wait_for(_answered(row, kit, limits), limits.step_seconds))


async def _answered(row: FollowUp, kit: DeskKit, limits: Limits) -> tuple[Called, tuple[Said, ...]]:
    if row.look_up:
        return Called(True, Rule.ASKED), ()
    further = await further_of(row, kit.embedder, limits, timezone.now().date())
    called = await decide(further, kit.desk)
    return called, () if called.reach else await answer(further, kit.desk)


def _joined(row: FollowUp) -> ResearchTask | None:
    """The search that somebody began with the same question, while it runs and as long as its hits may be reused: two
    people who ask at once share one. Looked for under the lock of the report's task."""
    rows = FollowUp.objects.filter(task=row.task).exclude(child=None).exclude(pk=row.pk).select_related("child")
    lasts = timedelta(seconds=freshness.search_lifetime(row.question, None, timezone.now().date(), reach_settings()))
    alike = (each.child for each in rows if each.child and _same(each.question, row.question))
    found: ResearchTask | None = next((child for child in alike if _serves(child, lasts)), None)
    return found


def _serves(child: ResearchTask, lasts: timedelta) -> bool:
    sound = Status(child.status) not in (Status.FAILED, Status.STOPPED)
    return sound and (child.finished is None or timezone.now() < child.finished + lasts)


def _same(one: str, other: str) -> bool:
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())


def _begun(row: FollowUp, task: ResearchTask) -> ResearchTask:
    """Under the scope and period of the report's task; nobody need approve a plan of one goal."""
    return start(
        row.person,
        task.workspace,
        standalone(row.question, task.question),
        language=row.language,
        period_start=task.period_start,
        period_end=task.period_end,
        scope=scope_of(task),
        auto_approve=True,
        parent=task,
        door="follow-up",
    )


def _kept(row: FollowUp, **fields: object) -> None:
    mine = FollowUp.objects.filter(pk=row.pk, attempts=row.attempts, state=FollowUp.State.ASKED)
    if not mine.update(**fields, answered=Now(), until=None):
        raise Overtaken(f"{row} was taken over")


def _given_back(row: FollowUp) -> None:
    """To any other worker, at once; the attempt isn't counted."""
    mine = FollowUp.objects.filter(pk=row.pk, attempts=row.attempts, state=FollowUp.State.ASKED)
    if mine.update(until=None, attempts=F("attempts") - 1):
        enqueue_follow_up(row.pk)


def _failed(row: FollowUp, sentence: str) -> None:
    mine = FollowUp.objects.filter(pk=row.pk, attempts=row.attempts, state=FollowUp.State.ASKED)
    mine.update(state=FollowUp.State.FAILED, failure=sentence, until=None)


def _later(row: FollowUp, limits: Limits, sentence: str, *, wait: float = 0, hopeless: bool = False) -> None:
    """The sweeper sends it anew when the wait is over; after the last attempt it fails with its reason."""
    if hopeless or row.attempts >= limits.attempts:
        return _failed(row, sentence)
    pause = timedelta(seconds=max(limits.retry_seconds * 2 ** (row.attempts - 1), wait))
    mine = FollowUp.objects.filter(pk=row.pk, attempts=row.attempts, state=FollowUp.State.ASKED)
    mine.update(until=Now() + pause)
    return None

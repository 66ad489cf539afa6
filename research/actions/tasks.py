"""A task's birth and end, and the one place where its status moves."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from memory.models import Notebook
from reach.scope import ANYWHERE, Scope
from research.actions.asking import checked_question, language_of
from research.actions.budgets import keep_for_report
from research.actions.difficulty import classed
from research.actions.refusal import Refused
from research.actions.rights import need, need_task
from research.actions.trail import audit
from research.actions.tuning import current_thresholds
from research.broadcast import entry_written
from research.engine.events import VERSION
from research.engine.lifecycle import IllegalMove, Status, move_status
from research.models import Bindings, Blob, Lease, Reply, ResearchTask, Source, Thresholds, User, Workspace
from research.models.task import STATUS_WORDS
from research.store.asides import release
from research.store.clue_rows import forget_task
from research.store.load import first_state
from research.store.payloads import dumped
from research.store.record import journal
from research.terms import Language, Period
from research.worker import enqueue


@dataclass(frozen=True, slots=True)
class GoalEdit:
    """A goal as a person wants it in the plan."""

    question: str
    wanted: Sequence[str]
    priority: float = 1.0


LENGTHS = ("", "short", "long")


def start(
    person: User,
    workspace: Workspace,
    question: str,
    *,
    language: str = "",
    period_start: date | None = None,
    period_end: date | None = None,
    scope: Scope = ANYWHERE,
    minutes: int | None = None,
    auto_approve: bool = False,
    difficulty: str = "",
    length: str = "",
    reserved_for: str = "",
    parent: ResearchTask | None = None,
    door: str = "page",
) -> ResearchTask:
    """Rows for a new task, and a job for its first step. An empty language or difficulty is told from the question."""
    need(person, "ask", workspace)
    thresholds = current_thresholds(workspace)
    asked = checked_question(question, int(thresholds.values["question_characters"]))
    period = _period(period_start, period_end)
    written = _report_language(language, asked)
    fields = {
        "question": asked,
        **classed(asked, thresholds, difficulty),
        "language": written,
        "length": checked_length(length),
        **_within(period),
        "auto_approve": auto_approve,
        "deadline": _deadline(minutes),
        "reserved_for": reserved_for,
        **_kept_by(workspace, thresholds, parent),
        **scope_fields(scope),
    }
    with transaction.atomic():
        notebook = Notebook.objects.create(body=dumped(first_state(asked, written, period)), v=VERSION)
        task = ResearchTask.objects.create(workspace=workspace, owner=person, notebook=notebook, **fields)
        _begun(task, scope, minutes, door)
    return task


def checked_length(wish: str) -> str:
    if wish not in LENGTHS:
        raise Refused(_("A report is short or long; leave it open for the usual length."))
    return wish


def _kept_by(workspace: Workspace, thresholds: Thresholds, parent: ResearchTask | None) -> dict[str, Any]:
    """Versions that the task keeps, whatever is changed while it runs; and whether it is a small search for another."""
    bindings = Bindings.objects.filter(workspace=workspace).first()
    return {"thresholds": thresholds, "bindings": bindings, "parent": parent, "narrow": parent is not None}


def _within(period: Period) -> dict[str, Any]:
    return {"period_start": period.start, "period_end": period.end}


def _begun(task: ResearchTask, scope: Scope, minutes: int | None, door: str) -> None:
    """What every new task gets with its row."""
    person = task.owner
    told = {"question": task.question, "language": task.language, **(scope_fields(scope) if scope.bounded else {})}
    told |= {"minutes": minutes} if minutes else {}
    Lease.objects.create(task=task)
    keep_for_report(task)
    tell(task, [("StatusChanged", {"was": "", "now": task.status, "by": person.username, "why": ""})])
    audit(person, task.workspace, door, "start", task.label, after=told)
    call_worker(task)


def _period(start: date | None, end: date | None) -> Period:
    if start and end and start > end:
        raise Refused(_("The period ends before it begins."))
    return Period(start, end)


def _report_language(wish: str, question: str) -> str:
    if wish and wish not in list(Language):
        raise Refused(_("Reports are written in English or Chinese."))
    return wish or language_of(question)


def _deadline(minutes: int | None) -> datetime | None:
    """From now on, so that the time in which a plan waits for its approval counts: a deadline is one of the clock."""
    if minutes is None:
        return None
    try:
        ends = timezone.now() + timedelta(minutes=minutes)
    except OverflowError:
        raise Refused(_("That is more time than there is. Leave it open for no end.")) from None
    if minutes < 1:
        raise Refused(_("A search needs a minute at least."))
    return ends


def scope_fields(scope: Scope) -> dict[str, Any]:
    """As a task's row keeps it."""
    return {
        "only_sites": list(scope.only),
        "never_sites": list(scope.never),
        "documents_only": scope.documents_only,
    }


def call_worker(task: ResearchTask) -> None:
    """A job for the next step, on commit. A reserved task has a process of its own that comes by itself."""
    if not task.reserved_for:
        enqueue(task.pk)


def tell(task: ResearchTask, lines: Sequence[tuple[str, dict[str, object]]]) -> None:
    """Journal lines of a verb, and a wake-up for those who watch."""
    entry_written(task.pk, journal(task, current_step(task), lines))


def current_step(task: ResearchTask) -> int:
    return int(Notebook.objects.values_list("body__step", flat=True).get(pk=task.notebook_id))


def locked(task: ResearchTask) -> ResearchTask:
    """The row as it is now, held until the transaction ends. Verbs guard on this, never on what a page had."""
    row: ResearchTask = ResearchTask.objects.select_for_update(of=("self",)).get(pk=task.pk)
    return row


def set_status(task: ResearchTask, then: Status, by: str, why: str = "", **fields: Any) -> None:
    """Moves the status by the table, or refuses with a sentence. Expects a locked row."""
    was = Status(task.status)
    try:
        move_status(was, then)
    except IllegalMove:
        raise Refused(
            _("The task is %(was)s; from there it can't become %(then)s.")
            % {"was": STATUS_WORDS[was], "then": STATUS_WORDS[then]}
        ) from None
    ended = {"finished": Now()} if then.over else {}
    ResearchTask.objects.filter(pk=task.pk).update(status=then.value, **ended, **fields)
    task.status = then.value
    if then.over or then in (Status.WAITING_FOR_REVIEW, Status.FAILED):
        release(task)
    tell(task, [("StatusChanged", {"was": was.value, "now": then.value, "by": by, "why": why})])


def plan_hash(task: ResearchTask) -> str:
    """What a person saw when they approved: questions, wanted evidence and priorities, in their order."""
    goals = task.goals.order_by("number").values_list("question", "wanted", "priority")
    return hashlib.sha256(json.dumps([list(goal) for goal in goals], ensure_ascii=False).encode()).hexdigest()


def delete_task(person: User, task: ResearchTask, *, door: str = "page") -> None:
    """The task with everything under it, and pages that no other task quotes."""
    need_task(person, task)
    with transaction.atomic():
        task = locked(task)
        if task.status == Status.RUNNING.value:
            raise Refused(_("Stop the task before you delete it."))
        label, workspace, question, notebook = task.label, task.workspace, task.question, task.notebook
        read = _pages_read(task)
        forget_task(task)
        release(task)
        task.delete()
        notebook.delete()
        _forget_sources(workspace, read)
        audit(person, workspace, door, "delete", label, before={"question": question})


def _pages_read(task: ResearchTask) -> set[str]:
    """Keys of every page this task stored, quoted or not."""
    replies = task.replies.filter(kind="read").values_list("payload__pages", flat=True)
    return {key for pages in replies for key, _asked in pages}


def _forget_sources(workspace: Workspace, keys: Iterable[str]) -> None:
    """What no evidence quotes and no other task's stored reply names. Their bytes go when nobody else holds them."""
    elsewhere = Reply.objects.filter(task__workspace=workspace, kind="read")
    alone = [key for key in keys if not elsewhere.filter(payload__pages__contains=[[key]]).exists()]
    gone = Source.objects.filter(workspace=workspace, key__in=alone, evidence=None)
    raws = list(gone.values_list("raw_id", flat=True))
    gone.delete()
    Blob.objects.filter(pk__in=raws, sources=None, uploads=None).delete()

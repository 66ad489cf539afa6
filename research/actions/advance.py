"""One step of one task, durably: take the lease, run the engine with no transaction open, record all or nothing.

Not in charge of: what a step does (the engine), when it is asked for (jobs, sweeper), what people may do (the verbs).
A crash anywhere in here repeats at most this step, and what it paid for is found among the stored replies.
"""

import asyncio
import logging
import os
import socket
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from asgiref.sync import async_to_sync
from django.db import connection, transaction
from django.utils import timezone

from research.actions.errands import bring_back, overdue
from research.actions.examining import sweep_examinations
from research.actions.folding import fold_when_over
from research.actions.fruitless import database_failed, fail, later, model_failed
from research.actions.tasks import call_worker, locked, plan_hash, set_status
from research.actions.trail import MARK_EVERY, mark_chain
from research.actions.underway import UNDERWAY, WorkerStopped
from research.broadcast import entry_written
from research.engine.events import Event, SearchEnded, StepEnded
from research.engine.lifecycle import Phase, Status
from research.engine.limits import Limits
from research.engine.loop import advance as engine_advance
from research.engine.loop import apply
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.models import Claim, FollowUp, Lease, Reply, ResearchTask, Step
from research.roles.endpoints import EndpointError
from research.roles.endpoints.waiting import ServerBusy
from research.store.answered import keep_answers
from research.store.begun import begun, recorded
from research.store.crash import crash_point
from research.store.faults import DATABASE_FAILED, sentence_of
from research.store.lease import Heartbeat, Held, Overtaken, finish, still_held, take
from research.store.load import limits_of, load_state
from research.store.payloads import dumped
from research.store.record import journal, record
from research.store.recording import Recorder
from research.store.replies import StepReplies, settle_orphans
from research.store.shared import forget_expired
from research.store.tasklog import packed
from research.store.wishes import any_waiting, take_up
from research.wiring import Kit, entries_of, kit_for
from research.worker import enqueue, enqueue_follow_up

logger = logging.getLogger(__name__)

SWEEP_LOCK = 0x5EE9
"""The advisory lock that lets one sweeper work at a time; any number that nobody else uses."""


def advance(task_id: int, reserved_for: str = "") -> bool:
    """True when a step was recorded. False: somebody else works on it, it rests, or this attempt failed."""
    task = ResearchTask.objects.select_related("thresholds").filter(pk=task_id).first()
    if task is None or _rested(task):
        return False
    limits = limits_of(task)
    held = take(task.pk, f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex}", limits.lease_seconds, reserved_for)
    if held is None:
        return False
    if held.attempt > limits.attempts:
        fail(task, held, f"this step ended its worker {held.attempt - 1} times")
        return False
    with Heartbeat.of(held, limits.lease_seconds, limits.beat_seconds):
        try:
            return _attempt(task, held, limits)
        except ResearchTask.DoesNotExist:
            logger.info("%s was stopped and deleted while a step of it ran", task)
            return False


def _attempt(task: ResearchTask, held: Held, limits: Limits) -> bool:
    began = timezone.now()
    try:
        _take_step(task, held, limits)
    except Overtaken as error:
        logger.info("%s", error)
        return False
    except DATABASE_FAILED as error:
        logger.exception("task %s: the database failed; the step is taken up again", task.pk)
        database_failed(task, held, limits, error)
        return False
    except WorkerStopped as stopped:
        later(task, held, limits, "worker_stopped", str(stopped), forgiven=True)
        return False
    except (ServerBusy, EndpointError) as error:
        model_failed(task, held, limits, error.error if isinstance(error, ServerBusy) else error)
        return False
    except TimeoutError:
        progressed = Reply.objects.filter(task=task, at__gte=began).exists()
        later(task, held, limits, "too_slow", f"longer than {limits.step_seconds} s", forgiven=progressed)
        return False
    except Exception as error:
        ResearchTask.objects.only("pk").get(pk=task.pk)  # a row that refers to a deleted task is no fault of the step
        logger.exception("task %s: a step failed", task.pk)
        later(task, held, limits, "internal", sentence_of(error), forgiven=False)
        return False
    return True


def _take_step(task: ResearchTask, held: Held, limits: Limits) -> None:
    """Loads afresh: what was read before the lease was taken may have been another worker's past."""
    task = ResearchTask.objects.select_related("notebook", "bindings", "workspace").get(pk=task.pk)
    state, began = load_state(task), time.monotonic()
    settle_orphans(task)
    state = _taken_up(task, state, held, limits)
    step = _begin(task, state, held)
    crash_point("after_lease", state.step)
    kit = kit_for(task, step.now, StepReplies(task, state.step, held), limits)
    recorder = Recorder()
    events = async_to_sync(_within)(state, recorder.over(kit.tools), limits.step_seconds)
    crash_point("before_commit", state.step)
    moved = apply(state, tuple(events))
    decided = packed(state, recorder.decisions, kit.tools.channels, moved)
    taken = _Taken(events, moved, decided, time.monotonic() - began)
    with transaction.atomic():
        _record(task, held, state, step, taken, kit)
        crash_point("in_transaction", state.step)
    crash_point("after_commit", state.step)


async def _within(state: TaskState, tools: Tools, seconds: float) -> Sequence[Event]:
    return await UNDERWAY.run(lambda: asyncio.wait_for(engine_advance(state, tools), seconds))


def _taken_up(task: ResearchTask, state: TaskState, held: Held, limits: Limits) -> TaskState:
    """What people asked of the goals since the last step. One that is asked for from here on waits for the next."""
    if not any_waiting(task.pk):
        return state
    with transaction.atomic():
        task = locked(task)
        if not still_held(held):
            raise Overtaken(f"task {task.pk} was taken over")
        state, last = take_up(task, load_state(task), limits)
        entry_written(task.pk, last)
    return state


def _begin(task: ResearchTask, state: TaskState, held: Held) -> Step:
    with transaction.atomic():
        step = begun(task, state.step, state.phase.value, held.attempt)
        told = {"phase": state.phase.value, "step": state.step, "attempt": held.attempt}
        entry_written(task.pk, journal(task, state.step, [("StepStarted", told)]))
    return step


@dataclass(frozen=True, slots=True)
class _Taken:
    """What a step brought, while nothing of it is written."""

    events: Sequence[Event]
    moved: TaskState
    decided: bytes
    seconds: float


def _record(task: ResearchTask, held: Held, state: TaskState, step: Step, taken: _Taken, kit: Kit) -> None:
    """Everything the step brought, in one transaction. The task's row is locked first, as every verb does."""
    task = locked(task)
    if task.status not in (Status.RUNNING.value, Status.PAUSED.value):
        raise Overtaken(f"task {task.pk} is {task.status}: a late outcome is not used")
    wait = _wait(taken.events)
    finish(held, wait)
    if not recorded(task, step, taken.seconds, taken.decided, dumped(taken.moved)):
        raise Overtaken(f"step {state.step} of task {task.pk} has its outcome already")
    entry_written(task.pk, record(task, state.step, taken.events, entries_of(kit.fallbacks)))
    keep_answers(task, state.step, kit.verdicts)
    _keep(task, state, step, taken)
    if not _put_to_rest(task, after_step=True) and not wait:
        call_worker(task)


def _wait(events: Sequence[Event]) -> float:
    """Seconds that the step's end asks for; the sweeper sends the task on when they are over."""
    return last.wait if isinstance(last := events[-1], StepEnded) else 0.0


def _keep(task: ResearchTask, state: TaskState, step: Step, taken: _Taken) -> None:
    moved = taken.moved
    ends = (event.sentence for event in taken.events if isinstance(event, SearchEnded))
    _move(task, moved.phase.value, next(ends, task.ended_because))
    if task.one_step:
        Step.objects.filter(pk=step.pk).update(memory_before=dumped(state.mind), memory_after=dumped(moved.mind))


def _move(task: ResearchTask, phase: str, ended_because: str) -> None:
    """Most steps change nothing of it."""
    if (phase, ended_because) != (task.phase, task.ended_because):
        ResearchTask.objects.filter(pk=task.pk).update(phase=phase, ended_because=ended_because)
        task.phase, task.ended_because = phase, ended_because


def _rested(task: ResearchTask) -> bool:
    """Whether the task waits for a person now. A running task that reached a resting place is put to rest here."""
    if task.status != Status.RUNNING.value or _rest_of(task) is None:
        return task.status != Status.RUNNING.value
    with transaction.atomic():
        return _put_to_rest(locked(task))


def _put_to_rest(task: ResearchTask, *, after_step: bool = False) -> bool:
    """Expects a locked row."""
    rest = _rest_of(task, after_step)
    if rest is None or task.status != Status.RUNNING.value:
        return task.status != Status.RUNNING.value
    fields = {"plan_hash": plan_hash(task)} if rest is Status.AWAITING_APPROVAL else {}
    set_status(task, rest, "", **fields, one_step=False)
    fold_when_over(task)
    bring_back(task)
    return True


def _rest_of(task: ResearchTask, after_step: bool = False) -> Status | None:
    phase = Phase(task.phase)
    if phase is Phase.DONE:
        return Status.FINISHED
    if phase is Phase.REVIEW and Claim.objects.filter(task=task).waiting().exists():
        return Status.WAITING_FOR_REVIEW
    if phase is Phase.QUERY and not task.auto_approve and task.approved_at is None:
        return Status.AWAITING_APPROVAL
    return Status.PAUSED if after_step and task.one_step else None


def sweep() -> int:
    """Sends anew what waits without a worker: lost messages, dead workers, waits that are over. Harmless if doubled."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [SWEEP_LOCK])
        if not cursor.fetchone()[0]:
            return 0
        _adopt_deserted()
        due = list(Lease.objects.due().values_list("task_id", flat=True))
        for task_id in due:
            enqueue(task_id)
        for follow_up in FollowUp.objects.all().due().values_list("pk", flat=True):
            enqueue_follow_up(follow_up)
        sweep_examinations()
        forget_expired()
        for child in overdue():
            bring_back(locked(child))
        mark_chain(MARK_EVERY)
    return len(due)


def _adopt_deserted() -> None:
    """A command that died leaves a task behind that only it could advance: from now on any worker may."""
    for lease in Lease.objects.deserted(Limits().lease_seconds).select_related("task"):
        ResearchTask.objects.filter(pk=lease.task_id).update(reserved_for="")


def release(task: ResearchTask) -> None:
    """A command hands its task over: whatever is still to be done, any worker may do."""
    ResearchTask.objects.filter(pk=task.pk).update(reserved_for="")
    enqueue(task.pk)

"""What becomes of an attempt that recorded nothing: its step is taken again, or its task fails and says why."""

import logging
import time

from django.db import connection, transaction

from research.actions.tasks import call_worker, current_step, locked, set_status, tell
from research.actions.underway import UNDERWAY
from research.engine.lifecycle import Status
from research.engine.limits import Limits
from research.models import ResearchTask
from research.roles.endpoints import EndpointError
from research.store.faults import DATABASE_FAILED, database_trouble, sentence_of
from research.store.lease import Held, give_back

logger = logging.getLogger(__name__)


def model_failed(task: ResearchTask, held: Held, limits: Limits, error: EndpointError) -> None:
    """What only an operator can mend parks the task at once; a busy server is asked again when it said so (C18)."""
    if error.permanent:
        fail(task, held, error.detail)
    else:
        later(task, held, limits, str(error.kind), error.detail, forgiven=False, asked=error.retry_after or 0)


def database_failed(task: ResearchTask, held: Held, limits: Limits, error: Exception) -> None:
    """A step isn't to blame for a database that is away, full or read-only: its attempt isn't counted, and the task
    goes on by itself (F-09, F-10). What the step's own statements brought about counts like any fault of ours.

    Told as soon as the database can be told anything. The worker waits for that as long as its lease would last: it has
    nothing else to do without one. After that the lease lapses, and the sweeper sends the task anew.
    """
    trouble, until = database_trouble(error), time.monotonic() + limits.lease_seconds
    kind, sentence = ("database", trouble) if trouble else ("internal", sentence_of(error))
    while True:
        connection.close()
        try:
            later(task, held, limits, kind, sentence, forgiven=bool(trouble), asked=limits.retry_seconds)
        except DATABASE_FAILED:
            if UNDERWAY.stopping or time.monotonic() > until:
                logger.warning("task %s: the database takes nothing; the sweeper takes the step up again", task.pk)
                return
            time.sleep(limits.beat_seconds)
        else:
            return


def later(
    task: ResearchTask, held: Held, limits: Limits, kind: str, sentence: str, *, forgiven: bool, asked: float = 0
) -> None:
    """The same step again after a while, longer each time, and not before a server `asked` to be (seconds); after the
    last attempt the task fails with its reason. Whoever was overtaken says nothing."""
    if held.attempt >= limits.attempts and not forgiven:
        return fail(task, held, sentence)
    wait = asked if forgiven else max(limits.retry_seconds * 2 ** (held.attempt - 1), asked)
    with transaction.atomic():
        task = locked(task)
        if not give_back(held, wait, forgiven=forgiven):
            return None
        told = {
            "phase": task.phase,
            "step": current_step(task),
            "attempt": held.attempt,
            "sentence": sentence,
            "kind": kind,
            "again_in": wait,
        }
        tell(task, [("StepFailed", told)])
        if not wait:
            call_worker(task)
    return None


def fail(task: ResearchTask, held: Held, sentence: str) -> None:
    with transaction.atomic():
        task = locked(task)
        if give_back(held) and task.status == Status.RUNNING.value:
            set_status(task, Status.FAILED, "", sentence, failure=sentence)

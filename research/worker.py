"""The Celery app, and the one function that puts a task's next step on the queue.

Celery carries hints, Postgres the truth: a job may come twice, late or never (the sweeper finds what was never sent).
Jobs are named by strings here and written in `jobs.py`, so that the verbs can enqueue what in turn calls the verbs.
Importing this loads no model. "Job" is Celery's word, "task" is ours.
"""

import gc
import logging
import os
from pathlib import Path
from typing import Any

from celery import Celery
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "research.settings")

logger = logging.getLogger(__name__)

ADVANCE = "research.advance"
FOLLOW_UP = "research.follow_up"
EXAMINE = "research.examine"
SWEEP = "research.sweep"
FILES = "files"  # the scheme of our own transport

# A worker is one process that runs its jobs itself (`--pool solo`). A pool shares a lock between its processes, and one
# killed while it waits for work takes that lock with it: the others wait for ever. So jobs.py sets the bounds of a job.
# Strictly ordered after a step's own deadline (Limits.step_seconds); `manage.py check` refuses any other order.
HARD_SECONDS = 300  # then its process ends itself
EXAMINE_SECONDS = 1800  # likewise for an examination of a model: a checker's hundred calls, some at once
EXAMINED_SECONDS = 1500  # before that, it is broken off with its sentence
VISIBILITY_SECONDS = 900  # then Redis hands an unacknowledged message to somebody else
POLL_SECONDS = 0.1  # between two looks into the message folder; bounds how soon a job is picked up
SWEEP_SECONDS = 15.0  # how late a step is found whose message was lost
SHUTDOWN_SECONDS = 20  # a worker told to stop gives its leases back within this
JOBS_PER_PROCESS = 500  # parsers leak; a fresh process costs about three seconds
MEMORY_BYTES = 500_000_000  # with vocabulary and embedder warm a process takes 350 MB, a third of it shared files


def broker(data: Path, redis_url: str) -> dict[str, Any]:
    """Where messages lie: in Redis, or as files under the data folder."""
    if redis_url:
        return {"broker_url": redis_url, "broker_transport_options": {"visibility_timeout": VISIBILITY_SECONDS}}
    queue, control = data / "queue", data / "queue-control"
    for folder in (queue, control):
        folder.mkdir(parents=True, exist_ok=True)
    return {
        "broker_url": f"{FILES}://localhost//",
        "broker_transport_options": {
            "data_folder_in": str(queue),
            "data_folder_out": str(queue),  # one folder for both: what is sent here is taken here
            "control_folder": str(control),
            "polling_interval": POLL_SECONDS,
            "visibility_timeout": VISIBILITY_SECONDS,
        },
    }


TRANSPORT_ALIASES[FILES] = "research.embedded.messages:Transport"
CONFIGURATION = broker(settings.DATA, settings.REDIS_URL) | {
    "task_default_queue": settings.JOB_QUEUE,
    "task_serializer": "json",
    "accept_content": ["json"],
    "timezone": "UTC",
    # Nothing in the flow of control reads a result.
    "result_backend": None,
    "task_ignore_result": True,
    # The message goes when the job is done. A job that kills its process isn't put back: the row counts attempts.
    "task_acks_late": True,
    "worker_prefetch_multiplier": 1,
    # The shortest of these three wins, so all three are said.
    "visibility_timeout": VISIBILITY_SECONDS,
    "result_backend_transport_options": {"visibility_timeout": VISIBILITY_SECONDS},
    "worker_soft_shutdown_timeout": SHUTDOWN_SECONDS,
    # A second run is stopped by the lease's fence; killing a paid call that is nearly done wastes it.
    "worker_cancel_long_running_tasks_on_connection_loss": False,
    "worker_pool": "solo",
    "worker_hijack_root_logger": False,
    "broker_connection_retry_on_startup": True,
    "broker_connection_max_retries": None,  # a broker may be away for an hour
    "worker_enable_remote_control": False,  # people steer tasks by rows; and on files each command would be one more
    "beat_scheduler": "celery.beat:Scheduler",  # in memory: one job every few seconds has nothing to remember
    "beat_schedule": {"sweep": {"task": SWEEP, "schedule": SWEEP_SECONDS, "options": {"expires": SWEEP_SECONDS}}},
}
app = Celery("redthread", include=["research.jobs"])
app.conf.update(CONFIGURATION)
# What beat runs: it sends one name, and loading the jobs would cost it a hundred megabytes.
clock = Celery("redthread-clock", set_as_current=False)
clock.conf.update(CONFIGURATION)


def spare_what_is_loaded() -> None:
    """What the first job loaded stays: without this the garbage collector looks through it at each of its rounds, a
    twentieth of a step's time."""
    gc.collect()
    gc.freeze()


def enqueue(task_id: int) -> None:
    """Asks some worker to advance the task, once the surrounding transaction is committed; at once outside of one."""
    transaction.on_commit(lambda: _send(ADVANCE, task_id, "task"), robust=True)


def enqueue_follow_up(follow_up_id: int) -> None:
    """Likewise for a question on a finished report."""
    transaction.on_commit(lambda: _send(FOLLOW_UP, follow_up_id, "follow-up"), robust=True)


def enqueue_examination(row: int) -> None:
    """Likewise for an examination of a model."""
    transaction.on_commit(lambda: _send(EXAMINE, row, "examination"), robust=True)


def _send(job: str, row: int, what: str) -> None:
    """The request that got us here is answered whether or not the broker takes the message: the sweeper sends anew."""
    try:
        app.signature(job, args=[row]).apply_async()
    except (OperationalError, OSError) as error:
        logger.warning("%s %s: the broker took no message (%s); the sweeper will send it", what, row, error)

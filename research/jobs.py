"""Celery's jobs: advance a task by one step; answer a question on a report; sweep up what nobody works on. A job may
come twice or never.

A worker is one process without a pool: nobody outside ends a job that hangs or a process that grew, so this does.
"""

import faulthandler
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import psutil
from celery import signals
from celery.worker import state

from research.actions import advance, answer_follow_up, conduct, sweep
from research.actions.underway import stop_underway
from research.worker import (
    ADVANCE,
    EXAMINE,
    EXAMINE_SECONDS,
    EXAMINED_SECONDS,
    FOLLOW_UP,
    HARD_SECONDS,
    JOBS_PER_PROCESS,
    MEMORY_BYTES,
    SWEEP,
    app,
    spare_what_is_loaded,
)

_numbers = count(1)


def advance_job(task_id: int) -> None:
    with bounded():
        advance(task_id)


def follow_up_job(follow_up_id: int) -> None:
    with bounded():
        answer_follow_up(follow_up_id)


def examine_job(row: int) -> None:
    with bounded(EXAMINE_SECONDS):
        conduct(row, EXAMINED_SECONDS)


def sweep_job() -> None:
    with bounded():
        sweep()


@contextmanager
def bounded(seconds: float = HARD_SECONDS, jobs: int = JOBS_PER_PROCESS, size: int = MEMORY_BYTES) -> Iterator[None]:
    """One job: its process ends hard when the job hangs, and in order when it is worn out.

    The watchdog is a thread of the interpreter's that needs no lock of it: a regular expression that never comes back
    holds that lock, and a thread in Python would wait for it. It writes where the job hung and ends the process; the
    lease lapses, and the row counts the attempt.
    """
    faulthandler.dump_traceback_later(seconds, exit=True, file=sys.__stderr__ or sys.stderr)  # Celery wraps the second
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        number = next(_numbers)
        if number == 1:
            spare_what_is_loaded()
        if number >= jobs or _resident_bytes() > size:
            state.should_stop = os.EX_OK  # seen between two jobs, once this one is acknowledged; no message is lost


def _resident_bytes() -> int:
    return int(psutil.Process().memory_info().rss)


app.task(advance_job, name=ADVANCE)
app.task(follow_up_job, name=FOLLOW_UP)
app.task(examine_job, name=EXAMINE)
app.task(sweep_job, name=SWEEP)
signals.worker_shutting_down.connect(stop_underway, weak=False)  # in the handler of the signal itself

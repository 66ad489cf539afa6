"""Celery's jobs: advance a task by one step; sweep up tasks that nobody works on. A job may come twice or never."""

from research.actions import advance, sweep
from research.worker import ADVANCE, SWEEP, app


def advance_job(task_id: int) -> None:
    advance(task_id)


def sweep_job() -> None:
    sweep()


app.task(advance_job, name=ADVANCE)
app.task(sweep_job, name=SWEEP)

"""A command as the one worker of the task it started: no other process touches it, and what is left is handed over."""

import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from research import actions
from research.engine.lifecycle import Status
from research.models import ResearchTask
from research.worker import spare_what_is_loaded

WAIT_SECONDS = 0.5
"""Between two looks while a failed step waits for its next attempt."""


_steps = count(1)


def own_name(command: str) -> str:
    """Whom the task is reserved for."""
    return f"{command} {platform.node()} {os.getpid()}"


@contextmanager
def handed_over(task: ResearchTask) -> Iterator[None]:
    """Whatever is left when the command ends, or is interrupted, any worker may do."""
    try:
        yield
    finally:
        actions.release(task)


def run_to_rest(task: ResearchTask, after_step: Callable[[], None] = lambda: None) -> None:
    """Step after step until the task rests. A second attempt waits as long as any worker would."""
    while task.status == Status.RUNNING.value:
        advanced = actions.advance(task.pk, task.reserved_for)
        if next(_steps) == 1:
            spare_what_is_loaded()
        after_step()
        task.refresh_from_db(fields=("status", "reserved_for"))
        if not advanced and task.status == Status.RUNNING.value:
            time.sleep(WAIT_SECONDS)
    task.refresh_from_db()

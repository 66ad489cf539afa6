"""After commit: tells a task's watchers that there is something newer. Losing the message is harmless.

Carries no content: whoever hears it reads the journal from the last number it has.
"""

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)


def group_of(task_id: int) -> str:
    return f"task.{task_id}"


DESK = "desk"
"""The group of all who look at a queue: a wake-up carries no content, and each reads what they may see."""


def desk_moved() -> None:
    """Somebody took a sentence, gave it back, or decided on it."""
    transaction.on_commit(lambda: _wake(DESK, 0), robust=True)


def entry_written(task_id: int, seq: int) -> None:
    transaction.on_commit(lambda: _wake(group_of(task_id), seq), robust=True)


def _wake(group: str, seq: int) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async_to_sync(layer.group_send)(group, {"type": "entry.written", "seq": seq})
    except OSError as error:
        logger.warning("%s: no watcher was told of entry %s (%s)", group, seq, error)


async def words_written(task_id: int) -> None:
    """More is written of what somebody waits for. How much, a watcher reads where it is kept for the moment."""
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        await layer.group_send(group_of(task_id), {"type": "entry.written", "seq": 0})
    except OSError as error:
        logger.warning("task %s: no watcher was told that more is written (%s)", task_id, error)

"""How much of what a person waits for is written so far: kept for a moment, and told to open pages (B-120).

Nothing of the answer itself goes anywhere before it is whole and checked.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import Exists, Subquery
from django.db.models.functions import Now

from research.models import CacheEntry, Entry, FollowUp, ResearchTask
from research.roles.endpoints import Request
from research.roles.endpoints.streaming import OnWords

TOLD_SECONDS = 1.0
"""Between two words to the pages: a person reads no faster."""
KEPT_SECONDS = 30.0
"""A writer that said nothing for so long isn't writing."""


class Speaking:
    """Of one step, or of the answer to one question: its calls are added up."""

    def __init__(
        self, task: ResearchTask, wake: Callable[[int], Awaitable[None]], follow_up: FollowUp | None = None
    ) -> None:
        """`wake` is told the task once more is kept."""
        self._task, self._wake, self._key = task.pk, wake, _key(task.pk, follow_up)
        self._written: dict[int, int] = {}
        self._told = 0.0
        self._tellings: set[asyncio.Task[None]] = set()

    def begin(self, request: Request) -> OnWords:
        place = len(self._written)
        self._written[place] = 0

        def on_words(characters: int) -> None:
            self._written[place] = characters
            if time.monotonic() - self._told >= TOLD_SECONDS:
                self._told = time.monotonic()
                self._soon(self._tell(sum(self._written.values())))

        return on_words

    def _soon(self, telling: Coroutine[Any, Any, None]) -> None:
        """The reader of the stream waits for no row; a telling that is dropped at the end is missed by nobody."""
        task = asyncio.ensure_future(telling)
        self._tellings.add(task)
        task.add_done_callback(self._tellings.discard)

    async def _tell(self, characters: int) -> None:
        await sync_to_async(_keep)(self._key, characters)
        await self._wake(self._task)


def written(task: int, follow_up: FollowUp | None = None) -> int:
    """Characters; 0 where nobody writes now."""
    row = CacheEntry.objects.filter(key=_key(task, follow_up), expires__gt=Now()).first()
    return int(bytes(row.value)) if row else 0


def fresh(task: int, after: int) -> tuple[bool, int]:
    """Whether the journal has more than that number, and how much is written: one query, asked often."""
    rows = Entry.objects.filter(task=task, seq__gt=after)
    spoken = CacheEntry.objects.filter(key=_key(task, None), expires__gt=Now()).values("value")[:1]
    found = ResearchTask.objects.filter(pk=task).values_list(Exists(rows), Subquery(spoken)).first()
    return (bool(found[0]), int(bytes(found[1])) if found[1] else 0) if found else (False, 0)


def _key(task: int, follow_up: FollowUp | None) -> str:
    return f"written:{task}:{follow_up.pk if follow_up else 0}"


def _keep(key: str, characters: int) -> None:
    made = {"value": str(characters).encode(), "expires": Now() + timedelta(seconds=KEPT_SECONDS)}
    CacheEntry.objects.update_or_create(key=key, defaults=made)

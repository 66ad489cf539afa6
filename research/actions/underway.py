"""What this process waits for now, so that a worker told to stop lets go of it within moments: the call to a model is
cut at the socket, the lease goes back, and another worker takes the same step up with what was paid for already.

The signal comes in the main thread while the step runs in the event loop of another; cancelling is left to the loop.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")
SENTENCE = "its worker was told to stop"


class WorkerStopped(Exception):
    """Not a failure of the step: the attempt isn't counted."""


class _Underway:
    def __init__(self) -> None:
        self._lock = threading.RLock()  # the signal may come while its own thread is in here
        self._works: dict[asyncio.Task[object], asyncio.AbstractEventLoop] = {}
        self.stopping = False

    async def run(self, begin: Callable[[], Awaitable[T]]) -> T:
        """What it begins, or WorkerStopped."""
        with self._lock:
            if self.stopping:
                raise WorkerStopped(SENTENCE)
            task = asyncio.ensure_future(begin())
            self._works[task] = asyncio.get_running_loop()
        try:
            return await task
        except asyncio.CancelledError:
            task.cancel()
            if self.stopping:
                raise WorkerStopped(SENTENCE) from None
            raise
        finally:
            with self._lock:
                del self._works[task]

    def stop(self) -> None:
        """For good: what is begun after it is stopped at once."""
        with self._lock:
            self.stopping = True
            for task, loop in self._works.items():
                loop.call_soon_threadsafe(task.cancel)


UNDERWAY = _Underway()


def stop_underway(**_: object) -> None:
    """As a receiver of Celery's signal."""
    UNDERWAY.stop()

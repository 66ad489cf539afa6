"""An event loop whose clock jumps over every wait, so that a reach of 15 s takes a test no time."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class _Jumping(selectors.DefaultSelector):
    skipped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise AssertionError("everything waits for something that no timer brings")
        self.skipped += timeout
        return super().select(0)


class _VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.selector = _Jumping()
        super().__init__(self.selector)

    def time(self) -> float:
        return self.selector.skipped


def run_virtually(work: Coroutine[Any, Any, Result]) -> Result:
    """For work without threads and sockets: their answers would come while the clock jumps."""
    with asyncio.Runner(loop_factory=_VirtualLoop) as runner:
        return runner.run(work)

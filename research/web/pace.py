"""How often one address may ask at a door that needs no account. Kept in the process: a look changes no row, and so
with several processes the pace is that many times higher."""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock


class Pace:
    def __init__(self, most: int, seconds: float, addresses: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._addresses, self._clock = most, seconds, addresses, clock
        self._counts: OrderedDict[str, tuple[float, int]] = OrderedDict()
        self._lock = Lock()

    def wait(self, address: str) -> int:
        """Counts one asking: 0, or the seconds until the next one is taken."""
        with self._lock:
            now = self._clock()
            begun, count = self._counts.pop(address, (now, 0))
            if now - begun >= self._seconds:
                begun, count = now, 0
            self._counts[address] = begun, count + 1
            if len(self._counts) > self._addresses:
                self._counts.popitem(last=False)
            return 0 if count < self._most else max(1, round(begun + self._seconds - now))

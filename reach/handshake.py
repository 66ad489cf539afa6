"""How long hosts took to be connected to: what the connect time-out is calibrated on (R210, C31)."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

Trace = Callable[[str, dict[str, Any]], Awaitable[None]]


class Handshakes:
    """Seconds of TCP and TLS together, one for each connection that came about."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.seconds: list[tuple[str, float]] = []

    def of(self, host: str) -> Trace:
        """For one request: told of each event on its way by the HTTP client."""
        began, kept = 0.0, 0

        async def trace(event: str, told: dict[str, Any]) -> None:
            nonlocal began, kept
            if event == "connection.connect_tcp.started":
                began = self._clock()
            elif event == "connection.connect_tcp.complete":
                kept = len(self.seconds)
                self.seconds.append((host, self._clock() - began))
            elif event == "connection.start_tls.complete":
                self.seconds[kept] = (host, self._clock() - began)

        return trace

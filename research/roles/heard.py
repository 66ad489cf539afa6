"""An endpoint whose answers are counted by what was wrong with them."""

from dataclasses import replace

from research.roles.endpoints import Endpoint, Reply, Request
from research.roles.flaws import Verdict


class HeardEndpoint:
    """Verdicts are kept by whoever made it, and become rows with the step's outcome: a step taken again is judged
    again from its stored replies, and counts once."""

    def __init__(self, inner: Endpoint, verdicts: list[Verdict]) -> None:
        self.name = inner.name
        self._inner = inner
        self._verdicts = verdicts

    async def complete(self, request: Request) -> Reply:
        return await self._inner.complete(request)

    def judged(self, verdict: Verdict) -> None:
        self._verdicts.append(verdict)

    def parted(self, prompt: str, offered: int, dropped: int) -> None:
        for at in range(len(self._verdicts) - 1, -1, -1):
            if self._verdicts[at].prompt == prompt:
                self._verdicts[at] = replace(self._verdicts[at], offered=offered, dropped=dropped)
                return

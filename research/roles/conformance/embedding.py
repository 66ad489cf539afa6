"""The embedder's tasks. Its answers are vectors, so it has a desk of its own."""

from collections.abc import Sequence

import numpy as np

from research.roles.conformance import ROOM_IN_TIME, Outcome, Probe, Unfit, usage
from research.roles.embedder import EndpointVectors
from research.roles.endpoints import VectorEndpoint, Vectors

TWINS = ("The fare of the ferry fell in March.", "In March a trip with the ferry became cheaper.")
TWINS_ZH = ("渡轮的票价三月份下降了。", "三月份起，乘坐渡轮更便宜了。")
STRANGER, STRANGER_ZH = "Leeks and potatoes make a good soup.", "韭葱和土豆可以做一道好汤。"
LONG = "The ferry has crossed the sound since 1931 and still does. " * 40
"""About 500 tokens: a paragraph at its longest."""
MANY = 32
"""Texts at once."""
SAME = 0.999
"""The same text twice: float noise aside."""


class VectorDesk:
    def __init__(self, endpoint: VectorEndpoint) -> None:
        self.name = endpoint.name
        self.calls: list[Vectors] = []
        self._endpoint = endpoint

    async def vectors(self, texts: tuple[str, ...]) -> Vectors:
        self.calls.append(await self._endpoint.vectors(texts))
        return self.calls[-1]

    async def of(self, *texts: str) -> list[Sequence[float]]:
        return await EndpointVectors(self).raw(texts)

    @property
    def model(self) -> str:
        return self.calls[-1].model if self.calls else ""

    @property
    def used(self) -> tuple[int, int]:
        return sum(call.input_tokens for call in self.calls), 0

    @property
    def seconds(self) -> float:
        return sum(call.seconds for call in self.calls)

    def summing_up(self, call_seconds: float) -> Sequence[Outcome]:
        if not self.calls:
            return ()
        slowest = max(call.seconds for call in self.calls)
        speed = f"the slowest call took {slowest:.1f} s of {call_seconds:.0f} s"
        quick = Outcome("speed", slowest * ROOM_IN_TIME <= call_seconds, False, speed, 0.0)
        return usage([call.estimated for call in self.calls]), quick


def _cosine(left: Sequence[float], right: Sequence[float]) -> float:
    one, other = np.asarray(left), np.asarray(right)
    return float(one @ other / ((np.linalg.norm(one) * np.linalg.norm(other)) or 1.0))


async def _likeness(desk: VectorDesk, twins: tuple[str, str], stranger: str) -> str:
    one, other, far = await desk.of(*twins, stranger)
    near, apart = _cosine(one, other), _cosine(one, far)
    if near <= apart:
        raise Unfit(f"two wordings of one thing are as far apart ({near:.2f}) as two matters ({apart:.2f})")
    return f"{near:.2f} alike, {apart:.2f} not"


async def _english(desk: VectorDesk) -> str:
    return await _likeness(desk, TWINS, STRANGER)


async def _chinese(desk: VectorDesk) -> str:
    return await _likeness(desk, TWINS_ZH, STRANGER_ZH)


async def _order(desk: VectorDesk) -> str:
    texts = [f"berth {number}" for number in range(MANY - 1)]
    found = await desk.of(TWINS[0], *texts)
    (alone,) = await desk.of(TWINS[0])
    if _cosine(found[0], alone) < SAME:
        raise Unfit("a text among others has another vector than alone")
    return f"{MANY} at once, {len(alone)} numbers each"


async def _context(desk: VectorDesk) -> str:
    await desk.of(LONG)
    return f"{desk.calls[-1].input_tokens} tokens"


PROBES: Sequence[Probe[VectorDesk]] = (
    Probe("english", _english),
    Probe("chinese", _chinese),
    Probe("order", _order),
    Probe("context", _context),
)

"""Whether a model is fit for a role: a fixed set of small tasks, the role's own, asked as the product asks them.

A task fails where the role would have had to fall back to its builtin twin, or where the answer says the wrong thing.
Everything in it is invented, so no model can know it from its training.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Generic, Protocol, TypeVar

from research.roles.endpoints import Endpoint, EndpointError, EndpointKind, Reply, Request
from research.roles.flaws import ACCEPTED, Verdict
from research.roles.heard import HeardEndpoint
from research.roles.sizes import Sizes
from research.roles.standby import DROPPED

HOPELESS = frozenset(
    {
        EndpointKind.UNAVAILABLE,
        EndpointKind.OVERLOADED,
        EndpointKind.RATE_LIMITED,
        EndpointKind.NOT_AUTHORISED,
        EndpointKind.NO_SUCH_MODEL,
        EndpointKind.BUDGET,
    }
)
"""Failures, after all tries, that say nothing of the model: every further task would fail alike."""
SHOWN = 300
"""Characters of an outcome's detail."""
ROOM_IN_TIME = 2
"""The slowest call may take the deadline's half: real answers can be twice as long."""


Table = dict[str, dict[str, int]]
"""How often each kind of claim got which verdict."""


@dataclass(frozen=True, slots=True)
class Outcome:
    probe: str
    passed: bool
    required: bool
    """Without it the model isn't fit; the others are told and don't decide."""
    detail: str
    seconds: float
    last: bool = False
    """It failed in a way in which every further task would: none was tried, and nothing is known of the model."""
    table: Table = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a task saw, where it counted."""

    detail: str
    table: Table


class Unfit(Exception):
    """What a task found wrong, as a sentence."""

    def __init__(self, detail: str, table: Table | None = None) -> None:
        super().__init__(detail)
        self.seen = Seen(detail, table or {})


class Metered:
    """Keeps what each call brought: usage and speed are judged over all of them."""

    def __init__(self, inner: Endpoint) -> None:
        self.name = inner.name
        self.replies: list[Reply] = []
        self._inner = inner

    async def complete(self, request: Request) -> Reply:
        reply = await self._inner.complete(request)
        self.replies.append(reply)
        return reply


class AnyDesk(Protocol):
    """What a task works with, and what all its calls together say."""

    @property
    def model(self) -> str:
        """As the server calls what answered."""

    @property
    def used(self) -> tuple[int, int]:
        """Tokens in and out."""

    @property
    def seconds(self) -> float:
        """In calls, so far."""

    def summing_up(self, call_seconds: float) -> Sequence[Outcome]: ...


D = TypeVar("D", bound=AnyDesk)


@dataclass(frozen=True, slots=True)
class Probe(Generic[D]):
    name: str
    run: Callable[[D], Awaitable[str | Seen]]
    """Returns what it saw; raises Unfit or EndpointError."""
    required: bool = True


class Desk:
    """For roles that answer in words. It remembers what the role had to tell."""

    def __init__(self, endpoint: Endpoint, sizes: Sizes, as_of: date) -> None:
        self.meter = Metered(endpoint)
        self.verdicts: list[Verdict] = []
        self.endpoint = HeardEndpoint(self.meter, self.verdicts)
        self.sizes = sizes
        self.as_of = as_of
        self._failed: list[tuple[str, str]] = []

    def tell(self, role: str, prompt: str, kind: str, detail: str) -> None:
        if kind != DROPPED:
            self._failed.append((str(kind), detail))

    def answered(self) -> None:
        """Raises where the builtin twin had to answer since it was last asked."""
        failed, self._failed = self._failed, []
        for kind, detail in failed[:1]:
            if kind in HOPELESS:
                raise EndpointError(EndpointKind(kind), detail)
            raise Unfit(f"{kind}: {detail}")

    @property
    def model(self) -> str:
        return self.meter.replies[-1].model if self.meter.replies else ""

    @property
    def used(self) -> tuple[int, int]:
        replies = self.meter.replies
        return sum(reply.input_tokens for reply in replies), sum(reply.output_tokens for reply in replies)

    @property
    def seconds(self) -> float:
        return sum(reply.seconds for reply in self.meter.replies)

    def summing_up(self, call_seconds: float) -> Sequence[Outcome]:
        replies = self.meter.replies
        if not replies:
            return ()
        bad = sum(verdict.flaw not in ACCEPTED for verdict in self.verdicts)
        told = f"{bad} of {len(self.verdicts)} answers had to be asked for again"
        slowest = max(reply.seconds for reply in replies)
        rate = self.used[1] / (self.seconds or 1.0)
        speed = f"{rate:.0f} tokens a second; the slowest call took {slowest:.0f} s of {call_seconds:.0f} s"
        return (
            Outcome("form", not bad, False, told, 0.0),
            usage([reply.estimated for reply in replies]),
            Outcome("speed", slowest * ROOM_IN_TIME <= call_seconds, False, speed, 0.0),
        )


def usage(estimated: Sequence[bool]) -> Outcome:
    said = f"{len(estimated) - sum(estimated)} of {len(estimated)} answers say what they used"
    return Outcome("usage", not any(estimated), False, said, 0.0)


async def examine(desk: D, probes: Sequence[Probe[D]], call_seconds: float) -> AsyncIterator[Outcome]:
    """Outcomes as they come, so that a page can show them; the last ones speak of all calls together."""
    for probe in probes:
        outcome = await _tried(probe, desk)
        yield outcome
        if outcome.last:
            return
    for outcome in desk.summing_up(call_seconds):
        yield outcome


async def _tried(probe: Probe[D], desk: D) -> Outcome:
    before = desk.seconds
    hopeless = False
    try:
        passed, told = True, await probe.run(desk)
    except Unfit as unfit:
        passed, told = False, unfit.seen
    except EndpointError as error:
        passed, told, hopeless = False, error.detail, error.permanent or error.kind in HOPELESS
    seen = told if isinstance(told, Seen) else Seen(told, {})
    seconds = desk.seconds - before
    return Outcome(probe.name, passed, probe.required, seen.detail[:SHOWN], seconds, hopeless, seen.table)


def fit(outcomes: Sequence[Outcome], probes: Sequence[Probe[Any]]) -> bool:
    """Every task that is required was reached and passed."""
    passed = {outcome.probe for outcome in outcomes if outcome.passed}
    return all(probe.name in passed for probe in probes if probe.required)

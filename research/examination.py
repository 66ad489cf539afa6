"""What an examination of a model works with. Beside the wiring of steps: nothing of a task is in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from research.bound import endpoints_of, keys
from research.engine.limits import Limits
from research.roles.binding import bind_vectors, read
from research.roles.conformance import AnyDesk, Desk, Probe
from research.roles.conformance.embedding import PROBES, VectorDesk
from research.roles.conformance.tasks import TASKS
from research.roles.endpoints.patience import Patience, Patient
from research.roles.endpoints.server import told_version
from research.roles.sizes import Sizes


@dataclass(frozen=True, slots=True)
class Examination:
    name: str
    """Of the endpoint, as the ledger has it."""
    desk: AnyDesk
    probes: Sequence[Probe[Any]]
    call_seconds: float


def examination(role: str, text: str, key_name: str, limits: Limits) -> Examination:
    """A binding that isn't builtin. Calls go out one after the other: each is tried again as in a step, and none takes
    a seat from a task that runs."""
    patience = Patience.of(limits.values())
    if role == "embedder":
        vectors = bind_vectors(text, keys(role, key_name), patience)
        if vectors is None:
            raise ValueError("builtin roles aren't examined")
        return Examination(vectors.name, VectorDesk(vectors), PROBES, patience.call_seconds)
    (line,) = endpoints_of(text, role, limits, key_name)
    endpoint = Patient(line.endpoint, line.patience)
    desk = Desk(endpoint, Sizes.of(limits.values()), timezone.localdate())
    return Examination(endpoint.name, desk, TASKS[role], line.patience.call_seconds)


async def server_of(text: str) -> str:
    bound = read(text)
    return await told_version(bound.family, bound.base_url)

"""What an examination of a model works with. Beside the wiring of steps: nothing of a task is in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from research.bound import endpoints_of, keys
from research.engine.limits import Limits
from research.models import Conformance
from research.roles.binding import bind_vectors, read
from research.roles.conformance import AnyDesk, Desk, Probe
from research.roles.conformance.embedding import PROBES, VectorDesk
from research.roles.conformance.tasks import TASKS
from research.roles.endpoints.patience import Patience, Patient
from research.roles.endpoints.server import told_version
from research.roles.sizes import Sizes
from research.store.paid_examination import PaidExamination, PaidVectorExamination
from research.store.purses import EMBEDDER


@dataclass(frozen=True, slots=True)
class Examination:
    desk: AnyDesk
    probes: Sequence[Probe[Any]]
    call_seconds: float


def examination(row: Conformance, limits: Limits) -> Examination:
    """A binding that isn't builtin. Calls go out one after the other: each is tried again as in a step, each try is a
    row of the ledger, and none takes a seat from a task that runs."""
    patience = Patience.of(limits.values())
    if row.role == EMBEDDER:
        vectors = bind_vectors(row.binding, keys(row.role, row.key_name), patience)
        if vectors is None:
            raise ValueError("builtin roles aren't examined")
        return Examination(VectorDesk(PaidVectorExamination(vectors, row)), PROBES, patience.call_seconds)
    (line,) = endpoints_of(row.binding, row.role, limits, row.key_name)
    endpoint = Patient(PaidExamination(line.endpoint, row), line.patience)
    desk = Desk(endpoint, Sizes.of(limits.values()), timezone.localdate())
    return Examination(desk, TASKS[row.role], line.patience.call_seconds)


async def server_of(text: str) -> str:
    bound = read(text)
    return await told_version(bound.family, bound.base_url)

"""What an examination of a model works with. Beside the wiring of steps: nothing of a task is in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from research.bound import Line, endpoints_of, keys
from research.engine.limits import Limits
from research.models import Conformance
from research.roles.binding import bind_vectors, each, read
from research.roles.conformance import AnyDesk, Desk, Probe
from research.roles.conformance.embedding import PROBES, VectorDesk
from research.roles.conformance.pairs import Pair, PairRules, most_calls, pair_probes
from research.roles.conformance.tasks import TASKS
from research.roles.endpoints import Endpoint
from research.roles.endpoints.in_order import InOrder
from research.roles.endpoints.in_turn import InTurn
from research.roles.endpoints.patience import Patience, Patient
from research.roles.endpoints.server import told_version
from research.roles.sizes import Sizes
from research.store.doors import RowDoor
from research.store.paid_examination import PaidExamination, PaidVectorExamination
from research.store.purses import EMBEDDER

CHECKER = "checker"


@dataclass(frozen=True, slots=True)
class Examination:
    desk: AnyDesk
    probes: Sequence[Probe[Any]]
    call_seconds: float


def examination(row: Conformance, limits: Limits) -> Examination:
    """A binding that isn't builtin. Each call is tried again as in a step, and each try is a row of the ledger."""
    patience = Patience.of(limits.values())
    if row.role == EMBEDDER:
        vectors = bind_vectors(row.binding, keys(row.role, row.key_name), patience)
        if vectors is None:
            raise ValueError("builtin roles aren't examined")
        return Examination(VectorDesk(PaidVectorExamination(vectors, row)), PROBES, patience.call_seconds)
    probes = TASKS[row.role]
    if row.role == CHECKER:
        probes = (*probes, *pair_probes(PairRules.of(limits.values())))
    return _asking(row, limits, probes)


def on_pairs(row: Conformance, limits: Limits, pairs: Sequence[Pair]) -> Examination:
    """The checker as it is bound, all of its endpoints in their order, on pairs that somebody brought."""
    return _asking(row, limits, pair_probes(PairRules.of(limits.values()), pairs))


def _asking(row: Conformance, limits: Limits, probes: Sequence[Probe[Any]]) -> Examination:
    lines = endpoints_of(row.binding, row.role, limits, row.key_name)
    made = [_in_turn(line, row, limits) for line in lines]
    desk = Desk(
        made[0] if len(made) == 1 else InOrder(made, _passed_on), Sizes.of(limits.values()), timezone.localdate()
    )
    return Examination(desk, probes, lines[0].patience.call_seconds)


def _in_turn(line: Line, row: Conformance, limits: Limits) -> Endpoint:
    """Through the door at which tasks wait, too: together they never take more seats than the server has."""
    paid = PaidExamination(line.gated(limits, RowDoor()), row)
    return InTurn(Patient(paid, line.patience), line.places(limits))


def _passed_on(role: str, prompt: str, kind: str, detail: str) -> None:
    """Which of several endpoints answered stands in the ledger."""


def calls_at_most(role: str) -> int | None:
    """Of one endpoint's examination; None where that is a handful, one after the other."""
    return most_calls(len(TASKS[role])) if role == CHECKER else None


async def server_of(text: str) -> str:
    """Of several, the first."""
    bound = read(each(text)[0])
    return await told_version(bound.family, bound.base_url)

"""Where the limits of leases, steps and waits have their effect: in rows."""

from dataclasses import replace
from typing import Any

from reach.errors import Kind
from reach.pages import Outcome, Status
from research import actions
from research.engine.degrading import NONE_YET
from research.engine.events import StepEnded
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.models import Thresholds
from research.store.load import limits_of
from tests.builders import goal, in_hand, state
from tests.research.probing import probe, step, there
from tests.whole.tasks import fresh, lease, room


def started(limits: Limits, question: str = "How much storage has Lanwan?") -> Any:
    here = room(f"room {Thresholds.objects.count()}")
    Thresholds.objects.create(workspace=here.workspace, number=1, values=limits.values(), reason="probe")
    try:
        return actions.start(here.ada, here.workspace, question, auto_approve=True)
    except actions.Refused as refused:
        return refused.sentence


@probe(question_characters=100)
def longest_question(limits: Limits) -> Any:
    return isinstance(started(limits, "How much storage has Lanwan? " * 10), str)


@probe(lease_seconds=120)
def how_long_a_lease_runs(limits: Limits) -> Any:
    from research.store.lease import take

    task = started(limits)
    take(task.pk, "worker", limits_of(task).lease_seconds)
    row = lease(task)
    return round((row.until - row.beat).total_seconds())


@probe(attempts=5)
def state_after_four_dead_workers(limits: Limits) -> Any:
    from research.models import Lease

    task = started(limits)
    Lease.objects.filter(task=task).update(attempts=4)
    actions.advance(task.pk)
    return fresh(task).status


@probe(reach_wait_seconds=10)
def wait_after_nothing_could_be_reached(limits: Limits) -> Any:
    refused = Outcome("q", "web", Status.SKIPPED, Kind.RATE_LIMITED, "asked to wait", 0.0, 0, retry_after=900.0)
    round_ = replace(in_hand(), searched=NONE_YET.plus([refused]))
    begun = state(goal(), phase=Phase.MEMORY, active=1, round=round_, counts={"queries": 1})
    return step(there(limits, begun=begun)).saw(StepEnded)[-1].wait


@probe(retry_seconds=300)
def wait_after_a_failed_step(limits: Limits) -> Any:
    from memory.models import Notebook
    from research.models import Entry

    task = started(limits)
    Notebook.objects.filter(pk=task.notebook_id).update(v=99)
    actions.advance(task.pk)
    return Entry.objects.get(task=task, kind="StepFailed").payload["again_in"]


@probe(step_seconds=0.0001)
def whether_a_step_runs_into_its_deadline(limits: Limits) -> Any:
    from research.models import Entry

    task = started(limits)
    actions.advance(task.pk)
    return [entry.payload["kind"] for entry in Entry.objects.filter(task=task, kind="StepFailed")]


@probe(beat_seconds=0.05)
def beats_within_two_seconds(limits: Limits) -> Any:
    import threading

    from research.store.lease import Heartbeat

    beaten = threading.Event()

    def sign() -> bool:
        beaten.set()
        return True

    with Heartbeat(sign, limits.beat_seconds):
        return beaten.wait(2)

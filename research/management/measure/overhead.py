"""What a model call takes without the model: permit, purses and its row before, a seat at the server, and reply and row
after."""

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from asgiref.sync import async_to_sync

from memory.models import Notebook
from research.engine.events import VERSION
from research.engine.limits import Limits
from research.models import Lease, Membership, ModelCall, Purse, ResearchTask, Thresholds, TokenRatio, Workspace
from research.roles.endpoints import Endpoint, Finish, Reply, Request
from research.roles.endpoints.door import DoorRules, Gated
from research.roles.endpoints.patience import Patience, Patient
from research.store.doors import RowDoor
from research.store.lease import take
from research.store.load import first_state
from research.store.payloads import dumped
from research.store.replies import PaidEndpoint, StepReplies
from research.terms import Period

CALLS = 100
WORDS = 3000
"""Of the prompt: about as many tokens, half of the longest that is sent (R125)."""
MOST_MS = 15
"""The median that is allowed."""


class AtOnce:
    """Answers without a wire, so that all that is measured is ours."""

    name = "overhead://none"

    async def complete(self, request: Request) -> Reply:
        return Reply('{"answer": "yes"}', WORDS, 9, False, 0.0, "none", Finish.STOP)


def measured() -> dict[str, Any]:
    """Milliseconds a call, each with a prompt of its own and committed as in a step."""
    with _a_task() as task:
        held = take(task.pk, "overhead", Limits().step_seconds, task.reserved_for)
        assert held is not None
        replies, limits = StepReplies(task, 0, held), replace(Limits(), tokens=10**7)
        door = RowDoor(replies.permit_asked, replies.overtaken)
        patience, rules = Patience.of(limits.values()), DoorRules.of(limits.values())
        endpoint = PaidEndpoint(Gated(AtOnce(), door, rules, patience), replies, limits)
        spent, worked = zip(*async_to_sync(_calls)(Patient(endpoint, patience)), strict=True)
    tenths = statistics.quantiles(spent, n=10)
    return {
        "calls": CALLS,
        "median_ms": round(statistics.median(spent), 1),
        "p90_ms": round(tenths[-1], 1),
        "median_cpu_ms": round(statistics.median(worked), 1),
        "most_ms": MOST_MS,
    }


async def _calls(endpoint: Endpoint) -> list[tuple[float, float]]:
    """One after the other in one loop, as the calls of a step."""
    return [await _one(endpoint, number) for number in range(CALLS)]


async def _one(endpoint: Endpoint, number: int) -> tuple[float, float]:
    """By the clock, and of this process's processor: the second is the same on a busy machine."""
    prompt = f"Call {number}. " + "one word after another " * (WORDS // 4)
    request = Request(prompt, "You answer.", {"type": "object"}, "quote", 100, "executor", "quote", "0")
    began, worked = time.perf_counter(), time.process_time()
    await endpoint.complete(request)
    return (time.perf_counter() - began) * 1000, (time.process_time() - worked) * 1000


@contextmanager
def _a_task() -> Iterator[ResearchTask]:
    """In a workspace that nobody sees, and that is gone afterwards with all it wrote."""
    admin = Membership.objects.filter(role="admin").select_related("person").order_by("id")[0].person
    room = Workspace.objects.create(name=f"overhead {time.time_ns()}")
    notebook = Notebook.objects.create(body=dumped(first_state("?", "en", Period(None, None))), v=VERSION)
    limits = Thresholds.objects.create(workspace=room, number=1, values=Limits().values(), reason="overhead")
    fields = {"owner": admin, "question": "?", "language": "en", "reserved_for": "overhead"}
    task = ResearchTask.objects.create(workspace=room, notebook=notebook, thresholds=limits, **fields)
    Lease.objects.create(task=task)
    try:
        yield task
    finally:
        ModelCall.objects.filter(workspace=room).delete()
        Purse.objects.filter(workspace=room).delete()
        TokenRatio.objects.filter(endpoint=AtOnce.name).delete()
        task.delete()
        notebook.delete()
        room.delete()

"""What a model call takes without the model: its row before, the purses, its reply and its row after."""

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
from research.models import Lease, Membership, ModelCall, Purse, ResearchTask, Thresholds, Workspace
from research.roles.endpoints import Finish, Reply, Request
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
        endpoint = PaidEndpoint(AtOnce(), StepReplies(task, 0, held), replace(Limits(), tokens=10**7))
        spent, worked = zip(*(_one(endpoint, number) for number in range(CALLS)), strict=True)
    tenths = statistics.quantiles(spent, n=10)
    return {
        "calls": CALLS,
        "median_ms": round(statistics.median(spent), 1),
        "p90_ms": round(tenths[-1], 1),
        "median_cpu_ms": round(statistics.median(worked), 1),
        "most_ms": MOST_MS,
    }


def _one(endpoint: PaidEndpoint, number: int) -> tuple[float, float]:
    """By the clock, and of this process's processor: the second is the same on a busy machine."""
    prompt = f"Call {number}. " + "one word after another " * (WORDS // 4)
    request = Request(prompt, "You answer.", {"type": "object"}, "quote", 100, "executor", "quote", "0")
    began, worked = time.perf_counter(), time.process_time()
    async_to_sync(endpoint.complete)(request)
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
        task.delete()
        notebook.delete()
        room.delete()

"""Several tasks at once over several workers and one broker: what a step takes then, and when a reader hears of it.

Runs in a process of its own, since the broker is chosen when a process begins (`manage.py bench --crowd`).
"""

import asyncio
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.utils import timezone

from research import actions
from research.broadcast import group_of
from research.engine.lifecycle import Status
from research.engine.limits import Limits
from research.management.measure.figures import percentile
from research.management.measure.questions import SAMPLES, read_questions
from research.management.measure.team import Team, working
from research.models import Entry, Membership, ResearchTask, Thresholds, User, Workspace

STEPS = 12
"""Of each task: enough for two rounds, and sixteen tasks are done in a few minutes."""
PATIENCE_SECONDS = 240
LOOK_SECONDS = 0.2
POLL_SECONDS = 0.5
"""Between two looks of a page that nothing wakes, as without Redis."""


def measured(workers: int, tasks: int) -> dict[str, Any]:
    with working(workers) as team:
        # One short task a worker first: what a process loads once is no part of a step.
        _until_rest([_asked(number) for number in range(workers)], team)
        before = team.processor_seconds()
        asked = [_asked(number) for number in range(tasks)]
        began = time.monotonic()
        with _listening(asked) as heard:
            rested = _until_rest(asked, team)
        seconds, spent = time.monotonic() - began, team.processor_seconds() - before
    steps = sum(task.steps.count() for task in asked)
    return {
        "broker": "redis" if settings.REDIS_URL else "files",
        "workers": workers,
        "tasks": tasks,
        "rested": rested,
        "seconds": round(seconds, 1),
        "steps": steps,
        "cpu_per_step": round(spent / max(1, steps), 3),
        "seconds_per_step": round(seconds / max(1, steps), 3),
        "event_p95_ms": round(1000 * percentile(sorted(heard.waits), 0.95)),
        "events": len(heard.waits),
        "peak_mb": team.peak_mb,
        "begun_anew": team.begun_anew,
    }


def _asked(number: int) -> ResearchTask:
    """Unreserved: any of these workers may take its steps. In a workspace of its own."""
    person = User.objects.filter(memberships__role=Membership.Role.ADMIN).order_by("pk")[0]
    room = Workspace.objects.create(name=f"crowd {uuid.uuid4().hex}")
    Membership.objects.create(workspace=room, person=person, role=Membership.Role.ADMIN)
    values = {**Limits().values(), "steps": STEPS}
    Thresholds.objects.create(workspace=room, number=1, values=values, reason="bench")
    questions = read_questions(SAMPLES)
    question = questions[number % len(questions)]
    return actions.start(person, room, question.text, language=question.language, auto_approve=True, door="command")


def _until_rest(asked: Sequence[ResearchTask], team: Team) -> int:
    """How many came to rest in time."""
    ids, end = [task.pk for task in asked], time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if not ResearchTask.objects.filter(pk__in=ids, status=Status.RUNNING.value).exists():
            break
        team.look()
        time.sleep(LOOK_SECONDS)
    return len(ids) - ResearchTask.objects.filter(pk__in=ids, status=Status.RUNNING.value).count()


@dataclass(slots=True)
class _Heard:
    """Seconds from an entry's own time to the moment when a listener, as a page is one, has heard of it."""

    waits: list[float] = field(default_factory=list)
    at: list[tuple[int, int, Any]] = field(default_factory=list)


@contextmanager
def _listening(asked: Sequence[ResearchTask]) -> Iterator[_Heard]:
    heard, over = _Heard(), threading.Event()
    ear = threading.Thread(target=lambda: asyncio.run(_hear([task.pk for task in asked], heard, over)))
    ear.start()
    try:
        yield heard
    finally:
        over.set()
        ear.join()
    for task in asked:
        made = dict(task.entries.values_list("seq", "at"))
        heard.waits += [
            (when - made[seq]).total_seconds() for of, seq, when in heard.at if of == task.pk and seq in made
        ]


async def _hear(tasks: Sequence[int], heard: _Heard, over: threading.Event) -> None:
    """Through the channel layer where there is one; else as a page does without it, by a look every so often."""
    layer = get_channel_layer()
    if layer is not None:
        await asyncio.gather(*(_hear_one(layer, task, heard, over) for task in tasks))
    else:
        await _look(tasks, heard, over)


async def _hear_one(layer: Any, task: int, heard: _Heard, over: threading.Event) -> None:
    channel = await layer.new_channel()
    await layer.group_add(group_of(task), channel)
    while not over.is_set():
        try:
            message = await asyncio.wait_for(layer.receive(channel), LOOK_SECONDS)
        except TimeoutError:
            continue
        heard.at.append((task, message["seq"], timezone.now()))
    await layer.group_discard(group_of(task), channel)


async def _look(tasks: Sequence[int], heard: _Heard, over: threading.Event) -> None:
    last = dict.fromkeys(tasks, 0)
    while not over.is_set():
        await asyncio.sleep(POLL_SECONDS)
        for task, seq in await sync_to_async(_newer)(last):
            heard.at.append((task, seq, timezone.now()))
            last[task] = max(last[task], seq)


def _newer(last: dict[int, int]) -> list[tuple[int, int]]:
    rows = Entry.objects.filter(task__in=list(last)).order_by("seq").values_list("task", "seq")
    return [(task, seq) for task, seq in rows if seq > last[task]]

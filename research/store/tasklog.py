"""A task as a log: every decision of every step with its inputs' hashes, one JSON object a line."""

import json
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from research.engine.events import BY_PEOPLE, EVENTS
from research.engine.state import TaskState
from research.models import Entry, ModelCall, ResearchTask, Step
from research.store.load import limits_of
from research.store.payloads import dumped
from research.store.recording import Decision
from research.store.replaying import ENGINE, state_hash
from research.terms import Channel

LOG_VERSION = 1


def packed(before: TaskState, decisions: Sequence[Decision], channels: Sequence[Channel], after: TaskState) -> bytes:
    """What a step's row keeps. Some kilobytes: answers repeat each other's words."""
    told = {
        "spent": before.spent_tokens,
        "asked_to_stop": before.asked_to_stop,
        "before": state_hash(before),
        "channels": [dumped(channel) for channel in channels],
        "decisions": [[each.call, each.asked, each.answer] for each in decisions],
        "after": state_hash(after),
    }
    return zlib.compress(json.dumps(told, ensure_ascii=False).encode())


def unpacked(record: bytes | memoryview | None) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(zlib.decompress(record or b""))
    return told


def log_lines(task: ResearchTask) -> Iterator[str]:
    """Only recorded steps: one that is under way has decided nothing yet."""
    yield _line(_head(task))
    steps = Step.objects.filter(task=task, recorded__isnull=False).exclude(record=None).order_by("number")
    for step in steps.iterator():
        yield _line(_step(task, step))


def _line(told: dict[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False)


def _head(task: ResearchTask) -> dict[str, Any]:
    days = [day.isoformat() if day else None for day in (task.period_start, task.period_end)]
    return {
        "kind": "task",
        "v": LOG_VERSION,
        "engine": ENGINE,
        "task": task.label,
        "question": task.question,
        "language": task.language,
        "period": days,
        "limits": limits_of(task).values(),
    }


def _step(task: ResearchTask, step: Step) -> dict[str, Any]:
    events = _events(task, step.number)
    return {
        "kind": "step",
        "number": step.number,
        "phase": step.phase,
        "now": step.now.isoformat(),
        "tokens": _tokens(task, step.number),
        "people": [each for each in events if each[0] in BY_PEOPLE],
        **unpacked(step.record),
        "events": [each for each in events if each[0] not in BY_PEOPLE],
    }


def _events(task: ResearchTask, number: int) -> list[tuple[str, Any, int]]:
    rows = Entry.objects.filter(task=task, step=number, kind__in=EVENTS).order_by("seq")
    return [(row.kind, row.payload, row.v) for row in rows]


def _tokens(task: ResearchTask, number: int) -> int:
    calls = ModelCall.objects.filter(task=task, step=number)
    return int(calls.aggregate(all=Coalesce(Sum(F("input_tokens") + F("output_tokens")), 0))["all"])

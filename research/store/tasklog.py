"""A task's rows as a log: every decision of every step with its inputs' hashes, one JSON object a line."""

import json
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import F, QuerySet, Sum
from django.db.models.functions import Coalesce

from research.engine.events import BY_PEOPLE, EVENTS
from research.engine.state import TaskState
from research.models import Entry, ModelCall, ResearchTask, Step
from research.store import loglines
from research.store.entries import whole_payload
from research.store.load import limits_of, load_state
from research.store.recording import Decision
from research.terms import Channel


def packed(before: TaskState, decisions: Sequence[Decision], channels: Sequence[Channel], after: TaskState) -> bytes:
    """What a step's row keeps. Some kilobytes: answers repeat each other's words."""
    told = loglines.decided(before, decisions, channels, after)
    return zlib.compress(json.dumps(told, ensure_ascii=False).encode())


def unpacked(record: bytes | memoryview | None) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(zlib.decompress(record or b""))
    return told


def log_lines(task: ResearchTask) -> Iterator[str]:
    """Only recorded steps: one that is under way has decided nothing yet."""
    steps = Step.objects.filter(task=task, recorded__isnull=False).exclude(record=None).order_by("number")
    head = loglines.head(task.label, load_state(task), limits_of(task).values())
    return loglines.lines(head, (_step(task, step) for step in steps.iterator()))


def _step(task: ResearchTask, step: Step) -> dict[str, Any]:
    events, calls = _events(task, step.number), ModelCall.objects.filter(task=task, step=step.number)
    return {
        "number": step.number,
        "phase": step.phase,
        "now": step.now.isoformat(),
        "tokens": _tokens(calls),
        "calls": _calls(calls),
        "people": [each for each in events if each[0] in BY_PEOPLE],
        **unpacked(step.record),
        "events": [each for each in events if each[0] not in BY_PEOPLE],
    }


def _events(task: ResearchTask, number: int) -> list[tuple[str, Any, int]]:
    rows = Entry.objects.filter(task=task, step=number, kind__in=EVENTS).select_related("task").order_by("seq")
    return [(row.kind, whole_payload(row), row.v) for row in rows]


def _tokens(calls: QuerySet[ModelCall]) -> int:
    return int(calls.aggregate(all=Coalesce(Sum(F("input_tokens") + F("output_tokens")), 0))["all"])


def _calls(calls: QuerySet[ModelCall]) -> list[list[Any]]:
    """Role, endpoint, tokens in and out: what was really counted, beside the engine's own measure of a brief."""
    return [list(row) for row in calls.order_by("pk").values_list("role", "endpoint", "input_tokens", "output_tokens")]

"""A task's log as JSON lines: the task, its steps in order, and the end. Knows no row; a test can write one, too.

The end is what the log's own events come to, so a log that lacks a step can't claim an end that it doesn't reach.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from research.engine.events import Event
from research.engine.loop import apply
from research.engine.state import TaskState, begin
from research.engine.stopping import completion
from research.store.payloads import dumped, dumped_sparely, revived_event
from research.store.recording import Decision, digest
from research.terms import Channel, Language, Period

ENGINE = 8
"""Raised with every change after which the same answers lead to other decisions, or other questions are asked."""
LOG_VERSION = 2
"""2: an end; in every step the engine that took it, and its calls. Logs of version 1 are read as well."""


def state_hash(state: TaskState) -> str:
    """Of what differs from the defaults, so that a field which a later program adds leaves old hashes as they are."""
    return digest(json.dumps(dumped_sparely(state), sort_keys=True, ensure_ascii=False))


def head(task: str, begun: TaskState, limits: Mapping[str, float]) -> dict[str, Any]:
    days = [day.isoformat() if day else None for day in (begun.period.start, begun.period.end)]
    return {
        "kind": "task",
        "v": LOG_VERSION,
        "task": task,
        "question": begun.question,
        "language": begun.language.value,
        "period": days,
        "deadline": begun.deadline.isoformat() if begun.deadline else None,
        "limits": dict(limits),
    }


def decided(
    before: TaskState, decisions: Sequence[Decision], channels: Sequence[Channel], after: TaskState
) -> dict[str, Any]:
    """What a step went by."""
    return {
        "engine": ENGINE,
        "spent": before.spent_tokens,
        "over_budget": before.over_budget,
        "asked_to_stop": before.asked_to_stop,
        "before": state_hash(before),
        "channels": [dumped(channel) for channel in channels],
        "decisions": [[each.call, each.asked, each.answer] for each in decisions],
        "after": state_hash(after),
    }


def begun(head: Mapping[str, Any]) -> TaskState:
    span = Period(_day(head["period"][0]), _day(head["period"][1]))
    return begin(head["question"], Language(head["language"]), span)


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def deadline_of(head: Mapping[str, Any]) -> datetime | None:
    return datetime.fromisoformat(head["deadline"]) if head.get("deadline") else None


def told(events: Sequence[Any]) -> list[Event]:
    return [revived_event(kind, payload, v) for kind, payload, v in events]


def lines(head: dict[str, Any], steps: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield line(head)
    state, last = begun(head), ""
    for step in steps:
        state, last = apply(state, tuple(told([*step["people"], *step["events"]]))), step["after"]
        yield line({"kind": "step", **step})
    yield line({"kind": "end", "state": last, **outcome(state)})


def line(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False)


def outcome(state: TaskState) -> dict[str, Any]:
    """How a task stands, in words that outlive the shape of its state."""
    plan = completion(state.mind.goals)
    return {
        "phase": state.phase.value,
        "stop": state.stop.value if state.stop else None,
        "goals": [[goal.number, goal.state.value] for goal in state.mind.goals],
        "plan": [plan.leaves, plan.done, plan.closed],
        "rounds": state.counts.rounds,
        "evidence": state.counts.evidence,
        "steps": state.step,
    }

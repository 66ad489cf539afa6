"""A task's log, read back: the loop driven by its recorded answers alone, step by step, to the same state.

A log of another engine version is folded from its events instead of decided again, to the end that it names: a new rule
must not make old logs unreadable, nor a new shape of the state.
"""

import asyncio
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from research.engine.events import (
    Backtracked,
    Event,
    EvidenceWeighed,
    FindsRecalled,
    QueriesWritten,
    RoundClosed,
)
from research.engine.lifecycle import IllegalMove
from research.engine.limits import Limits
from research.engine.loop import advance, apply
from research.engine.state import TaskState
from research.store.loglines import ENGINE, begun, deadline_of, outcome, state_hash, told
from research.store.payloads import dumped, revived_as
from research.store.recording import Decision, NotRecorded, Record
from research.terms import Channel


class NotTheSame(Exception):
    """The replay left the record; the sentence says at which step and how."""


class Mark(StrEnum):
    USEFUL = "useful"
    EMPTY = "empty"
    """It brought nothing that was kept."""
    WASTED = "wasted"
    """What it brought was given up with its branch, or it only repeated."""


@dataclass(frozen=True, slots=True)
class Replayed:
    number: int
    phase: str
    mark: Mark
    tokens: int
    sentence: str


def replay(lines: Iterable[str]) -> tuple[TaskState, tuple[Replayed, ...]]:
    """The last state and what each step was worth. Raises NotTheSame; makes no call outside."""
    head, *rest = (json.loads(line) for line in lines if line.strip())
    steps = [line for line in rest if line["kind"] == "step"]
    state, happened = begun(head), []
    follow = _driven if all(step.get("engine") == ENGINE for step in steps) else _folded
    for step in steps:
        events, state = follow(_given(state, step, head), step, head)
        happened.append(events)
    for end in rest:
        if end["kind"] == "end":
            _ended(state, end)
    return state, tuple(_replayed(steps, happened))


def _given(state: TaskState, step: dict[str, Any], head: dict[str, Any]) -> TaskState:
    """What people did before this step, what was spent by then, and whether the report was asked for."""
    state = apply(state, tuple(told(step["people"])))
    state = replace(state, spent_tokens=step["spent"], over_budget=step.get("over_budget", ""))
    return replace(state, asked_to_stop=step["asked_to_stop"], deadline=deadline_of(head))


def _driven(state: TaskState, step: dict[str, Any], head: dict[str, Any]) -> tuple[list[Event], TaskState]:
    _same(state, step["before"], f"the state before step {step['number']}")
    events = _decided(state, step, head)
    state = apply(state, tuple(events))
    _same(state, step["after"], f"the state after step {step['number']}")
    return events, state


def _folded(state: TaskState, step: dict[str, Any], head: dict[str, Any]) -> tuple[list[Event], TaskState]:
    events = told(step["events"])
    try:
        return events, apply(state, tuple(events))
    except IllegalMove as missing:
        raise NotTheSame(f"step {step['number']}: {missing}") from None
    except StopIteration:
        raise NotTheSame(f"step {step['number']} speaks of a goal that no step before it brought") from None


def _ended(state: TaskState, end: dict[str, Any]) -> None:
    if differs := [name for name, value in outcome(state).items() if name in end and end[name] != value]:
        raise NotTheSame(f"the end is another than the log's: {', '.join(differs)}")


def _decided(state: TaskState, step: dict[str, Any], head: dict[str, Any]) -> list[Event]:
    record = Record([Decision(*each) for each in step["decisions"]])
    channels = revived_as(tuple[Channel, ...], step["channels"])
    tools = record.tools(Limits.kept(head["limits"]), datetime.fromisoformat(step["now"]), channels)
    try:
        events = asyncio.run(_advanced(state, tools))
    except NotRecorded as missing:
        raise NotTheSame(f"step {step['number']}: {missing}") from None
    if [dumped(event) for event in events] != [dumped(event) for event in told(step["events"])]:
        raise NotTheSame(f"step {step['number']} decided otherwise than its log says")
    return events


async def _advanced(state: TaskState, tools: Any) -> list[Event]:
    return list(await advance(state, tools))


def _same(state: TaskState, told: str, what: str) -> None:
    if state_hash(state) != told:
        raise NotTheSame(f"{what} is another than the log's")


def _replayed(steps: Sequence[dict[str, Any]], happened: Sequence[Sequence[Event]]) -> Iterator[Replayed]:
    for step, events, mark in zip(steps, happened, marks(happened), strict=True):
        yield Replayed(step["number"], step["phase"], mark, step["tokens"], getattr(events[-1], "why", ""))


def marks(happened: Sequence[Sequence[Event]]) -> list[Mark]:
    """A round's steps share its mark; steps outside of rounds are useful by being there."""
    dropped = {number for event in _all(happened) if isinstance(event, Backtracked) for number in event.dropped}
    made: list[Mark] = []
    of_round: list[Sequence[Event]] = []
    for events in happened:
        if not of_round and not any(isinstance(event, (QueriesWritten, FindsRecalled)) for event in events):
            made.append(Mark.USEFUL)
            continue
        of_round.append(events)
        if any(isinstance(event, RoundClosed) for event in events):
            made += [_mark(of_round, dropped)] * len(of_round)
            of_round = []
    return made + [Mark.EMPTY] * len(of_round)


def _mark(steps: Sequence[Sequence[Event]], dropped: set[int]) -> Mark:
    kept = {
        piece.number
        for event in _all(steps)
        if isinstance(event, EvidenceWeighed)
        for piece in event.evidence
        if piece.accepted
    }
    sent = any(
        not query.dropped for event in _all(steps) if isinstance(event, QueriesWritten) for query in event.queries
    )
    if kept - dropped:
        return Mark.USEFUL
    read_on = any(event.unread for event in _all(steps) if isinstance(event, FindsRecalled))
    return Mark.WASTED if kept or not (sent or read_on) else Mark.EMPTY


def _all(happened: Sequence[Sequence[Event]]) -> Iterator[Event]:
    return (event for events in happened for event in events)

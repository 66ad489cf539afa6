"""What a round took and brought, in one line of the journal: hits, tokens, facts, a planner's input (R098, R132)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from research.engine.events import Event, FactsNoted, Remembered, ReportEvolved, RoundClosed, StepEnded
from research.engine.gaps import Settled
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefing import as_shown
from research.roles.planner import Planner
from research.terms import Goal

Count = Callable[[str], int]


def closed_round(
    state: TaskState, goal: Goal, news: int, settled: Settled, events: Sequence[Event], tools: Tools
) -> RoundClosed:
    """`events`: those of the memory step so far. What is admitted is counted as a prompt will show it."""
    done, fresh = state.round, {piece.number for piece in state.round.fresh}
    entries = [entry for event in events if isinstance(event, Remembered) for entry in event.working.entries]
    kept = sum(tools.count(f"{entry.source}: {entry.quote}") for entry in entries if entry.evidence in fresh)
    return RoundClosed(
        goal=goal.number,
        gap=done.gap,
        valuable=news,
        hits=done.hits,
        raw_tokens=done.raw_tokens,
        compressed_tokens=kept,
        facts=sum(len(event.facts) for event in events if isinstance(event, FactsNoted)),
        report_tokens=max((tools.count(e.report.text()) for e in events if isinstance(e, ReportEvolved)), default=0),
        main_input=done.main_input,
        closed_by=settled.closed_by,
        left=settled.left,
    )


class Overheard:
    """A planner as it is, and the tokens of the longest brief that it got.

    The brief's text, as far as a prompt shows it, and not the prompt: the words that this puts around it are the same
    in every round, so what can grow is all here, and a builtin planner, for which no prompt is built, is measured
    alike. What an endpoint really counted stands in the ledger."""

    def __init__(self, planner: Planner, count: Count, goals: int) -> None:
        self._planner, self._count, self._goals = planner, count, goals
        self.longest = 0

    def __getattr__(self, method: str) -> Any:
        asked = getattr(self._planner, method)
        if not callable(asked):
            return asked

        def heard(*briefs: object) -> Any:
            self.longest = max(
                self.longest, *(brief_tokens(as_shown(brief, self._goals), self._count) for brief in briefs)
            )
            return asked(*briefs)

        return heard


def overheard(tools: Tools) -> tuple[Tools, Overheard]:
    planner = Overheard(tools.planner, tools.count, tools.limits.goals_told)
    return replace(tools, planner=cast(Planner, planner)), planner


def brief_tokens(brief: object, count: Count) -> int:
    return count("\n".join(_texts(brief)))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from _texts(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))


def with_main_input(events: Sequence[Event], longest: int) -> tuple[Event, ...]:
    """The step's end tells it; a round that closes in this step has it in its own line instead, once."""
    closed = any(isinstance(event, RoundClosed) for event in events)
    return tuple(
        replace(event, main_input=max(event.main_input, longest))
        if isinstance(event, RoundClosed if closed else StepEnded)
        else event
        for event in events
    )

"""Five hundred steps of a scripted task, and what is read at each of them: by us, and by those who keep more (R106).

What to look for is the script's; what is found, kept, summed up and put into prompts is the product's own. No model
and no rows: every prompt that a planner would be sent is put together, counted, and answered by the script.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from typing import Any

from reach.words import content_terms
from research.engine.asks import ask_of
from research.engine.lifecycle import Phase
from research.engine.limits import Limits
from research.management.measure.baselines import (
    Quoting,
    Run,
    append_everything,
    observation_masking,
    summary_only,
)
from research.management.measure.observed import Trail, Turn
from research.management.measure.slope import slope
from research.roles.briefs import Vector
from research.roles.builtin.embedder import HashingEmbedder
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.builtin.reporter import BuiltinReporter
from research.roles.endpoints import Reply, Request
from research.roles.endpoints.counting import CountingEndpoint
from research.roles.endpoints.patience import Patience
from research.roles.executor import ModelExecutor
from research.roles.planner import ModelPlanner
from research.roles.sizes import Sizes
from research.store.payloads import dumped
from research.terms import Query, Source
from tests.bench.script import GOALS, Script
from tests.builders import QUESTION, Leaf, SaidPlanner, Shelf, World, world

STEPS = 500
WARM = 6
"""The step from which on nothing should grow (R106)."""
STRIDE = 3
"""Askings between two looks for the step at which memory is full: about those of a round."""
FIRST = 8
ROOMY = {
    "first_goals": FIRST,
    "goals_in_all": GOALS,
    "children_per_goal": 2,
    "goal_depth": 6,
    "rounds_per_goal": 3,
    "reads_per_goal": 6,
    "reads_in_all": 400,
    "enough_evidence": 40,
    "steps": 2000,
}
"""Nothing but room for so many steps: every cap of memory and of prompts has its default."""


@cache
def _terms(text: str) -> frozenset[str]:
    return frozenset(content_terms(text))


class Stacks(Shelf):
    """Knows the words of its pages: they are looked through some hundred times."""

    def _shared(self, asked: Query, found: Leaf) -> int:
        return len(_terms(asked.text) & _terms(f"{found.source.title} {found.text}"))


class Remembering(HashingEmbedder):
    """The archive in memory asks for the same vectors at each step; rows hold them."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, tuple[float, ...]] = {}

    def _embed(self, text: str) -> tuple[float, ...]:
        if text not in self._known:
            self._known[text] = super()._embed(text)
        return self._known[text]

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [self._embed(text) for text in texts]


class Scale(CountingEndpoint):
    """Of each step that asked, the longest prompt."""

    def __init__(self) -> None:
        super().__init__(Patience.of(Limits().values()))
        self.step = 0
        self.longest: dict[int, int] = defaultdict(int)

    async def complete(self, request: Request) -> Reply:
        reply = await super().complete(request)
        self.longest[self.step] = max(self.longest[self.step], reply.input_tokens)
        return reply


@dataclass(slots=True)
class Climbed:
    """`main`: of each step that asked the planner. `state`: bytes of what the engine carries from step to step."""

    main: dict[int, int]
    other: dict[int, int]
    state: list[int] = field(default_factory=list)
    report: list[int] = field(default_factory=list)
    turns: tuple[Turn, ...] = ()
    quoting: Quoting | None = None

    def since(self, step: int) -> list[int]:
        return [tokens for at, tokens in sorted(self.main.items()) if at >= step]

    def full_at(self) -> int | None:
        """The first step from which on no slope is seen, of those with half the run before them. It is looked for: it
        tells where the rise ends, and that the rest is flat is no finding of its own."""
        steps = sorted(self.main)
        half = [at for at in steps if at <= steps[-1] // 2]
        return next((at for at in half[::STRIDE] if slope(self.since(at)).flat), None)


def begun(script: Script, **limits: float) -> tuple[World, Scale, Scale]:
    """The script's goals one after another: the first from the start, each other one when an earlier one ends. Two for
    each of the first: a tree of single files is too deep for so many."""
    rest = iter(script.goals[FIRST:])
    grown = {at: list(islice(rest, 2 if at <= FIRST else 1)) for at in range(1, GOALS)}
    said = SaidPlanner(script.goals[:FIRST], grown=grown)
    embedder = Remembering()
    executor, main, other = BuiltinExecutor(embedder), Scale(), Scale()
    there = world(script.leaves, planner=said, executor=executor, **{**ROOMY, **limits})
    there.tools = replace(
        there.tools,
        planner=ModelPlanner(main, said, sizes := Sizes.of(there.tools.limits.values()), _never),
        executor=ModelExecutor(other, executor, sizes, _never),
        embedder=embedder,
        library=Stacks(script.leaves),
    )
    there.box.embedder = embedder
    return there, main, other


def _never(role: str, prompt: str, kind: str, detail: str) -> None:
    raise AssertionError(f"{role} {prompt}: {kind}, {detail}")


async def climbed(script: Script, steps: int = STEPS, **limits: float) -> Climbed:
    there, main, other = begun(script, **limits)
    texts = {each.source.key: each.text for each in script.leaves}
    made = Climbed(main.longest, other.longest)

    def pages(keys: Sequence[str]) -> list[tuple[Source, str]]:
        return [(each.source, texts[each.source.key]) for each in script.leaves if each.source.key in keys]

    trail = Trail(pages)
    while there.state.step < steps and there.state.phase is not Phase.DONE:
        main.step = other.step = there.state.step
        for event in await there.step():
            trail.note(event)
        made.state.append(len(json.dumps(dumped(there.state))))
        made.report.append(there.tools.count(there.state.mind.evolving.text()))
    made.turns = trail.told()
    ask, limits_now = ask_of(there.state, there.tools), there.tools.limits
    made.quoting = Quoting(
        ask, there.state.mind.goals, BuiltinExecutor(Remembering()), BuiltinReporter(), limits_now, any_goal=False
    )
    return made


AGENTS = (append_everything, observation_masking, summary_only)
SMALLEST = {
    "report_tokens": 500,
    "known_facts": 3,
    "recalled": 2,
    "summary_tokens": 200,
    "nearest_tokens": 100,
    "found_tokens": 200,
}
"""Caps of memory that are reached by the sixth round."""


def measured(script: Script, steps: int = STEPS) -> dict[str, Any]:
    """Ours with the default caps and with the smallest, and beside it the others over the turns of the first."""
    ours, small = asyncio.run(climbed(script, steps)), asyncio.run(climbed(script, steps, **SMALLEST))
    assert ours.quoting is not None
    others = [asyncio.run(agent(QUESTION, ours.turns, ours.quoting)) for agent in AGENTS]
    return {
        "steps": len(ours.state),
        "turns": len(ours.turns),
        "ceiling": Limits().input_tokens,
        "systems": [_told("redthread", ours), _told("redthread, smallest memory", small), *map(_beside, others)],
        "state_bytes": ours.state,
    }


def _told(name: str, made: Climbed) -> dict[str, Any]:
    return {
        "system": name,
        **_curve(made.since(0), made.since(WARM)),
        "full_at": (full := made.full_at()),
        "slope_when_full": _slope(made.since(full)) if full is not None else None,
        "state_slope_when_full": _slope(made.state[full:]) if full is not None else None,
        "other_longest": max(made.other.values(), default=0),
        "overflow": 0,
    }


def _beside(run: Run) -> dict[str, Any]:
    sizes = list(run.main_inputs)
    overflow = [call.overflow for call in run.calls]
    first = next((at for at, gone in enumerate(overflow, start=1) if gone), None)
    return {
        "system": run.name,
        **_curve(sizes, sizes[WARM:]),
        "tokens": run.tokens,
        "overflow": run.overflow,
        "first_overflow": first,
    }


def _curve(sizes: list[int], warm: list[int]) -> dict[str, Any]:
    return {"longest": max(sizes), "total": sum(sizes), "per_asking": sizes, "slope": _slope(warm)}


def _slope(values: Sequence[float]) -> list[float]:
    told = slope(values)
    return [round(each, 2) for each in (told.value, told.low, told.high)]

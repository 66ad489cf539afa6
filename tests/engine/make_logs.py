"""Writes the three finished logs that are kept for ever: `python -m tests.engine.make_logs` from the project's root.

To be run when `loglines.ENGINE` was raised, if the logs are to be driven again; those of older engines are folded, so
what is there stays readable either way. Same program, same bytes.
"""

import asyncio
import gzip
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from research.engine.events import VERSION
from research.engine.lifecycle import Phase
from research.roles.builtin.embedder import HashingEmbedder
from research.roles.builtin.executor import BuiltinExecutor
from research.roles.builtin.planner import BuiltinPlanner
from research.store import loglines
from research.store.payloads import dumped
from research.store.recording import Recorder
from research.terms import Language, Period
from tests.builders import NOW, World, begin, leaf, world
from tests.engine import drift

LOGS = Path(__file__).parent / "logs"
SAMPLES = Path(__file__).parents[2] / "research" / "samples"
ENGLISH = (
    "institute-annual-review-2024.md",
    "interview-head-of-dispatch-2025.md",
    "tidegate-salt-flats-opening-2023.md",
)
CHINESE = ("澜湾储能大事记-2022-2025.md", "柳屿储能电站投运.md", "澜湾新型储能发展规划-2022.md")


def from_samples(question: str, language: Language, names: tuple[str, ...]) -> World:
    """The sample library's own pages, and the roles that need no model."""
    pages = [
        leaf(
            Path(name).stem, (SAMPLES / name).read_text(encoding="utf-8"), host=f"{at}.example", language=language.value
        )
        for at, name in enumerate(names)
    ]
    roles = {"planner": BuiltinPlanner(), "executor": BuiltinExecutor(HashingEmbedder())}
    return world(
        pages, begin(question, language, Period(None, None)), goals_in_all=4, first_goals=2, variants=2, **roles
    )


def worlds() -> dict[str, World]:
    english = "How much grid storage capacity did Lanwan have at the end of 2024?"
    chinese = "澜湾2024年底的储能装机容量是多少？"
    return {
        "english": from_samples(english, Language.ENGLISH, ENGLISH),
        "chinese": from_samples(chinese, Language.CHINESE, CHINESE),
        "backtracks": drift.scenario(),
    }


async def finished(there: World, name: str, spent: Callable[[int], int] = lambda step: 0) -> list[str]:
    """A task to its end, as the log that its rows would give. `spent`: tokens in the ledger when a step begins."""
    head = loglines.head(name, there.state, there.tools.limits.values())
    steps: list[dict[str, Any]] = []
    while there.state.phase is not Phase.DONE:
        there.state = before = replace(there.state, spent_tokens=spent(there.state.step))
        recorder, tools = Recorder(), there.tools
        there.tools = recorder.over(tools)
        events = await there.step()
        there.tools = tools
        went_by = loglines.decided(before, recorder.decisions, tools.channels, there.state)
        told = [[type(event).__name__, dumped(event), VERSION] for event in events]
        about = {"number": before.step, "phase": before.phase.value, "now": NOW.isoformat(), "tokens": 0, "calls": []}
        steps.append({**about, "people": [], **went_by, "events": told})
    return list(loglines.lines(head, steps))


def made() -> Iterator[tuple[str, list[str]]]:
    for name, there in worlds().items():
        yield name, asyncio.run(finished(there, name))


def main() -> None:
    LOGS.mkdir(exist_ok=True)
    for name, lines in made():
        body = "".join(f"{line}\n" for line in lines).encode()
        (LOGS / f"{name}.jsonl.gz").write_bytes(gzip.compress(body, mtime=0))
        print(f"{name}: {len(lines) - 2} steps, {len(body)} bytes")


if __name__ == "__main__":
    main()

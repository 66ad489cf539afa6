"""People's decisions folded back into the report: a new version, each change with its cause (P10)."""

from collections.abc import Sequence

from research.engine.citations import folded
from research.engine.events import DecisionsFolded, Event, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.tools import Tools


async def fold_decisions(state: TaskState, tools: Tools) -> Sequence[Event]:
    archive = tools.archive
    decisions = await archive.decisions()
    sections = folded(await archive.sections(), await archive.claims(), decisions)
    return [
        DecisionsFolded(sections, decisions),
        StepEnded(Phase.RETROSPECT, f"{len(decisions)} decisions are in the report"),
    ]

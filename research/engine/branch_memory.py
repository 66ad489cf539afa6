"""What a prompt is told of goals that are finished: the branch's summaries, of the others an index (R148, C12)."""

from collections.abc import Sequence
from dataclasses import dataclass

from memory.summary import Summary
from research.engine.state import Mind, TaskState
from research.engine.tools import Tools
from research.engine.tree import above
from research.terms import Goal


@dataclass(frozen=True, slots=True)
class Recollection:
    digest: tuple[str, ...]
    branch: tuple[str, ...]
    others: tuple[str, ...]
    titles: tuple[str, ...]


async def recollected(state: TaskState, goal: Goal, tools: Tools) -> Recollection:
    """Nearest goals first, whole summaries only; one that the room doesn't hold is told by its line in the index."""
    held = await tools.archive.summaries()
    line = [goal.number, *(each.number for each in above(state.mind.goals, goal))]
    branch = sorted((each for each in held if each.goal in line), key=lambda each: line.index(each.goal))
    shown = _fitting(branch, tools)
    told = {each.goal for each in shown}
    lines = {each.goal: _indexed(each, state.mind) for each in held if each.goal not in told}
    index = _bounded(await _nearest_first(lines, goal, tools), tools.limits.recalled)
    digest = tuple(part.text() for part in state.mind.digests)
    titles = tuple(dict.fromkeys(title for each in held for title in each.titles))[-tools.limits.known_facts :]
    return Recollection(digest, tuple(map(_whole, shown)), index, titles)


async def _nearest_first(lines: dict[int, str], goal: Goal, tools: Tools) -> dict[int, str]:
    """Where the room ends, what has least to do with the goal goes first."""
    if len(lines) < 2:
        return lines
    (vector,) = await tools.embedder.embed([goal.question])
    near = [number for number in await tools.archive.near_goals(vector) if number in lines]
    return {number: lines[number] for number in dict.fromkeys([*near, *lines])}


def _bounded(index: dict[int, str], most: int) -> tuple[str, ...]:
    """Of the nearest: an index that grew with every finished goal would be a history of its own (R040, C14)."""
    told, left = tuple(index.values())[:most], max(0, len(index) - most)
    return (*told, f"{left} more finished goals are on file") if left else told


def _whole(summary: Summary) -> str:
    return f"{summary.question}\n{summary.text()}"


def _fitting(branch: Sequence[Summary], tools: Tools) -> list[Summary]:
    room, shown = tools.limits.summary_tokens, list[Summary]()
    for each in branch:
        needed = tools.count(each.text())
        if needed > room:
            break
        shown.append(each)
        room -= needed
    return shown


def _indexed(summary: Summary, mind: Mind) -> str:
    """What stands on file, not what it says."""
    titles = "; ".join(summary.titles)
    return f"{summary.question} ({summary.outcome}){f': {titles}' if titles else ''}"

"""What a planner is told beside the evidence of the goal in work: as much at step 500 as when two goals were done.

Of the report what is nearest, the branch's summaries, of other finished goals an index (R148, R161, C12); the newest
reach by its digest, where that is shorter than its quotations (R102).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.digest import Digest, rows_in
from memory.summary import Summary
from memory.telling import draft_of
from memory.telling import told as told_of
from memory.working import Entry
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.engine.tree import above
from research.roles.briefing import entries as quotations
from research.roles.briefing import holding
from research.terms import Goal

REPORT = 0.67
"""Of what the branch leaves, for the report: a conclusion or two. The index takes the rest."""


@dataclass(frozen=True, slots=True)
class Recollection:
    report: str
    digest: tuple[str, ...]
    shown: tuple[int, ...]
    """Rows whose quotations stand in the prompt."""
    branch: tuple[str, ...]
    others: tuple[str, ...]
    titles: tuple[str, ...]


async def recollected(
    state: TaskState, goal: Goal, entries: Sequence[Entry], tools: Tools, room: int, gap: str = ""
) -> Recollection:
    """All of it within the room: the draft, up to half of the rest the branch, then the report and the index; what one
    leaves the next may take, so that the room is full as soon as there is enough to tell. A draft as long as all that
    is told beside a goal stands alone. A summary that it doesn't
    hold is told by its conclusion, or by a line of the index. `entries`: quotations of the goal in work."""
    limits, mind = tools.limits, state.mind
    worded = [part for part in mind.digests if part.worded]
    digested, quoted = rows_in(worded), shown(entries, mind.digests, tools)
    held = await tools.archive.summaries()
    line = [goal.number, *(each.number for each in above(mind.goals, goal))]
    branch = sorted((each for each in held if each.goal in line), key=lambda each: line.index(each.goal))
    rows = {*digested, *quoted}
    draft = draft_of(mind.evolving, rows)
    draft = draft if tools.count(draft) <= limits.nearest_tokens else ""
    branch = [_beside_draft(each, draft and mind.evolving.draft) for each in branch]
    whole, room = _fitting(branch, max(0, room - tools.count(draft)), tools)
    report = told_of(mind.evolving, f"{goal.question} {gap}", rows, draft, int(REPORT * room), tools.count)
    told = {each.goal for each in whole}
    lines = {each.goal: _indexed(each) for each in held if each.goal not in told}
    return Recollection(
        report,
        tuple(part.text() for part in worded),
        quoted,
        tuple(map(_whole, whole)),
        _bounded(await _nearest_first(lines, goal, tools), room + tools.count(draft) - tools.count(report), tools),
        tuple(dict.fromkeys(title for each in held for title in each.titles))[-limits.known_facts :],
    )


def shown(entries: Sequence[Entry], digests: Sequence[Digest], tools: Tools) -> tuple[int, ...]:
    """Of the goal's quotations the best that their room holds, but for what a digest tells of. The others are in mind,
    and are counted."""
    told = rows_in([part for part in digests if part.worded])
    ranked = sorted((each for each in entries if each.evidence not in told), key=lambda each: -each.score)
    tokens = [tools.count(piece.text) for piece in quotations(ranked).pieces]
    return tuple(sorted(ranked[at].evidence for at in holding(tools.limits.found_tokens, tokens)))


async def _nearest_first(lines: dict[int, str], goal: Goal, tools: Tools) -> dict[int, str]:
    """Where the room ends, what has least to do with the goal goes first."""
    if len(lines) < 2:
        return lines
    (vector,) = await tools.embedder.embed([goal.question])
    near = [number for number in await tools.archive.near_goals(vector) if number in lines]
    return {number: lines[number] for number in dict.fromkeys([*near, *lines])}


def _bounded(index: dict[int, str], room: int, tools: Tools) -> tuple[str, ...]:
    """Of the nearest: an index that grew with every finished goal would be a history of its own (R040, C14)."""
    told = list[str]()
    for line in tuple(index.values())[: tools.limits.recalled]:
        if (needed := tools.count(line)) > room:
            break
        told.append(line)
        room -= needed
    left = len(index) - len(told)
    return (*told, f"{left} more finished goals are on file") if left else tuple(told)


def _beside_draft(summary: Summary, draft: str) -> Summary:
    """The goal that ended last has the draft for its conclusion: it isn't said twice."""
    return replace(summary, conclusion="as the draft says") if draft and summary.conclusion == draft else summary


def _whole(summary: Summary) -> str:
    return f"{summary.question}\n{summary.text()}"


def _fitting(branch: Sequence[Summary], room: int, tools: Tools) -> tuple[list[Summary], int]:
    """What fits into half of the room, and what is left of all of it."""
    half, fitting = min(tools.limits.summary_tokens, room // 2), list[Summary]()
    for each in branch:
        bare = replace(each, support=(), doubts=(), spilled=(), doubts_left_out=0)
        fits = next((form for form in (each, bare) if tools.count(_whole(form)) <= half), None)
        if fits is None:
            break
        fitting.append(fits)
        half -= tools.count(_whole(fits))
    return fitting, room - sum(tools.count(_whole(each)) for each in fitting)


def _indexed(summary: Summary) -> str:
    """What stands on file, not what it says."""
    titles = "; ".join(summary.titles)
    return f"{summary.question} ({summary.outcome}){f': {titles}' if titles else ''}"

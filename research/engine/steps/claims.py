"""Report into claims; each is checked against the words it cites, and nothing else (R072)."""

import asyncio
from collections.abc import Sequence

from research.engine.checking import against_its_quotes, against_the_others, coverage, with_others_offered
from research.engine.citations import claims_of, unclaimed_of
from research.engine.events import ClaimsChecked, ClaimsDrawn, DeskOpened, Event, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.terms import Checked, Claim, Verdict


async def check_claims(state: TaskState, tools: Tools) -> Sequence[Event]:
    sections = await tools.archive.sections()
    claims, unclaimed = claims_of(sections, await tools.archive.claims()), unclaimed_of(sections)
    drawn = ClaimsDrawn(claims, unclaimed)
    if not claims:
        return [drawn, StepEnded(Phase.RETROSPECT, "there is nothing to check")]
    checked = await _checked(state, claims, tools)
    waiting = sum(made.verdict is not Verdict.SUPPORTED for made in checked)
    told = coverage([made.verdict for made in checked], unclaimed)
    events: list[Event] = [drawn, ClaimsChecked(tuple(checked))]
    if not waiting:
        return [*events, StepEnded(Phase.RETROSPECT, f"every claim is carried by its quotes: {told}")]
    return [*events, DeskOpened(waiting), StepEnded(Phase.REVIEW, f"{waiting} claims wait for a person: {told}")]


async def _checked(state: TaskState, claims: Sequence[Claim], tools: Tools) -> list[Checked]:
    """The quotes alone, each verified at its place in the stored copy; then what else the task has found."""
    numbers = {number for claim in claims for number in claim.evidence}
    pieces = {piece.number: piece for piece in await tools.archive.evidence_by_number(numbers)}
    moved = numbers - set(await tools.archive.in_place(numbers))
    alone = await asyncio.gather(
        *(against_its_quotes(claim, pieces, state.language, tools.checker, tools.limits, moved) for claim in claims)
    )
    conflicts = await tools.archive.conflicts()
    disputed = {number for conflict in conflicts for number in (conflict.left, conflict.right)}
    titles = {piece.number: piece.source.title for piece in await tools.archive.evidence_by_number(disputed)}
    judged = [against_the_others(made, claim, conflicts, titles) for made, claim in zip(alone, claims, strict=True)]
    others = await tools.archive.evidence([goal.number for goal in state.mind.goals])
    return [
        await with_others_offered(made, claim, others, state.language, tools.by_code, tools.limits)
        for made, claim in zip(judged, claims, strict=True)
    ]

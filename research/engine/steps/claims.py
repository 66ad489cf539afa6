"""Report into claims; each is checked against the words it cites, and nothing else (R072)."""

import asyncio
from collections.abc import Sequence

from research.engine.checking import against_its_quotes, against_the_others
from research.engine.citations import claims_of
from research.engine.events import ClaimsChecked, ClaimsDrawn, DeskOpened, Event, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.terms import Verdict


async def check_claims(state: TaskState, tools: Tools) -> Sequence[Event]:
    claims = claims_of(await tools.archive.sections())
    if not claims:
        return [ClaimsDrawn(()), StepEnded(Phase.RETROSPECT, "there is nothing to check")]
    numbers = {number for claim in claims for number in claim.evidence}
    pieces = {piece.number: piece for piece in await tools.archive.evidence_by_number(numbers)}
    alone = await asyncio.gather(
        *(against_its_quotes(claim, pieces, state.language, tools.checker, tools.limits) for claim in claims)
    )
    conflicts = await tools.archive.conflicts()
    disputed = {number for conflict in conflicts for number in (conflict.left, conflict.right)}
    titles = {piece.number: piece.source.title for piece in await tools.archive.evidence_by_number(disputed)}
    checked = [against_the_others(made, claim, conflicts, titles) for made, claim in zip(alone, claims, strict=True)]
    waiting = sum(made.verdict is not Verdict.SUPPORTED for made in checked)
    events: list[Event] = [ClaimsDrawn(claims), ClaimsChecked(tuple(checked))]
    if not waiting:
        return [*events, StepEnded(Phase.RETROSPECT, "every claim is carried by its quotes")]
    return [*events, DeskOpened(waiting), StepEnded(Phase.REVIEW, f"{waiting} claims wait for a person")]

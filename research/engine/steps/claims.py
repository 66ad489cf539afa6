"""Report into claims; each is checked against the words it cites, and nothing else (R072)."""

import asyncio
from collections.abc import Sequence

from research.engine.asks import card_of
from research.engine.citations import claims_of
from research.engine.events import ClaimsChecked, ClaimsDrawn, DeskOpened, Event, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import CheckBrief
from research.terms import Checked, Claim, Evidence, Verdict


async def check_claims(state: TaskState, tools: Tools) -> Sequence[Event]:
    claims = claims_of(await tools.archive.sections())
    if not claims:
        return [ClaimsDrawn(()), StepEnded(Phase.RETROSPECT, "there is nothing to check")]
    numbers = {number for claim in claims for number in claim.evidence}
    pieces = {piece.number: piece for piece in await tools.archive.evidence_by_number(numbers)}
    checked = await asyncio.gather(*(_check(state, claim, pieces, tools) for claim in claims))
    waiting = sum(made.verdict is not Verdict.SUPPORTED for made in checked)
    events: list[Event] = [ClaimsDrawn(claims), ClaimsChecked(tuple(checked))]
    if not waiting:
        return [*events, StepEnded(Phase.RETROSPECT, "every claim is carried by its quotes")]
    return [*events, DeskOpened(waiting), StepEnded(Phase.REVIEW, f"{waiting} claims wait for a person")]


async def _check(state: TaskState, claim: Claim, pieces: dict[int, Evidence], tools: Tools) -> Checked:
    cards = tuple(card_of(pieces[number]) for number in claim.evidence if number in pieces)
    if not cards:
        return Checked(claim.number, Verdict.NOT_FOUND, "No evidence is cited.", ())
    limits = tools.limits
    brief = CheckBrief(state.language, claim.text, claim.kind, cards, limits.near_quote, limits.carried_words)
    verdict, reason, atoms = await tools.checker.check(brief)
    return Checked(claim.number, verdict, reason, atoms)

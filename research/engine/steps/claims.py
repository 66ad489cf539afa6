"""Report into claims; each is checked against the words it cites, and nothing else (R072)."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from research.engine.asks import card_of
from research.engine.citations import claims_of
from research.engine.events import ClaimsChecked, ClaimsDrawn, DeskOpened, Event, StepEnded
from research.engine.lifecycle import Phase
from research.engine.state import TaskState
from research.engine.tools import Tools
from research.roles.briefs import CheckBrief
from research.terms import Atom, Checked, Claim, Conflict, Evidence, Verdict


async def check_claims(state: TaskState, tools: Tools) -> Sequence[Event]:
    claims = claims_of(await tools.archive.sections())
    if not claims:
        return [ClaimsDrawn(()), StepEnded(Phase.RETROSPECT, "there is nothing to check")]
    numbers = {number for claim in claims for number in claim.evidence}
    pieces = {piece.number: piece for piece in await tools.archive.evidence_by_number(numbers)}
    alone = await asyncio.gather(*(_check(state, claim, pieces, tools) for claim in claims))
    conflicts = await tools.archive.conflicts()
    disputed = {number for conflict in conflicts for number in (conflict.left, conflict.right)}
    titles = {piece.number: piece.source.title for piece in await tools.archive.evidence_by_number(disputed)}
    checked = [_against_the_others(made, claim, conflicts, titles) for made, claim in zip(alone, claims, strict=True)]
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


def _against_the_others(
    made: Checked, claim: Claim, conflicts: Sequence[Conflict], titles: Mapping[int, str]
) -> Checked:
    """What its own quotes carry may still be denied by another accepted source: a person says how it stands, unless it
    was settled for what is cited (R139)."""
    cited = set(claim.evidence)
    unsettled = [conflict for conflict in conflicts if conflict.settled_for not in cited]
    against = [conflict for conflict in unsettled if len(cited & {conflict.left, conflict.right}) == 1]
    if made.verdict is not Verdict.SUPPORTED or not against:
        return made
    others = sorted({number for c in against for number in (c.left, c.right)} - cited)
    atoms = tuple(Atom("source", titles.get(number, ""), found=False, note=against[0].reason) for number in others)
    reason = f"Its quote says so, but another source disagrees: {against[0].reason}."
    return replace(made, verdict=Verdict.CONTRADICTED, reason=reason, atoms=(*made.atoms, *atoms))

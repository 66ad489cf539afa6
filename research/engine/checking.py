"""One sentence against the words it cites, and against those who say otherwise (R072, R139)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from research.engine.asks import card_of
from research.engine.limits import Limits
from research.roles.briefs import CheckBrief
from research.roles.checker import Checker
from research.terms import Atom, Checked, Claim, Conflict, Evidence, Language, Verdict


async def against_its_quotes(
    claim: Claim, pieces: Mapping[int, Evidence], language: Language, checker: Checker, limits: Limits
) -> Checked:
    cards = tuple(card_of(pieces[number]) for number in claim.evidence if number in pieces)
    if not cards:
        return Checked(claim.number, Verdict.NOT_FOUND, "No evidence is cited.", ())
    brief = CheckBrief(language, claim.text, claim.kind, cards, limits.near_quote, limits.carried_words)
    verdict, reason, atoms = await checker.check(brief)
    return Checked(claim.number, verdict, reason, atoms)


def against_the_others(
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

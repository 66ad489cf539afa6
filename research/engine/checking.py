"""One sentence against the words it cites, and against those who say otherwise (R072, R139)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from memory.figures import content_words
from research.engine.asks import card_of
from research.engine.limits import Limits
from research.roles.briefs import Card, CheckBrief
from research.roles.checker import Checker
from research.terms import (
    Atom,
    Checked,
    Claim,
    Conflict,
    Evidence,
    Language,
    Offered,
    Unclaimed,
    Verdict,
)


async def against_its_quotes(
    claim: Claim,
    pieces: Mapping[int, Evidence],
    language: Language,
    checker: Checker,
    limits: Limits,
    moved: Collection[int] = (),
) -> Checked:
    """`moved`: evidence whose quote doesn't stand at its place in the stored copy. It carries nothing (P4, B-097)."""
    there = [number for number in claim.evidence if number in pieces]
    if not there:
        return Checked(claim.number, Verdict.NOT_FOUND, "No evidence is cited.", ())
    cards = tuple(card_of(pieces[number]) for number in there if number not in moved)
    if not cards:
        return Checked(claim.number, Verdict.NOT_CHECKED, "The stored copy doesn't hold the quoted words.", ())
    verdict, reason, atoms = await checker.check(brief_of(claim, cards, language, limits))
    return Checked(claim.number, verdict, reason, atoms)


def brief_of(claim: Claim, cards: tuple[Card, ...], language: Language, limits: Limits) -> CheckBrief:
    return CheckBrief(
        language, claim.said, claim.kind, cards, limits.near_quote, limits.carried_words, limits.words_in_order
    )


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


async def with_others_offered(
    made: Checked, claim: Claim, others: Sequence[Evidence], language: Language, by_code: Checker, limits: Limits
) -> Checked:
    """Beside its verdict: what else was accepted and carries the claim, where its own quotes don't, or denies it. By
    code alone, each piece by itself, among those nearest in words: an offer is a hint to a person, not a verdict."""
    offered = []
    for piece in _nearest(claim, others, limits):
        verdict, reason, atoms = await by_code.check(brief_of(claim, (card_of(piece),), language, limits))
        better = verdict is Verdict.SUPPORTED and made.verdict is not Verdict.SUPPORTED
        near = any(atom.kind == "words" and atom.found for atom in atoms)
        if better or (verdict is Verdict.CONTRADICTED and near):
            offered.append(Offered(piece.number, verdict, reason))
    return replace(made, offered=tuple(sorted(offered, key=lambda each: each.verdict is not Verdict.SUPPORTED)))


def _nearest(claim: Claim, others: Sequence[Evidence], limits: Limits) -> list[Evidence]:
    asked, cited = content_words(claim.said), set(claim.evidence)
    shared = {piece.number: len(asked & content_words(piece.quote)) for piece in others if piece.number not in cited}
    near = [piece for piece in others if shared.get(piece.number, 0) >= limits.carried_words * len(asked) > 0]
    return sorted(near, key=lambda piece: (-shared[piece.number], piece.number))[: limits.offered_evidence]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a report was looked at, and how much of that stands: one is never shown without the other."""

    claims: int
    checked: int
    supported: int
    silent: int
    """Parts that assert nothing, speculation among them."""

    @property
    def of_claims(self) -> float:
        return self.checked / self.claims if self.claims else 1.0

    @property
    def rate(self) -> float:
        """Of the claims that were checked. None checked: nothing stands."""
        return self.supported / self.checked if self.checked else 0.0

    def __str__(self) -> str:
        return f"{self.supported} of {self.checked} supported; {self.checked} of {self.claims} claims checked"


def coverage(verdicts: Sequence[Verdict], unclaimed: Sequence[Unclaimed] = ()) -> Coverage:
    checked = sum(verdict is not Verdict.NOT_CHECKED for verdict in verdicts)
    supported = sum(verdict is Verdict.SUPPORTED for verdict in verdicts)
    return Coverage(len(verdicts), checked, supported, len(unclaimed))

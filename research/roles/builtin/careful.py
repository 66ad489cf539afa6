"""A claim that says more than its quote, said as the quote says it: the figure it has, the reserve it makes, or its
sentence in quotation marks. Proposed to a person; only what the check calls supported is proposed at all (CR4)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.figures import quantities
from reach.segment import sentences
from research.roles.briefs import CheckBrief
from research.roles.checker import Checker
from research.roles.verbatim import nearness
from research.terms import Atom, Language, Verdict

RESERVES = frozenset({"hedge", "condition", "up to", "quantifier"})
"""Kinds of atoms that the checker names when the quote has a reserve and the claim doesn't."""
LEAST_LIKE = 0.5
"""Share of the claim's characters that its sentence in the quote must have in order: else it says something else."""
SAID = {Language.ENGLISH: "The source says: “{quote}”", Language.CHINESE: "来源称：“{quote}”"}
INNER = {"“": "‘", "”": "’", '"': "'"}
"""Marks within marks."""


async def careful_wording(brief: CheckBrief, atoms: Sequence[Atom], checker: Checker) -> str:
    """Empty where nothing is to be put right, or nothing that could be proposed is carried by the quotes."""
    missed = [atom for atom in atoms if not atom.found and (atom.kind == "number" or atom.kind in RESERVES)]
    if not missed:
        return ""
    for text in dict.fromkeys(_candidates(brief, missed)):
        verdict, _why, _atoms = await checker.check(replace(brief, claim=text))
        if verdict is Verdict.SUPPORTED and text != brief.claim:
            return text
    return ""


def _candidates(brief: CheckBrief, missed: Sequence[Atom]) -> Iterator[str]:
    """The least change first; the quote's own sentence last."""
    told = _resting(brief)
    if not told:
        return
    mended = brief.claim
    for atom in missed:
        mended = _with_figure(mended, atom.text, told) if atom.kind == "number" else mended
    for atom in missed:
        mended = _with_reserve(mended, atom.text, told) if atom.kind in RESERVES else mended
    yield mended
    inner = "".join(INNER.get(sign, sign) for sign in told)
    yield SAID[brief.language].format(quote=inner)


def _resting(brief: CheckBrief) -> str:
    """The sentence of all quotes that is nearest to the claim, as it is written there."""
    said = [each.text for card in brief.cards for each in sentences(card.quote)]
    nearest = max(said, key=lambda text: nearness(brief.claim, text), default="")
    return " ".join(nearest.split()) if nearness(brief.claim, nearest) >= LEAST_LIKE else ""


def _with_figure(claim: str, figure: str, told: str) -> str:
    """Where the quote has one figure of that unit, it takes the place of the claim's; of two it isn't known which."""
    ours = [item for item in quantities(claim) if item.text.strip() == figure]
    if len(ours) != 1:
        return claim
    theirs = {item.text.strip() for item in quantities(told) if item.unit == ours[0].unit}
    return claim[: ours[0].start] + theirs.pop() + claim[ours[0].end :] if len(theirs) == 1 else claim


def _with_reserve(claim: str, reserve: str, told: str) -> str:
    """Before the word that it stands before in the quote, if the claim has that word once. Nothing is bent to fit."""
    if re.search(_word(reserve), claim, re.IGNORECASE):
        return claim
    found = re.search(_word(reserve), told, re.IGNORECASE)
    ahead = re.match(r"\s*([A-Za-z0-9]+|[\u4e00-\u9fff]{2}|\d+)", told[found.end() :]) if found else None
    if found is None or ahead is None:
        return claim
    places = list(re.finditer(_word(ahead[1]), claim))
    if len(places) != 1:
        return claim
    at, gap = places[0].start(), " " if reserve.isascii() else ""
    return claim[:at] + found[0] + gap + claim[at:]


def _word(text: str) -> str:
    return rf"\b{re.escape(text)}\b" if text.isascii() else re.escape(text)

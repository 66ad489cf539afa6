"""Other wording: whether a claim and the one sentence it rests on read alike, where only their words differ.

An embedder can't tell nurses from teachers or who beat whom: what reads alike still differs in a figure, a name or a
role. So likeness is asked last, and only of a sentence that holds nothing the claim's words could belong to instead.
"""

import re
from collections.abc import Sequence

from memory.figures import dates
from memory.figures.folding import plain
from reach.words import is_chinese
from research.roles.builtin.claims.amounts import amounts_of
from research.roles.builtin.claims.atoms import Finding
from research.roles.builtin.claims.claim_words import Held
from research.roles.builtin.claims.clauses import clauses_of
from research.roles.builtin.claims.matched import readings, unsaid
from research.roles.builtin.claims.rounding import carries
from research.roles.builtin.claims.written import normal

READS_ALIKE = 0.93
"""Calibrated similarity. Wrong claims lie between 0.6 and 0.95 like right ones (0.87 and 0.89 in the middle),
so this lets by only what hardly differs; measured on the open part, `turned` and half of `second` (docs/claims.md)."""
ENOUGH_SAID = 4
"""Words of a sentence; of fewer, one that differs is lost in the likeness of the rest."""
SOFT = frozenset({"subject"})
"""Findings that only say where words stand. What code says of figures, names, turns and roles no likeness lifts."""
_RANK = re.compile(r"第[一二三四五六七八九十\d]+|\b(?:first|second|third|fourth|fifth)\b", re.I)
_CONTRAST = re.compile(r"[;；]|\b(?:but|while|whereas|however|although|though|instead|yet)\b|但|却|然而|不过|而(?!且)")


def only_wording(findings: Sequence[Finding]) -> bool:
    return all(each.atom.found or each.atom.kind in SOFT for each in findings)


def resting_on(claim: str, quote: str) -> str | None:
    """The one sentence of the quote that the claim rests on, if nothing in it is a rival to what the claim names."""
    clauses = clauses_of(quote)
    sentences = {reading.best.sentence for reading in readings(claim, clauses)}
    if len(sentences) != 1 or is_chinese(claim) != is_chinese(quote):
        return None
    whole = Held.of(claim)
    places = [clause for clause in clauses if clause.sentence in sentences]
    text = " ".join(place.text for place in places)
    if sum(len(place.words) for place in places) < ENOUGH_SAID or _CONTRAST.search(plain(text)):
        return None
    named = any(word.named for place in places for word in unsaid(place, whole))
    return None if named or _figures_besides(claim, text) else text


def _figures_besides(claim: str, text: str) -> bool:
    asked, told = amounts_of(normal(claim)), {mention.start_date for mention in dates(normal(claim))}
    if set(_RANK.findall(text)) - set(_RANK.findall(claim)):
        return True
    besides = any(not any(carries(wanted, item) for wanted in asked) for item in amounts_of(text))
    return besides or any(mention.start_date not in told for mention in dates(text))

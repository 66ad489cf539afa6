"""A quote that divides its matter, some so and the rest otherwise: a claim that drops the division says it of all."""

import re
from collections.abc import Iterator, Sequence

from memory.figures.folding import plain
from research.roles.builtin.claims.claim_words import Held, Word
from research.roles.builtin.claims.clauses import Clause
from research.roles.builtin.claims.matched import THERE, Reading, attributes, unsaid
from research.roles.builtin.claims.slots import names_a_thing

_THE_REST = re.compile(
    r"\b(?:others?|the rest|the remaining|remainder|(?:small|larg|old|young|few)er ones|exempt|excluded|elsewhere|"
    r"otherwise)\b"
    r"|其他|其它|其余|另外的|余下|不在此限|除外|否则"
)
_WHEN = re.compile(
    r"\W*(?:and |but |while )?(at|in|on|during|for|outside|between|within)\b(?! (?:total|all|addition|fact)\b)"
)


def divided(reading: Reading, used: Sequence[Clause], whole: Held, quote: Sequence[Clause]) -> Iterator[str]:
    """`used`: the clauses that some part of the claim rests on; what they say of the rest, the claim says too."""
    best = reading.best
    bounds = [word for word in unsaid(best, whole) if names_a_thing(word, best.text)]
    if not bounds:
        return
    at = quote.index(best)
    for n, other in enumerate(quote):
        near = abs(other.sentence - best.sentence) <= 1 and other not in used and not attributes(other.text)
        if near and _parts(other, n > at, best, bounds, whole):
            yield f"the quote speaks of {bounds[0].text}"
            return


def _parts(other: Clause, later: bool, best: Clause, bounds: Sequence[Word], whole: Held) -> bool:
    if later and (rest := _THE_REST.search(plain(other.text))) and not re.search(re.escape(rest[0]), whole.text):
        return any(whole.says(word) >= THERE for word in other.words) or not other.words
    if any(other.held.says(word) >= THERE and not word.named for word in bounds):
        return later and other.sentence == best.sentence
    ours, theirs = _WHEN.match(plain(best.text)), _WHEN.match(plain(other.text))
    return bool(later and ours and theirs and bounds[0] is best.words[0])

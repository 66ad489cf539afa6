"""One word exchanged for another in an otherwise equal clause: "the upper lock", "the lower lock".

No list of opposites is needed to see it, and no embedder tells it from a likeness: nurses and teachers lie as near as
two words for one thing. So an exchange that no known likeness covers is a doubt.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from memory.figures.folding import plain
from memory.figures.reading import read
from research.roles.builtin.claim_words import Word
from research.roles.builtin.matched import Reading

ONE_CLAUSE = 0.7
"""Share of tokens that two clauses have in one order, grammar included: below it they are two wordings."""
_TOKEN = re.compile(r"[a-zà-ɏ][a-z0-9à-ɏ+#'-]*|[\u3400-\u4dbf\u4e00-\u9fff]")
_TURNING = frozenset("多少大小高低长短上下进出前后左右内外男女新旧早晚升降东西南北人户")
"""Characters that carry a sense alone, where the dictionary has no word for what holds them."""


def exchanges(reading: Reading) -> Iterator[str]:
    """Figures and dates are compared by value, and so are left out here."""
    ours, theirs = _tokens(reading.clause.text), _tokens(reading.best.text)
    match = SequenceMatcher(None, [each[0] for each in ours], [each[0] for each in theirs], autojunk=False)
    if match.ratio() < ONE_CLAUSE:
        return
    for kind, a, b, c, d in match.get_opcodes():
        mine, yours = _touched(ours[a:b], reading.clause.words), _touched(theirs[c:d], reading.best.words)
        if kind == "replace" and mine and yours and not _alike(mine, yours):
            yield f"{' '.join(sorted(yours))} stands where the claim has {' '.join(sorted(mine))}"


def _tokens(text: str) -> list[tuple[str, int]]:
    low = plain(text)
    spans = read(text).spans() if len(low) == len(text) else ()
    found = [(match[0], match.start()) for match in _TOKEN.finditer(low)]
    return [each for each in found if not any(start <= each[1] < end for start, end in spans)]


def _touched(tokens: Sequence[tuple[str, int]], words: Sequence[Word]) -> dict[str, frozenset[str]]:
    """The words that the tokens belong to, with what they mean; a telling character by itself."""
    held = {word.text: word.notions for word in words for _, at in tokens if word.start <= at < word.end}
    if held:
        return held
    return {token: frozenset() for token, _ in tokens if token in _TURNING}


def _alike(mine: dict[str, frozenset[str]], yours: dict[str, frozenset[str]]) -> bool:
    meant = frozenset().union(*yours.values())
    return all(word in yours or notions & meant for word, notions in mine.items())

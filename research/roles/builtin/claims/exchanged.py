"""One word exchanged for another in an otherwise equal clause: "the upper lock", "the lower lock".

No list of opposites is needed to see it, and no embedder tells it from a likeness: nurses and teachers lie as near as
two words for one thing. So an exchange that no known likeness covers is a doubt.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from memory.figures.folding import plain
from memory.figures.reading import read
from research.roles.builtin.claims.clauses import Clause
from research.roles.builtin.claims.likewise import GENERAL
from research.roles.builtin.claims.matched import Reading
from research.roles.builtin.claims.slots import names_a_thing

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
        mine, yours = _touched(ours[a:b], reading.clause), _touched(theirs[c:d], reading.best)
        if kind == "replace" and mine and yours and not _alike(mine, yours):
            yield f"{' '.join(sorted(yours))} stands where the claim has {' '.join(sorted(mine))}"


def deeds_exchanged(reading: Reading) -> Iterator[str]:
    """ "The council owns the stadium", "sold the stadium": one deed between the same two words, and another there."""
    ours, theirs = reading.clause.words, reading.best.words
    for before, deed, after in zip(ours, ours[1:], ours[2:], strict=False):
        if deed not in reading.lacking or names_a_thing(deed, reading.clause.text):
            continue
        for first, other, last in zip(theirs, theirs[1:], theirs[2:], strict=False):
            framed = first.text == before.text and last.text == after.text
            if framed and other.notions and deed.notions and not other.notions & deed.notions:
                yield f"{other.text} stands where the claim has {deed.text}"


def _tokens(text: str) -> list[tuple[str, int]]:
    low = plain(text)
    spans = read(text).spans() if len(low) == len(text) else ()
    found = [(match[0], match.start()) for match in _TOKEN.finditer(low)]
    return [each for each in found if not any(start <= each[1] < end for start, end in spans)]


def _touched(tokens: Sequence[tuple[str, int]], clause: Clause) -> dict[str, frozenset[str]]:
    """The words that the tokens belong to, with what they mean; a telling character by itself."""
    touched = [word for word in clause.words for _, at in tokens if word.start <= at < word.end]
    held = {word.text: word.notions for word in touched if word.notions or names_a_thing(word, clause.text)}
    if touched:
        return held
    return {token: frozenset() for token, _ in tokens if token in _TURNING}


def _alike(mine: dict[str, frozenset[str]], yours: dict[str, frozenset[str]]) -> bool:
    meant = frozenset().union(*yours.values())
    if all(notions & GENERAL for notions in yours.values()):
        return True
    return all(
        word in yours or notions & meant or any(_nearly_one(word, other) for other in yours)
        for word, notions in mine.items()
    )


def _nearly_one(word: str, other: str) -> bool:
    """厂里 and 厂区: of two characters they share the first, and it isn't one that turns a sense."""
    return not word.isascii() and word[0] == other[0] and not (set(word[1:]) | set(other[1:])) & _TURNING

"""Each clause of a claim beside the clause of the quote that says most of it, and of whom the claim speaks."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from memory.figures import Quantity, dates, quantities
from memory.figures.folding import plain
from memory.figures.reading import KEPT
from memory.figures.units import compatible, in_base
from research.roles.builtin.claims.claim_words import Held, Word, words_of
from research.roles.builtin.claims.clauses import Clause, clauses_of

A_FEW = 2
"""Words: one alone is no clause, and two behind "by" hold its name ("by the Danish firm X")."""
SUBJECT = 3
"""Words of it that are looked at."""
HALF = 0.5
"""From which a word isn't quite another's: 测得 and 测量."""
THERE = 0.7
"""Of a word's characters, from which a clause counts as saying it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One clause of the claim and the quote's clause that says most of it."""

    clause: Clause
    best: Clause
    lacking: tuple[Word, ...]
    """Words of the claim's clause that the best clause doesn't say."""


def weighed(words: Sequence[Word], place: Clause) -> float:
    return sum(place.held.says(word) * (2 if word.named else 1) for word in words)


_ATTRIBUTES = re.compile(
    r"(?:规定|公告|通告|通知|要求|称|表示|介绍|显示|发现|指出|强调|约定|载明|写明|说明|宣布|透露|披露|表明|证实|提示|认为)"
    r"[，：:]?\s*$|^[^,]*\b(?:said|says|stated|announced|reported|"
    r"according to|explains?|explained|notes?|noted|shows?|finds?|concludes?|argues?)"
    r"(?: that)?[,:.]?\s*$",
    re.I,
)


def attributes(text: str) -> bool:
    """Only says who says it: what it names is the topic of what follows."""
    return bool(_ATTRIBUTES.search(text))


def _tied(clause: Clause, place: Clause) -> float:
    """A figure or a day that both give ties them closer than any word."""
    ours, theirs = _figures(clause.text), _figures(place.text)
    figures = sum(any(_about(one, other) for other in theirs) for one in ours)
    days = {each.start_date for each in dates(clause.text)} & {each.start_date for each in dates(place.text)} - {None}
    return weighed(clause.words, place) + TIE * (figures + len(days))


@lru_cache(maxsize=KEPT)
def _figures(text: str) -> tuple[Quantity, ...]:
    return tuple(item for item in quantities(text) if abs(item.value) > A_FEW or not compatible(item.unit, ""))


def _about(one: Quantity, other: Quantity) -> bool:
    ours, theirs = one.value * in_base(one.unit)[1], other.value * in_base(other.unit)[1]
    return compatible(one.unit, other.unit) and abs(ours - theirs) <= ABOUT * max(abs(ours), abs(theirs))


TIE = 2
"""Words that one figure in common counts as."""
ABOUT = Decimal("0.06")
"""Of the larger figure: what rounding moves at most."""
_AND = re.compile(r"\s*(?:and|or|以及|及|和|或)\b", re.I)


def stated(claim: str) -> tuple[Clause, ...]:
    """The claim's own clauses; a single word ("… and Spain") belongs to the one before."""
    found: list[Clause] = []
    for clause in clauses_of(claim):
        if found and len(clause.words) < A_FEW and _AND.match(clause.text):
            text = found[-1].text + clause.text
            found[-1] = Clause(text, clause.sentence, Held.of(text), words_of(text))
        elif clause.words:
            found.append(clause)
    return tuple(found)


def readings(claim: str, quote: Sequence[Clause]) -> tuple[Reading, ...]:
    made = []
    subject = subject_of(claim)
    telling = [place for place in quote if not attributes(place.text)] or quote
    for clause in stated(claim):
        about = (*subject, *clause.words)
        told = tuple(word for word in clause.words if word not in subject)
        among = quote if attributes(clause.text) else telling
        best = max(among, key=lambda place: (_tied(clause, place) + weighed(told, place) / 2, weighed(about, place)))
        lacking = tuple(word for word in clause.words if best.held.says(word) < THERE)
        made.append(Reading(clause, best, lacking))
    return tuple(made)


_VERBAL = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|may|might|can|could|did|does|do)\b"
    r"|是|为|被|由|把|将|在|已|比|从|居|超过|高于|低于|优于|多于|少于|不|没|未"
)


_CLEFT = re.compile(r"的是(?=[\u4e00-\u9fff])|(?:单位|者|人|作者|方|原因)是(?=[\u4e00-\u9fff])|^It (?:is|was) ")


def subject_of(claim: str) -> tuple[Word, ...]:
    """The words before the first verb of the first clause, or its first word: of whom the claim speaks."""
    clauses = clauses_of(claim)
    first = next((clause for clause in clauses if clause.words), None)
    if first is None:
        return ()
    if focus := _CLEFT.search(first.text):
        return tuple(word for word in first.words if word.start >= focus.end() - 1) or first.words[:1]
    verb = next((match.start() for match in _VERBAL.finditer(plain(first.text)) if match.start()), None)
    before = [word for word in first.words if verb is not None and word.end <= verb]
    named = [word for word in first.words[:2] if word.named]
    return tuple(before[:SUBJECT] or named or first.words[:1])


def unsaid(clause: Clause, whole: Held) -> list[Word]:
    return [word for word in clause.words if whole.says(word) < THERE]

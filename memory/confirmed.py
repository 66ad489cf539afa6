"""Confirmed facts, and how several that say the same become one: never at the price of a figure or a name (R170)."""

from collections.abc import Sequence
from dataclasses import dataclass

from memory.figures import content_words, direction, negated
from memory.retention import lost, missing
from memory.working import label


class PromotionWithoutEvidence(ValueError):
    """A hypothesis was to become a fact without a row that carries it (R168)."""


@dataclass(frozen=True, slots=True)
class ConfirmedFact:
    text: str
    evidence: tuple[int, ...]
    confidence: float
    round: int
    goal: int = 0
    """Whose fragment it is; 0 for a conclusion of a finished goal, and for what is older than this."""

    def __post_init__(self) -> None:
        if not self.evidence:
            raise PromotionWithoutEvidence(self.text)

    def line(self) -> str:
        return f"- {self.text} | {', '.join(label(row) for row in self.evidence)} | {self.confidence:.2f}"


def merged(facts: Sequence[ConfirmedFact], alike: float) -> tuple[ConfirmedFact, ...]:
    """Facts that say the same in one line, all their evidence kept. Never at the price of a figure, date or name."""
    kept: list[ConfirmedFact] = []
    for fact in facts:
        at = next((at for at, other in enumerate(kept) if _longer(fact, other, alike)), None)
        if at is None:
            kept.append(fact)
        else:
            kept[at] = _merge(fact, kept[at])
    return tuple(kept)


def _longer(left: ConfirmedFact, right: ConfirmedFact, alike: float) -> ConfirmedFact | None:
    """The one of the two that can speak for both; None if neither can."""
    long, short = (left, right) if len(left.text) > len(right.text) else (right, left)
    words = content_words(short.text)
    if not words or len(words & content_words(long.text)) < alike * len(words):
        return None
    if negated(long.text) != negated(short.text) or direction(long.text) != direction(short.text):
        return None
    kept = lost(short.text, long.text).empty and missing(short.text, long.text).empty
    return long if kept else None


def _merge(left: ConfirmedFact, right: ConfirmedFact) -> ConfirmedFact:
    long = left if len(left.text) > len(right.text) else right
    rows = tuple(dict.fromkeys((*right.evidence, *left.evidence)))
    newer = max(left.round, right.round)
    return ConfirmedFact(long.text, rows, max(left.confidence, right.confidence), newer, long.goal)


def merged_as(facts: Sequence[ConfirmedFact], groups: Sequence[tuple[Sequence[int], str]]) -> tuple[ConfirmedFact, ...]:
    """Groups of facts, by their places, each in one line of other words where its first stood. Words that lose
    something of one of them or turn it round merge nothing. Whoever proposed them, this decides (R143)."""
    one_for: dict[int, ConfirmedFact] = {}
    gone: set[int] = set()
    for places, text in groups:
        group = set(places)
        if not group & gone and (one := _one(facts, sorted(group), text)):
            one_for[min(group)] = one
            gone |= group
    return tuple(one_for.get(at, fact) for at, fact in enumerate(facts) if at in one_for or at not in gone)


def _one(facts: Sequence[ConfirmedFact], places: Sequence[int], text: str) -> ConfirmedFact | None:
    group = [facts[at] for at in places if 0 <= at < len(facts)]
    if len(group) <= 1 or len(group) < len(places) or not all(_carries(text, fact.text) for fact in group):
        return None
    rows = tuple(dict.fromkeys(row for fact in group for row in fact.evidence))
    newest = max(group, key=lambda fact: fact.round)
    return ConfirmedFact(text, rows, max(fact.confidence for fact in group), newest.round, newest.goal)


def _carries(text: str, fact: str) -> bool:
    same_way = negated(text) == negated(fact) and direction(text) == direction(fact)
    return same_way and lost(fact, text).empty

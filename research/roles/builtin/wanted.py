"""What a goal is after, as weighted words, identifiers and kinds of answer; and how far a text meets it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memory.figures import dates, identifiers, quantities
from memory.figures.values import IdentifierKind
from reach.words import content_terms, terms
from research.roles.briefs import Ask
from research.roles.builtin.ask_words import Facet, field_words
from research.roles.builtin.question import facets_of, take_apart, unique
from research.roles.builtin.tuning import TUNING
from research.terms import Goal


@dataclass(frozen=True, slots=True)
class Wanted:
    """`words`: how much each term counts. `facets`: of the gap first, then of the question."""

    words: Mapping[str, float]
    topic: frozenset[str]
    marks: frozenset[str]
    facets: tuple[Facet, ...]

    def share(self, found: Iterable[str], rarity: Mapping[str, float]) -> float:
        """Weighted share of the wanted words that stand there; a word that stands everywhere counts little."""
        held = set(found)
        whole = sum(weight * rarity.get(word, 1.0) for word, weight in self.words.items())
        met = sum(weight * rarity.get(word, 1.0) for word, weight in self.words.items() if word in held)
        return met / whole if whole else 0.0

    def topic_share(self, found: Iterable[str]) -> float:
        return len(self.topic & set(found)) / len(self.topic) if self.topic else 0.0


def wanted_of(ask: Ask, goal: Goal, gap: str) -> Wanted:
    question = take_apart(ask.question)
    about = goal.question.replace("：", ":").partition(":")[0]
    weights: dict[str, float] = {}
    for text, weight in (
        (question.words, TUNING.word_of_question),
        (gap, TUNING.word_of_gap),
        (about, TUNING.word_of_topic),
    ):
        weights |= dict.fromkeys(content_terms(text), weight)
    facets = unique((*facets_of(gap), *facets_of(goal.question), *question.facets))
    marks = frozenset(mark.normal for mark in identifiers(about))
    return Wanted(weights, frozenset(content_terms(about)), marks, facets)


def kinds_in(text: str) -> frozenset[Facet]:
    """Which kinds of answer a passage holds a value for."""
    words = set(terms(text))
    held = {
        facet
        for facet in (Facet.STATUS, Facet.CAUSE, Facet.CONTENT, Facet.PLACE, Facet.NAME)
        if words & field_words(facet)
    }
    if any(mention.start_date for mention in dates(text)):
        held.add(Facet.DATE)
    if any(mark.kind is IdentifierKind.VERSION for mark in identifiers(text)) or words & field_words(Facet.VERSION):
        held.add(Facet.VERSION)
    if quantities(text):
        held.add(Facet.NUMBER)
    return frozenset(held)


def reason_of(words: list[str], kinds: list[Facet], wanted: Wanted) -> str:
    """One sentence that names what matched (R060)."""
    named = [word for word in words if word in wanted.topic] or words
    parts = []
    if named:
        parts.append("shares " + ", ".join(named[: TUNING.named_words]))
    if kinds:
        parts.append("gives " + " and ".join(kinds))
    return ("It " + " and ".join(parts) + ".") if parts else "It stands in a page about the topic."

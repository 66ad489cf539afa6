"""What a goal is after, as weighted words, identifiers and kinds of answer; and how far a text meets it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from memory.figures import read
from memory.figures.values import IdentifierKind
from reach.words import content_terms, stem, terms
from research.roles.briefs import Ask
from research.roles.builtin.ask_words import LABELS, Facet, field_words
from research.roles.builtin.marks import normals
from research.roles.builtin.question import facets_of, take_apart, topic
from research.roles.builtin.spelling import respelt
from research.roles.builtin.tuning import TUNING
from research.terms import Goal


@dataclass(frozen=True, slots=True)
class Wanted:
    """`words` and `pairs`: how much each term, and each two neighbouring ones of a phrase, count.

    `beside`: what else the question speaks of; it breaks ties. `facets`: kinds of answer with their weight, those of
    the gap above those of the rest of the question.
    """

    words: Mapping[str, float]
    pairs: Mapping[tuple[str, str], float]
    beside: frozenset[str]
    marks: frozenset[str]
    facets: Mapping[Facet, float]
    telling: frozenset[Facet] = frozenset()
    """Kinds the gap asks for that a passage doesn't hold by chance: a date or a figure stands everywhere."""

    def share(self, found: Sequence[str], rarity: Mapping[str, float]) -> float:
        """Weighted share of the wanted words and phrases that stand there; what stands everywhere counts little.

        "per-interpreter lock" in a row says what "lock" here and "per-interpreter" there don't.
        """
        held, rows = set(found), set(pairwise(found))
        weights = {word: weight * rarity.get(word, 1.0) for word, weight in self.words.items()}
        whole = sum(weights.values()) + sum(self.pairs.values())
        met = sum(weight for word, weight in weights.items() if word in held)
        met += sum(weight for pair, weight in self.pairs.items() if pair in rows)
        return met / whole if whole else 0.0

    def titles(self, title: str) -> bool:
        """Whether a page is called by an identifier of the goal."""
        return bool(self.marks & normals(title))

    def within(self, title: str) -> "Wanted":
        """For a page that is itself what was asked about: its number stands everywhere, so its title and the question's
        words tell which passage says what it is."""
        named = [word for word in respelt(content_terms(title)) if word not in self.words]
        words = {**self.words, **dict.fromkeys(named, TUNING.word_of_title)}
        return replace(self, words=words, pairs={**self.pairs, **dict.fromkeys(pairwise(named), TUNING.word_of_title)})

    def beside_share(self, found: Iterable[str]) -> float:
        return len(self.beside & set(found)) / len(self.beside) if self.beside else 0.0

    def answered(self, kinds: Iterable[Facet]) -> float:
        whole = sum(self.facets.values())
        return sum(self.facets.get(kind, 0.0) for kind in set(kinds)) / whole if whole else 0.0


def wanted_of(ask: Ask, goal: Goal, gap: str) -> Wanted:
    question = take_apart(ask.question)
    about = topic(goal.question)
    own = respelt(content_terms(about.removeprefix(question.subject)) or content_terms(about))
    subject = respelt(content_terms(about))
    gap_words = [word for word in content_terms(gap) if word not in _LABEL_WORDS]
    weights = dict.fromkeys(gap_words, TUNING.word_of_gap)
    weights |= dict.fromkeys(subject, TUNING.word_of_subject) | dict.fromkeys(own, TUNING.word_of_topic)
    asked = facets_of(gap) or (Facet.CONTENT,)
    facets = dict.fromkeys((*question.facets, *facets_of(goal.question)), TUNING.facet_of_question)
    return Wanted(
        words=weights,
        pairs=dict.fromkeys(pairwise(own), TUNING.pair_of_topic),
        beside=frozenset(respelt(content_terms(question.words))) - weights.keys(),
        marks=normals(about),
        facets=facets | dict.fromkeys(asked, 1.0),
        telling=frozenset(asked) - _EVERYWHERE,
    )


_EVERYWHERE = frozenset({Facet.DATE, Facet.NUMBER, Facet.CONTENT, Facet.NAME})
_LABEL_WORDS = frozenset(word for pair in LABELS.values() for label in pair for word in content_terms(label))
"""Our own words for a kind of answer: the page needn't say "status" to give one."""


def kinds_in(text: str) -> frozenset[Facet]:
    """Which kinds of answer a passage holds a value for."""
    words = {stem(word) for word in terms(text)}
    figures = read(text)
    held = {facet for facet in _BY_WORDS if words & _FIELD_STEMS[facet]}
    if any(mention.start_date for mention in figures.dates):
        held.add(Facet.DATE)
    if any(mark.kind is IdentifierKind.VERSION for mark in figures.identifiers) or words & _FIELD_STEMS[Facet.VERSION]:
        held.add(Facet.VERSION)
    if figures.quantities:
        held.add(Facet.NUMBER)
    if _IN_CODE.search(text):
        held.add(Facet.CODE)
    return frozenset(held)


_IN_CODE = re.compile(
    r"(?<![\w./@-])(?:--[a-z][\w-]+|[a-z][\w-]+\.(?!com\b|org\b|net\b|edu\b|gov\b)[a-z]{1,4}(?![\w/]|\.\w)"
    r"|[a-z][a-z0-9]*(?:_[a-z0-9]+)+|\[[a-z][\w.-]{2,}\])",
    re.ASCII,
)
"""`--flag`, `file.ext`, `snake_case`, `[table]`: no host, no path of an address, no abbreviation."""
_BY_WORDS = (Facet.STATUS, Facet.CAUSE, Facet.CONTENT, Facet.PLACE, Facet.NAME)
_FIELD_STEMS = {facet: frozenset(stem(word) for word in field_words(facet)) for facet in Facet}


def reason_of(words: list[str], kinds: list[Facet], wanted: Wanted) -> str:
    """One sentence that names what matched (R060)."""
    named = words
    parts = []
    if named:
        parts.append("shares " + ", ".join(named[: TUNING.named_words]))
    if kinds:
        parts.append("gives " + " and ".join(kinds))
    return ("It " + " and ".join(parts) + ".") if parts else "It stands in a page about the topic."

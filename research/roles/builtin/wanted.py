"""What a goal is after, as weighted words, identifiers and kinds of answer; and how far a text meets it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from memory.figures import read
from memory.figures.values import IdentifierKind
from reach.words import content_terms, is_chinese, stem, terms
from research.roles.briefs import Ask
from research.roles.builtin.acronyms import both_ways, initials_in, runs_of
from research.roles.builtin.ask_words import LABELS, Facet, field_words
from research.roles.builtin.marks import calls, normals
from research.roles.builtin.measures import Measure, asked_for, told
from research.roles.builtin.question import facets_of, take_apart, topic
from research.roles.builtin.spelling import respelt
from research.roles.builtin.tuning import TUNING
from research.terms import Goal

Term = str | tuple[str, str]
"""A word, or two in a row."""


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
    asked: frozenset[str] = frozenset()
    """Words of the nouns behind "which" or 哪些: what the answer is made of."""
    measures: frozenset[Measure] = frozenset()
    """What a figure must count to be the answer; empty: any figure may be."""
    names: frozenset[str] = frozenset()
    """Initials that the goal says, which a page may spell out."""
    spelt: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """And the other way: rows of the goal's words by their initials, which a page may say instead."""

    def read(self, text: str) -> list[str]:
        """The words of a text that the wanted ones are looked for in."""
        words = respelt(content_terms(text))
        said = sorted(initials_in(text) & self.spelt.keys()) if self.spelt else ()
        return both_ways(words, self.names - set(words), [self.spelt[name] for name in said])

    def share(self, found: Sequence[str], rarity: Mapping[Term, float]) -> float:
        """Weighted share of the wanted words and phrases that stand there; what stands everywhere counts little.

        "per-interpreter lock" in a row says what "lock" here and "per-interpreter" there don't.
        """
        held, rows = set(found), set(pairwise(found))
        words = {word: weight * rarity.get(word, 1.0) for word, weight in self.words.items()}
        pairs = {pair: weight * rarity.get(pair, 1.0) for pair, weight in self.pairs.items()}
        whole = sum(words.values()) + sum(pairs.values())
        met = sum(weight for word, weight in words.items() if word in held)
        met += sum(weight for pair, weight in pairs.items() if pair in rows)
        return met / whole if whole else 0.0

    def titles(self, title: str) -> bool:
        """Whether a page is called by an identifier of the goal."""
        return calls(self.marks, title)

    def answers(self, title: str) -> bool:
        """Whether a page is called what was asked for: every part of "Rules on fire safety" tells a safety rule. One
        word alone says too little of a page."""
        return len(self.asked) > 1 and self.asked <= set(respelt(content_terms(title)))

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
    told_apart = about.removeprefix(question.subject)
    phrases = _phrases(told_apart if content_terms(told_apart) else about)
    own = [word for phrase in phrases for word in phrase]
    subject = respelt(content_terms(about))
    gap_words = [word for word in content_terms(gap) if word not in _LABEL_WORDS]
    weights = dict.fromkeys(gap_words, TUNING.word_of_gap)
    weights |= dict.fromkeys(subject, TUNING.word_of_subject) | dict.fromkeys(own, TUNING.word_of_topic)
    asked = facets_of(gap) or facets_of(goal.question) or (Facet.CONTENT,)
    measures = asked_for(goal.question)
    facets = dict.fromkeys((*question.facets, *facets_of(goal.question)), TUNING.facet_of_question)
    return Wanted(
        words=weights,
        pairs=dict.fromkeys((pair for phrase in phrases for pair in pairwise(phrase)), TUNING.pair_of_topic),
        beside=frozenset(respelt(content_terms(question.words))) - weights.keys(),
        marks=normals(about),
        facets=facets | dict.fromkeys(asked, 1.0),
        telling=frozenset(asked) - (_EVERYWHERE - {Facet.NUMBER} if measures else _EVERYWHERE),
        asked=frozenset(respelt(content_terms(" ".join(_asked_nouns(goal.question))))),
        measures=measures,
        names=initials_in(about) & weights.keys(),
        spelt={name: row for phrase in phrases for name, row in runs_of(phrase).items()},
    )


def _asked_nouns(goal_question: str) -> list[str]:
    return [noun for part in take_apart(goal_question).parts for noun in part.asked]


def _phrases(about: str) -> list[list[str]]:
    """Words of each phrase. In Chinese a space parts two of them, whose words stand side by side in no text."""
    parts = about.split() if is_chinese(about) else [about]
    return [respelt(content_terms(part)) for part in parts]


_EVERYWHERE = frozenset({Facet.DATE, Facet.NUMBER, Facet.CONTENT, Facet.NAME})
_LABEL_WORDS = frozenset(word for pair in LABELS.values() for label in pair for word in content_terms(label))
"""Our own words for a kind of answer: the page needn't say "status" to give one."""


def kinds_in(text: str, measures: frozenset[Measure] = frozenset()) -> frozenset[Facet]:
    """Which kinds of answer a passage holds a value for; a figure is one if it counts what was asked for."""
    words = {stem(word) for word in terms(text)}
    figures = read(text)
    held = {facet for facet in _BY_WORDS if words & _FIELD_STEMS[facet]}
    if any(mention.start_date for mention in figures.dates):
        held.add(Facet.DATE)
    if any(mark.kind is IdentifierKind.VERSION for mark in figures.identifiers) or words & _FIELD_STEMS[Facet.VERSION]:
        held.add(Facet.VERSION)
    if told(figures.quantities, measures):
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

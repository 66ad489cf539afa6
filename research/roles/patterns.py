"""Wording patterns: the shape of a search text, so that what a workspace learns of one query holds for others (R074).

A closed set in which every text has exactly one place, or rates would count a query twice. Small on purpose: a rate
needs tries, and a workspace asks a dozen queries a task. It lies with the roles because a planner that is told of a
pattern must know it again in its own lines. Words are compared with the task's question: what a query adds to it is the
planner's choice, and only a choice can be changed next time.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from reach.words import CJK, content_terms, is_chinese
from research.roles.bearing import years
from research.roles.builtin.ask_words import ASKS_EN, ASKS_ZH, LABELS, QUERY_WORDS
from research.roles.builtin.marks import normals

NAME_WORDS = 3  # words; what a thing is called seldom takes more, and a query this short says no more
FEW_WORDS = 7  # words; about half of the longest allowed line: longer ones begin to be sentences
HAN_A_WORD = 2  # characters of a usual Chinese word
NEW_SHARE = 0.5  # of its words; above it the query speaks in words that the question doesn't have


class Wording(StrEnum):
    """In the order in which they are looked for: the first that fits is the text's."""

    QUOTED = "quoted"
    """A phrase in quotation marks: many engines then find nothing that says it otherwise."""
    OTHER_LANGUAGE = "other_language"
    """Written in another script than the question: pays only where a channel holds sources in it (R206)."""
    QUESTION = "question"
    """Asks like a person: engines match words, so this mostly finds other people's questions (R206)."""
    TITLE = "title"
    """Names a document, version or number of a series that the question doesn't name: found evidence was followed."""
    YEAR = "year"
    """Adds a year that the question doesn't name (R051)."""
    FACET = "facet"
    """Adds a noun for the kind of answer, such as "date", "status" or 版本: few pages call it so (R205)."""
    OTHER_WORDS = "other_words"
    """Mostly words that the question doesn't have: synonyms, or what the evidence brought up."""
    NAME = "name"
    """What the thing is called and nothing else: finds the thing, and often nothing of what was asked about it."""
    KEY_WORDS = "key_words"
    """The question's own words, some of them."""
    LONG = "long"
    """Most of the question at once: every further word can miss the page that has the answer."""


@dataclass(frozen=True, slots=True)
class Unpaid:
    """A pattern that was tried often enough in the last tasks, and no report cited what it found."""

    wording: Wording
    queries: int


SAID = {
    Wording.QUOTED: "a phrase in quotation marks",
    Wording.OTHER_LANGUAGE: "in another language than the question",
    Wording.QUESTION: "in the form of a question",
    Wording.TITLE: "with the title, version or number of a document that the question doesn't name",
    Wording.YEAR: "with a year that the question doesn't name",
    Wording.FACET: "with a noun for the kind of answer, such as date, status, number",
    Wording.OTHER_WORDS: "mostly in words that the question doesn't have",
    Wording.NAME: f"a name alone, {NAME_WORDS} words at most",
    Wording.KEY_WORDS: f"a few of the question's own words, {NAME_WORDS + 1} to {FEW_WORDS}",
    Wording.LONG: f"more than {FEW_WORDS} of the question's own words",
}
"""For prompts and logs; pages have their own words in the reader's language."""

_QUOTED = re.compile(r"[\"“”「」『』].+?[\"“”「」『』]")
_ASKED_ZH = tuple(word for word in ASKS_ZH if len(word) > 1)
"""One sign alone (何, 几) also stands in names."""
_HAN = re.compile(rf"[{CJK}]")
_WORD = re.compile(rf"[^\W_{CJK}][^\s{CJK}]*")


def wording_of(text: str, question: str) -> Wording:
    """The pattern of a search text within the task that asks this question. The same texts, the same pattern."""
    if _QUOTED.search(text):
        return Wording.QUOTED
    if is_chinese(text) != is_chinese(question):
        return Wording.OTHER_LANGUAGE
    if _asks(text):
        return Wording.QUESTION
    if normals(text) - normals(question):
        return Wording.TITLE
    if years(text) - years(question):
        return Wording.YEAR
    if _names_a_kind(text, question):
        return Wording.FACET
    return _by_words(text, question)


def _by_words(text: str, question: str) -> Wording:
    said, asked = set(content_terms(text)), set(content_terms(question))
    if len(said - asked) > NEW_SHARE * len(said):
        return Wording.OTHER_WORDS
    length = len(_WORD.findall(text)) + len(_HAN.findall(text)) / HAN_A_WORD
    if length <= NAME_WORDS:
        return Wording.NAME
    return Wording.KEY_WORDS if length <= FEW_WORDS else Wording.LONG


def _asks(text: str) -> bool:
    words = text.lower().split()
    if text.rstrip().endswith(("?", "？", "吗", "呢")) or (words and words[0] in ASKS_EN):
        return True
    return is_chinese(text) and any(ask in text for ask in _ASKED_ZH)


def _nouns(chinese: bool) -> tuple[str, ...]:
    listed = [noun for words in QUERY_WORDS.values() for noun in words[chinese]]
    labels = [part for pair in LABELS.values() for part in re.split(r" or |或", pair[chinese])]
    return tuple(dict.fromkeys([*listed, *labels]))


_NOUNS_EN, _NOUNS_ZH = frozenset(_nouns(False)), _nouns(True)


def _names_a_kind(text: str, question: str) -> bool:
    if is_chinese(text):
        return any(noun in text and noun not in question for noun in _NOUNS_ZH)
    asked, low = question.lower(), f" {' '.join(text.lower().split())} "
    return any(f" {noun} " in low and noun not in asked for noun in _NOUNS_EN)


def unpaid_lines(unpaid: Collection[Unpaid]) -> tuple[str, ...]:
    """As a planner reads them."""
    return tuple(f"{SAID[each.wording]}: {each.queries} searches, none cited" for each in unpaid)


def tallied(sent: Sequence[tuple[int, str]], paid: Collection[int], question: str) -> tuple[tuple[str, int, int], ...]:
    """(pattern, queries, of which cited) of the queries of one task, in the set's order. `sent`: number and text."""
    placed = [(wording_of(text, question), number) for number, text in sent]
    counted = ((wording, [number in paid for of, number in placed if of is wording]) for wording in Wording)
    return tuple((wording.value, len(each), sum(each)) for wording, each in counted if each)

"""The report as annotated quotations: nothing in it that no source says (DESIGN §5).

A sentence is a quote; its source's title is printed in front from the row, so that "Status: Final" says of what.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memory.figures import dates, identifiers, quantities
from memory.figures.folding import plain
from reach.words import content_terms
from research.roles.briefs import Card, ReportBrief, SectionBrief
from research.roles.builtin.marks import normals
from research.roles.builtin.question import Question, take_apart, topic
from research.roles.builtin.tuning import TUNING
from research.roles.builtin.wanted import kinds_in
from research.terms import Goal, Section, Sentence, SentenceKind


@dataclass(frozen=True, slots=True)
class _Candidate:
    section: int
    card: Card
    says: frozenset[str]
    """Content words and figures, the title's included: what a reader would learn."""
    worth: float
    cost: int
    """Characters it takes in the report."""


class BuiltinReporter:
    async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
        question = take_apart(brief.ask.question)
        disputed = {number for conflict in brief.conflicts for number in (conflict.left, conflict.right)}
        candidates = [
            _candidate(at, card, section.goal, question, disputed)
            for at, section in enumerate(brief.sections)
            for card in section.cards
        ]
        headings = sum(len(section.goal.question) + TUNING.heading_overhead for section in brief.sections)
        chosen = _pick(candidates, brief.characters - headings)
        return tuple(
            _section(brief.sections[at], [each for each in chosen if each.section == at], candidates)
            for at in range(len(brief.sections))
            if any(each.section == at for each in chosen)
        )


def _candidate(section: int, card: Card, goal: Goal, question: Question, disputed: set[int]) -> _Candidate:
    text = f"{card.title}\n{card.quote}"
    asked = set(content_terms(question.words))
    words = set(content_terms(text))
    shared = len(asked & words) / len(asked) if asked else 0.0
    kinds = kinds_in(card.quote) & set(question.facets)
    answered = len(kinds) / len(question.facets) if question.facets else 0.0
    worth = max(0.0, card.score - TUNING.report_base) + TUNING.report_shared * shared + TUNING.report_kinds * answered
    worth = worth * _standing(card, goal) + TUNING.report_disputed * (card.number in disputed)
    figures = {mark.normal for mark in identifiers(text)} | {mention.text for mention in dates(card.quote)}
    figures |= {plain(quantity.text) for quantity in quantities(card.quote)}
    cost = len(card.title) + len(card.publisher) + len(card.quote) + TUNING.sentence_overhead
    return _Candidate(section, card, frozenset(words | figures), worth, cost)


def _standing(card: Card, goal: Goal) -> float:
    """What a page says of itself comes before what others say of it in passing."""
    asked = normals(topic(goal.question))
    if not asked:
        return 1.0
    own = asked & normals(card.title)
    return TUNING.report_own if own else TUNING.report_passing


def _pick(candidates: Sequence[_Candidate], room: int) -> list[_Candidate]:
    """Greedy: what is worth most for what it adds, per root of its length, until nothing fits or nothing is new."""
    chosen: list[_Candidate] = []
    left = list(candidates)
    while left:
        gains = [(_gain(each, chosen), -each.card.number, each) for each in left if each.cost <= room]
        gain, _, best = max(gains, key=lambda made: made[:2], default=(0.0, 0, None))
        if best is None or gain <= 0:
            break
        chosen.append(best)
        left.remove(best)
        room -= best.cost
    return chosen


def _gain(each: _Candidate, chosen: Sequence[_Candidate]) -> float:
    """Nothing for a repeat; less for every further quote of one source."""
    told: set[str] = set()
    of_source = 0
    for other in chosen:
        if _repeats(each.card, other.card):
            return 0.0
        if other.card.title == each.card.title:
            of_source += 1
            told |= other.says
    if of_source >= TUNING.quotes_per_source:
        return 0.0
    fresh = len(each.says - told) / len(each.says) if each.says else 0.0
    return each.worth * fresh**TUNING.fresh_power / (1 + TUNING.again * of_source) / each.cost**TUNING.length_power


def _repeats(card: Card, other: Card) -> bool:
    left, right = plain(card.quote), plain(other.quote)
    return left in right or right in left


def _section(brief: SectionBrief, chosen: Sequence[_Candidate], candidates: Sequence[_Candidate]) -> Section:
    """Best source first, its quotes together in the order of the page's worth."""
    best = {
        each.card.title: max(other.worth for other in chosen if other.card.title == each.card.title) for each in chosen
    }
    ordered = sorted(chosen, key=lambda each: (-best[each.card.title], each.card.title, -each.worth, each.card.number))
    sentences = tuple(Sentence(each.card.quote, SentenceKind.QUOTE, _evidence(each, candidates)) for each in ordered)
    return Section(brief.goal.question, brief.goal.number, sentences)


def _evidence(each: _Candidate, candidates: Sequence[_Candidate]) -> tuple[int, ...]:
    """Its own number first, then those of other sources whose quotes hold the same words."""
    same = [
        other.card.number
        for other in candidates
        if other.card.title != each.card.title and plain(each.card.quote) in plain(other.card.quote)
    ]
    return (each.card.number, *dict.fromkeys(same[: TUNING.corroborating]))

"""The report as annotated quotations: nothing in it that no source says (DESIGN §5).

A sentence is a quote; its source's title is printed in front from the row, so that "Status: Final" says of what.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from memory.figures import dates, identifiers, quantities
from memory.figures.folding import plain
from reach.words import content_terms
from research.roles.briefs import Card, ReportBrief, SectionBrief
from research.roles.builtin.marks import normals
from research.roles.builtin.measures import asked_for
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
    kinds = kinds_in(card.quote, asked_for(goal.question)) & set(question.facets)
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
    """Greedy: what is worth most for what it adds, per root of its length, until nothing fits or nothing is new. First
    a few quotes of each source; room that is left then goes to what else was found, wherever it stands."""
    pick = _Pick(candidates, room)
    for per_source in (TUNING.quotes_per_source, TUNING.quotes_per_source_at_most):
        pick.go_on(per_source)
    return pick.chosen


class _Pick:
    """What a choice changes for the others: the words its source has told, and repeats of it. Nothing else is weighed
    again, so a hundred quotes cost a hundred looks a choice and not ten thousand comparisons."""

    def __init__(self, candidates: Sequence[_Candidate], room: int) -> None:
        self.chosen: list[_Candidate] = []
        self._room = room
        self._left = {each.card.number: each for each in candidates}
        self._plain = {number: plain(each.card.quote) for number, each in self._left.items()}
        self._gains = {number: _gain(each, frozenset(), 0) for number, each in self._left.items()}
        self._told: dict[str, frozenset[str]] = {}
        self._quotes: Counter[str] = Counter()

    def go_on(self, per_source: int) -> None:
        while (best := self._best(per_source)) is not None:
            self._take(best)

    def _best(self, per_source: int) -> _Candidate | None:
        fitting = (
            (self._gains[number], -number)
            for number, each in self._left.items()
            if each.cost <= self._room and self._quotes[each.card.title] < per_source
        )
        gain, number = max(fitting, default=(0.0, 0))
        return self._left[-number] if gain > 0 else None

    def _take(self, best: _Candidate) -> None:
        title, said = best.card.title, self._plain[best.card.number]
        del self._left[best.card.number]
        self.chosen.append(best)
        self._room -= best.cost
        self._quotes[title] += 1
        self._told[title] = self._told.get(title, frozenset()) | best.says
        for number, each in list(self._left.items()):
            if said in self._plain[number] or self._plain[number] in said:
                del self._left[number]
            elif each.card.title == title:
                self._gains[number] = _gain(each, self._told[title], self._quotes[title])


def _gain(each: _Candidate, told: frozenset[str], of_source: int) -> float:
    """Less for every further quote of one source, and for words that it told already."""
    fresh = len(each.says - told) / len(each.says) if each.says else 0.0
    return each.worth * fresh**TUNING.fresh_power / (1 + TUNING.again * of_source) / each.cost**TUNING.length_power


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

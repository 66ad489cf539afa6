"""Reads without a model: ranks hits, quotes the best passages word for word, notes facts, sums a goal up."""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from memory.digest import Digest, Room, plain_digests
from memory.summary import Summary, plain_summary
from reach.segment import Span
from research.roles.briefs import (
    DigestBrief,
    DraftQuote,
    EvolveBrief,
    Evolved,
    FactBrief,
    PageText,
    QuoteBrief,
    SummaryBrief,
    TriageBrief,
    Vector,
)
from research.roles.builtin.ask_words import Facet
from research.roles.builtin.facts import facts_in
from research.roles.builtin.marks import calls
from research.roles.builtin.passages import (
    Passage,
    barriers,
    block_windows,
    header_pairs,
    trimmed_pairs,
    units,
    windows,
)
from research.roles.builtin.tuning import TUNING
from research.roles.builtin.wanted import Term, Wanted, kinds_in, reason_of, wanted_of
from research.roles.builtin.widened import widened
from research.roles.embedder import Embedder
from research.roles.tokens import count_tokens
from research.terms import Fact, Find


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A passage with what it was weighed by. `words` are the wanted ones found, `kinds` the answers it holds."""

    passage: Passage
    whole: Passage
    """What is quoted: the passage with the amounts that its paragraph goes on to tell, as far as there is room."""
    text: str
    words: frozenset[str]
    share: float
    kinds: frozenset[Facet]
    lead: float
    """1 at the top of the page, 0 from some way down: a page says first what it is about."""
    score: float


class BuiltinExecutor:
    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def triage(self, brief: TriageBrief) -> tuple[float, ...]:
        wanted = wanted_of(brief.ask, brief.goal, brief.gap)
        texts = [f"{find.title}\n{find.snippet}" for find in brief.finds]
        if not texts:
            return ()
        held = [wanted.read(text) for text in texts]
        rarity = _rarity(held)
        near = await self._near(_target(brief.goal.question, brief.gap), texts)
        values = [_hit(wanted, words, rarity, likeness) for words, likeness in zip(held, near, strict=True)]
        return tuple(_on_scale(value) for value in _by_marks(wanted, brief.finds, values))

    async def quote(self, brief: QuoteBrief) -> tuple[DraftQuote, ...]:
        wanted = wanted_of(brief.ask, brief.goal, brief.gap)
        answers = wanted.answers(brief.page.title)
        titled = answers or wanted.titles(brief.page.title)
        if titled:
            wanted = wanted.within(brief.page.title)
        about, ranked = _rank(brief.page, wanted, brief.longest)
        near = await self._near(_target(brief.goal.question, brief.gap), [each.text for each in ranked])
        scored = [
            (_relevance(each, about, titled, answers, wanted, likeness), each)
            for each, likeness in zip(ranked, near, strict=True)
        ]
        return tuple(_draft(value, each, wanted, brief.page) for value, each in _choose(scored, brief.most))

    async def find_facts(self, brief: FactBrief) -> tuple[Fact, ...]:
        wanted = wanted_of(brief.ask, brief.goal, brief.goal.question)
        return tuple(fact for entry in brief.entries for fact in facts_in(entry, wanted))

    async def summarise(self, brief: SummaryBrief) -> Summary:
        goal = brief.goal
        return plain_summary(
            goal.number, goal.question, brief.outcome, brief.entries, brief.doubts, brief.summary_tokens, count_tokens
        )

    async def digest(self, brief: DigestBrief) -> tuple[Digest, ...]:
        return plain_digests(brief.entries, Room(brief.target_tokens, brief.cap_tokens, count_tokens, brief.dense))

    async def evolve(self, brief: EvolveBrief) -> Evolved:
        """Nothing: the rule that works after every writer merges and drops by itself (C21)."""
        return Evolved()

    async def _near(self, target: str, texts: Sequence[str]) -> list[float]:
        if not texts:
            return []
        aim, *vectors = await self._embedder.embed([target, *(text[: TUNING.embedded_chars] for text in texts)])
        return [self._similar(aim, vector) for vector in vectors]

    def _similar(self, left: Vector, right: Vector) -> float:
        return self._embedder.similarity(left, right)


def _target(goal: str, gap: str) -> str:
    return goal if gap in goal else f"{goal} {gap}"


def _on_scale(mark: float) -> float:
    marks, relevance = zip(*TUNING.hit_curve, strict=True)
    return _clamp(float(np.interp(mark, marks, relevance)))


def _clamp(value: float) -> float:
    return round(min(1.0, max(0.0, value)), TUNING.places)


def _rarity(texts: Sequence[Sequence[str]]) -> dict[Term, float]:
    """1 for a word, or two in a row, of one text, near 0 for those of them all: what every text holds tells none
    apart."""
    seen: Counter[Term] = Counter(term for words in texts for term in _terms(words))
    scale = math.log(1 + len(texts))
    return {term: math.log(1 + len(texts) / count) / scale for term, count in seen.items()} if scale else {}


def _terms(words: Sequence[str]) -> set[Term]:
    return {*words, *pairwise(words)}


def _hit(wanted: Wanted, words: Sequence[str], rarity: Mapping[Term, float], likeness: float) -> float:
    return (
        TUNING.hit_words * wanted.share(words, rarity)
        + TUNING.hit_plain * wanted.share(words, {})
        + TUNING.hit_likeness * likeness
    )


def _by_marks(wanted: Wanted, finds: Sequence[Find], values: Sequence[float]) -> list[float]:
    """Where one hit is titled by the identifier asked for, it leads, and the others wait until it has been read."""
    titled = [wanted.titles(find.title) for find in finds]
    if not any(titled):
        return list(values)
    return [
        max(value, TUNING.hit_titled) if own else value * TUNING.hit_unnamed
        for value, own in zip(values, titled, strict=True)
    ]


def _rank(page: PageText, wanted: Wanted, longest: int) -> tuple[float, list[_Weighed]]:
    """How far the page is about the topic, and its passages, best first, by words and kinds of answer alone."""
    spans = units(page.text, longest)
    held = [wanted.read(span.text) for span in spans]
    rarity = _rarity(held)
    pairs = header_pairs(page.text)
    walls = barriers(spans, pairs, page.title)
    if wanted.marks and not wanted.titles(page.title):
        pairs = ()  # the head of another page doesn't speak for the one asked about
    blocks = block_windows(spans, trimmed_pairs(pairs, tuple(wanted.facets)), walls, longest)
    runs = [each for each in (*windows(spans, walls, longest), *blocks) if page.shows(each.start, each.end)]
    weighed = [_weigh(page, each, held, wanted, rarity) for each in runs]
    ranked = sorted(weighed, key=_standing)
    blocks_too = [each for each in ranked[TUNING.examined_passages :] if each.passage.block]
    examined = [_examine(each, wanted) for each in (*ranked[: TUNING.examined_passages], *blocks_too)]
    apart = _apart(sorted(examined, key=_standing))
    return _about(page, weighed, wanted), [
        replace(each, whole=_whole(each, page, spans, walls, longest, wanted)) for each in apart
    ]


def _whole(
    each: _Weighed, page: PageText, spans: Sequence[Span], walls: Collection[int], longest: int, wanted: Wanted
) -> Passage:
    wide = widened(each.passage, page.text, spans, walls, longest, wanted.measures)
    return wide if page.shows(wide.start, wide.end) else each.passage


def _standing(each: _Weighed) -> tuple[float, int, int]:
    return -each.score, each.passage.start, each.passage.end


def _about(page: PageText, weighed: Sequence[_Weighed], wanted: Wanted) -> float:
    """A page is about what its title or beginning speaks of; what comes up once further down is beside its point."""
    title = wanted.share(wanted.read(page.title), {}) / TUNING.full_title
    early = max((each.share for each in weighed if each.lead > 0), default=0.0)
    anywhere = max((each.share for each in weighed), default=0.0)
    return min(1.0, max(title, max(early, anywhere * TUNING.deep_mention) / TUNING.full_share))


def _weigh(
    page: PageText, passage: Passage, held: Sequence[Sequence[str]], wanted: Wanted, rarity: Mapping[Term, float]
) -> _Weighed:
    first, last = passage.units
    found = [word for at in range(first, last) for word in held[at]]
    share = wanted.share(found, rarity)
    text = page.text[passage.start : passage.end]
    lead = max(0.0, 1 - passage.start / TUNING.lead_chars)
    score = (
        share
        + TUNING.rank_beside * wanted.beside_share(found)
        + TUNING.rank_lead * lead
        - TUNING.rank_length * len(text) / TUNING.long_passage
    )
    return _Weighed(passage, passage, text, frozenset(found) & wanted.words.keys(), share, frozenset(), lead, score)


def _examine(each: _Weighed, wanted: Wanted) -> _Weighed:
    """With the kinds of answer it holds: reading figures is slow, so only those that may be chosen are read."""
    kinds = kinds_in(each.text, wanted.measures) & wanted.facets.keys()
    return replace(each, kinds=kinds, score=each.score + TUNING.rank_kinds * wanted.answered(kinds))


def _apart(ranked: Sequence[_Weighed]) -> list[_Weighed]:
    """Best first, as many as are embedded, without those that lie over a better one; the best block is among them."""
    chosen: list[_Weighed] = []
    for each in ranked:
        room = TUNING.embedded_passages - len(chosen) - (not any(held.passage.block for held in chosen))
        if (room > 0 or each.passage.block) and all(not _overlap(each.passage, held.passage) for held in chosen):
            chosen.append(each)
        if len(chosen) == TUNING.embedded_passages:
            break
    return chosen


def _overlap(left: Passage, right: Passage) -> bool:
    return left.start < right.end and right.start < left.end


def _relevance(each: _Weighed, about: float, titled: bool, answers: bool, wanted: Wanted, likeness: float) -> float:
    """A block of dates and statuses shares few words with the goal: the page it heads speaks for it. So does a page
    that is itself what was asked about for what it says first."""
    of_prose = TUNING.titled if titled else TUNING.prose
    row = TUNING.block if each.passage.block else of_prose
    parts = (about, min(1.0, each.share / TUNING.full_share), wanted.answered(each.kinds), each.lead * about, likeness)
    rows = [row]
    if wanted.marks and not titled and not calls(wanted.marks, each.text):
        about = 0.0  # a page on another one of the series says nothing of the one asked about where it doesn't name it
    if about >= TUNING.answering_about and each.kinds & wanted.telling:
        rows.append(TUNING.answer)
    if about >= TUNING.wholly_about and not each.passage.block and (answers or _bears_on(each, likeness)):
        rows.append(TUNING.on_topic)
    return _clamp(max(sum(weight * part for weight, part in zip(row, parts, strict=True)) for row in rows))


def _bears_on(each: _Weighed, likeness: float) -> bool:
    """On a page about the topic a sentence may still be about nothing: the page can't speak for it alone."""
    least = TUNING.own_likeness_answering if each.kinds else TUNING.own_likeness
    return each.share >= TUNING.own_share or likeness >= least


def _choose(scored: Sequence[tuple[float, _Weighed]], most: int) -> list[tuple[float, _Weighed]]:
    """The best, then the one that adds most: a second quote that says the same is no second quote."""
    left = sorted(scored, key=lambda pair: (-pair[0], pair[1].passage.start))
    chosen: list[tuple[float, _Weighed]] = []
    while left and len(chosen) < most:
        pick = max(left, key=lambda pair: pair[0] * _new(pair[1], [each for _, each in chosen]))
        chosen.append(pick)
        left = [pair for pair in left if not _overlap(pair[1].whole, pick[1].whole)]
    return sorted(chosen, key=lambda pair: -pair[0])


def _new(each: _Weighed, chosen: Sequence[_Weighed]) -> float:
    """Share of what the passage brings that the chosen ones lack, with a floor: repeated words may still say more."""
    brings = {*each.words, *each.kinds}
    had = {item for other in chosen for item in (*other.words, *other.kinds)}
    if not chosen or not brings:
        return 1.0
    return TUNING.repeat_floor + (1 - TUNING.repeat_floor) * len(brings - had) / len(brings)


def _draft(value: float, each: _Weighed, wanted: Wanted, page: PageText) -> DraftQuote:
    reason = reason_of(sorted(each.words), sorted(each.kinds), wanted)
    start, end = each.whole.start, each.whole.end
    return DraftQuote(page.text[start:end], start, end, value, reason)

"""Takes a question apart: its subject, what it lists or compares, the kinds of answer it wants (R029, R204)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from reach.words import is_chinese
from research.roles.builtin.ask_words import (
    ASKS_EN,
    ASKS_ZH,
    CHANGES_EN,
    CUES_EN,
    CUES_ZH,
    DECIDES_EN,
    POINTS_EN,
    POINTS_ZH,
    Facet,
    words_of,
)
from research.roles.builtin.references import entity
from research.roles.builtin.telling_words import JOINS, WORDS_EN, is_carrier, joined, named_so, tokens
from research.roles.builtin.tuning import TUNING

_ASK = "|".join(sorted(ASKS_EN))
_AUX = "do|does|did|is|are|was|were|has|have|had|can|could|will|would|should"
_CLAUSES_EN = re.compile(
    rf"[?;!.]+(?=\s|$)|[？；！。]+|,?\s+(?:and|or|but)\s+(?=(?:by |in |for |at )?(?:{_ASK})\b)|,\s+(?=(?:{_ASK})\b)"
    rf"|,\s+(?:and|or|but)\s+(?=(?:{_AUX})\s+(?:the|it|its|they|their|there|these|those|this|that)\b)",
    re.I,
)
_CLAUSES_ZH = re.compile(r"[？?；;。！!，,]+")
_HOW_MUCH = re.compile(r"\bhow (?:much|many|large|big|high|long|far|fast|often)\b", re.I)
_AT_THE_END = re.compile(r"\bend of\b", re.I)
"""A day, not an outcome."""
_VERSION = re.compile(r"v?\d{1,3}(?:\.\d+)+", re.I)
_YEAR = re.compile(r"(?:19|20)\d\d(?: ?年)?")
_NUMBER = re.compile(r"v?\d+(?:\.\d+)*", re.I)
_ARTICLES = frozenset(words_of("a an the its their"))
_WHICH_EN = frozenset(words_of("which what whose"))
_WHICH_ZH = frozenset(words_of("什么 哪些 哪个 哪种 哪 几个"))
T = TypeVar("T")
COLON_EN, COLON_ZH = ": ", "："
"""Between what a goal is about and what it wants."""


@dataclass(frozen=True, slots=True)
class Part:
    """One clause that asks something. `points` says that it speaks of what an earlier part named."""

    phrases: tuple[str, ...]
    asked: tuple[str, ...]
    facets: tuple[Facet, ...]
    points: bool
    text: str
    """The clause as it was asked."""


@dataclass(frozen=True, slots=True)
class Question:
    subject: str
    """What every part of it has to do with."""
    sides: tuple[str, ...]
    """What is listed or compared; empty when there is one subject only."""
    span: tuple[str, ...]
    """The ends of a range of versions or years: they bound the answer and name no document."""
    parts: tuple[Part, ...]
    chinese: bool
    name: str = ""
    """What "it" stands for in every later part: the subject without what is said of it."""

    @property
    def facets(self) -> tuple[Facet, ...]:
        return unique(facet for part in self.parts for facet in part.facets)

    @property
    def words(self) -> str:
        """All that the question says about its matter, nothing of how it asks."""
        phrases = [phrase for part in self.parts for phrase in (*part.phrases, *part.asked)]
        return " ".join(unique([self.subject, *self.sides, *phrases]))


@dataclass(frozen=True, slots=True)
class _Chunk:
    """A run of words that say something, and the words that stood before it."""

    text: str
    before: tuple[str, ...]


def take_apart(question: str) -> Question:
    chinese = is_chinese(question) or any(ask in question for ask in ASKS_ZH)
    clauses = _clauses_zh(question) if chinese else _clauses_en(question)
    cut = [(_part(clause, chinese), _chunks(clause, chinese)) for clause in clauses]
    if not any(part.phrases for part, _ in cut):
        cut = [(replace(part, phrases=part.asked, asked=()), chunks) for part, chunks in cut]
    main = next((at for at, (part, _) in enumerate(cut) if part.phrases), 0)
    if not cut or not cut[main][0].phrases:
        return Question(" ".join(question.split()), (), (), tuple(part for part, _ in cut), chinese)
    sides = _sides(cut[main][1], cut[main][0].asked, chinese)
    span = _span(cut[main][0].phrases, _VERSION) or _span(cut[main][0].phrases, _YEAR)
    subject, sides = _subject(cut[main][0], sides, span)
    name = _name(cut, sides, subject, chinese)
    return Question(subject, sides, span, tuple(part for part, _ in cut), chinese, name)


def _span(phrases: Sequence[str], end: re.Pattern[str]) -> tuple[str, ...]:
    ends = tuple(phrase for phrase in phrases if end.fullmatch(phrase))
    return ends if len(ends) == 2 else ()


def _name(cut: Sequence[tuple[Part, list[_Chunk]]], sides: tuple[str, ...], subject: str, chinese: bool) -> str:
    """ "They" are all that is compared, but not stages of one thing; "it" is what the first part is about."""
    part, chunks = next(((part, chunks) for part, chunks in cut if not part.points), cut[0])
    if sides and sides[0] not in subject:
        return subject
    if several := sides or (part.asked[1:] if not part.phrases else ()):
        return ("和" if chinese else " and ").join(several)
    told = [chunk for chunk in chunks if chunk.text in part.phrases] or chunks
    return entity([(chunk.text, chunk.before) for chunk in told], chinese) or subject


def facets_of(text: str) -> tuple[Facet, ...]:
    """The kinds of answer that a gap's words name."""
    if is_chinese(text):
        return unique(facet for cue, facet in CUES_ZH if cue in text)
    words = WORDS_EN.findall(text.lower())
    found = [CUES_EN[word] for word in words if word in CUES_EN]
    if _HOW_MUCH.search(text):
        found.append(Facet.NUMBER)
    if DECIDES_EN & set(words) and {"when", "how"} & set(words) and not _AT_THE_END.search(text):
        found += [Facet.STATUS, Facet.DATE]
    return unique(found)


def _clauses_en(question: str) -> list[str]:
    return [clause.strip(" ,") for clause in _CLAUSES_EN.split(question) if clause and clause.strip(" ,")]


def _clauses_zh(question: str) -> list[str]:
    """A clause that asks nothing belongs to the next one that does, the last to the one before."""
    clauses: list[str] = []
    waiting = ""
    for piece in filter(str.strip, _CLAUSES_ZH.split(question)):
        waiting = f"{waiting} {piece.strip()}".strip()
        if any(ask in piece for ask in ASKS_ZH):
            clauses.append(waiting)
            waiting = ""
    if waiting and clauses:
        clauses[-1] = f"{clauses[-1]} {waiting}"
    return clauses or ([waiting] if waiting else [])


def _part(clause: str, chinese: bool) -> Part:
    chunks = _chunks(clause, chinese)
    asked = _asked(chunks, chinese)
    words = set(tokens(clause, chinese))
    points = bool(words & (set(POINTS_ZH) if chinese else POINTS_EN))
    facets = facets_of(clause) or (Facet.CONTENT,)
    phrases = tuple(chunk.text for chunk in chunks if chunk.text not in asked and not _only_cue(chunk.text, chinese))
    return Part(phrases, asked, facets, points, clause)


def _asked(chunks: Sequence[_Chunk], chinese: bool) -> tuple[str, ...]:
    """The nouns behind "which" or 哪些, and those joined to them: what the answer is made of."""
    asks = _WHICH_ZH if chinese else _WHICH_EN
    found: list[str] = []
    for chunk in chunks:
        before = [word.lower() for word in chunk.before]
        follows = bool(before) and before[-1] in asks
        joined = (
            bool(found)
            and bool(before)
            and set(before) <= JOINS | _ARTICLES
            and chunks[chunks.index(chunk) - 1].text in found
        )
        if follows or joined:
            found.append(chunk.text)
    return tuple(found)


def _only_cue(phrase: str, chinese: bool) -> bool:
    """Names nothing but a kind of answer. A number's cue (price, share) is the matter itself, so it stays."""
    if chinese:
        return any(phrase == cue and facet is not Facet.NUMBER for cue, facet in CUES_ZH)
    return all(CUES_EN.get(word, Facet.NUMBER) is not Facet.NUMBER for word in phrase.lower().split())


def _chunks(clause: str, chinese: bool) -> list[_Chunk]:
    chunks: list[_Chunk] = []
    run: list[str] = []
    before: list[str] = []
    words = [*tokens(clause, chinese), ","]
    for at, word in enumerate(words):
        if chinese and word != "年" and _ends_years(chunks, run):
            chunks.append(_Chunk(joined(run), tuple(before)))
            run, before = [], []
        if not is_carrier(word, chinese) or (at > 0 and named_so(*words[at - 1 : at + 2])):
            run.append(word)
            continue
        if run:
            chunks.append(_Chunk(joined(run), tuple(before)))
            run, before = [], []
        before.append(word)
    return chunks


def _ends_years(chunks: Sequence[_Chunk], run: Sequence[str]) -> bool:
    """Behind "2022年至2025年" begins what is asked about, with nothing between."""
    return bool(chunks and run) and all(_YEAR.fullmatch(text) for text in (chunks[-1].text, joined(run)))


def _sides(chunks: Sequence[_Chunk], asked: Sequence[str], chinese: bool) -> tuple[str, ...]:
    """The longest run of phrases joined by "and", commas, or "from … to …" after a verb of change.

    Numbers are no sides: "from 6.5 to 8.5" is a range.
    """
    best: list[str] = []
    run: list[str] = []
    change = chinese
    for chunk in chunks:
        before = [word.lower() for word in chunk.before]
        change = change or bool(CHANGES_EN & set(before))
        if chunk.text in asked or _NUMBER.fullmatch(chunk.text):
            run = []
            continue
        run = [*run, chunk.text] if run and _joins(before, change) else [chunk.text]
        best = run if len(run) > max(1, len(best)) else best
    return tuple(best)


def _joins(before: Sequence[str], change: bool) -> bool:
    link = {word for word in before if word not in _ARTICLES}
    if link and link <= JOINS:
        return True
    return change and bool(link) and link <= JOINS | {"to", "到"}


def _subject(main: Part, sides: tuple[str, ...], span: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    context = [phrase for phrase in main.phrases if phrase not in (*sides, *span)]
    if sides and not context:
        context, sides = _shared_tail(sides)
    words = " ".join(context or main.phrases[:1]).split()
    return " ".join(words[: TUNING.query_words // 2]), sides


def _shared_tail(sides: tuple[str, ...]) -> tuple[list[str], tuple[str, ...]]:
    """ "Norway and Denmark wind power capacity": what the last has more than the first belongs to all."""
    width, last = len(sides[0].split()), sides[-1].split()
    if len(last) <= width:
        return [" ".join(sides)], sides
    return [" ".join(last[width:])], (*sides[:-1], " ".join(last[:width]))


def unique(items: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(items))


def topic(goal_question: str) -> str:
    """What a goal is about, without how it asks and the list of what it wants."""
    about = goal_question.replace(COLON_ZH, COLON_EN).partition(COLON_EN)[0]
    if not about.endswith(("?", "？")):
        return about
    asked = take_apart(about)
    said = unique(phrase for part in asked.parts for phrase in (*part.phrases, *part.asked))
    further = [phrase for phrase in said if phrase not in asked.subject and phrase not in asked.span]
    return " ".join([asked.subject, *further]).strip() or about

"""Reporter: the report, once, from evidence and summaries alone (R018, R154)."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from memory.resum import History, Known, Turn
from memory.summary import Summary
from memory.working import label
from research.roles.answers import SectionAnswer, SentenceShape, narrowed, schema_of
from research.roles.asking import UnusableAnswer
from research.roles.assembling import Part, Several, one_piece
from research.roles.bearing import bears_on, in_language, names_address, words
from research.roles.briefing import asked, cards, holding, listed, period
from research.roles.briefs import Card, ReportBrief, SectionBrief
from research.roles.endpoints import Endpoint
from research.roles.flaws import Flaw
from research.roles.gauge import OFFLINE, Gauge
from research.roles.sizes import Sizes
from research.roles.standby import Model, OnFallback
from research.roles.tokens import count_tokens
from research.terms import Section, Sentence, SentenceKind

NO_HISTORY = History()
AT_ONCE = 3
"""Sections asked for side by side: a small server has two slots, hosted ones limit the rate."""


class Reporter(Protocol):
    async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
        """Sentences with evidence numbers. It never emits an address, a title, an author or a date of a source."""


class ModelReporter:
    """Section by section: one that fails is written by the fallback, and the others stand (B-019)."""

    def __init__(
        self, endpoint: Endpoint, fallback: Reporter, sizes: Sizes, on_fallback: OnFallback, gauge: Gauge = OFFLINE
    ) -> None:
        self._model = Model("reporter", endpoint, sizes, on_fallback, gauge)
        self._fallback = fallback

    async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
        if self._model.only_counts:
            return await self._counted(brief, await self._fallback.write(brief))
        gate = asyncio.Semaphore(AT_ONCE)
        shares = _shares(brief)
        written = await asyncio.gather(
            *(self._section(brief, part, share, gate) for part, share in zip(brief.sections, shares, strict=True))
        )
        by_goal = {section.goal: section for section in written if section}
        left = [at for at, section in enumerate(written) if section is None]
        by_goal |= {section.goal: section for section in await self._instead(brief, left, shares)}
        return tuple(by_goal[part.goal.number] for part in brief.sections if part.goal.number in by_goal)

    async def _counted(self, brief: ReportBrief, sections: tuple[Section, ...]) -> tuple[Section, ...]:
        """The fallback's report; a model would have been asked for it section by section."""
        by_goal = {section.goal: section for section in sections}
        for part, share in zip(brief.sections, _shares(brief), strict=True):
            if part.cards:
                await self._model.counted(partial(self._write, brief, part, share), by_goal.get(part.goal.number))
        return sections

    async def _instead(self, brief: ReportBrief, left: Sequence[int], shares: Sequence[int]) -> tuple[Section, ...]:
        """All that failed at once: the fallback weighs quotations against each other across sections."""
        if not left:
            return ()
        parts = tuple(brief.sections[at] for at in left)
        return await self._fallback.write(replace(brief, sections=parts, characters=sum(shares[at] for at in left)))

    async def _section(
        self, brief: ReportBrief, part: SectionBrief, characters: int, gate: asyncio.Semaphore
    ) -> Section | None:
        async def nothing() -> Section | None:
            return None

        if not part.cards:
            return None
        async with gate:
            return await self._model.or_else("section", lambda: self._write(brief, part, characters), nothing)

    async def _write(self, brief: ReportBrief, part: SectionBrief, characters: int) -> Section | None:
        """In as many turns as the evidence takes; a later one that fails leaves what the earlier ones wrote."""

        async def nothing() -> _Written | None:
            return None

        async def next_turn() -> _Written | None:
            return await self._turn(draft)

        draft, written = _Draft(brief, part, characters, self._model.sizes.nearest_tokens // 2), list[_Written]()
        while draft.left and draft.characters > 0:
            turn = await (self._model.or_else("section", next_turn, nothing) if written else next_turn())
            if turn is None:
                break
            written.append(turn)
            history = await self._model.remembered(
                "section", replace(draft, history=NO_HISTORY).values(), "earlier", draft.history, turn.remembered()
            )
            draft = draft.after(turn, history)
        sentences = tuple(each for turn in written for each in turn.sentences)
        return Section(written[0].heading, part.goal.number, sentences)

    async def _turn(self, draft: "_Draft") -> "_Written":
        brief, part, left = draft.brief, draft.part, draft.left
        made = await self._model.assembled("section", draft.values())
        if not made.kept["cards"]:
            raise UnusableAnswer(Flaw.TOO_LONG, "the prompt 'section' has no room for one of its cards", 0)
        characters = max(1, draft.characters * len(made.kept["cards"]) // len(left))
        if characters < draft.characters:
            made = await self._model.assembled("section", draft.values(characters))
        own = {left[at].number: left[at] for at in made.kept["cards"]}
        lent = (draft.lent[at] for at in made.kept["recalled"])
        shown = {card.number: card for card in lent} | own
        schema = narrowed(schema_of(SectionAnswer), "evidence", {"enum": sorted(shown)})

        def check(answer: SectionAnswer) -> str | None:
            return _section_fault(answer, shown)

        limit = self._model.sizes.section_tokens
        answer = await self._model.ask("section", made, SectionAnswer, max_tokens=limit, check=check, schema=schema)
        sound = [sentence for sentence in answer.sentences if sentence_fault(sentence, shown) is None]
        self._model.told_dropped("section", len(sound), len(answer.sentences), "not carried by the evidence it names")
        fresh = [told for each in sound if (told := _sentence(each, shown)) not in draft.said]
        sentences = _within(fresh, characters)
        return _Written(_heading(answer, part, brief), sentences, frozenset(own))


@dataclass(frozen=True, slots=True)
class _Written:
    """What one turn wrote, and from which cards."""

    heading: str
    sentences: tuple[Sentence, ...]
    cards: frozenset[int]

    def remembered(self) -> Turn:
        """Each sentence with the evidence it rests on; the cards themselves are not carried along."""
        facts = tuple(
            Known(each.text, tuple(label(number) for number in each.evidence))
            for each in self.sentences
            if each.evidence
        )
        return Turn("", facts, self.sentences[0].text if self.sentences else "")


@dataclass(frozen=True, slots=True)
class _Draft:
    """A section under way: cards that no turn was shown yet, and characters that are left for them. `room`: tokens for
    evidence of other sections."""

    brief: ReportBrief
    part: SectionBrief
    characters: int
    room: int
    history: History = NO_HISTORY
    told: frozenset[int] = frozenset()
    said: tuple[Sentence, ...] = ()

    @property
    def left(self) -> list[Card]:
        return [card for card in self.part.cards if card.number not in self.told]

    @property
    def lent(self) -> list[Card]:
        """Of other sections the nearest that their room holds: they are no second section."""
        held = list(self.part.recalled)
        pieces = cards(held).pieces
        return [held[at] for at in holding(self.room, [count_tokens(piece.text) for piece in pieces])]

    def values(self, characters: int | None = None) -> dict[str, object]:
        doubts = self.part.summary.doubts if self.part.summary else ()
        return asked(self.brief.ask) | {
            "period": period(self.brief.ask.period),
            "characters": characters or self.characters,
            "goal": self.part.goal.question,
            "summary": Several(Part.SUMMARY, one_piece(_concluded(self.part.summary)), fenced=True),
            "doubts": listed(Part.TASK, doubts),
            "conflicts": listed(Part.TASK, _conflicts(self.brief, self.part)),
            "earlier": Several(Part.SUMMARY, one_piece(self.history.text()), fenced=True),
            "cards": cards(self.left),
            "recalled": cards(self.lent),
        }

    def after(self, turn: _Written, history: History) -> "_Draft":
        used = sum(len(each.text) for each in turn.sentences)
        return replace(
            self,
            characters=self.characters - used,
            history=history,
            told=self.told | turn.cards,
            said=(*self.said, *turn.sentences),
        )


def _concluded(summary: Summary | None) -> str:
    """What the search came to. What carries it stands among the evidence, its doubts have a place of their own."""
    return summary.conclusion if summary else ""


def _shares(brief: ReportBrief) -> list[int]:
    """Characters by weight of evidence, so that a goal with one quotation isn't padded."""
    whole = sum(len(part.cards) for part in brief.sections) or 1
    return [max(1, brief.characters * max(1, len(part.cards)) // whole) for part in brief.sections]


def _conflicts(brief: ReportBrief, part: SectionBrief) -> list[str]:
    there = {card.number for card in part.cards}
    return [
        f"[{each.left}] and [{each.right}]: {each.reason}"
        for each in brief.conflicts
        if each.left in there and each.right in there
    ]


def _section_fault(answer: SectionAnswer, shown: dict[int, Card]) -> str | None:
    """A section most of which is chatter or noise is no section (B-018)."""
    faults = [sentence_fault(each, shown) for each in answer.sentences]
    bad = [fault for fault in faults if fault]
    if len(bad) * 2 > len(faults):
        return f"{len(bad)} of {len(faults)} sentences: {bad[0]}"
    return None


_MARK = re.compile(r"\[\s*(?:E-|S)?\d+(?:\s*[,，]\s*\d+)*\s*\]|【\s*\d+\s*】")
_CHATTER = re.compile(r"(?i)^(?:sure|certainly|of course|here is|here's|okay|好的|当然|以下是)|</?think")

_BIBLIOGRAPHY = re.compile(
    r"(?i)\b(?:references|bibliography|works cited)\s*[:：]|(?:参考文献|参考资料|引用来源)\s*[:：]"
    r"|^\W*(?:sources|来源)\s*[:：]"
)
"""A list of sources of the model's own (B-092)."""


def sentence_fault(sentence: SentenceShape, shown: dict[int, Card]) -> str | None:
    """Known numbers, some evidence for a fact, words in common with it; no address, no chatter."""
    if strange := sorted(set(sentence.evidence) - set(shown)):
        return f"there is no evidence {strange[0]}"
    if names_address(sentence.text) or _CHATTER.search(sentence.text):
        return "a sentence is about the subject, without addresses"
    if _BIBLIOGRAPHY.search(sentence.text):
        return "no list of sources: it is made from the numbers"
    if sentence.kind == "speculation":
        return None if bears_on(sentence.text, _carried(shown, shown)) else "it says nothing of the evidence"
    if not sentence.evidence:
        return "a fact names its evidence, or it is speculation"
    if not bears_on(sentence.text, _carried(sentence.evidence, shown)):
        return "a fact has words in common with its evidence"
    return None


def _carried(numbers: Sequence[int] | dict[int, Card], shown: dict[int, Card]) -> frozenset[str]:
    return words(*(f"{shown[number].quote} {shown[number].title}" for number in numbers))


def _sentence(shape: SentenceShape, shown: dict[int, Card]) -> Sentence:
    """Marks are rendered from rows: what the model wrote of them goes. Words of one quotation are a quotation."""
    text = " ".join(_MARK.sub("", shape.text).split())
    if shape.kind == "speculation":
        return Sentence(text, SentenceKind.SPECULATION, ())
    numbers = tuple(dict.fromkeys(shape.evidence))
    bare = text.strip('"“”「」 ')
    verbatim = any(bare in " ".join(shown[number].quote.split()) for number in numbers)
    return Sentence(text, SentenceKind.QUOTE if verbatim else SentenceKind.FACT, numbers)


def _within(sentences: Sequence[Sentence], characters: int) -> tuple[Sentence, ...]:
    """Whole sentences up to the share; the first always stands, since it answers the section's question."""
    kept = list(sentences[:1])
    used = sum(len(each.text) for each in kept)
    for each in sentences[1:]:
        used += len(each.text)
        if used > characters:
            break
        kept.append(each)
    return tuple(kept)


def _heading(answer: SectionAnswer, part: SectionBrief, brief: ReportBrief) -> str:
    heading = " ".join(_MARK.sub("", answer.heading).split()).strip("#*：: ")
    known = words(part.goal.question, *(card.quote for card in part.cards))
    fits = heading and bears_on(heading, known) and in_language([heading], brief.ask.language)
    return heading if fits and not names_address(heading) else part.goal.question

"""Reporter: the report, once, from evidence and summaries alone (R018, R154)."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from research.roles.answers import SectionAnswer, SentenceShape, narrowed, schema_of
from research.roles.bearing import bears_on, in_language, names_address, words
from research.roles.briefing import asked, bullets, cards, period, shown_cards
from research.roles.briefs import Card, ReportBrief, SectionBrief
from research.roles.endpoints import Endpoint
from research.roles.standby import Model, OnFallback, Sizes
from research.terms import Section, Sentence, SentenceKind

AT_ONCE = 3
"""Sections asked for side by side: a small server has two slots, hosted ones limit the rate."""


class Reporter(Protocol):
    async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
        """Sentences with evidence numbers. It never emits an address, a title, an author or a date of a source."""


class ModelReporter:
    """Section by section: one that fails is written by the fallback, and the others stand (B-019)."""

    def __init__(self, endpoint: Endpoint, fallback: Reporter, sizes: Sizes, on_fallback: OnFallback) -> None:
        self._model = Model("reporter", endpoint, sizes, on_fallback)
        self._fallback = fallback

    async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
        gate = asyncio.Semaphore(AT_ONCE)
        shares = _shares(brief)
        written = await asyncio.gather(
            *(self._section(brief, part, share, gate) for part, share in zip(brief.sections, shares, strict=True))
        )
        by_goal = {section.goal: section for section in written if section}
        left = [at for at, section in enumerate(written) if section is None]
        by_goal |= {section.goal: section for section in await self._instead(brief, left, shares)}
        return tuple(by_goal[part.goal.number] for part in brief.sections if part.goal.number in by_goal)

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
        values = asked(brief.ask) | {
            "period": period(brief.ask.period),
            "characters": characters,
            "goal": part.goal.question,
            "doubts": bullets(part.summary.doubts if part.summary else ()),
            "conflicts": bullets(_conflicts(brief, part)),
        }
        room = self._model.room("section", values, "cards")
        shown = {card.number: card for card in shown_cards(part.cards, room)}
        values["cards"] = cards(part.cards, room)
        schema = narrowed(schema_of(SectionAnswer), "evidence", {"enum": sorted(shown)})

        def check(answer: SectionAnswer) -> str | None:
            return _section_fault(answer, shown)

        limit = self._model.sizes.section_tokens
        answer = await self._model.ask("section", values, SectionAnswer, max_tokens=limit, check=check, schema=schema)
        sound = [sentence for sentence in answer.sentences if sentence_fault(sentence, shown) is None]
        self._model.told_dropped("section", len(sound), len(answer.sentences), "not carried by the evidence it names")
        sentences = _within([_sentence(each, shown) for each in sound], characters)
        return Section(_heading(answer, part, brief), part.goal.number, sentences)


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


def sentence_fault(sentence: SentenceShape, shown: dict[int, Card]) -> str | None:
    """Known numbers, some evidence for a fact, words in common with it; no address, no chatter."""
    if strange := sorted(set(sentence.evidence) - set(shown)):
        return f"there is no evidence {strange[0]}"
    if names_address(sentence.text) or _CHATTER.search(sentence.text):
        return "a sentence is about the subject, without addresses"
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
    heading = " ".join(answer.heading.split()).strip("#*：: ")
    known = words(part.goal.question, *(card.quote for card in part.cards))
    fits = heading and bears_on(heading, known) and in_language([heading], brief.ask.language)
    return heading if fits and not names_address(heading) else part.goal.question

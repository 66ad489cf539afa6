"""Executor: triage, quotes, facts, summaries. Structured answers only (R017, R019)."""

from collections.abc import Sequence
from typing import Protocol

from memory.digest import Digest
from memory.retention import missing
from memory.summary import Summary, Support
from memory.working import Entry, label
from research.prompts import NONE
from research.roles.answers import (
    FULL_MARKS,
    MOST_FACTS,
    FactAnswer,
    FactShape,
    SummaryAnswer,
    TriageAnswer,
    narrowed,
    schema_of,
)
from research.roles.assembling import Assembled, Part, Values
from research.roles.bearing import bears_on, words
from research.roles.briefing import asked, entries, finds, line, listed, period
from research.roles.briefs import (
    Ask,
    DigestBrief,
    DraftQuote,
    EvolveBrief,
    Evolved,
    FactBrief,
    QuoteBrief,
    SummaryBrief,
    TriageBrief,
)
from research.roles.condensing import digest_by, evolve_by
from research.roles.endpoints import Endpoint
from research.roles.gauge import OFFLINE, Gauge
from research.roles.quoting import quoted
from research.roles.sizes import Sizes
from research.roles.standby import Model, OnFallback
from research.terms import Fact, Goal

FACTS_EACH = 3
"""Of one quotation: more are the same in other words, and each costs output."""
COMPARED = 2
"""Hits that may get the same number. A weak model gives all of many the same, and nothing would be read any more."""


class Executor(Protocol):
    async def triage(self, brief: TriageBrief) -> tuple[float, ...]:
        """Relevance 0..1 of each hit, in the order given: as many numbers as hits."""

    async def quote(self, brief: QuoteBrief) -> tuple[DraftQuote, ...]:
        """The best passages of one page, verbatim, with relevance and one sentence of reason (R060, R087)."""

    async def find_facts(self, brief: FactBrief) -> tuple[Fact, ...]:
        """Subject, relation, object with the evidence they stand in (R120)."""

    async def summarise(self, brief: SummaryBrief) -> Summary:
        """A closed goal in three parts. The caller asserts that no number, date, name or source was lost."""

    async def digest(self, brief: DigestBrief) -> tuple[Digest, ...]:
        """What one reach brought, before any prompt tells of it; asserted by the caller (R100, R144)."""

    async def evolve(self, brief: EvolveBrief) -> Evolved:
        """Which facts of the evolving report are one, and which idle hypotheses may go; asserted by the caller."""


class ModelExecutor:
    """Quotations are named by sentence number and cut out by code; facts keep only figures that their quote holds."""

    def __init__(
        self, endpoint: Endpoint, fallback: Executor, sizes: Sizes, on_fallback: OnFallback, gauge: Gauge = OFFLINE
    ) -> None:
        self._model = Model("executor", endpoint, sizes, on_fallback, gauge)
        self._fallback = fallback

    async def triage(self, brief: TriageBrief) -> tuple[float, ...]:
        if not brief.finds:
            return ()
        return await self._model.or_else("triage", lambda: self._triage(brief), lambda: self._fallback.triage(brief))

    async def quote(self, brief: QuoteBrief) -> tuple[DraftQuote, ...]:
        async def nothing() -> tuple[DraftQuote, ...]:
            return ()

        return await self._model.or_else(
            "quote", lambda: quoted(self._model, brief), lambda: self._fallback.quote(brief), if_declined=nothing
        )

    async def find_facts(self, brief: FactBrief) -> tuple[Fact, ...]:
        if not brief.entries:
            return ()
        return await self._model.or_else(
            "facts", lambda: self._find_facts(brief), lambda: self._fallback.find_facts(brief)
        )

    async def summarise(self, brief: SummaryBrief) -> Summary:
        if not brief.entries:
            return await self._fallback.summarise(brief)
        return await self._model.or_else(
            "summary", lambda: self._summarise(brief), lambda: self._fallback.summarise(brief)
        )

    async def digest(self, brief: DigestBrief) -> tuple[Digest, ...]:
        return await self._model.or_else(
            "digest", lambda: digest_by(self._model, brief), lambda: self._fallback.digest(brief)
        )

    async def evolve(self, brief: EvolveBrief) -> Evolved:
        return await self._model.or_else(
            "evolve", lambda: evolve_by(self._model, brief), lambda: self._fallback.evolve(brief)
        )

    async def _triage(self, brief: TriageBrief) -> tuple[float, ...]:
        def values_of(shown: Sequence[int]) -> Values:
            return _about(brief.ask, brief.goal) | {
                "today": brief.ask.as_of.isoformat(),
                "period": period(brief.ask.period),
                "gap": brief.gap,
                "count": len(shown),
                "finds": finds([brief.finds[at] for at in shown]),
            }

        marks: dict[int, float] = {}
        async for shown, made in self._model.batches("triage", "finds", len(brief.finds), values_of):
            marks |= dict(zip(shown, await self._marks(made, len(shown)), strict=True))
        return tuple(marks[at] for at in range(len(brief.finds)))

    async def _marks(self, made: Assembled, count: int) -> tuple[float, ...]:
        schema = narrowed(schema_of(TriageAnswer), "scores", {"minItems": count, "maxItems": count})

        def check(answer: TriageAnswer) -> str | None:
            given = len(answer.scores)
            if given != count:
                return f"scores: {given} numbers for {count} results"
            flat = count > COMPARED and len(set(answer.scores)) == 1
            return "scores: the same number for every result says nothing; compare them" if flat else None

        limit = self._model.sizes.decision_tokens
        answer = await self._model.ask("triage", made, TriageAnswer, max_tokens=limit, check=check, schema=schema)
        return tuple(score / FULL_MARKS for score in answer.scores)

    async def _find_facts(self, brief: FactBrief) -> tuple[Fact, ...]:
        def values_of(shown: Sequence[int]) -> Values:
            values = _about(brief.ask, brief.goal) | {"language": asked(brief.ask)["language"]}
            return values | {"entries": entries([brief.entries[at] for at in shown])}

        found: list[Fact] = []
        async for shown, made in self._model.batches("facts", "entries", len(brief.entries), values_of):
            found += await self._facts(made, [brief.entries[at] for at in shown])
        return tuple(found)

    async def _facts(self, made: Assembled, shown: Sequence[Entry]) -> list[Fact]:
        quoted = {entry.evidence: entry for entry in shown}
        schema = narrowed(schema_of(FactAnswer), "evidence", {"enum": sorted(quoted)})
        schema = narrowed(schema, "facts", {"maxItems": min(MOST_FACTS, FACTS_EACH * len(quoted))})

        def check(answer: FactAnswer) -> str | None:
            faults = [_fact_fault(fact, quoted) for fact in answer.facts]
            return None if None in faults or not faults else f"facts.0: {faults[0]}"

        limit = self._model.sizes.answer_tokens
        answer = await self._model.ask("facts", made, FactAnswer, max_tokens=limit, check=check, schema=schema)
        kept = [fact for fact in answer.facts if _fact_fault(fact, quoted) is None]
        self._model.told_dropped("facts", len(kept), len(answer.facts), "figures or words that no quotation holds")
        return [
            Fact(line(fact.subject), line(fact.relation), line(fact.object), fact.evidence, fact.relevance / FULL_MARKS)
            for fact in kept
        ]

    async def _summarise(self, brief: SummaryBrief) -> Summary:
        values = _about(brief.ask, brief.goal) | {
            "language": asked(brief.ask)["language"],
            "tokens": brief.summary_tokens,
            "outcome": brief.outcome,
            "doubts": listed(Part.TASK, brief.doubts),
            "lost": "; ".join(line(each) for each in brief.lost) or NONE,
            "entries": entries(brief.entries),
        }
        made = await self._model.assembled("summary", values)
        numbers = {brief.entries[at].evidence for at in made.kept["entries"]}
        known = words(brief.goal.question, *(entry.quote for entry in brief.entries))
        schema = narrowed(schema_of(SummaryAnswer), "evidence", {"enum": sorted(numbers)})

        def check(answer: SummaryAnswer) -> str | None:
            cited = {number for each in answer.supporting for number in each.evidence}
            if strange := sorted(cited - numbers):
                return f"there is no quotation {strange[0]}"
            if not bears_on(answer.conclusion, known):
                return "the conclusion says nothing of goal or quotations"
            return None

        limit = self._model.sizes.answer_tokens
        answer = await self._model.ask("summary", made, SummaryAnswer, max_tokens=limit, check=check, schema=schema)
        return _summary(brief, answer)


def _about(ask: Ask, goal: Goal) -> dict[str, object]:
    return {"question": ask.question, "goal": goal.question}


def _fact_fault(fact: FactShape, quoted: dict[int, Entry]) -> str | None:
    entry = quoted.get(fact.evidence)
    if entry is None:
        return f"there is no quotation {fact.evidence}"
    there = f"{entry.quote} {entry.source} {entry.published}"
    lost = missing(f"{fact.subject} {fact.relation} {fact.object}", there)
    if figures := lost.quantities + lost.dates + lost.identifiers:
        return f"{figures[0]} doesn't stand in quotation {fact.evidence}"
    carried = bears_on(fact.object, words(there)) or any(mark.isdigit() for mark in fact.object)
    return None if carried else f"the object doesn't stand in quotation {fact.evidence}"


def _summary(brief: SummaryBrief, answer: SummaryAnswer) -> Summary:
    """A line that rests on several quotations stands under the first and names the others."""
    support = tuple(
        Support(each.evidence[0], line(each.text) + "".join(f" [{label(number)}]" for number in each.evidence[1:]))
        for each in answer.supporting
    )
    doubts = tuple(line(each) for each in (*brief.doubts, *answer.doubts))
    conclusion = " ".join(answer.conclusion.split())
    return Summary(
        brief.goal.number, brief.goal.question, brief.outcome, conclusion, support, tuple(dict.fromkeys(doubts))
    )

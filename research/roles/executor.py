"""Executor: triage, quotes, facts, summaries. Structured answers only (R017, R019)."""

from typing import Protocol

from memory.summary import Summary
from research.roles.briefs import DraftFact, DraftQuote, FactBrief, QuoteBrief, SummaryBrief, TriageBrief


class Executor(Protocol):
    async def triage(self, brief: TriageBrief) -> tuple[float, ...]:
        """Relevance 0..1 of each hit, in the order given: as many numbers as hits."""

    async def quote(self, brief: QuoteBrief) -> tuple[DraftQuote, ...]:
        """The best passages of one page, verbatim, with relevance and one sentence of reason (R060, R087)."""

    async def find_facts(self, brief: FactBrief) -> tuple[DraftFact, ...]:
        """Subject, relation, object with the evidence they stand in (R120)."""

    async def summarise(self, brief: SummaryBrief) -> Summary:
        """A closed goal in three parts. The caller asserts that no number, date, name or source was lost."""

"""Reporter: the report, once, from evidence and summaries alone (R018, R154)."""

from typing import Protocol

from research.roles.briefs import ReportBrief
from research.terms import Section


class Reporter(Protocol):
    async def write(self, brief: ReportBrief) -> tuple[Section, ...]:
        """Sentences with evidence numbers. It never emits an address, a title, an author or a date of a source."""

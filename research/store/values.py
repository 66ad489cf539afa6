"""Rows into the engine's values."""

from reach.listing import LIST
from research.engine.tools import ReadPage
from research.models import Evidence, Source
from research.terms import Evidence as EvidenceValue
from research.terms import Score
from research.terms import Source as SourceValue


def source_value(row: Source) -> SourceValue:
    return SourceValue(row.key, row.url, row.title, row.publisher, row.published, row.credibility, row.language)


def read_page(row: Source, asked: str) -> ReadPage:
    return ReadPage(source_value(row), row.text, asked, tuple(row.page_starts), LIST in row.note)


def evidence_value(row: Evidence) -> EvidenceValue:
    """Expects goal, query, source, reprint_of and same_as to be joined."""
    score = Score(row.relevance, row.credibility, row.timeliness, row.score, row.reason)
    return EvidenceValue(
        number=row.number,
        goal=row.goal.number,
        query=row.query.number,
        source=source_value(row.source),
        quote=row.quote,
        start=row.start,
        end=row.end,
        score=score,
        accepted=row.accepted,
        reprint_of=row.reprint_of.number if row.reprint_of else None,
        same_as=row.same_as.number if row.same_as else None,
        paragraph=row.paragraph,
        page=row.page,
    )

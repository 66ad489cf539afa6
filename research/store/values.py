"""Rows into the engine's values."""

from reach.listing import LIST
from research.engine.tools import ReadPage
from research.models import Evidence, Source
from research.terms import Evidence as EvidenceValue
from research.terms import Score
from research.terms import Source as SourceValue


def source_value(row: Source, credibility: float) -> SourceValue:
    return SourceValue(row.key, row.url, row.title, row.publisher, row.published, credibility, row.language)


def read_page(row: Source, asked: str, credibility: float) -> ReadPage:
    """`credibility`: by the marks that hold now, see `research.store.labelling.present_grade`."""
    return ReadPage(source_value(row, credibility), row.text, asked, tuple(row.page_starts), LIST in row.note)


def evidence_value(row: Evidence) -> EvidenceValue:
    """Expects goal, query, source, reprint_of and same_as to be joined. Its source is believed as when it was weighed:
    marks that came later change what is read from then on."""
    score = Score(row.relevance, row.credibility, row.timeliness, row.score, row.reason)
    return EvidenceValue(
        number=row.number,
        goal=row.goal.number,
        query=row.query.number,
        source=source_value(row.source, row.credibility),
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

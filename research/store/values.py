"""Rows into the engine's values."""

from collections.abc import Sequence
from typing import Any

from reach.listing import LIST
from research.engine.tools import ReadPage
from research.models import Source
from research.models.evidence import EvidenceQuerySet
from research.terms import Evidence as EvidenceValue
from research.terms import Score
from research.terms import Source as SourceValue


def source_value(row: Source, credibility: float) -> SourceValue:
    return SourceValue(row.key, row.url, row.title, row.publisher, row.published, credibility, row.language)


def read_page(row: Source, asked: str, credibility: float) -> ReadPage:
    """`credibility`: by the marks that hold now, see `research.store.labelling.present_grade`."""
    return ReadPage(source_value(row, credibility), row.text, asked, tuple(row.page_starts), LIST in row.note)


_OWN = ("number", "quote", "start", "end", "accepted", "paragraph", "page")
_SCORE = ("relevance", "credibility", "timeliness", "score", "reason")
_SOURCE = ("key", "url", "title", "publisher", "published", "language")
_OTHERS = ("goal", "query", "reprint_of", "same_as")
"""Rows that a value has the number of."""


EVIDENCE = (*_OWN, *_SCORE, *(f"source__{name}" for name in _SOURCE), *(f"{name}__number" for name in _OTHERS))
"""The columns that a value has and no others: a joined row would bring the page with each of its quotes."""


def evidence_values(rows: EvidenceQuerySet) -> list[EvidenceValue]:
    return [evidence_value(row) for row in rows.values_list(*EVIDENCE)]


def evidence_value(columns: Sequence[Any]) -> EvidenceValue:
    """Its source is believed as when it was weighed: marks that came later change what is read from then on."""
    row = dict(zip(EVIDENCE, columns, strict=True))
    source = {name: row[f"source__{name}"] for name in _SOURCE}
    return EvidenceValue(
        **{name: row[name] for name in _OWN},
        **{name: row[f"{name}__number"] for name in _OTHERS},
        source=SourceValue(**source, credibility=row["credibility"]),
        score=Score(*(row[name] for name in _SCORE)),
    )

"""The evidence as a table for a spreadsheet. No cell is ever a formula: what would be one is kept as text by a quote
mark before it."""

import csv
import io
from collections.abc import Iterator, Sequence

from research.models import Evidence, ResearchTask

BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet reads as the beginning of one, full-width forms included."""
COLUMNS = (
    "evidence", "goal", "question", "cited", "quote", "place", "score", "relevance", "credibility",
    "timeliness", "reason", "source", "title", "publisher", "published", "fetched", "url", "query",
)  # fmt: skip


def csv_of_evidence(task: ResearchTask) -> bytes:
    """With a byte order mark: without it a spreadsheet takes Chinese for something else."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    writer.writerows([[harmless(cell) for cell in row] for row in _rows(task)])
    return "\ufeff".encode() + out.getvalue().encode()


def harmless(cell: object) -> object:
    """Numbers are numbers; a text that begins like a formula is shown with a mark that keeps it text."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(BEGINS_FORMULA):
        return f"'{cell}"
    return cell


def _rows(task: ResearchTask) -> Iterator[Sequence[object]]:
    pieces = Evidence.objects.standing().filter(task=task).select_related("goal", "source", "query")
    cited = set(task.citations.values_list("evidence", flat=True))
    for piece in pieces.order_by("number"):
        source = piece.source
        yield (
            piece.label, piece.goal.number, piece.goal.question, piece.pk in cited, piece.quote,
            piece.place, piece.score, piece.relevance, piece.credibility, piece.timeliness, piece.reason,
            source.label, source.title, source.publisher,
            source.published.isoformat() if source.published else "", source.fetched.isoformat(), source.url,
            piece.query.text,
        )  # fmt: skip

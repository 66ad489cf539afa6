"""Pages whose text could not be got at are told as failures: not quoted, listed under "could not read" (R275)."""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models.functions import Length

from reach.address import split
from reach.errors import Kind
from reach.pages import Outcome, Status
from research.engine.thin import far_too_short
from research.models import ResearchTask, Source
from research.store.load import limits_of

NOTE = "far less text than this site's pages usually have"
COMPARED = 50
"""The site's newest pages before this one: what a site was like years ago says little."""

Kept = tuple[Source, str]
"""A stored page with the address asked for."""


def without_failed_extractions(
    task: ResearchTask, pages: Sequence[Kept], outcomes: Sequence[Outcome]
) -> tuple[list[Kept], tuple[Outcome, ...]]:
    """The stored copy stays, marked: whoever doubts the finding can look at what came."""
    failed = {asked for row, asked in pages if _failed(task, row)}
    good = [(row, asked) for row, asked in pages if asked not in failed]
    return good, tuple(_told(each) if each.target in failed else each for each in outcomes)


def _failed(task: ResearchTask, row: Source) -> bool:
    if NOTE in row.note or not row.url.startswith("http"):
        return NOTE in row.note
    before = Source.objects.filter(workspace=row.workspace_id, url__contains=f"//{_site(row.url)}/", pk__lt=row.pk)
    lengths = before.exclude(note__contains=NOTE).annotate(characters=Length("text")).order_by("-pk")
    if not far_too_short(len(row.text), list(lengths.values_list("characters", flat=True)[:COMPARED]), limits_of(task)):
        return False
    row.note = "; ".join(filter(None, (row.note, NOTE)))
    row.save(update_fields=["note"])
    return True


def _site(url: str) -> str:
    """With its port: two services of one machine are two sites, however alike their addresses."""
    parts = split(url)
    return parts.netloc.rpartition("@")[2] if parts else ""


def _told(outcome: Outcome) -> Outcome:
    return replace(outcome, status=Status.FAILED, kind=Kind.PARSE_FAILED, detail=NOTE, items=0)

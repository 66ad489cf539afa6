"""Pages that were read, as rows: what was fetched, when, from where, and how far it is believed."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from reach import twins
from reach.dates import Origin
from reach.pages import Page
from reach.settings import ReachSettings
from research.engine.orders import talks_to_machines
from research.models import Blob, Source
from research.store.labelling import GIVES_ORDERS, page_grade
from research.terms import Find


def dated(page: Page, find: Find | None) -> Page:
    """A page that says no date takes the search service's, if that is not later than the fetch. What only the page's
    server said gives way to it: a file's last writing is a guess at its publication."""
    known = find.published if find else None
    said = page.published is not None and page.published_from != Origin.HEADER
    if said or known is None or known > page.fetched_at.date():
        return page
    return replace(page, published=known, published_from=Origin.SEARCH)


def keep_source(
    workspace: int, page: Page, marks: Mapping[str, float], settings: ReachSettings, others: Iterable[str] = ()
) -> Source:
    """One row a page: the same address with the same text, read again, is the row that is there, believed as its host
    is marked now. Evidence keeps the number it was weighed with.

    `others`: further addresses that led here; the one asked for is among the kept ones where it differs (B-041).
    """
    digest = hashlib.sha256(page.raw).hexdigest()
    blob, _ = Blob.objects.get_or_create(sha256=digest, defaults={"size": len(page.raw), "body": page.raw})
    defaults = _fields(page, marks, settings) | {"raw": blob}
    row, _ = Source.objects.get_or_create(workspace_id=workspace, key=page.key, defaults=defaults)
    _remember(row, (page.url, *others), settings.other_urls)
    _believe(row, defaults["credibility"], defaults["credibility_from"])
    return row


def _fields(page: Page, marks: Mapping[str, float], settings: ReachSettings) -> dict[str, Any]:
    grade = page_grade(page, marks, settings)
    return {
        "url": page.final_url,
        "title": page.title or page.final_url,
        "publisher": twins.publisher(page.final_url, page.publisher),
        "published": page.published,
        "published_from": page.published_from,
        "updated": page.updated,
        "page_starts": list(page.page_starts),
        "fetched": page.fetched_at,
        "content_type": page.content_type,
        "language": page.language,
        "credibility": grade.grade,
        "credibility_from": grade.why,
        "note": _note(page),
        "text": page.text,
        "text_sha256": hashlib.sha256(page.text.encode()).hexdigest(),
    }


def _remember(row: Source, addresses: Iterable[str], most: int) -> None:
    known = [url for url in dict.fromkeys((*row.other_urls, *addresses)) if url != row.url][:most]
    if known != row.other_urls:
        row.other_urls = known
        Source.objects.filter(pk=row.pk).update(other_urls=known)


def _believe(row: Source, grade: float, why: str) -> None:
    if (grade, why) != (row.credibility, row.credibility_from):
        row.credibility, row.credibility_from = grade, why
        Source.objects.filter(pk=row.pk).update(credibility=grade, credibility_from=why)


def _note(page: Page) -> str:
    told = [page.note] if page.note else []
    return "; ".join([*told, GIVES_ORDERS] if talks_to_machines(page.text) else told)

"""The world outside as a step sees it: searches and pages, each stored before it is returned."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from asgiref.sync import sync_to_async
from django.db import transaction

from reach import fetch, freshness, search, trust, twins
from reach.cache import Cache
from reach.egress import Egress
from reach.pace import Pace
from reach.pages import Hit, Outcome, Page, Period
from reach.providers import Provider
from reach.providers.documents import Documents
from reach.settings import ReachSettings
from research.engine.channels import own_language
from research.engine.orders import talks_to_machines
from research.engine.tools import Found, Read, ReadPage
from research.models import Blob, ResearchTask, Source
from research.store.crash import crash_point
from research.store.payloads import dumped, revived
from research.store.replies import StepReplies, reply_key
from research.store.values import source_value
from research.terms import Find, Language, Query
from research.terms import Source as SourceValue


@dataclass(frozen=True, slots=True)
class Outside:
    """Everything a reach needs, built once by the wiring."""

    providers: Sequence[Provider]
    documents: Documents
    """One of the providers; its index is made before a search, outside of the search's time."""
    egress: Egress
    settings: ReachSettings
    cache: Cache
    pace: Pace
    marks: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _StoredRead:
    pages: tuple[tuple[str, str], ...]
    """(source key, address asked for)."""
    outcomes: tuple[Outcome, ...]


class RowLibrary:
    """The engine's library: reach for the world, rows for what came back."""

    def __init__(self, task: ResearchTask, outside: Outside, replies: StepReplies) -> None:
        self.task = task
        self.outside = outside
        self.replies = replies

    async def search(self, batch: Sequence[Query], period: Period, language: str) -> Found:
        texts = tuple(query.text for query in batch)
        key = reply_key("search", texts, dumped(period), language)
        if stored := await self.replies.stored(key):
            return revived(Found, *stored)
        await self.replies.permit()
        crash_point("before_call", self.replies.step)
        out = self.outside
        await out.documents.prepare()
        span = period if period.bounded else None
        answer = await search.search(
            search.Batch(tuple(_variant(query, language) for query in batch), span),
            out.providers,
            settings=out.settings,
            cache=out.cache,
            pace=out.pace,
        )
        crash_point("after_call", self.replies.step)
        found = Found(tuple(_find(hit, batch) for hit in answer.hits), answer.outcomes)
        await self.replies.keep(key, "search", dumped(found))
        return found

    async def read(self, finds: Sequence[Find]) -> Read:
        urls = [find.url for find in finds]
        key = reply_key("read", urls)
        if stored := await self.replies.stored(key):
            return await sync_to_async(self._again)(revived(_StoredRead, *stored))
        await self.replies.permit()
        crash_point("before_call", self.replies.step)
        out = self.outside
        answer = await fetch.read(
            urls, out.providers, out.egress, settings=out.settings, cache=out.cache, pace=out.pace
        )
        crash_point("after_call", self.replies.step)
        return await sync_to_async(self._kept)(key, finds, answer)

    def timeliness(self, source: SourceValue, period: Period, about_the_present: bool, now: datetime) -> float:
        kind = freshness.page_class(source.url, source.title, "", self.outside.settings)
        return freshness.timeliness(source.published, period, about_the_present, now, self.outside.settings, kind)

    def same_text(self, left: str, right: str) -> bool:
        return twins.is_reprint(left, right)

    def _kept(self, key: str, finds: Sequence[Find], answer: fetch.Read) -> Read:
        """Sources and the reply that names them in one transaction: never one without the other."""
        published = {find.url: find.published for find in finds}
        with transaction.atomic():
            pages = [
                (keep_source(self.task.workspace_id, _dated(page, published), self.outside), page.url)
                for page in answer.pages
            ]
            stored = _StoredRead(tuple((row.key, asked) for row, asked in pages), answer.outcomes)
            self.replies.keep_now(key, "read", dumped(stored))
        return Read(tuple(_read_page(row, asked) for row, asked in pages), answer.outcomes)

    def _again(self, stored: _StoredRead) -> Read:
        rows = {
            row.key: row
            for row in Source.objects.filter(workspace=self.task.workspace_id).filter(
                key__in=[key for key, _ in stored.pages]
            )
        }
        return Read(tuple(_read_page(rows[key], asked) for key, asked in stored.pages), stored.outcomes)


def _variant(query: Query, language: str) -> search.Variant:
    chosen = frozenset(query.channels) if query.channels else None
    return search.Variant(query.text, own_language(query.text, Language(language)), chosen)


def _find(hit: Hit, batch: Sequence[Query]) -> Find:
    by_text = {query.text: query.number for query in batch}
    query = by_text.get(hit.query, batch[0].number)
    return Find(query, hit.channel, hit.title, hit.snippet, hit.url, hit.published, hit.rank)


def _dated(page: Page, published: Mapping[str, date | None]) -> Page:
    """A page that says no date takes the search service's, if that is not later than the fetch."""
    known = published.get(page.url)
    if page.published is not None or known is None or known > page.fetched_at.date():
        return page
    return replace(page, published=known)


def keep_source(workspace: int, page: Page, outside: Outside) -> Source:
    """One row a page: the same address with the same text, read again, is the row that is there."""
    digest = hashlib.sha256(page.raw).hexdigest()
    blob, _ = Blob.objects.get_or_create(sha256=digest, defaults={"size": len(page.raw), "body": page.raw})
    row, _ = Source.objects.get_or_create(
        workspace_id=workspace,
        key=page.key,
        defaults={
            "url": page.final_url,
            "title": page.title or page.final_url,
            "publisher": twins.publisher(page.final_url, page.publisher),
            "published": page.published,
            "fetched": page.fetched_at,
            "content_type": page.content_type,
            "language": page.language,
            "credibility": _credibility(page, outside),
            "note": _note(page),
            "text": page.text,
            "text_sha256": hashlib.sha256(page.text.encode()).hexdigest(),
            "raw": blob,
        },
    )
    return row


def _credibility(page: Page, outside: Outside) -> float:
    """A page that gives orders to machines is graded like one that anybody may write to."""
    grade = trust.credibility(page.final_url, outside.marks, page.kind, outside.settings)
    return min(grade, outside.settings.grade_anyone) if talks_to_machines(page.text) else grade


def _note(page: Page) -> str:
    told = [page.note] if page.note else []
    return "; ".join([*told, "gives orders to machines"] if talks_to_machines(page.text) else told)


def _read_page(row: Source, asked: str) -> ReadPage:
    return ReadPage(source_value(row), row.text, asked)

"""The world outside as a step sees it: searches and pages, each stored before it is returned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from asgiref.sync import sync_to_async
from django.db import transaction
from django.utils import timezone

from reach import fetch, freshness, search
from reach.cache import Cache
from reach.egress import Egress
from reach.pace import Pace
from reach.pages import Hit, Outcome, Page, Period
from reach.providers import Provider
from reach.providers.documents import Documents
from reach.robots import Robots
from reach.scope import ANYWHERE, Scope
from reach.settings import ReachSettings
from research.engine.channels import own_language
from research.engine.tools import Found, Read, ReadPage
from research.models import ResearchTask, Source
from research.store.crash import crash_point
from research.store.fees import afforded, settle_fees
from research.store.held import held
from research.store.keeping import dated, keep_source
from research.store.labelling import dated_here, labelled_read, labelled_search, present_grade
from research.store.looking import hits_inside, pages_inside
from research.store.named_pages import not_refused
from research.store.payloads import dumped, revived
from research.store.replies import StepReplies, reply_key
from research.store.thin import without_failed_extractions
from research.store.values import read_page
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
    scope: Scope = ANYWHERE
    """Where the task may look. `egress` asks it for every hop; channels go out by one that knows of no task."""

    @property
    def open_channels(self) -> Sequence[Provider]:
        """Those that the task may ask at all."""
        return [self.documents] if self.scope.documents_only else self.providers

    @property
    def search_settings(self) -> ReachSettings:
        """A search that looks at some sites alone is given more hits: of six, none may lie inside."""
        return replace(self.settings, results=self.settings.results_most) if self.scope.only else self.settings

    async def read(self, urls: Sequence[str]) -> fetch.Read:
        """Those that lie inside of the scope."""
        return await fetch.read(
            [url for url in urls if self.scope.refusal(url) is None],
            self.providers,
            self.egress,
            settings=self.settings,
            cache=self.cache,
            pace=self.pace,
            robots=Robots(self.egress, self.cache, self.settings),
        )


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
        asked, fees, unpaid = await sync_to_async(afforded)(self.task, self.replies.step, out.open_channels, batch)
        answer = await search.search(
            search.Batch(tuple(_variant(query, language) for query in batch), span),
            asked,
            settings=out.search_settings,
            cache=out.cache,
            pace=out.pace,
        )
        crash_point("after_call", self.replies.step)
        await sync_to_async(settle_fees)(fees, answer.outcomes)
        hits, outside = hits_inside(out.scope, await sync_to_async(not_refused)(self.task, answer.hits))
        outcomes = labelled_search(answer.outcomes, hits, out.marks, out.settings, timezone.now())
        outcomes = dated_here(outcomes, out.providers, period.bounded)
        found = Found(tuple(_find(hit, batch) for hit in hits), (*outcomes, *outside, *unpaid))
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
        answer = await out.read(urls)
        crash_point("after_call", self.replies.step)
        answer = pages_inside(out.scope, answer, urls)
        return await sync_to_async(self._kept)(key, finds, answer)

    def timeliness(self, source: SourceValue, period: Period, about_the_present: bool, now: datetime) -> float:
        kind = freshness.page_class(source.url, source.title, "", self.outside.settings)
        return freshness.timeliness(source.published, period, about_the_present, now, self.outside.settings, kind)

    async def held(self, finds: Sequence[Find], now: datetime) -> Read:
        return await sync_to_async(held)(self.task, finds, now, self.outside.marks, self.outside.settings)

    def _kept(self, key: str, finds: Sequence[Find], answer: fetch.Read) -> Read:
        """Sources and the reply that names them in one transaction: never one without the other."""
        by_url, out = {find.url: find for find in finds}, self.outside
        outcomes = labelled_read(answer.outcomes, answer.pages, out.marks, out.settings)
        with transaction.atomic():
            pages = [(self._source(page, by_url.get(page.url)), page.url) for page in answer.pages]
            pages, outcomes = without_failed_extractions(self.task, pages, outcomes)
            stored = _StoredRead(tuple((row.key, asked) for row, asked in pages), outcomes)
            self.replies.keep_now(key, "read", dumped(stored))
        return Read(tuple(self._page(row, asked) for row, asked in pages), outcomes)

    def _source(self, page: Page, find: Find | None) -> Source:
        out, others = self.outside, find.other_urls if find else ()
        return keep_source(self.task.workspace_id, dated(page, find), out.marks, out.settings, others)

    def _again(self, stored: _StoredRead) -> Read:
        rows = {
            row.key: row
            for row in Source.objects.filter(workspace=self.task.workspace_id).filter(
                key__in=[key for key, _ in stored.pages]
            )
        }
        return Read(tuple(self._page(rows[key], asked) for key, asked in stored.pages), stored.outcomes)

    def _page(self, row: Source, asked: str) -> ReadPage:
        return read_page(row, asked, present_grade(row, self.outside.marks, self.outside.settings).grade)


def _variant(query: Query, language: str) -> search.Variant:
    chosen = frozenset(query.channels) if query.channels else None
    return search.Variant(query.text, own_language(query.text, Language(language)), chosen)


def _find(hit: Hit, batch: Sequence[Query]) -> Find:
    by_text = {query.text: query.number for query in batch}
    query = by_text.get(hit.query, batch[0].number)
    return Find(query, hit.channel, hit.title, hit.snippet, hit.url, hit.published, hit.rank, hit.other_urls)

"""The workspace's own documents, searched here without any network. Addresses are `doc://id`."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from urllib.parse import quote, unquote
from weakref import WeakKeyDictionary

from reach.address import registrable
from reach.budget import as_error, failure
from reach.dates import Origin, relative_note
from reach.errors import Kind, ReachError
from reach.extract import language_of, parse_body
from reach.library import Document, FolderLibrary, Library
from reach.listing import LIST
from reach.pages import Hit, Outcome, Page, Period
from reach.parsed import Parsed, notes
from reach.providers import Ability, Health
from reach.ranking import Index
from reach.segment import segments
from reach.settings import ReachSettings
from reach.sniff import Form

__all__ = ["Document", "Documents", "FolderLibrary", "Library"]

_SCHEME = "doc://"


@dataclass(frozen=True, slots=True)
class _Entry:
    document: Document
    parsed: Parsed
    form: str

    @property
    def title(self) -> str:
        """A table's first line is the name of a sheet or of columns, and says nothing of the whole."""
        told, first = self.parsed.title, self.parsed.text.partition("\n")[0]
        own = "" if self.form in (Form.XLSX, Form.CSV) and told == first else told
        return self.document.title or own or self.document.name


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The library as it stood when it was last read; made anew when a document comes, goes or changes."""

    mark: str
    entries: tuple[_Entry, ...]
    troubles: tuple[Outcome, ...]
    index: Index


class Documents:
    name = "documents"
    local = True

    def __init__(
        self,
        library: Library,
        settings: ReachSettings | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._library = library
        self._settings = settings or ReachSettings()
        self._now = now
        self._shelf: _Shelf | None = None
        self._keys: dict[int, tuple[Document, str]] = {}
        self._parsed: dict[str, _Entry | Outcome] = {}
        self._locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

    @property
    def lane(self) -> str:
        return self.name

    @property
    def ability(self) -> Ability:
        return Ability(
            "Searches the workspace's own documents: its folder and its uploads. Use it first for anything that the"
            " team holds itself. Not for the news of the day, which nobody has filed yet.",
            takes_period=False,
            takes_language=False,
            batches=False,
            limits="",
        )

    async def health(self) -> Health:
        return Health(True, f"{await self.prepare()} documents can be searched")

    def owns(self, url: str) -> bool:
        return url.startswith(_SCHEME)

    async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]:
        """The language is no filter: a library is small, and a figure in another language is still the figure."""
        shelf = await self._read_library()
        hits: list[Hit] = []
        for found in shelf.index.search(query, len(shelf.entries)):
            entry = shelf.entries[found.document]
            published = _published(entry)
            if period is not None and not period.admits(published):
                continue
            snippet = shelf.index.snippet(query, found.segment.text, self._settings.snippet_chars)
            hits.append(Hit(entry.title, snippet, address_of(entry.document), published, self.name, len(hits) + 1))
            if len(hits) == limit:
                break
        return hits

    def troubles(self) -> Sequence[Outcome]:
        """Documents that could not be read when the library was last looked at; the others are searched."""
        return self._shelf.troubles if self._shelf else ()

    async def prepare(self) -> int:
        """Reads the library outside any budget; a large one takes a while. How many documents can be searched."""
        return len((await self._read_library()).entries)

    async def read(self, url: str) -> Page:
        identity = unquote(url.removeprefix(_SCHEME), errors="surrogateescape")
        shelf = await self._read_library()
        for entry in shelf.entries:
            if entry.document.id == identity:
                return self._page(url, entry)
        raise ReachError(Kind.NOT_FOUND, "the library holds no such document, or it can't be read")

    def _page(self, url: str, entry: _Entry) -> Page:
        document, parsed = entry.document, entry.parsed
        language, told_by = language_of(parsed.text, parsed.language, self._settings), _published_from(entry)
        return Page(
            url=url,
            final_url=url,
            title=entry.title,
            text=parsed.text,
            published=_published(entry),
            fetched_at=self._now(),
            content_type=entry.form,
            raw=document.body,
            language=language,
            note=notes(parsed.note, relative_note(parsed.text, told_by, language, self._settings)),
            published_from=told_by,
            updated=parsed.updated,
            page_starts=parsed.page_starts,
            publisher=document.publisher or _host(document.address or parsed.canonical) or document.name,
            kind=document.kind or "",
        )

    async def _read_library(self) -> _Shelf:
        """One query at a time makes the shelf; the other variants of its batch wait instead of doing it again."""
        loop = asyncio.get_running_loop()
        lock = self._locks.setdefault(loop, asyncio.Lock())
        async with lock:
            documents = await self._library.documents()
            keys = self._content_keys(documents)
            mark = hashlib.sha256("\n".join(keys).encode()).hexdigest()
            shelf = self._shelf
            if shelf is None or shelf.mark != mark:
                shelf = await self._made(mark, documents, keys)
            return shelf

    def _content_keys(self, documents: Sequence[Document]) -> list[str]:
        """Hashes a document once as long as the library hands out the same object."""
        known = self._keys
        self._keys = {id(one): known.get(id(one)) or (one, _content_key(one)) for one in documents}
        return [key for _, key in self._keys.values()]

    async def _made(self, mark: str, documents: Sequence[Document], keys: Sequence[str]) -> _Shelf:
        """What is done stays done: a query cut by its deadline leaves the next one less to read."""
        new = {key: each for key, each in zip(keys, documents, strict=True) if key not in self._parsed}
        await asyncio.gather(*(self._keep(key, each) for key, each in new.items()))
        self._parsed = {key: self._parsed[key] for key in keys}
        entries = tuple(entry for entry in self._parsed.values() if isinstance(entry, _Entry))
        troubles = tuple(entry for entry in self._parsed.values() if isinstance(entry, Outcome))
        return await asyncio.to_thread(self._shelve, mark, entries, troubles)

    async def _keep(self, key: str, document: Document) -> None:
        self._parsed[key] = await self._parse(document)

    def _shelve(self, mark: str, entries: tuple[_Entry, ...], troubles: tuple[Outcome, ...]) -> _Shelf:
        """Stores the shelf itself: its thread goes on when the query that waits for it is cut."""
        self._shelf = _Shelf(mark, entries, troubles, _index(entries, self._settings))
        return self._shelf

    async def _parse(self, document: Document) -> _Entry | Outcome:
        try:
            if len(document.body) > self._settings.body_bytes:
                raise ReachError(Kind.TOO_LARGE, f"the file is larger than {self._settings.body_bytes:,} bytes")
            now = self._now()
            parsed, form = await parse_body(document.body, document.media_type, document.name, now, self._settings)
        except Exception as error:
            return failure(document.name, self.name, as_error(error), seconds=0.0)
        return _Entry(document, parsed, form.value)


def _host(address: str) -> str:
    """A document says where it was first published, in its front matter or as a web page's canonical link."""
    return registrable(address) if address else ""


def _index(entries: Sequence[_Entry], settings: ReachSettings) -> Index:
    cut = (
        (one.title, segments(one.parsed.text, one.title, settings, apart=LIST in one.parsed.note)) for one in entries
    )
    return Index(list(cut), settings)


def _published(entry: _Entry) -> date | None:
    return entry.document.published or entry.parsed.published


def _published_from(entry: _Entry) -> str:
    """Front matter is the file's own head."""
    return Origin.META if entry.document.published else entry.parsed.published_from


def address_of(document: Document) -> str:
    """Names of files may hold bytes that are no text; the address carries them as they are."""
    return _SCHEME + quote(document.id, errors="surrogateescape")


def _content_key(document: Document) -> str:
    """Whatever a search or a page would show of it."""
    told = (document.id, document.name, document.title, document.published, document.publisher, document.kind)
    return f"{hashlib.sha256(document.body).hexdigest()} {told!r}"

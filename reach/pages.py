"""What a reach brings back: hits, pages and the outcome of every target."""

import hashlib
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from reach.address import canonical, linkable
from reach.clean import clean
from reach.errors import Kind

__all__ = ["Hit", "Outcome", "Page", "Period", "Status", "canonical"]


def _cleaned(value: object, *names: str) -> None:
    """Whatever comes from outside becomes one of these values, so here none of it stays that a database, a socket or a
    reader can't take (B-078): not in a title, and not in an address, a reason or an engine's name."""
    for name in names:
        object.__setattr__(value, name, clean(getattr(value, name)))


@dataclass(frozen=True, slots=True)
class Period:
    """The time a question asks about; an open end is None."""

    start: date | None = None
    end: date | None = None

    def holds(self, day: date) -> bool:
        return (self.start is None or self.start <= day) and (self.end is None or day <= self.end)

    def admits(self, day: date | None) -> bool:
        """What was published before the period began can't tell of it; what came after may. An undated hit stays."""
        return day is None or self.start is None or self.start <= day

    @property
    def bounded(self) -> bool:
        return self.start is not None or self.end is not None


@dataclass(frozen=True, slots=True)
class Hit:
    """A search result not yet read. `snippet` is plain text of at most 200 characters (R054, R055)."""

    title: str
    snippet: str
    url: str
    published: date | None
    channel: str
    rank: int  # 1 is the provider's best
    other_urls: tuple[str, ...] = ()  # further addresses under which the same article was seen (B-041)
    query: str = ""  # the variant whose best hit it is: what a retrospective credits (R073)

    def __post_init__(self) -> None:
        _cleaned(self, "title", "snippet", "url", "channel", "query")
        object.__setattr__(self, "other_urls", tuple(map(clean, self.other_urls)))


@dataclass(frozen=True, slots=True)
class Page:
    """What was fetched. `fetched_at` stays the original time when the page comes from the cache (R199)."""

    url: str
    final_url: str
    title: str
    text: str
    published: date | None
    fetched_at: datetime
    content_type: str
    raw: bytes
    language: str
    note: str = ""  # marks the reader must see: "partial", "hidden text removed", joined by "; "
    published_from: str = ""  # where the day was found: "meta", "json-ld", "visible", "address", "header", "search"
    updated: date | None = None  # when the page says it was last changed; never taken for the day of publication
    page_starts: tuple[int, ...] = ()  # offsets in `text` at which the pages of a paged document begin
    etag: str = ""  # for a conditional request once the cached copy is too old
    last_modified: str = ""
    publisher: str = ""  # declared by a library document; empty means: judge by the host
    kind: str = ""  # a library document's own word for what it is, read by reach.trust

    def __post_init__(self) -> None:
        """`text` is its reader's business: places within it are counted already."""
        object.__setattr__(self, "final_url", linkable(self.final_url))
        _cleaned(self, "url", "title", "content_type", "language", "note", "publisher", "kind")

    @property
    def key(self) -> str:
        """Same address and same words: same key. The fetch time doesn't count."""
        words = hashlib.sha256(self.text.encode()).hexdigest()
        return hashlib.sha256(f"{canonical(self.final_url)}\n{words}".encode()).hexdigest()


class Status(StrEnum):
    OK = "ok"
    CACHED = "cached"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one target of a reach ended; every target ends as exactly one of these (R218, R219)."""

    target: str  # the address or the query text
    channel: str
    status: Status
    kind: Kind | None
    detail: str
    seconds: float
    items: int  # hits or pages it brought
    retry_after: float | None = None  # seconds; the scheduler's business, never waited for inside a reach (C18)
    received: int = 0  # decoded bytes
    fetched_at: datetime | None = None  # when what it brought was fetched: on a cache hit the original time (R199)
    tokens: int = 0  # what it added to what a model reads; set by whoever shows it
    confidence: float | None = None  # how far what it brought is believed, 0 to 1
    computed: str = ""  # how the confidence came about, in one line
    host: str = ""  # whose answer time this is; empty for this machine's own documents

    def __post_init__(self) -> None:
        _cleaned(self, "target", "channel", "detail", "computed", "host")

    @property
    def brought(self) -> bool:
        """Whether there is a result, and so a label (R199)."""
        return self.status in (Status.OK, Status.CACHED) and self.items > 0

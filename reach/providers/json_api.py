"""A JSON search interface of the operator's own, described in a file instead of in code (JSON_CHANNELS)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, urlencode, urljoin

from reach.egress import Egress, Response
from reach.providers import Ability
from reach.providers.answers import Entry, read_json, rows, words
from reach.providers.remote import Headers, RemoteSearch, Request, Wanted
from reach.providers.searxng import authority

QUERY, LIMIT = "{query}", "{limit}"


@dataclass(frozen=True, slots=True)
class Description:
    """What the file says of one channel. Paths are names with dots between: `data.items`, `summary.text`."""

    name: str
    about: str
    url: str
    """With `{query}` and, where the service takes one, `{limit}`."""
    results: str = ""
    """Path to the list of results; empty: the answer itself is the list."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """title, url, snippet, published → path within a result."""
    headers: Headers = field(default=(), repr=False)
    """With their values, which came from the environment."""
    since: str = ""
    """Names of the parameters for the period's ends and the language; empty: the service takes none."""
    until: str = ""
    language: str = ""
    internal: bool = False
    """A private host that may be reached for this channel's own requests, and for nothing else."""
    limits: str = ""


class JsonApi(RemoteSearch):
    def __init__(
        self, told: Description, egress: Egress, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        super().__init__(egress, now)
        self._told = told
        self.name, self.home = told.name, told.url
        own = authority(told.url, "JSON_CHANNELS")
        self.allow = frozenset({own}) if told.internal else frozenset()
        self.ability = Ability(told.about, bool(told.since), bool(told.language), batches=False, limits=told.limits)

    @property
    def lane(self) -> str:
        return f"{self.name}:{authority(self.home, 'JSON_CHANNELS')}"

    def request(self, wanted: Wanted) -> Request:
        told = self._told
        url = told.url.replace(QUERY, quote(wanted.query, safe="")).replace(LIMIT, str(wanted.limit))
        days = ((told.since, wanted.since), (told.until, wanted.until))
        more = {name: day.isoformat() for name, day in days if name and day}
        if told.language and wanted.language:
            more[told.language] = wanted.language
        return Request(f"{url}{'&' if '?' in url else '?'}{urlencode(more)}" if more else url, told.headers)

    def entries(self, response: Response) -> list[Entry]:
        path = [name for name in self._told.results.split(".") if name]
        secrets = [part for _, value in self._told.headers for part in (value, value.rpartition(" ")[2])]
        found = rows(read_json(response.body, self.name), path, self.name, secrets)
        return [self._entry(row, response.final_url) for row in found]

    def _entry(self, row: Any, asked: str) -> Entry:
        told = {name: words(row, *path.split(".")) for name, path in self._told.fields.items()}
        url = urljoin(asked, told["url"]) if told.get("url") else ""
        return Entry(url, told.get("title", ""), told.get("snippet", ""), told.get("published", ""))

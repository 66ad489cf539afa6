"""The web through a SearXNG instance that the operator runs."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from http import HTTPStatus
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from reach.address import WEB_SCHEMES, split
from reach.egress import Egress, Response
from reach.errors import Kind, ReachError
from reach.guard import DEFAULT_PORTS
from reach.providers import Ability
from reach.providers.answers import Entry, read_json, rows, words
from reach.providers.remote import RemoteSearch, Request, Wanted

# The longest span, in days, that each of its four time ranges covers; it knows no other.
_RANGES = MappingProxyType({"day": 1, "week": 7, "month": 31, "year": 366})
_NO_JSON = "the instance refuses JSON: add `json` to `search.formats` in its settings.yml and restart it"


class Searxng(RemoteSearch):
    name = "searxng"
    advice = MappingProxyType({int(HTTPStatus.FORBIDDEN): _NO_JSON})  # B-040
    ability = Ability(
        "Searches the public web through the operator's SearXNG instance. Use it for anything published on"
        " the open web. Not for the workspace's own files, and not for exact records of a database.",
        takes_period=True,
        takes_language=True,
        batches=False,
        limits="set by the operator of the instance and by the engines behind it",
    )

    def __init__(self, base_url: str, egress: Egress, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """The instance may well be private; the pages that it finds get no such leave."""
        super().__init__(egress, now)
        self.home = f"{base_url.rstrip('/').removesuffix('/search')}/search"
        self.allow = frozenset({authority(base_url, "SEARXNG_URL")})

    @property
    def lane(self) -> str:
        return f"{self.name}:{next(iter(self.allow))}"

    def request(self, wanted: Wanted) -> Request:
        asked = {"q": wanted.query, "format": "json"}
        if wanted.language:
            asked["language"] = wanted.language
        if span := time_range(wanted.since, wanted.until, self.now().date()):
            asked["time_range"] = span
        return Request(f"{self.home}?{urlencode(asked)}")

    def entries(self, response: Response) -> list[Entry]:
        answer = read_json(response.body, self.name)
        found = [_entry(row) for row in rows(answer, ["results"], self.name)]
        if not found:
            _check_engines(answer)
        return found


def _entry(row: Any) -> Entry:
    return Entry(words(row, "url"), words(row, "title"), words(row, "content"), words(row, "publishedDate"))


def authority(address: str, setting: str) -> str:
    """host:port of an operator's own service, as the egress takes its leave."""
    parts = split(address)
    if parts is None or parts.scheme not in WEB_SCHEMES or not parts.hostname:
        raise ValueError(f"{setting} must be a full http or https address")
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{name}:{parts.port or DEFAULT_PORTS[parts.scheme]}"


def _check_engines(answer: dict[str, Any]) -> None:
    """No hits because no engine behind the instance answered is a failure, not "nothing found" (R218)."""
    silent = answer.get("unresponsive_engines")
    if not isinstance(silent, list) or not silent:
        return
    named = [": ".join(map(str, entry)) if isinstance(entry, list) else str(entry) for entry in silent]
    raise ReachError(Kind.PROVIDER_UNAVAILABLE, f"its engines did not answer ({', '.join(named)})")


def time_range(since: date | None, until: date | None, today: date) -> str | None:
    """The narrowest of the four ranges that holds the whole period; only periods that reach up to now have one."""
    if since is None or (until is not None and until < today):
        return None
    days = (today - since).days
    return next((name for name, span in _RANGES.items() if days <= span), None)

"""The web through a SearXNG instance that the operator runs. Pages found are read by `reach.fetch`, not here."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from http import HTTPStatus
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from reach.address import WEB_SCHEMES, host, split
from reach.dates import read_day
from reach.egress import Egress, Response
from reach.errors import Kind, ReachError
from reach.guard import DEFAULT_PORTS
from reach.pages import Hit, Page, Period
from reach.providers import Ability, Health
from reach.query import shorten, snippet, title

# The longest span, in days, that each of its four time ranges covers; it knows no other.
_RANGES = MappingProxyType({"day": 1, "week": 7, "month": 31, "year": 366})
# 202 and 418 are how some engines and proxies say "too many" (B-039).
_LIMITED = frozenset({HTTPStatus.ACCEPTED, HTTPStatus.IM_A_TEAPOT, HTTPStatus.TOO_MANY_REQUESTS})
_NO_JSON = "the SearXNG instance refuses JSON: add `json` to `search.formats` in its settings.yml and restart it"


class Searxng:
    name = "searxng"
    local = False

    def __init__(self, base_url: str, egress: Egress, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._address = f"{base_url.rstrip('/').removesuffix('/search')}/search"
        self._egress = egress
        self._now = now
        self._own = _authority(base_url)

    @property
    def lane(self) -> str:
        return f"{self.name}:{self._own}"

    @property
    def ability(self) -> Ability:
        return Ability(
            "Searches the public web through the operator's SearXNG instance. Use it for anything published on"
            " the open web. Not for the workspace's own files, and not for exact records of a database.",
            takes_period=True,
            takes_language=True,
            batches=False,
            limits="set by the operator of the instance and by the engines behind it",
        )

    async def health(self) -> Health:
        try:
            least = self._egress.settings.health_results
            hits = await self.search("weather", period=None, language=None, limit=least)
        except ReachError as error:
            return Health(False, error.detail)
        return Health(True, "answers with results" if hits else "answers, without results")

    def owns(self, url: str) -> bool:
        return False

    async def read(self, url: str) -> Page:
        raise ReachError(Kind.POLICY_DENIED, "a search service owns no pages")

    async def search(self, query: str, *, period: Period | None, language: str | None, limit: int) -> list[Hit]:
        settings = self._egress.settings
        asked = {"q": shorten(query, settings.query_chars), "format": "json"}
        if language:
            asked["language"] = language
        if span := time_range(period, self._now().date()):
            asked["time_range"] = span
        # The instance is the operator's own and may well be private; the pages it finds get no such leave.
        response = await self._egress.get(
            f"{self._address}?{urlencode(asked)}",
            headers=[("Accept", "application/json")],
            allow={self._own},
        )
        answer = self._answer(response)
        hits = [hit for entry in answer["results"] if (hit := self._hit(entry)) is not None]
        if not hits:
            _check_engines(answer)
        admitted = [hit for hit in hits if period is None or period.admits(hit.published)]
        return [_ranked(hit, rank) for rank, hit in enumerate(admitted[:limit], start=1)]

    def _answer(self, response: Response) -> dict[str, Any]:
        wait = response.retry_after(self._now())
        if response.status in _LIMITED or (response.status == HTTPStatus.SERVICE_UNAVAILABLE and wait is not None):
            raise ReachError(Kind.RATE_LIMITED, f"the search service answered {response.status}", retry_after=wait)
        if response.status == HTTPStatus.FORBIDDEN:
            raise ReachError(Kind.PROVIDER_REFUSED, _NO_JSON)
        if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            why = f"the search service answered {response.status}"
            raise ReachError(Kind.PROVIDER_UNAVAILABLE, why, passing=True)
        if response.status != HTTPStatus.OK:
            raise ReachError(Kind.PROVIDER_REFUSED, f"the search service answered {response.status}")
        return _read_json(response.body)

    def _hit(self, entry: Any) -> Hit | None:
        """None for an entry without a usable address: an answer isn't thrown away for one bad line."""
        if not isinstance(entry, dict):
            return None
        url = str(entry.get("url") or "").strip()
        parts = split(url)
        if parts is None or parts.scheme.lower() not in WEB_SCHEMES or not host(url):
            return None
        settings = self._egress.settings
        published = read_day(str(entry.get("publishedDate") or ""), self._now().date(), settings)
        heading = title(str(entry.get("title") or ""), settings) or url
        return Hit(heading, snippet(str(entry.get("content") or ""), settings), url, published, self.name, rank=0)


def _ranked(hit: Hit, rank: int) -> Hit:
    return Hit(hit.title, hit.snippet, hit.url, hit.published, hit.channel, rank)


def _authority(base_url: str) -> str:
    parts = split(base_url)
    if parts is None or parts.scheme not in WEB_SCHEMES or not parts.hostname:
        raise ValueError("SEARXNG_URL must be a full http or https address")
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{name}:{parts.port or DEFAULT_PORTS[parts.scheme]}"


def _read_json(body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        if body.lstrip()[:1] == b"<":
            raise ReachError(Kind.RATE_LIMITED, "the search service sent a page instead of results") from None
        raise ReachError(Kind.PARSE_FAILED, "the search service's answer is no JSON") from None
    if not isinstance(answer, dict) or not isinstance(answer.get("results"), list):
        raise ReachError(Kind.PARSE_FAILED, "the search service's answer has no list of results")
    return answer


def _check_engines(answer: dict[str, Any]) -> None:
    """No hits because no engine behind the instance answered is a failure, not "nothing found" (R218)."""
    silent = answer.get("unresponsive_engines")
    if not isinstance(silent, list) or not silent:
        return
    named = [": ".join(map(str, entry)) if isinstance(entry, list) else str(entry) for entry in silent]
    raise ReachError(Kind.PROVIDER_UNAVAILABLE, f"its engines did not answer ({', '.join(named)})")


def time_range(period: Period | None, today: date) -> str | None:
    """The narrowest of the four ranges that holds the whole period; only periods that reach up to now have one."""
    if period is None or period.start is None or (period.end is not None and period.end < today):
        return None
    days = (today - period.start).days
    return next((name for name, span in _RANGES.items() if days <= span), None)

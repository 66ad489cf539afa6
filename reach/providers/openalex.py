"""OpenAlex, an open catalogue of scholarly works."""

from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from reach.egress import Egress, Response
from reach.providers import Ability
from reach.providers.answers import LIMITED, Entry, at, read_json, rows, words
from reach.providers.remote import RemoteSearch, Request, Wanted

_FIELDS = "id,doi,display_name,publication_date,primary_location,abstract_inverted_index"


class OpenAlex(RemoteSearch):
    name = "openalex"
    home = "https://api.openalex.org/works"
    limited = frozenset({*LIMITED, HTTPStatus.FORBIDDEN})  # as its documentation says of 403
    advice = MappingProxyType(
        {
            int(HTTPStatus.UNAUTHORIZED): "check OPENALEX_API_KEY",
            int(HTTPStatus.TOO_MANY_REQUESTS): "the day's allowance may be used up; a free OPENALEX_API_KEY raises it",
        }
    )
    ability = Ability(
        "Searches OpenAlex's catalogue of papers with their abstracts. Use it for what research says on a subject, in a"
        " given language or since a given day. Not for news, prices or web pages, nor for full texts.",
        takes_period=True,
        takes_language=True,
        batches=False,
        limits="a daily allowance: about ten searches without a key, about a thousand with a free OPENALEX_API_KEY",
    )

    def __init__(self, egress: Egress, now: Callable[[], datetime] = lambda: datetime.now(UTC), key: str = "") -> None:
        super().__init__(egress, now)
        self._key = key

    def request(self, wanted: Wanted) -> Request:
        """It takes its key in the address alone, which is why a request's address is never shown."""
        asked = {"search": wanted.query, "per-page": str(wanted.limit), "select": _FIELDS}
        since = [f"from_publication_date:{wanted.since}"] if wanted.since else []
        spoken = [f"language:{wanted.language}"] if wanted.language else []
        if since or spoken:
            asked["filter"] = ",".join(since + spoken)
        if "@" in self.settings.contact:
            asked["mailto"] = self.settings.contact
        if self._key:
            asked["api_key"] = self._key
        return Request(f"{self.home}?{urlencode(asked)}")

    def entries(self, response: Response) -> list[Entry]:
        found = rows(read_json(response.body, self.name), ["results"], self.name, [self._key])
        return [Entry(_address(row), words(row, "display_name"), _abstract(row), _day(row)) for row in found]


def _address(row: Any) -> str:
    return words(row, "doi") or words(row, "primary_location", "landing_page_url") or words(row, "id")


def _day(row: Any) -> str:
    """Works of which only the year is known are dated to its first day there, so that day counts as no date."""
    told = words(row, "publication_date")
    return "" if told.endswith("-01-01") else told


def _abstract(row: Any) -> str:
    """It gives abstracts as word → places in the text."""
    places = at(row, ("abstract_inverted_index",))
    if not isinstance(places, dict):
        return ""
    told = [(at, word) for word, found in places.items() if isinstance(found, list) for at in found]
    return " ".join(word for _, word in sorted(pair for pair in told if isinstance(pair[0], int)))

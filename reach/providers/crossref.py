"""Crossref's catalogue of published works, by DOI."""

from typing import Any
from urllib.parse import quote, urlencode

from reach.egress import Response
from reach.providers import Ability
from reach.providers.answers import Entry, at, read_json, rows, words
from reach.providers.remote import RemoteSearch, Request, Wanted

_FIELDS = "DOI,URL,title,abstract,container-title,published,published-online,published-print,issued"
_DATES = ("published", "published-online", "published-print", "issued")
_FULL = 3  # parts of a date that names a day


class Crossref(RemoteSearch):
    name = "crossref"
    home = "https://api.crossref.org/works"
    ability = Ability(
        "Searches Crossref's catalogue of journal articles, books and proceedings. Use it to find published work on a"
        " subject, or a work by title and author. Not for news or web pages; most full texts lie behind a paywall.",
        takes_period=True,
        takes_language=False,
        batches=False,
        limits="no key; who names a contact (REACH_CONTACT) is served from the steadier pool",
    )

    def request(self, wanted: Wanted) -> Request:
        asked = {"query.bibliographic": wanted.query, "rows": str(wanted.limit), "select": _FIELDS}
        if wanted.since:
            asked["filter"] = f"from-pub-date:{wanted.since}"
        if "@" in self.settings.contact:
            asked["mailto"] = self.settings.contact
        return Request(f"{self.home}?{urlencode(asked)}")

    def entries(self, response: Response) -> list[Entry]:
        found = rows(read_json(response.body, self.name), ["message", "items"], self.name)
        return [Entry(_address(row), words(row, "title"), _about(row), _day(row)) for row in found]


def _address(row: Any) -> str:
    doi = words(row, "DOI")
    return f"https://doi.org/{quote(doi, safe='/():;.')}" if doi else words(row, "URL")


def _about(row: Any) -> str:
    """Where it appeared and when, as far as told: often only the year, which makes no date but is worth reading."""
    year = next((str(parts[0]) for parts in _parts(row) if parts and parts[0]), "")
    place = ", ".join(part for part in (words(row, "container-title"), year) if part)
    return ". ".join(part for part in (place, words(row, "abstract")) if part)


def _day(row: Any) -> str:
    """Only a whole date: a year would have to be given a day that nobody told."""
    full = (parts for parts in _parts(row) if len(parts) == _FULL and all(isinstance(part, int) for part in parts))
    return next((f"{year:04}-{month:02}-{day:02}" for year, month, day in full), "")


def _parts(row: Any) -> list[list[Any]]:
    found = (at(row, (name, "date-parts", "0")) for name in _DATES)
    return [parts for parts in found if isinstance(parts, list)]

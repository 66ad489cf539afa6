"""Which day a page is kept with: its own word before the search service's, and that before its server's."""

from datetime import UTC, date, datetime

import pytest

from reach.pages import Page
from research.store.keeping import dated
from research.terms import Find

OWN, FOUND = date(2030, 4, 1), date(2030, 3, 1)


def page(published: date | None, origin: str) -> Page:
    fetched = datetime(2030, 5, 2, 12, 0, tzinfo=UTC)
    url = "https://n.example/"
    return Page(url, url, "T", "x", published, fetched, "text/html", b"", "en", published_from=origin)


def find(published: date | None) -> Find:
    return Find(1, "searxng", "T", "x", "https://n.example/", published, 1)


@pytest.mark.parametrize(
    ("published", "origin", "found", "day", "told_by"),
    [
        (OWN, "visible", FOUND, OWN, "visible"),
        (OWN, "address", FOUND, OWN, "address"),
        (OWN, "header", FOUND, FOUND, "search"),
        (OWN, "header", None, OWN, "header"),
        (None, "", FOUND, FOUND, "search"),
        (None, "", date(2030, 5, 3), None, ""),  # the day after the fetch
        (OWN, "header", date(2031, 1, 1), OWN, "header"),
    ],
)
def test_the_search_services_day_fills_a_gap_and_beats_the_servers(
    published: date | None, origin: str, found: date | None, day: date | None, told_by: str
) -> None:
    kept = dated(page(published, origin), find(found))
    assert (kept.published, kept.published_from) == (day, told_by)

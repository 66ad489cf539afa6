"""When a page was published: what it says of itself first, then htmldate. Never after it was fetched (B-083)."""

import json
import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from htmldate import find_date

from reach.render import Element
from reach.settings import ReachSettings

_META_NAMES = """
article:published_time og:published_time datepublished date pubdate publishdate publish_date publication_date
dc.date.issued dc.date dcterms.created dcterms.issued citation_publication_date citation_date
sailthru.date parsely-pub-date
"""
_META = tuple(_META_NAMES.split())
_DAY = re.compile(r"\s*(\d{4})(?:[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})|(\d\d)(\d\d)(?!\d))")
_MARKED_TIME = re.compile(r"publish|posted|byline|entry-date|dateline|pubdate|发布", re.IGNORECASE)


def published_on(tree: Element, today: date, settings: ReachSettings) -> date | None:
    for told in _told(tree):
        day = read_day(told, today, settings)
        if day is not None:
            return day
    return _guessed(tree, today, settings)


def read_day(told: str, today: date, settings: ReachSettings) -> date | None:
    """The day as written, in the zone it was written in; days to come and the epoch are no publication dates."""
    found = _DAY.match(told)
    if not found:
        return None
    year, month, day = found[1], found[2] or found[4], found[3] or found[5]
    try:
        when = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return when if settings.first_year <= when.year and when <= today else None


def _told(tree: Element) -> Iterator[str]:
    metas = {
        (node.get("property") or node.get("name") or node.get("itemprop") or "").lower(): node
        for node in tree.iter("meta")
    }
    yield from (metas[name].get("content", "") for name in _META if name in metas)
    yield from _linked_data(tree)
    times = [node for node in tree.iter("time") if node.get("datetime")]
    yield from (node.get("datetime", "") for node in times if _is_marked(node))
    yield from (
        node.get("datetime", "") for node in times[:1] if next(node.iterancestors("article", "main"), None) is not None
    )


def _is_marked(node: Element) -> bool:
    if "pubdate" in node.attrib or node.get("itemprop") == "datePublished":
        return True
    parent = node.getparent()
    return any(bool(_MARKED_TIME.search(at.get("class", ""))) for at in (node, parent) if at is not None)


def _linked_data(tree: Element) -> Iterator[str]:
    for script in tree.iter("script"):
        if script.get("type", "").lower() == "application/ld+json":
            try:
                told = json.loads(script.text or "")
            except (ValueError, RecursionError):
                continue
            yield from _dates_in(told)


def _dates_in(told: Any) -> Iterator[str]:
    """Breadth first and without recursion; only the top of the graph, where the page describes itself."""
    level = [told]
    for _ in range(2):
        flat = [
            entry for one in level for entry in (one if isinstance(one, list) else [one]) if isinstance(entry, dict)
        ]
        yield from (str(entry["datePublished"]) for entry in flat if "datePublished" in entry)
        level = [entry["@graph"] for entry in flat if "@graph" in entry]


def _guessed(tree: Element, today: date, settings: ReachSettings) -> date | None:
    try:
        latest = datetime(today.year, today.month, today.day)  # noqa: DTZ001  the library compares naive days
        earliest = datetime(settings.first_year, 1, 1)  # noqa: DTZ001
        found = find_date(tree, extensive_search=False, original_date=True, min_date=earliest, max_date=latest)
    except Exception:
        return None
    return read_day(found, today, settings) if found else None

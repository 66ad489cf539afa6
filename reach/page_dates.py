"""What an HTML page says about its days: in its head, in its linked data, and where a reader sees them.

A day counts as the page's own by its place and its label, never by standing somewhere: of the days in an article most
are other days. What is labelled as an update is never the day of publication.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo
from typing import Any

from reach.dates import Dates, Now, Origin, admitted, first_written
from reach.days import narrow, written_days
from reach.lines import Line, lines_of
from reach.relative import first_phrase
from reach.render import Element
from reach.settings import ReachSettings

_PUBLISHED_NAMES = """
article:published_time og:published_time datepublished date pubdate publishdate publish_date publication_date
dc.date.issued dc.date dcterms.created dcterms.issued citation_publication_date citation_date
sailthru.date parsely-pub-date
"""
_UPDATED_NAMES = """
article:modified_time og:updated_time datemodified lastmod last-modified last_modified dcterms.modified dc.date.modified
revised
"""
_PUBLISHED_METAS, _UPDATED_METAS = tuple(_PUBLISHED_NAMES.split()), tuple(_UPDATED_NAMES.split())
_LABELS = re.compile(
    r"(?P<updated>(?:\blast |最[后後近]?)?"
    r"(?:\b(?:updated?|modified|revised|edited)\b(?: on| at)?|(?:更新|修改|修订|修訂|编辑于)(?:时间|日期|於|于)?))"
    r"|(?P<published>\b(?:first |date )?(?:published|posted|created)\b|\bpubli(?:cation|sh) date\b"
    r"|(?:发布|發布|发表|發表|刊发|发稿|发版|成文|公布|创建)(?:时间|日期|于|於)?"
    r"|^\W*(?:date|日期|时间)(?=\s*[:|]|$))",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?。！？]\W*$")
_OF_TODAY = re.compile(r"今天是|\btoday is\b", re.IGNORECASE)
_OPENS = re.compile(r"(?:^|[.·•|/—–,:;，。；：(（\]])\s*(?:was |is |this page was )?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Told:
    day: date
    label: str  # "published", "updated" or none
    at_top: bool
    in_list: bool


def dates_in(tree: Element, today: date, settings: ReachSettings) -> Dates:
    metas, linked = _metas(tree), _linked_data(tree)
    fields = [metas.get(name, "") for name in (*_PUBLISHED_METAS, *_UPDATED_METAS)]
    now = Now.of(today, settings, _zone_of([*fields, *linked["datePublished"], *linked["dateModified"]]))
    lines = list(lines_of(tree, settings))
    told = list(_told(lines, now))
    updated = (
        admitted((metas.get(name, "") for name in _UPDATED_METAS), now)
        or admitted(linked["dateModified"], now)
        or next((each.day for each in told if each.label == "updated"), None)
    )
    published, origin = _published(metas, linked, told, now)
    if published is None:
        published = _by_distance(lines, tree.get("lang", "")[:2].lower(), now, updated)
        origin = Origin.VISIBLE
    return Dates(published, origin if published else "", updated)


def _published(
    metas: dict[str, str], linked: dict[str, list[str]], told: Sequence[_Told], now: Now
) -> tuple[date | None, Origin]:
    if day := admitted((metas.get(name, "") for name in _PUBLISHED_METAS), now):
        return day, Origin.META
    if day := admitted(linked["datePublished"], now):
        return day, Origin.JSON_LD
    own = [each for each in told if each.label != "updated" and not each.in_list]
    best = [each for each in own if each.label] or [each for each in own if each.at_top]
    return (best[0].day if best else None), Origin.VISIBLE


def _metas(tree: Element) -> dict[str, str]:
    """The first of each name: a later one belongs to what the page embeds."""
    found: dict[str, str] = {}
    for node in tree.iter("meta"):
        name = node.get("property") or node.get("name") or node.get("itemprop") or ""
        found.setdefault(name.lower(), node.get("content", ""))
    return found


def _linked_data(tree: Element) -> dict[str, list[str]]:
    """Breadth first and without recursion; only the top of the graph, where the page describes itself."""
    found: dict[str, list[str]] = {"datePublished": [], "dateModified": []}
    for script in tree.iter("script"):
        if script.get("type", "").lower() != "application/ld+json":
            continue
        try:
            level = [json.loads(script.text or "")]
        except (ValueError, RecursionError):
            continue
        for _ in range(2):
            flat = _flat(level)
            for name, days in found.items():
                days.extend(str(entry[name]) for entry in flat if name in entry)
            level = [entry["@graph"] for entry in flat if "@graph" in entry]
    return found


def _flat(level: Iterable[Any]) -> list[dict[str, Any]]:
    return [entry for one in level for entry in (one if isinstance(one, list) else [one]) if isinstance(entry, dict)]


def _zone_of(fields: Iterable[str]) -> tzinfo | None:
    """Where the page lives, by the first of its own times that tells; UTC tells nothing, servers write it anywhere."""
    for told in fields:
        written = first_written(told) if told else None
        if written is not None and written.moment is not None and written.moment.utcoffset() != timedelta(0):
            return written.moment.tzinfo
    return None


def _told(lines: Iterable[Line], now: Now) -> Iterator[_Told]:
    label_above = ""
    for line in lines:
        days = list(written_days(line.text))
        if not days:  # nearly every line of a page
            label_above = _alone(line.text, now.settings)
            continue
        text = narrow(line.text)
        days = [] if _OF_TODAY.search(text) else days
        fits = line.at_top and _is_byline(text, sum(each.end - each.start for each in days), now)
        behind = 0
        for each in days:
            label = _label(text[behind : each.start]) or label_above
            if now.admits(each.day, each.moment) and (fits or label):
                yield _Told(each.day, label, line.at_top, line.in_list_of_links)
            behind = each.end
        label_above = "" if days else _alone(text, now.settings)


def _is_byline(text: str, told: int, now: Now) -> bool:
    """The day is a good part of the line, and the line no sentence: "It opened on 5 March 2030." tells of another."""
    return told >= now.settings.byline_share_least * len(text) and not _SENTENCE.search(text)


def _label(before: str) -> str:
    """What the day is, by the last label in front of it, if the label opens the line or one of its parts."""
    found = [each for each in _LABELS.finditer(before) if _OPENS.search(before[: each.start()])]
    return str(found[-1].lastgroup) if found else ""


def _alone(text: str, settings: ReachSettings) -> str:
    """A line that is a label and no more labels the next one, as in a list of facts."""
    if len(text) > settings.sentence_label_chars:
        return ""
    found = _LABELS.fullmatch(text.strip(" \u3000:：|"))
    return str(found.lastgroup) if found else ""


def _by_distance(lines: Iterable[Line], language: str, now: Now, updated: date | None) -> date | None:
    """ "3 hours ago" in a byline: counted from the page's own day if it has one, else from the fetch (B-084)."""
    for line in lines:
        found = first_phrase(line.text, language) if line.at_top and not line.in_list_of_links else None
        if found is None or _OF_TODAY.search(line.text) or "updated" in _labels_in(line.text):
            continue
        match, count = found
        day = count(updated or now.anchor)
        if day is not None and now.admits(day) and _is_byline(line.text, len(match[0]), now):
            return day
    return None


def _labels_in(text: str) -> set[str | None]:
    return {found.lastgroup for found in _LABELS.finditer(text)}

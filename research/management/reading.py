"""How fast pages are read and cut into segments, against the extractor alone on the same pages, in one run.

A ratio, since seconds say as much of the machine as of the code. Processor time, the best of some rounds taken in
turns: what else the machine does falls on both sides or is left out.
"""

import gzip
import json
import time
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import cycle, islice
from pathlib import Path

from django.utils import timezone

from reach.errors import ReachError
from reach.matter import extract
from reach.segment import segments
from reach.settings import ReachSettings
from reach.webpage import read_html

PAGES = 100  # as many as make the spread between two runs small
ROUNDS = 5  # turns of each side; the best one counts


def pages_of(places: Sequence[Path]) -> list[str]:
    """Evenly from each place and evenly spread over it; fewer pages than wanted are taken again from the first."""
    share = -(-PAGES // len(places))
    found = [page for place in places for page in _spread(list(_pages(place)), share)]
    if not found:
        raise ValueError("no HTML in " + ", ".join(map(str, places)))
    return list(islice(cycle(found), PAGES))


def _spread(pages: list[str], most: int) -> list[str]:
    return [pages[at * len(pages) // most] for at in range(most)] if len(pages) > most else pages


def _pages(place: Path) -> Iterator[str]:
    if place.is_dir():
        for path in sorted(place.rglob("*.htm*")):
            yield path.read_text(encoding="utf-8", errors="replace")
    elif ".jsonl" in place.suffixes:
        with gzip.open(place, "rt", encoding="utf-8") if place.suffix == ".gz" else place.open() as lines:
            yield from (whole_page(json.loads(line)) for line in lines)
    else:
        yield place.read_text(encoding="utf-8", errors="replace")


def whole_page(told: dict[str, str]) -> str:
    """What is no whole page yet becomes one."""
    if "<body" in told["html"]:
        return told["html"]
    title = escape(told.get("title") or "")
    return f"<!doctype html><html><head><title>{title}</title></head><body>{told['html']}</body></html>"


def measured(pages: Sequence[str]) -> dict[str, float]:
    rounds = [(_seconds(extract, pages), _seconds(_read, pages)) for _ in range(ROUNDS)]
    extractor, ours = (min(seconds) for seconds in zip(*rounds, strict=True))
    return {
        "pages": len(pages),
        "characters": sum(map(len, pages)),
        "seconds": round(ours, 3),
        "extractor_alone": round(extractor, 3),
        "ratio": round(ours / extractor, 2),
    }


def _seconds(read: Callable[[str], object], pages: Sequence[str]) -> float:
    began = time.process_time()
    for page in pages:
        read(page)
    return time.process_time() - began


def _read(page: str) -> object:
    settings = ReachSettings()
    try:
        parsed = read_html(page, timezone.now().date(), settings)
    except ReachError as error:
        return error
    return segments(parsed.text, parsed.title, settings)

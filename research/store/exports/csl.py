"""The cited sources as CSL-JSON, which citation processors and reference managers read as it is."""

import json
from collections.abc import Iterable
from datetime import date
from typing import Any

from reach.address import link
from research.models import Report, ResearchTask, Source
from research.store.exports.bibliography import cited, one_line
from research.store.moments import written


def csl_json(task: ResearchTask, report: Report | None = None) -> bytes:
    return dumped(cited(task, report))


def dumped(sources: Iterable[Source]) -> bytes:
    """Chinese stays Chinese: the format is UTF-8, and an escape is no letter to whoever looks into the file."""
    told = [_item(each) for each in sources]
    return json.dumps(told, ensure_ascii=False, indent=2).encode() + b"\n"


def _item(source: Source) -> dict[str, Any]:
    """No row knows an author, and a publisher isn't one: it stands as publisher and as what the page is part of."""
    publisher = one_line(source.publisher)
    told = {
        "id": source.label,
        "type": "webpage",
        "title": one_line(source.title),
        "container-title": publisher,
        "publisher": publisher,
        "issued": _day(source.published),
        "accessed": _day(source.fetched.date()),
        "URL": link(source.url),
        "language": source.language,
        "note": f"Fetched {written(source.fetched)}",
    }
    return {name: value for name, value in told.items() if value}


def _day(day: date | None) -> dict[str, list[list[int]]]:
    return {"date-parts": [[day.year, day.month, day.day]]} if day else {}

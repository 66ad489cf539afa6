"""The cited sources as CSL-JSON, which citation processors and reference managers read as it is."""

import json
from collections.abc import Iterable
from datetime import date
from typing import Any

from research.models import Report, ResearchTask, Source
from research.store.exports.bibliography import cited, note, one_line, ours, publisher


def csl_json(task: ResearchTask, report: Report | None = None) -> bytes:
    return dumped(cited(task, report))


def dumped(sources: Iterable[Source]) -> bytes:
    """Chinese stays Chinese: the format is UTF-8, and an escape is no letter to whoever looks into the file."""
    told = [_item(each) for each in sources]
    return json.dumps(told, ensure_ascii=False, indent=2).encode() + b"\n"


def _item(source: Source) -> dict[str, Any]:
    """No row knows an author, and a publisher isn't one: it stands as publisher and as what the page is part of."""
    published_by = publisher(source)
    told = {
        "id": source.label,
        "type": "document" if ours(source) else "webpage",
        "title": one_line(source.title),
        "container-title": "" if ours(source) else published_by,
        "publisher": published_by,
        "issued": _day(source.published),
        "accessed": _day(source.fetched.date()),
        "URL": source.way_out,
        "language": source.language,
        "note": note(source),
    }
    return {name: value for name, value in told.items() if value}


def _day(day: date | None) -> dict[str, list[list[int]]]:
    return {"date-parts": [[day.year, day.month, day.day]]} if day else {}

"""How many key points of a question a report tells (R132). A dump of pages is no report, so length and nearness count.

A key point counts when all its patterns stand in one passage: a paragraph, an item or a table row, a longer one cut at
sentence ends, or two short neighbours together.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

PASSAGE = 600
"""Characters of the longest passage: two pages of text that hold all patterns somewhere tell no key point."""
NEIGHBOURS = 400
"""Characters of two neighbours that are read as one: a heading and its line, a row and its note."""
LONGEST = {"en": 12_000, "zh": 6_000}
"""Characters of a report that count, the list of sources aside: the limits that reports are written under."""
_BREAK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+[.)]))")
_SENTENCE = re.compile(r"[.!?。！？；;]\s?")
_SOURCES = re.compile(r"^#+\s*(?:sources|references|来源|参考)", re.MULTILINE | re.IGNORECASE)


def covered(report: str, key_points: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """Ids of the key points told, in their order."""
    texts = list(passages(_SOURCES.split(report)[0].replace("\\", "")[: LONGEST[language]]))
    return [
        point["id"]
        for point in key_points
        if any(all(re.search(pattern, text, re.IGNORECASE) for pattern in point["all"]) for text in texts)
    ]


def passages(report: str) -> Iterator[str]:
    parts = [piece for part in _BREAK.split(report) if part.strip() for piece in _cut(part.strip())]
    for part, following in zip_longest(parts, parts[1:], fillvalue=""):
        yield part
        if following and len(part) + len(following) <= NEIGHBOURS:
            yield f"{part}\n{following}"


def _cut(part: str) -> Iterator[str]:
    while len(part) > PASSAGE:
        end = max((mark.end() for mark in _SENTENCE.finditer(part[:PASSAGE])), default=PASSAGE)
        yield part[:end]
        part = part[end:]
    yield part

"""A sentence of a report, a heading, a pasted table: cut into what can be checked, each part with its span.

A part that asserts nothing is told apart with the reason. What is doubtful is a claim: it costs a check, while a claim
that passes for a mere word would leave unchecked (R072).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.figures import Direction, dates, direction, quantities
from memory.figures.wording import negated
from reach.segment import sentences
from research.terms import Place, SentenceKind

_QUESTION = re.compile(r"[?？][\"”’」』）)]*\s*$")
_LEAD_IN = re.compile(r"[:：]\s*$")
_POINTER = re.compile(r"(?:see |cf\.|compare |as follows|参见|详见|见[下上附表图]|如[下上])", re.I)
_ROW = re.compile(r"^\s*\|(.+)\|\s*$")
_RULE = re.compile(r"^[\s|:-]+$")
_BULLET = re.compile(
    r"^\s*(?:(?:[-*•·‣–]|\(?\d{1,3}[.)、]|\[\^[^\]]+\]:)\s+|(?:\d{1,3}|[一二三四五六七八九十]{1,3})、\s*)"
)
_CAPTION = re.compile(r"^\s*(?:\*\*)?(?:figure|fig\.|table|chart|图表?|表)\s*[0-9０-９一二三四五六七八九十]+", re.I)
_OPEN, _CLOSE = "“「『（(《【", "”」』）)》】"
# Verbs that make a heading say something. "Growth of sales" names a matter; "sales grew" states it.
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|won|lost|fell|falls|rose|rises|grew|grows|dropped|drops|doubled|tripled"
    r"|halved|failed|fails|became|becomes|remains?|remained|beats?|overtook|overtakes|reached|reaches|exceeds?|exceeded"
    r"|climbed|climbs|declined|declines|increased|increases|decreased|shrank|shrinks|opened|closed|banned|ended|began)\b"
    r"|是(?!什么|多少|谁|否)|已|未(?!来)|没有|不再|将(?!来)|超过|高于|低于|[降增升减跌涨]至|达到|成为|创下|突破",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Part:
    start: int
    end: int
    place: Place
    context: str = ""
    silent: str = ""
    """Why it asserts nothing; empty for a claim."""


def of_sentence(text: str, kind: SentenceKind) -> tuple[Part, ...]:
    """A quotation stays whole: it is compared word by word with its source."""
    if not text.strip():
        return ()
    if kind is SentenceKind.SPECULATION:
        return (Part(0, len(text), Place.SENTENCE, silent="speculation"),)
    if kind is SentenceKind.QUOTE:
        return (Part(0, len(text), Place.SENTENCE),)
    return tuple(_lines(text))


def of_heading(text: str) -> tuple[Part, ...]:
    if not text.strip():
        return ()
    silent = "" if _heading_asserts(text) else "heading"
    return (Part(0, len(text), Place.HEADING, silent=silent),)


def _heading_asserts(text: str) -> bool:
    """ "Costs fell 40 %" does. A matter, a question, a date beside a matter don't."""
    if _QUESTION.search(text):
        return False
    measured = any(item.unit for item in quantities(text))
    moved = direction(text) in (Direction.UP, Direction.DOWN) and bool(dates(text) or quantities(text))
    return measured or moved or bool(_FINITE.search(text))


def _lines(text: str) -> Iterator[Part]:
    at, header = 0, list[str]()
    for line in text.split("\n"):
        if row := _ROW.match(line):
            cells = list(_cells(at + row.start(1), row[1]))
            if not header:
                header = [words for _, _, words in cells]
            elif not _RULE.match(line):
                yield from _figures(cells, header)
        else:
            header = []
            yield from _prose(at, line)
        at += len(line) + 1


def _cells(at: int, row: str) -> Iterator[tuple[int, int, str]]:
    for cell in row.split("|"):
        words = cell.strip()
        start = at + len(cell) - len(cell.lstrip())
        yield start, start + len(words), words
        at += len(cell) + 1


def _figures(cells: list[tuple[int, int, str]], header: list[str]) -> Iterator[Part]:
    """Each cell with a figure, told with its row and its column (B-098). The first cell names the row."""
    name = cells[0][2]
    for column, (start, end, words) in enumerate(cells[1:], start=1):
        if quantities(words) or dates(words):
            head = header[column] if column < len(header) else ""
            yield Part(start, end, Place.CELL, ", ".join(filter(None, (name, head))))


def _prose(at: int, line: str) -> Iterator[Part]:
    bullet = _BULLET.match(line)
    skipped = bullet.end() if bullet else 0
    place = Place.CAPTION if _CAPTION.match(line) else Place.SENTENCE
    for start, end in _whole(line, skipped, place):
        yield Part(at + start, at + end, place, silent=_silence(line[start:end]))


def _whole(line: str, skipped: int, place: Place) -> Iterator[tuple[int, int]]:
    """Sentences, but never cut inside quotation marks or brackets: what is said in them belongs to who says it."""
    body = line[skipped:]
    spans = (
        [(skipped, skipped + len(body.rstrip()))] if place is Place.CAPTION else list(_sentence_spans(line, skipped))
    )
    begun: int | None = None
    for start, end in spans:
        begun = start if begun is None else begun
        if not _within_marks(line[begun:end]):
            yield begun, end
            begun = None
    if begun is not None and spans:
        yield begun, spans[-1][1]


def _sentence_spans(line: str, skipped: int) -> Iterator[tuple[int, int]]:
    for span in sentences(line[skipped:]):
        words = span.text.strip()
        if words:
            start = skipped + span.start + len(span.text) - len(span.text.lstrip())
            yield start, start + len(words)


def _within_marks(text: str) -> bool:
    opened = sum(text.count(mark) for mark in _OPEN) - sum(text.count(mark) for mark in _CLOSE)
    return opened > 0 or text.count('"') % 2 == 1


def _silence(text: str) -> str:
    if _QUESTION.search(text):
        return "question"
    if not any(char.isalnum() for char in text):
        return "no words"
    figures = bool(quantities(text))
    if _LEAD_IN.search(text) and not figures and not negated(text):
        return "introduces what follows"
    return "pointer" if _POINTER.match(text) and not figures else ""

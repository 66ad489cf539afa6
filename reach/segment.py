"""Cuts a page's text into sentences, and into segments with exact positions (R221-R225, C29)."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reach.settings import PAGES_KEPT, ReachSettings
from reach.words import CJK

_SETTINGS = ReachSettings()

_ABBREVIATIONS = """
e.g i.e etc cf vs al approx no nos fig figs eq sec ch vol pp p ed eds mr mrs ms dr prof st jr sr inc ltd co corp dept
est ca jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k gen gov rev hon art resp incl min max
"""
_SHORT = frozenset(_ABBREVIATIONS.split())
_CLOSING = "\"'”’)\\]»」』）】》〉"
_END = re.compile(rf"[。！？!?…]+[{_CLOSING}]*|(?<!\.)\.++[{_CLOSING}]*(?=\s|$|[{CJK}])")
_LAST_WORD = re.compile(r"[\w.]+$")
_NEXT = re.compile(r"\S")
_NEXT_WORD = re.compile(r"""[^\s"'“‘(\[「『（【《]""")
_BULLET = re.compile(r"\s*(?:[-*•·‣–]|\(?\d{1,3}[.)、]|[一二三四五六七八九十]{1,3}、)\s+")
_LABEL = re.compile(rf"\s*[^\s:：.!?。！？|][^:：.!?。！？|]{{0,{_SETTINGS.sentence_label_chars}}}[:：]\s*\S")
_CLAUSE = re.compile(r"[，；、;：,:]\s*|\s+")
_ROW = " | "
_PARAGRAPH = re.compile(r"^[^\S\n]*\S", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Span:
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Segment:
    number: int  # from 1, in the order of the page
    start: int
    end: int
    text: str  # exactly page.text[start:end]
    title: str = ""
    paragraph: int = 1  # in which it begins; see `paragraph_at`

    @property
    def place(self) -> str:
        """The position tag that stays with a quote up to the citation (R222)."""
        return f"¶ {self.paragraph}, {self.title}" if self.title else f"¶ {self.paragraph}"


@lru_cache(maxsize=PAGES_KEPT)
def paragraph_starts(text: str) -> tuple[int, ...]:
    """In cleaned text a line is a block of the page: a paragraph, a list item, a table's row. Empty lines aren't."""
    return tuple(found.start() for found in _PARAGRAPH.finditer(text))


def paragraph_at(text: str, offset: int) -> int:
    """The number, from 1, of the paragraph that holds the offset; between two paragraphs the one before. Depends only
    on what stands before the offset's end of line, so a text that is cut later keeps its numbers (R222)."""
    return max(1, bisect_right(paragraph_starts(text), offset))


def page_at(page_starts: Sequence[int], offset: int) -> int | None:
    """The page, from 1, of a paged document. A page without text begins where the next one does and holds nothing."""
    return max(1, bisect_right(page_starts, offset)) if page_starts else None


@lru_cache(maxsize=PAGES_KEPT)
def sentences(text: str) -> tuple[Span, ...]:
    """Sentences in order; a table row, a list line and a `Key: value` line never run into their neighbours."""
    return tuple(Span(start, end, text[start:end]) for start, end in _sentences(text))


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for line in text.split("\n"):
        if line:
            for start, end in _in_line(line):
                yield at + start, at + end
        at += len(line) + 1


def _in_line(line: str) -> Iterator[tuple[int, int]]:
    start = begin = 0
    if not _is_whole(line):
        bullet = _BULLET.match(line)
        for found in _END.finditer(line, bullet.end() if bullet else 0):
            if _ends_here(line, begin, found):
                yield from _trimmed(line, start, found.end())
                start = begin = found.end()
    yield from _trimmed(line, start, len(line))


def _is_whole(line: str) -> bool:
    """Rows keep their cells together; so does a label with its value, unless the value is prose of its own."""
    if _ROW in line:
        return True
    return bool(_LABEL.match(line)) and len(line) <= _SETTINGS.snippet_chars and not _END.search(line, 0, len(line) - 1)


def _ends_here(line: str, begin: int, found: re.Match[str]) -> bool:
    """Looks a few characters back and to the next word, no further: a line may be a whole page of ends."""
    mark, end = found[0], found.end()
    if not mark.startswith("."):
        return end == len(line) or mark[0] in "。！？…" or line[end].isspace() or mark[-1] in _CLOSING
    after = _NEXT.search(line, end)
    if after is None:
        return True
    if mark == "." and _goes_on(line, begin, found.start(), after[0]):
        return False
    follows = _NEXT_WORD.search(line, end)
    return follows is None or not (follows[0].islower() and follows[0].isascii())


def _goes_on(line: str, begin: int, dot: int, after: str) -> bool:
    """An abbreviation, an initial or a point's number doesn't end a sentence; "no." does unless a number follows."""
    word = _LAST_WORD.search(line[max(begin, dot - _SETTINGS.abbreviation_chars) : dot])
    name = word[0].lower() if word else ""
    if name == "no":
        return after.isdigit()
    if name in _SHORT or (len(name) == 1 and name.isalpha()):
        return True
    return dot - begin <= _SETTINGS.abbreviation_chars and line[begin:dot].strip().isdigit()


def _trimmed(line: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = line[start:end]
    left = start + len(piece) - len(piece.lstrip())
    right = start + len(piece.rstrip())
    if left < right:
        yield left, right


@dataclass(frozen=True, slots=True)
class _Unit:
    start: int
    end: int
    opens: bool  # begins a sentence
    paragraph: bool  # begins a paragraph


def segments(
    text: str, title: str = "", settings: ReachSettings = _SETTINGS, *, apart: bool = False
) -> tuple[Segment, ...]:
    """400-800 characters each; shorter only where the text ends. Neighbours share their bordering sentence or two.

    `apart`: no segment goes over an empty line, however short it stays. For lists of links, whose neighbours have
    nothing to do with each other (B-066)."""
    bounds = [
        (start + at, start + end)
        for start, part in (_parts(text) if apart else [(0, text)])
        for at, end in _bounds(part, settings)
    ]
    paragraphs = paragraph_starts(text)
    return tuple(
        Segment(number, start, end, text[start:end], title, max(1, bisect_right(paragraphs, start)))
        for number, (start, end) in enumerate(bounds, start=1)
    )


def _parts(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for part in text.split("\n\n"):
        yield at, part
        at += len(part) + 2


def _bounds(text: str, settings: ReachSettings) -> list[tuple[int, int]]:
    units = tuple(_units(text, settings))
    spans: list[tuple[int, int]] = []  # first and last-plus-one unit
    first = 0
    while first < len(units):
        last = _cut(units, first, settings)
        spans.append((first, last))
        if last >= len(units):
            break
        first = _with_overlap(units, first, last, settings)
    _balance(units, spans, settings)
    return [(units[a].start, units[b - 1].end) for a, b in spans]


def _units(text: str, settings: ReachSettings) -> Iterator[_Unit]:
    """Sentences, with those cut that are too long for a segment to be filled from both sides of its lower bound."""
    longest = settings.segment_most - settings.segment_least - settings.cell_gap_chars
    paragraph_at = 0
    for start, end in _sentences(text):
        fresh = start == 0 or "\n" in text[paragraph_at:start]
        paragraph_at, opens = end, True
        while end - start > longest:
            cut = _clause_end(text, start, start + longest)
            yield _Unit(start, start + len(text[start:cut].rstrip()), opens, fresh and opens)
            start, opens = cut, False
        yield _Unit(start, end, opens, fresh and opens)


def _clause_end(text: str, start: int, limit: int) -> int:
    """The last comma or space before the limit; a text without either (a long number, a hash) is cut where it is."""
    ends = [found.end() for found in _CLAUSE.finditer(text, start, limit) if found.end() < limit]
    return ends[-1] if ends and ends[-1] > start else limit


def _cut(units: tuple[_Unit, ...], first: int, settings: ReachSettings) -> int:
    """Where the segment that begins at `first` ends: the last paragraph border that fits, else sentence, else piece."""
    start, last = units[first].start, first + 1
    paragraph = sentence = 0
    while last < len(units) and units[last].end - start <= settings.segment_most:
        last += 1
        if last < len(units) and units[last - 1].end - start >= settings.segment_least:
            paragraph = last if units[last].paragraph else paragraph
            sentence = last if units[last].opens else sentence
    if last == len(units):
        return last
    return paragraph or sentence or last


def _with_overlap(units: tuple[_Unit, ...], first: int, last: int, settings: ReachSettings) -> int:
    wanted = settings.segment_overlap * settings.segment_most
    most = settings.segment_overlap_most * settings.segment_most
    back = last
    for at in range(last - 1, first, -1):
        size = units[last - 1].end - units[at].start
        if size > most:
            break
        if units[at].opens:
            back = at
            if size >= wanted:
                break
    return back


def _balance(units: tuple[_Unit, ...], spans: list[tuple[int, int]], settings: ReachSettings) -> None:
    """A short tail takes sentences from the segment before it, so that both stay within the bounds."""
    if len(spans) < 2:
        return
    (a, b), (_, end) = spans[-2], spans[-1]
    if units[end - 1].end - units[spans[-1][0]].start >= settings.segment_least:
        return
    if units[end - 1].end - units[a].start <= settings.segment_most:
        spans[-2:] = [(a, end)]
        return
    fits = [
        at
        for at in range(b, a, -1)
        if settings.segment_least <= units[end - 1].end - units[at].start <= settings.segment_most
    ]
    at = next((at for at in fits if units[at].opens), fits[0] if fits else None)
    if at is not None:
        spans[-1] = (at, end)

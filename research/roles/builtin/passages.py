"""The pieces of a page that can be quoted: windows of neighbouring sentences, and blocks of keys with their values."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from memory.figures import dates
from reach.segment import Span, sentences
from reach.words import CJK, terms
from research.roles.builtin.ask_words import Facet, field_words
from research.roles.builtin.tuning import TUNING

_KEYED = re.compile(r"\s*(?:[-*•]\s*)?(?P<key>[^:：|\n]{1,40}?)\s*[:：]\s*(?P<value>\S.*)")
_ROW = re.compile(r"\s*\|?\s*(?P<key>[^|\n]{1,40}?)\s*\|\s*(?P<value>[^|\n]+?)\s*\|?\s*")
_CELL = re.compile(r"[^|:：\n]{1,80}[:：]\s*\S")  # of a table's row: the name of its column, and its value
_ITEM = re.compile(r"\s*[-*•]\s+(?P<text>\S.*)")
_INNER_END = re.compile(r"[。！？；]|[.!?;](?=\s)")
_CLAUSE = re.compile(r"，\s*|,\s+|\s[–—]\s")
_BREAK = re.compile(r"[，、]\s*|,\s+|\s+")
"""No comma inside of a figure is one."""
_ADDED = r"(?:并|且|同时|还|以及|其中)|(?:and|but|with|including)\b"
_ADDS = re.compile(rf"\s*[，,；;]\s*(?={_ADDED})")
"""What a clause is joined by that could be left out: what stands before it is whole."""
_JOINED = re.compile(_ADDED)
_HAN = re.compile(rf"[{CJK}]")


@dataclass(frozen=True, slots=True)
class Pair:
    """One key with its value, where they stand."""

    key: str
    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Passage:
    start: int
    end: int
    units: tuple[int, int]
    """First and last-plus-one sentence."""
    block: bool
    """Whether it begins with keys and values."""


def units(text: str, longest: int) -> tuple[Span, ...]:
    """Sentences, the longer ones cut at inner ends, then at commas, so that each can be quoted."""
    return tuple(
        piece
        for span in sentences(text)
        for start, end in _before_its_announcement(text, span)
        for piece in _pieces(text, start, end, longest)
    )


def _before_its_announcement(text: str, span: Span) -> Iterator[tuple[int, int]]:
    """ "…, and it brings the following:" says something before it announces what comes: that much can be quoted."""
    joints = list(_ADDS.finditer(text, span.start, span.end)) if span.text.rstrip().endswith((":", "：")) else []
    if joints:
        yield span.start, joints[-1].start()
        yield joints[-1].end(), span.end
    else:
        yield span.start, span.end


def _pieces(text: str, start: int, end: int, longest: int) -> Iterator[Span]:
    while end - start > longest:
        cut = (
            _last(_INNER_END, text, start, start + longest)
            or _last(_CLAUSE, text, start + longest // 2, start + longest)
            or _last(_BREAK, text, start, start + longest)
            or start + longest
        )
        yield _span(text, start, cut)
        start = cut + len(text[cut:end]) - len(text[cut:end].lstrip())
    if start < end:
        yield _span(text, start, end)


def _last(pattern: re.Pattern[str], text: str, start: int, limit: int) -> int:
    ends = [match.end() for match in pattern.finditer(text, start, limit)]
    return ends[-1] if ends else 0


def _span(text: str, start: int, end: int) -> Span:
    end = start + len(text[start:end].rstrip())
    return Span(start, end, text[start:end])


def header_pairs(text: str) -> tuple[Pair, ...]:
    """Keys and values near the top of a page: the page's own word for its date, status and version.

    Three forms are read: `Key: value`, a two-cell row, and a list whose items are key and value in turn.
    """
    lines = list(_lines(text))[: TUNING.header_lines]
    runs = [_run(lines, at) for at in range(len(lines))]
    return max(runs, key=len, default=())


def _lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.split("\n"):
        if line.strip():
            yield at, line
        at += len(line) + 1


def _run(lines: Sequence[tuple[int, str]], first: int) -> tuple[Pair, ...]:
    """The longest run of pairs from this line on, all in one of the forms."""
    return max((tuple(_keyed(lines, first)), tuple(_in_turn(lines, first))), key=len)


def _keyed(lines: Sequence[tuple[int, str]], first: int) -> Iterator[Pair]:
    for at, line in lines[first:]:
        match = _KEYED.fullmatch(line) or (None if is_named(line) else _ROW.fullmatch(line))
        if not match or not _is_key(match["key"]) or not _is_value(match["value"]):
            return
        yield Pair(match["key"], match["value"], at + len(line) - len(line.lstrip()), at + len(line.rstrip()))


def _in_turn(lines: Sequence[tuple[int, str]], first: int) -> Iterator[Pair]:
    for (at, line), (below, next_line) in zip(lines[first::2], lines[first + 1 :: 2], strict=False):
        key, value = _ITEM.fullmatch(line), _ITEM.fullmatch(next_line)
        if not key or not value or not _is_key(key["text"]) or not _is_value(value["text"]):
            return
        if _ends_as_sentence(key["text"]):
            return
        yield Pair(key["text"].strip(), value["text"].strip(), at, below + len(next_line.rstrip()))


def _is_key(text: str) -> bool:
    """A day is no key: a line that begins with one tells an event of a chronicle."""
    if dates(text):
        return False
    if _HAN.search(text):
        return len(text) <= TUNING.key_han
    return len(text.split()) <= TUNING.key_words and any(char.isalpha() for char in text)


def _is_value(text: str) -> bool:
    """Several sentences behind a colon are prose."""
    return len(text) <= TUNING.value_chars and not _INNER_END.search(text.rstrip()[:-1])


def _ends_as_sentence(text: str) -> bool:
    return text.rstrip().endswith((".", "!", "?", "。", "！", "？", ",", ";"))


def windows(spans: Sequence[Span], barriers: Collection[int], longest: int) -> Iterator[Passage]:
    """Every run of neighbouring sentences that fits, up to the usual number, over no heading and no header line. A
    table's row stands alone: it names its columns itself, and neither neighbour nor text below is part of it."""
    rows = {at for at, span in enumerate(spans) if is_row(span.text)}
    for first, span in enumerate(spans):
        for last in range(first + 1, min(first + TUNING.window_sentences, len(spans)) + 1):
            if last - 1 in barriers or spans[last - 1].end - span.start > longest:
                break
            if last - first > 1 and not rows.isdisjoint((first, last - 1)):
                break
            if announces(spans[last - 1].text) or _begins_earlier(spans, first, last, longest):
                continue
            yield Passage(span.start, spans[last - 1].end, (first, last), False)


def _begins_earlier(spans: Sequence[Span], first: int, last: int, longest: int) -> bool:
    """Whether these words begin in the middle of a sentence of which a quote has room for the beginning, too. Where it
    has none, they begin with a clause if the sentence has any."""
    begin = first
    while begin > 0 and _goes_on(spans[begin - 1], spans[begin], longest):
        begin -= 1
    return (
        begin < first
        and last - begin <= TUNING.window_sentences
        and spans[last - 1].end - spans[begin].start <= longest
    )


def _goes_on(before: Span, span: Span, longest: int) -> bool:
    """Whether both are pieces of one sentence: cut at a comma, before what is only announced, or where one was full."""
    if before.text.endswith((",", "，", "、")) or (announces(span.text) and _JOINED.match(span.text)):
        return True
    word = span.text.partition(" ")[0]
    return span.text[:1].islower() and span.start + len(word) - before.start > longest


def _ends(text: str) -> bool:
    """A document of one sentence has that sentence for its title; it may be quoted all the same."""
    return text.rstrip().endswith(("。", ".", "！", "!", "？", "?"))


def barriers(spans: Sequence[Span], pairs: Sequence[Pair], title: str) -> frozenset[int]:
    """Sentences that no quote of prose may hold: the page's title, its header lines, and headings."""
    return frozenset(
        at
        for at, span in enumerate(spans)
        if (span.text.strip() == title.strip() and not _ends(span.text))
        or any(span.start < pair.end and pair.start < span.end for pair in pairs)
        or is_heading(span.text)
    )


def announces(text: str) -> bool:
    """What only leads to the next line, as no quote may end: "the following features:", a table's head."""
    cells = text.split("|")
    head = len(cells) > 1 and all(len(cell.strip()) <= TUNING.key_han and not _CELL.match(cell) for cell in cells)
    return head or text.rstrip().endswith((":", "："))


def is_named(line: str) -> bool:
    """A row whose cells carry their columns' names holds one of many things; it is no key with its value."""
    return any(_CELL.match(cell) for cell in line.split("|")[1:])


def is_item(text: str) -> bool:
    return bool(_ITEM.fullmatch(text.rstrip()))


def is_row(text: str) -> bool:
    return " | " in text


def is_heading(text: str) -> bool:
    """A short line that ends as no sentence does, and is no item, row or pair."""
    if (
        _ITEM.match(text)
        or _KEYED.match(text)
        or "|" in text
        or _ends_as_sentence(text)
        or text.rstrip().endswith((":", "：", "…"))
    ):
        return False
    return len(text) <= (TUNING.heading_han if _HAN.search(text) else TUNING.heading_chars)


def block_windows(
    spans: Sequence[Span], pairs: Sequence[Pair], walls: Collection[int], longest: int
) -> Iterator[Passage]:
    """The pairs, alone and with what follows them: a date line and the sentence below it answer together."""
    inside = [at for at, span in enumerate(spans) if pairs and span.start < pairs[-1].end and span.end > pairs[0].start]
    if not inside:
        return
    start, end, first, after = pairs[0].start, pairs[-1].end, inside[0], inside[-1] + 1
    yield Passage(start, end, (first, after), True)
    for last in range(after + 1, min(after + TUNING.window_sentences, len(spans)) + 1):
        text = spans[last - 1].text
        if is_heading(text) or is_row(text) or spans[last - 1].end - start > longest:
            break
        if last - 1 not in walls and not announces(text):
            yield Passage(start, spans[last - 1].end, (first, last), True)


def trimmed_pairs(pairs: Sequence[Pair], facets: Sequence[Facet]) -> tuple[Pair, ...]:
    """From the first pair that answers a kind of question to the last: what lies between stays, it is one quote. A
    version that follows stays with the date it explains: "accepted" says little without the release it was for."""
    telling = [at for at, pair in enumerate(pairs) if _answers(pair, facets)]
    if not telling:
        return ()
    last = max(at for at, pair in enumerate(pairs) if at in telling or _answers(pair, (Facet.VERSION,)))
    return tuple(pairs[telling[0] : max(last, telling[-1]) + 1])


def _answers(pair: Pair, facets: Sequence[Facet]) -> bool:
    """A key that promises a date must hold one; an address answers nothing."""
    key = set(terms(pair.key))
    promised = [facet for facet in facets if key & field_words(facet)]
    if not promised or pair.value.startswith(("http://", "https://")):
        return False
    return promised != [Facet.DATE] or bool(dates(pair.value))

"""What an executor sees of a page: its head, and the one or two paragraphs nearest to the gap with their neighbours.

Ranked by words first, since a vector costs a hundred times as much; only the best are embedded (R087-R089, C10).
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from reach.segment import Segment, segments, sentences
from reach.words import content_terms
from research.engine.tools import ReadPage, Tools
from research.terms import Goal

_LINE = re.compile(r"[^\n]+")
Stretch = tuple[int, int]
"""Start and end in the page's text."""


async def worth_showing(
    page: ReadPage, goal: Goal, gap: str, quoted: Sequence[int], tools: Tools
) -> tuple[Stretch, ...]:
    """Stretches in the order of the page that together stay under the limit of tokens; a short page is shown whole.

    `quoted`: where the goal's quotes of it begin. Their paragraphs have said their part: others are chosen."""
    shown = await _chosen(page, goal, gap, quoted, tools)
    return tuple(_lines(page.text, shown)) if page.listed else shown


def _lines(text: str, stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """Each line by itself: a quote lies inside one stretch, so none joins two items of a list (B-066)."""
    for start, end in stretches:
        for line in _LINE.finditer(text, start, end):
            yield line.span()


async def _chosen(page: ReadPage, goal: Goal, gap: str, quoted: Sequence[int], tools: Tools) -> tuple[Stretch, ...]:
    limits = tools.limits
    if tools.count(page.text) <= limits.page_tokens:
        return ((0, len(page.text)),) if page.text else ()
    if not (paragraphs := segments(page.text)):
        return ()
    wanted = frozenset(content_terms(f"{goal.question} {gap} {' '.join(goal.wanted)}"))
    untold = [each for each in paragraphs if not any(each.start <= at < each.end for at in quoted)]
    ranked = _by_words(untold, wanted)[: limits.embedded_paragraphs]
    best = await _by_likeness(ranked, f"{goal.question} {gap}", wanted, tools)
    return _within(page.text, paragraphs, best[: limits.quotes_per_page], wanted, tools)


def _by_words(paragraphs: Sequence[Segment], wanted: frozenset[str]) -> list[Segment]:
    """By the wanted words a paragraph holds, each worth the more the fewer paragraphs hold it; the first ones first."""
    held = [frozenset(content_terms(each.text)) for each in paragraphs]
    seen = Counter(word for words in held for word in words)
    worth = {word: math.log(1 + len(paragraphs) / seen[word]) for word in wanted if seen[word]}
    shares = [sum(value for word, value in worth.items() if word in words) for words in held]
    return [paragraphs[at] for at in sorted(range(len(paragraphs)), key=lambda at: (-shares[at], at))]


async def _by_likeness(paragraphs: Sequence[Segment], aim: str, wanted: frozenset[str], tools: Tools) -> list[Segment]:
    """One vector each; of equals the one that had the better words stays ahead."""
    longest = tools.limits.embedded_characters
    texts = [each.text[_point(each.text, wanted) :][:longest] for each in paragraphs]
    target, *vectors = await tools.embedder.embed([aim, *texts])
    near = [tools.embedder.similarity(target, vector) for vector in vectors]
    return [paragraphs[at] for at in sorted(range(len(paragraphs)), key=lambda at: (-near[at], at))]


def _point(text: str, wanted: frozenset[str]) -> int:
    """Where the sentence with most of the wanted words begins: a paragraph may come to the point at its end."""
    return max(sentences(text), key=lambda span: len(wanted & set(content_terms(span.text)))).start


def _within(
    text: str, paragraphs: Sequence[Segment], best: Sequence[Segment], wanted: frozenset[str], tools: Tools
) -> tuple[Stretch, ...]:
    """The head, then the best, whole or from their point on, then their neighbours while they fit whole."""
    limit = tools.limits.page_tokens

    def with_more(shown: tuple[Stretch, ...], more: Stretch) -> tuple[Stretch, ...]:
        grown = joined([*shown, more])
        return grown if _tokens(text, grown, tools) <= limit else shown

    shown = joined([_leading(text, 0, _opening(text, tools.limits.opening_characters), limit // 2, tools)])
    for each in best:
        room, point = limit - _tokens(text, shown, tools), each.start + _point(each.text, wanted)
        whole = with_more(shown, (each.start, each.end))
        shown = with_more(shown, _leading(text, point, each.end, room, tools)) if whole == shown else whole
    beside = (each.number - 1 + step for step in (1, -1) for each in best)
    for at in dict.fromkeys(at for at in beside if 0 <= at < len(paragraphs)):
        shown = with_more(shown, (paragraphs[at].start, paragraphs[at].end))
    return shown


def _opening(text: str, longest: int) -> int:
    """Where the last sentence ends that lies wholly in the head."""
    return max((span.end for span in sentences(text[: 2 * longest]) if span.end <= longest), default=0)


def _leading(text: str, start: int, end: int, room: int, tools: Tools) -> Stretch:
    """As many whole sentences from the start on as the room takes; an empty stretch for none."""
    last = start
    for span in sentences(text[start:end]):
        if tools.count(text[start : start + span.end]) > room:
            break
        last = start + span.end
    return start, last


def _tokens(text: str, stretches: Iterable[Stretch], tools: Tools) -> int:
    return sum(tools.count(text[start:end]) for start, end in stretches)


def joined(stretches: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """In order; those that overlap or touch become one."""
    made: list[Stretch] = []
    for start, end in sorted(each for each in stretches if each[0] < each[1]):
        if made and start <= made[-1][1] + 1:
            made[-1] = made[-1][0], max(end, made[-1][1])
        else:
            made.append((start, end))
    return tuple(made)


def inside(start: int, end: int, stretches: Iterable[Stretch]) -> bool:
    return any(first <= start and end <= last for first, last in stretches)

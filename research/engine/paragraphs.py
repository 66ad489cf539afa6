"""What an executor sees of a page: its head, and the one or two paragraphs nearest to the gap with their neighbours.

Ranked by words first, since a vector costs a hundred times as much; only the best are embedded (R087-R089, C10).
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from reach.segment import Segment, segments, sentences
from reach.words import content_terms
from research.engine.tools import ReadPage, Tools
from research.terms import Goal

Stretch = tuple[int, int]
"""Start and end in the page's text."""


async def worth_showing(page: ReadPage, goal: Goal, gap: str, kept: int, tools: Tools) -> tuple[Stretch, ...]:
    """Stretches in the order of the page that together stay under the limit of tokens; a short page is shown whole."""
    limits = tools.limits
    if tools.count(page.text) <= limits.page_tokens:
        return ((0, len(page.text)),) if page.text else ()
    paragraphs = segments(page.text)
    ranked = _by_words(paragraphs, content_terms(f"{goal.question} {gap} {' '.join(goal.wanted)}"))
    best = await _by_likeness(ranked[: limits.embedded_paragraphs], f"{goal.question} {gap}", tools)
    return _within(page.text, paragraphs, [each.number - 1 for each in best[:kept]], tools)


def _by_words(paragraphs: Sequence[Segment], wanted: Iterable[str]) -> list[Segment]:
    """By the wanted words a paragraph holds, each worth the more the fewer paragraphs hold it; the first ones first."""
    held = [frozenset(content_terms(each.text)) for each in paragraphs]
    seen = Counter(word for words in held for word in words)
    worth = {word: math.log(1 + len(paragraphs) / seen[word]) for word in set(wanted) if seen[word]}
    shares = [sum(value for word, value in worth.items() if word in words) for words in held]
    return [paragraphs[at] for at in sorted(range(len(paragraphs)), key=lambda at: (-shares[at], at))]


async def _by_likeness(paragraphs: Sequence[Segment], aim: str, tools: Tools) -> list[Segment]:
    """One vector each for the beginnings; of equals the one that had the better words stays ahead."""
    longest = tools.limits.embedded_characters
    target, *vectors = await tools.embedder.embed([aim, *(each.text[:longest] for each in paragraphs)])
    near = [tools.embedder.similarity(target, vector) for vector in vectors]
    return [paragraphs[at] for at in sorted(range(len(paragraphs)), key=lambda at: (-near[at], at))]


def _within(text: str, paragraphs: Sequence[Segment], best: Sequence[int], tools: Tools) -> tuple[Stretch, ...]:
    """The head, then the best whole, then their neighbours, each while it fits."""
    head = _head(text, tools.limits.opening_characters)
    shown = joined([head]) if head[1] else ()
    beside = [at + step for step in (1, -1) for at in best if 0 <= at + step < len(paragraphs)]
    for at in dict.fromkeys([*best, *beside]):
        grown = joined([*shown, (paragraphs[at].start, paragraphs[at].end)])
        if sum(tools.count(text[start:end]) for start, end in grown) <= tools.limits.page_tokens:
            shown = grown
    return shown


def _head(text: str, longest: int) -> Stretch:
    ends = [span.end for span in sentences(text[: 2 * longest]) if span.end <= longest]
    return 0, max(ends, default=0)


def joined(stretches: Iterable[Stretch]) -> tuple[Stretch, ...]:
    """In order; those that overlap or touch become one."""
    made: list[Stretch] = []
    for start, end in sorted(stretches):
        if made and start <= made[-1][1] + 1:
            made[-1] = made[-1][0], max(end, made[-1][1])
        else:
            made.append((start, end))
    return tuple(made)


def inside(start: int, end: int, stretches: Iterable[Stretch]) -> bool:
    return any(first <= start and end <= last for first, last in stretches)

"""A sentence of the engine or of a reach as a pattern, and the same sentence for a reader.

Engine and reach speak one language and know no other; their sentences are kept in rows as they were said. What is shown
of them is said again here, whoever shows it: a page, an export, a command.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext

_HOLE = re.compile(r"%\((\w+)\)s")
_COUNTS = frozenset({"n", "m"})
"""Holes that hold a figure; any other may hold words, which may be such a sentence again."""
_FIGURE = r"\d[\d,. ]*(?:e[+-]?\d+)?%?"


class Saying(NamedTuple):
    pattern: re.Pattern[str]
    words: str | Promise
    """A message for gettext, with the pattern's groups as its holes; or a lazy one that carries its context."""


def same(*messages: str) -> tuple[Saying, ...]:
    """Sentences that are shown as they were said; give them marked for translation."""
    return tuple(Saying(_pattern(message), message) for message in messages)


def otherwise(pattern: str, words: str | Promise) -> Saying:
    """One that is shown in other words, or whose parts need a pattern of their own."""
    return Saying(re.compile(pattern, re.DOTALL), words)


def _pattern(message: str) -> re.Pattern[str]:
    pieces = _HOLE.split(message)
    holes = [f"(?P<{name}>{_FIGURE if name in _COUNTS else '.+'})" for name in pieces[1::2]]
    texts = [re.escape(text) for text in pieces[::2]]
    return re.compile("".join(text + hole for text, hole in zip(texts, [*holes, ""], strict=True)), re.DOTALL)


def worded(sentence: str, sayings: Iterable[Saying]) -> str:
    """In the language that is active; what no pattern knows stays as it is."""
    for saying in sayings:
        if found := saying.pattern.fullmatch(sentence):
            parts = {name: worded(part, sayings) for name, part in found.groupdict().items()}
            words = gettext(saying.words) if isinstance(saying.words, str) else str(saying.words)
            return words % parts if parts else words
    return sentence

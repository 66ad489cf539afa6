"""Where a claim's atoms stand in a text: what a page highlights. Decides nothing; the verdict was the checker's."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from memory.figures.folding import fold


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    mark: str
    """"found", "missing" or "" for plain text."""


def marked(text: str, atoms: Iterable[Mapping[str, Any]]) -> list[Piece]:
    """The text cut into pieces that joined give it back, byte for byte: a highlight never changes a quote (RP4)."""
    taken: list[tuple[int, int, str]] = []
    for atom in sorted(atoms, key=lambda atom: -len(atom["text"])):
        for start, end in _places(text, atom["text"]):
            if all(end <= left or right <= start for left, right, _ in taken):
                taken.append((start, end, "found" if atom["found"] else "missing"))
    return _cut(text, sorted(taken))


def _places(text: str, atom: str) -> list[tuple[int, int]]:
    """Whole words only in scripts that have them: 15 is no part of 2015, nor of 0.15. Folding keeps every offset."""
    wanted = fold(atom).strip()
    if not wanted:
        return []
    before = r"(?<![A-Za-z0-9])(?<!\d[.,])" if re.match(r"[A-Za-z0-9]", wanted) else ""
    after = r"(?![A-Za-z0-9])(?![.,]\d)" if re.search(r"[A-Za-z0-9]\Z", wanted) else ""
    found = re.finditer(before + re.escape(wanted) + after, fold(text), re.IGNORECASE)
    return [match.span() for match in found]


def _cut(text: str, taken: Iterable[tuple[int, int, str]]) -> list[Piece]:
    pieces, at = [], 0
    for start, end, mark in taken:
        pieces += [Piece(text[at:start], ""), Piece(text[start:end], mark)]
        at = end
    return [piece for piece in [*pieces, Piece(text[at:], "")] if piece.text]

"""A tree as the text a reader would copy from it: blocks on lines of their own, bullets kept, nothing chosen.

Walks without recursion and in linear time, so it also reads pages that the extractor can't (B-068).
"""

import re
from collections.abc import Collection
from typing import Any, TypeAlias

from lxml import etree

from reach.clean import tidy

Element: TypeAlias = Any  # an lxml element: the library comes without types

_BREAKING_NAMES = """
address article aside blockquote body br button caption center dd details dialog div dl dt fieldset figcaption figure
footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol option p pre section summary table tbody tfoot thead
title tr ul video
"""
BREAKING = frozenset(_BREAKING_NAMES.split())
_SEPARATE = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "table", "section", "article"})
ROWS = "data-rows"  # marks a block whose paragraphs are rows: they follow each other without a blank line
ITEM = "data-item"  # marks a paragraph of its own, whatever blocks are in it: see reach.listing
_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_LONE_BULLET = re.compile(r"^-\n+(?!-)", re.MULTILINE)
CELLS = frozenset({"td", "th"})


def words_of(node: Element) -> str:
    """The words of one element on one line; a break between blocks is a space, a change of letters is none."""
    pieces: list[str] = []
    for event, at in etree.iterwalk(node, events=("start", "end")):
        inner = at.tag in BREAKING or at.tag in CELLS
        if event == "start":
            pieces.append(f"{' ' if inner else ''}{at.text or ''}")
        else:
            pieces.append(f"{' ' if inner else ''}{at.tail or '' if at is not node else ''}")
    return " ".join("".join(pieces).split())


def size(node: Element) -> int:
    """Characters, without those that only lay out the source."""
    return int(node.xpath("string-length(normalize-space(.))"))


def visible_text(tree: Element, without: Collection[Element] = ()) -> str:
    pieces: list[str] = []
    preserved = 0
    items: list[int] = []  # where the pieces of the items begin that are open
    walk = etree.iterwalk(tree, events=("start", "end"))
    for event, node in walk:
        opening = event == "start"
        if without and node in without:
            if opening:
                walk.skip_subtree()
            else:
                pieces.append((node.tail or "") if preserved else _folded(node.tail or ""))
            continue
        if node.tag == "pre":
            preserved += 1 if opening else -1
        if node.get(ITEM) is not None:
            _bound_item(pieces, items, opening)
        pieces.append(_border(node, opening))
        words = node.text if opening else (node.tail if node is not tree else None)
        if words and isinstance(node.tag, str):
            pieces.append(words if preserved else _folded(words))
    return _LONE_BULLET.sub("- ", tidy("".join(pieces)))


def _bound_item(pieces: list[str], items: list[int], opening: bool) -> None:
    """Its blocks follow each other without a blank line; around it there is one."""
    if opening:
        items.append(len(pieces))
        return
    start = items.pop()
    pieces[start:] = ["\n\n", _BLANK.sub("\n", "".join(pieces[start:])).strip("\n"), "\n\n"]


def _border(node: Element, opening: bool) -> str:
    tag, parent = node.tag, node.getparent()
    if tag == "p" and parent is not None and parent.get(ROWS) is not None:
        return "\n" if opening else ""
    if tag == "li" and opening:
        return "\n- "
    if tag in _SEPARATE:
        return "\n\n"
    if tag in BREAKING:
        return "\n"
    beside = opening and tag in CELLS and node.getprevious() is not None
    return " | " if beside else ""


def _folded(words: str) -> str:
    """A line end inside running text is a space; one at its border stays a border of words."""
    joined = " ".join(words.split())
    return f"{' ' if words[:1].isspace() else ''}{joined}{' ' if joined and words[-1:].isspace() else ''}"

"""The short lines of a page and where they stand: where a reader looks for author and day."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from reach.render import BREAKING, CELLS, Element
from reach.settings import ReachSettings

_SKIPPED = frozenset({"script", "style", "noscript", "template", "nav", "aside", "form", "select", "button", "svg"})
_BESIDE = re.compile(
    r"(^|[\s_-])(nav(bar|igation)?|menu|sidebar|breadcrumbs?|related|recommend(ed|ations)?|comments?|cookie|consent"
    r"|newsletter|promo)($|[\s_-])",
    re.IGNORECASE,
)
_LABELLED = frozenset({"time", "span", "abbr", "small", "p", "em", "i", "dd", "li"})
# A day may be labelled by the class of its element alone; "published updated" on one element means published.
_PUBLISHED = re.compile(r"publish|posted|byline|entry-date|dateline|pubdate|发布", re.IGNORECASE)
_UPDATED = re.compile(r"updated|modified|lastmod", re.IGNORECASE)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    at_top: bool
    """Near the page's heading and before its first paragraph: a byline's place."""
    in_list_of_links: bool


class _Walk:
    def __init__(self, tree: Element, settings: ReachSettings) -> None:
        self.settings = settings
        self.start, self.heading = _top(tree)
        self.pieces: list[str] = []
        self.open = {"a": 0, "li": 0}
        self.linked = False
        self.top_lines = -1  # lines since the top began; before it, below zero
        self.over = False
        self.beside: dict[str, bool] = {}  # by class and id, of which a page has few
        self.labels: dict[str, str] = {}

    def enter(self, node: Element) -> Line | None:
        line = self.flush(node) if node.tag in BREAKING else None
        if node is self.start:
            self.top_lines = 0
        if node.tag in self.open:
            self.open[node.tag] += 1
            self.linked = self.linked or node.tag == "a"
        if node.tag in _LABELLED:
            self.pieces.append(f" {self.label(node)}" if node.attrib else " ")
        elif node.tag in CELLS:
            self.pieces.append(" ")
        self.pieces.append(node.get("datetime") or node.text or "" if node.tag == "time" else node.text or "")
        return line

    def label(self, node: Element) -> str:
        marks = f"{node.get('class', '')} {node.get('itemprop', '')} {'pubdate' if 'pubdate' in node.attrib else ''}"
        if marks not in self.labels:
            told = "published " if _PUBLISHED.search(marks) else "updated " if _UPDATED.search(marks) else ""
            self.labels[marks] = told
        return self.labels[marks]

    def is_beside(self, node: Element) -> bool:
        if node.tag in _SKIPPED:
            return True
        if node.tag == "header":
            inside = next(node.iterancestors("article", "main"), None) is not None
            return not inside and next(node.iter("h1"), None) is None
        if not node.attrib or node.tag in ("body", "article", "main"):
            return False
        marks = f"{node.get('class', '')} {node.get('id', '')}"
        if marks not in self.beside:
            self.beside[marks] = bool(_BESIDE.search(marks))
        return self.beside[marks]

    def leave(self, node: Element) -> Line | None:
        line = self.flush(node) if node.tag in BREAKING else None
        if node.tag in self.open:
            self.open[node.tag] -= 1
        if node is self.heading:
            self.top_lines = 0
        self.pieces.append(node.tail or "")
        return line

    def flush(self, node: Element) -> Line | None:
        text = " ".join("".join(self.pieces).split()) if self.pieces else ""
        in_list = self.open["a"] > 0 or (self.open["li"] > 0 and self.linked)
        self.pieces, self.linked = [], self.open["a"] > 0
        if not text:
            return None
        if len(text) > self.settings.byline_chars:
            self.over = self.over or self.top_lines >= 0
            return None
        at_top = not self.over and 0 <= self.top_lines < self.settings.byline_lines
        self.top_lines += 1 if self.top_lines >= 0 else 0
        return Line(text, at_top, in_list) if node.tag not in _HEADINGS else None


def lines_of(tree: Element, settings: ReachSettings) -> Iterator[Line]:
    walk = _Walk(tree, settings)
    body = tree.find("body")
    events = etree.iterwalk(tree if body is None else body, events=("start", "end"))
    skipped = None
    for event, node in events:
        if skipped is not None:
            if event == "end" and node is skipped:
                skipped = None
                walk.pieces.append(node.tail or "")
            continue
        if not isinstance(node.tag, str) or (event == "start" and walk.is_beside(node)):
            skipped = node if event == "start" else None
            events.skip_subtree()
            continue
        line = walk.enter(node) if event == "start" else walk.leave(node)
        if line is not None:
            yield line


def _top(tree: Element) -> tuple[Element, Element]:
    """Where a byline may begin: with the one article, or behind the heading of a page that has none or several."""
    articles = list(tree.iter("article"))
    if len(articles) == 1:
        mains = list(tree.iter("main"))
        return articles[0], next((node for main in mains for node in main.iter("h1")), None)
    mains = list(tree.iter("main"))
    within = mains[0] if len(mains) == 1 else tree
    return None, next(within.iter("h1"), None)

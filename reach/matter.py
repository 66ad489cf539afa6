"""A page's matter: the text without what stands beside it. Chooses between the extractor and our own reading."""

import copy
import logging
import re
from functools import cached_property, partial

import trafilatura
from lxml import etree

from reach import blocked
from reach.clean import tidy
from reach.listing import LIST, mark_items
from reach.render import Element, size, visible_text, words_of
from reach.settings import ReachSettings

logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # it reports pages it can't read; we say so ourselves

_BOXES = frozenset({"div", "section", "ul", "ol", "p", "span", "table"})
_LISTS = frozenset({"div", "ul", "ol", "p", "table"})
_SIDE_TAGS = frozenset({"nav", "aside", "footer", "form", "dialog", "menu", "button", "select"})
_SIDE_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alert", "menu"})
_SIDE_NAMES = re.compile(
    r"(^|[\s_-])(nav(bar|igation)?|menu|sidebar|(bread)?crumbs?|foot(er)?|bottom|copyright|share|social|related|recommend(ed|ations)?|newsletter"
    r"|subscribe|promo|sponsor(ed)?|ads?|advert(isement)?|banner|cookie|consent|comments?|toolbar|skip-?link)($|[\s_-])",
    re.IGNORECASE,
)
_PART_NAMES = re.compile(r"foot-?note|citation|admonition|callout|\bnote\b|warning|\btip\b", re.IGNORECASE)
# The frame of a Markdown table, which the extractor puts around rows that we left to it.
_ROW_FRAME = re.compile(r"^\|[ \t]*|[ \t]*\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"^\|(?:-+\|)+[ \t]*\n?", re.MULTILINE)
extract = partial(trafilatura.extract, include_comments=False, include_tables=True, favor_recall=True, fast=True)
_BAR = " | "


def matter_of(tree: Element, large: bool, settings: ReachSettings) -> tuple[str, str]:
    """The text, and a note on it.

    The extractor is precise but loses list items and code (up to a third of a release note was measured). So a page
    that marks its matter is read by ourselves, the extractor's veto on link lists kept; elsewhere the extractor wins
    unless it lost most of the page. A page without any frame has nothing to be chosen from, and an index is navigation
    to the extractor: both are read by ourselves too."""
    body = tree.find("body")
    body = tree if body is None else body
    marked = list(tree.iter("article")) or list(tree.iter("main"))
    part = _Part(marked[0] if len(marked) == 1 else body, settings)
    if not large and part.is_list():
        return part.text(None), LIST
    if len(marked) == 1 and not part.link_lists and part.length > settings.marked_share * size(body):
        return part.text(""), ""
    if part.is_bare and not part.link_lists and not blocked.mentions_consent(whole := part.text("")):
        return whole, ""
    text = "" if large else _extracted(tree)
    enough = len(text) * (settings.marked_share if len(marked) == 1 else settings.own_reading_gain)
    consent = blocked.is_consent(text, settings)
    own = part.text(text) if consent or part.longest > enough else ""
    if consent or len(own) > enough:
        text = own
    return text or visible_text(body), ""


def _extracted(tree: Element) -> str:
    try:
        text = extract(copy.deepcopy(tree))
    except Exception:
        return ""
    text = text or ""
    return tidy(_ROW_FRAME.sub("", _RULE.sub("", text)) if "|" in text else text)


class _Part:
    """A part of the page without what stands beside a page's matter, whose lists of links are doubtful: a list that the
    extractor took is matter (a list of references), one that it left out too is navigation."""

    def __init__(self, root: Element, settings: ReachSettings) -> None:
        self._root = root
        self._settings = settings
        self._beside: set[Element] = set()
        self._lists: list[Element] = []
        walk = etree.iterwalk(root, events=("start",))
        for _, node in walk:
            if node is not root and _is_beside(node):
                self._beside.add(node)
                walk.skip_subtree()
            elif node is not root and node.tag in _LISTS:
                self._lists.append(node)

    @property
    def is_bare(self) -> bool:
        """Nothing stands beside it, neither by its tag nor by its name."""
        return self._root.tag == "body" and not self._beside

    @cached_property
    def length(self) -> int:
        return size(self._root) - sum(size(node) for node in self._beside)

    @property
    def longest(self) -> int:
        """What the text can't exceed: each element adds at most two line ends or a bar."""
        return self.length + len(_BAR) * int(self._root.xpath("count(descendant-or-self::*)"))

    @cached_property
    def link_lists(self) -> list[Element]:
        """Several links and little else. An address spelt out is a reference, not a link."""
        words = {link: words_of(link) for link in self._root.iter("a")}
        sizes = {link: len(said) for link, said in words.items() if said and "://" not in said}
        return [node for node in self._lists if self._is_link_list(node, sizes)]

    def _is_link_list(self, node: Element, sizes: dict[Element, int]) -> bool:
        links = [sizes[link] for link in node.iterdescendants("a") if link in sizes]
        if len(links) < self._settings.link_list_least:
            return False
        return sum(links) > size(node) * self._settings.link_share_most

    def is_list(self) -> bool:
        return mark_items(self._root, self._beside, self.length, self._settings)

    def text(self, chosen: str | None) -> str:
        """`chosen` is what the extractor took; None: the lists are the matter."""
        if chosen is None:
            return visible_text(self._root, self._beside)
        known = self._settings.visible_chars
        refused = (node for node in self.link_lists if words_of(node)[:known] not in chosen)
        return visible_text(self._root, self._beside.union(refused))


def _is_beside(node: Element) -> bool:
    if node.attrib:
        role = node.get("role", "")
        if role.startswith("doc-") or _PART_NAMES.search(node.get("class", "")):
            return False
        if role in _SIDE_ROLES:
            return True
    if node.tag in _SIDE_TAGS:
        return True
    if node.tag == "header":
        inside = next(node.iterancestors("article", "main"), None) is not None
        return not inside and next(node.iter("h1"), None) is None
    if not node.attrib or node.tag not in _BOXES:
        return False
    return bool(_SIDE_NAMES.search(f"{node.get('class', '')} {_id_of_box(node)}"))


def _id_of_box(node: Element) -> str:
    """Ids of sections are made from their headings, and a heading may well speak of recommendations or comments."""
    return str(node.get("id", "")) if node.tag != "section" else ""

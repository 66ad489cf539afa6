"""Index pages: many headlines that lead elsewhere, each with a line or two, and no matter of their own (B-066).

What stands on such a page is said by other pages, and two of its items never belong together.
"""

import re
from collections.abc import Collection, Iterator

from lxml import etree
from lxml import html as lxml_html

from reach.render import ITEM, Element, size, words_of
from reach.settings import ReachSettings
from reach.words import CJK

LIST = "list of links"
_LINKS = etree.XPath("count(descendant::a)")
_PARENTS = etree.XPath("descendant-or-self::*[count(*) >= $least][descendant::a]")
_NUMBERS = re.compile(r"[\d\s年月日/.:：,\-–\[\]()（）【】|·•]*")
_HAN = re.compile(f"[{CJK}]")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def mark_items(root: Element, beside: Collection[Element], whole: int, settings: ReachSettings) -> bool:
    """True if the part is an index; its items are marked then, so that each is read as a paragraph of its own.

    `whole`: characters of the part without what stands beside."""
    if _LINKS(root) * settings.list_item_chars < settings.list_share * whole:  # not even if every link led an item
        return False
    parents = [node for node in _PARENTS(root, least=settings.list_items) if not _is_within(node, beside)]
    groups = [group for parent in parents if (group := _items(parent, beside, settings))]
    listed = sum(size(node) for group in groups for item in group for node in item)
    nodes = {node for group in groups for item in group for node in item}
    if not groups or listed < settings.list_share * whole or _has_prose(root, nodes.union(beside), settings):
        return False
    for group in groups:
        for item in group:
            _wrap(item)
    return True


def _is_within(node: Element, others: Collection[Element]) -> bool:
    return node in others or any(around in others for around in node.iterancestors())


def _has_prose(root: Element, without: Collection[Element], settings: ReachSettings) -> bool:
    """A paragraph beside the list is the page's own matter, however long the list is."""
    texts = (node for node in root.iter() if _weight(_own(node)) >= settings.list_prose_chars)
    return any(not _is_within(node, without) for node in texts)


def _weight(text: str) -> int:
    return len(text) + len(_HAN.findall(text)) if text.strip() else 0


def _own(node: Element) -> str:
    return " ".join(filter(None, (node.text, *(child.tail for child in node))))


def _items(parent: Element, beside: Collection[Element], settings: ReachSettings) -> list[list[Element]]:
    """Neighbours that begin with a headline; or headings that are one, each with what stands below it."""
    children = [child for child in parent if isinstance(child.tag, str) and child not in beside]
    if len(children) < settings.list_items:
        return []
    if sum(child.tag in _HEADINGS for child in children) >= settings.list_items:
        items = list(_under_headings(children))
    else:
        items = [[child] for child in children]
    leading = [item for item in items if _leads_away(item, settings)]
    enough = len(leading) >= max(settings.list_items, settings.list_share * len(items))
    return leading if enough else []


def _under_headings(children: list[Element]) -> Iterator[list[Element]]:
    item: list[Element] = []
    for child in children:
        if child.tag in _HEADINGS and item:
            yield item
            item = []
        if child.tag in _HEADINGS or item:
            item.append(child)
    if item:
        yield item


def _leads_away(item: list[Element], settings: ReachSettings) -> bool:
    """It begins with a link of some words to another page, and says little more."""
    link = _first_link(item[0])
    if link is None or link.get("href", "#").startswith("#"):
        return False
    if len(words_of(link)) < settings.list_headline_chars:
        return False
    return sum(map(size, item)) <= settings.list_item_chars


def _first_link(item: Element) -> Element | None:
    """If nothing but a day or a number stands before it."""
    for node in item.iter():
        if node.tag == "a":
            return node
        before = f"{node.text or ''}{node.tail or '' if len(node) == 0 and node is not item else ''}"
        if not _NUMBERS.fullmatch(before):
            return None
    return None


def _wrap(item: list[Element]) -> None:
    if len(item) == 1:
        item[0].set(ITEM, "")
        return
    box = lxml_html.Element("div")
    box.set(ITEM, "")
    item[0].addprevious(box)
    for node in item:
        box.append(node)

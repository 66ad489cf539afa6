"""RSS 0.9x, 1.0, 2.0 and Atom, read by a parser that loads nothing and expands nothing."""

import re
from collections.abc import Iterator
from html.entities import name2codepoint
from urllib.parse import urljoin

from lxml import etree

from reach.errors import Kind, ReachError
from reach.providers.answers import Entry, unreadable
from reach.render import Element

_NAMED = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,31});")
_OF_XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
_DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"
_CONTENT = "http://purl.org/rss/1.0/modules/content/"
_TOLD = ("encoded", "content", "description", "summary")
_PUBLISHED = ("pubDate", "published", "issued", "date")  # never `updated`, which tells of a change


def read_xml(body: bytes, who: str) -> Element:
    """Raises ReachError. HTML's named characters, which feeds use without declaring them, become numbers first."""
    safe = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_pis=True)
    try:
        root = etree.fromstring(_NAMED.sub(_numbered, body.lstrip()), safe)
    except (etree.XMLSyntaxError, ValueError):
        raise unreadable(body, who, "well-formed XML") from None
    if _local(root) == "html":
        raise unreadable(b"<html", who, "feed")
    declared = root.getroottree().docinfo.internalDTD
    if declared is not None and any(True for _ in declared.iterentities()):
        raise ReachError(Kind.PARSE_FAILED, f"the answer of {who} declares entities of its own, which no feed needs")
    return root


def _numbered(found: re.Match[bytes]) -> bytes:
    name = found[1].decode("ascii")
    known = name in name2codepoint and name not in _OF_XML
    return f"&#{name2codepoint[name]};".encode("ascii") if known else found[0]


def read_feed(body: bytes, address: str, who: str, most: int) -> list[Entry]:
    root = read_xml(body, who)
    if _local(root) not in ("rss", "RDF", "feed"):
        raise ReachError(Kind.PARSE_FAILED, f"{who} is XML, but no feed: its outermost element is {_local(root)}")
    entries: list[Entry] = []
    for node in root.iter("{*}item", "{*}entry"):
        if len(entries) == most:
            break
        entries.append(_entry(node, address))
    return entries


def _entry(node: Element, address: str) -> Entry:
    texts = _texts(node)
    told = next((texts[name] for name in _TOLD if texts.get(name)), "")
    published = next((texts[name] for name in _PUBLISHED if texts.get(name)), "")
    link = _link(node, texts)
    return Entry(urljoin(address, link) if link else "", texts.get("title", ""), told, published)


def _texts(node: Element) -> dict[str, str]:
    """Children in the entry's own vocabulary, and of others only dates and whole texts: `media:title` is no title."""
    own = etree.QName(node).namespace
    found: dict[str, str] = {}
    for child in _children(node):
        space, name = etree.QName(child).namespace, _local(child)
        if space == own or (space, name) in ((_DUBLIN_CORE, "date"), (_CONTENT, "encoded")):
            found.setdefault(name, "".join(child.itertext()).strip())
    return found


def _link(node: Element, texts: dict[str, str]) -> str:
    """Atom's alternate link, RSS's link, or the identity where that is declared to be an address."""
    for child in _children(node):
        is_link = _local(child) == "link" and child.get("href")
        if is_link and child.get("rel", "alternate") == "alternate":
            return str(child.get("href")).strip()
    if texts.get("link"):
        return texts["link"]
    lasting = all(child.get("isPermaLink", "true") != "false" for child in _children(node) if _local(child) == "guid")
    return texts.get("guid", "") if lasting else ""


def _children(node: Element) -> Iterator[Element]:
    return (child for child in node if isinstance(child.tag, str))


def _local(node: Element) -> str:
    return str(etree.QName(node).localname)

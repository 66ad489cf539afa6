"""EPUB to text: chapters in the order of reading, each as a page is read. Runs in the child process only (B-146)."""

import re
import zipfile
from collections.abc import Iterator
from datetime import date

from reach import markup
from reach.archive import beside, opened, tree_of
from reach.charset import decode
from reach.clean import clean, one_line, tidy
from reach.dates import first_written
from reach.errors import Kind, ReachError
from reach.parsed import Parsed, notes, paged
from reach.render import Element, visible_text
from reach.settings import ReachSettings

_CONTAINER = "META-INF/container.xml"
_LOCKS = "META-INF/encryption.xml"
_PAGES = frozenset({"application/xhtml+xml", "text/html"})
# XHTML may end an element where it begins; read as HTML, such a title would swallow the rest of its chapter.
_CLOSED = re.compile(
    r"<(title|script|style|textarea|iframe|a|p|div|span|i|b|em|strong|td|th|li)(\s[^<>]*)?/>", re.IGNORECASE
)
HIDDEN = "hidden text removed"


def read_book(body: bytes, settings: ReachSettings) -> Parsed:
    with opened(body) as archive:
        book = _Book(archive)
        chapters = [_chapter(archive, part, settings) for part in book.spine]
    text, starts = paged([tidy(said) for said, _ in chapters])
    if not text:
        raise ReachError(Kind.NOT_TEXT, "a book without a word (pictures?)")
    published, updated = (_day(told) for told in (book.told("date"), book.modified))
    language = book.told("language")
    hidden = book.hides or any(found for _, found in chapters)
    title = one_line(book.told("title") or text.split("\n", 1)[0], settings.title_chars)
    return Parsed(
        title, text, published, notes(HIDDEN if hidden else ""), language, updated=updated, page_starts=starts
    )


def _day(told: str) -> date | None:
    written = first_written(told)
    return written.day if written else None


class _Book:
    """The package: what the book says of itself, and the parts that a reader turns over one after the other."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        container = tree_of(archive, _CONTAINER)
        roots = [] if container is None else [node.get("full-path", "") for node in container.iter("rootfile")]
        package = tree_of(archive, roots[0]) if roots else None
        if package is None:
            raise ReachError(Kind.PARSE_FAILED, "a book without its list of parts")
        self._package = package
        self.spine = [beside(roots[0], href) for href in self._hrefs()]
        self.hides = any(node.get("linear") == "no" for node in package.iter("itemref"))
        locked = {node.get("URI", "") for node in _nodes(tree_of(archive, _LOCKS), "CipherReference")}
        if locked.intersection(self.spine):
            raise ReachError(Kind.PARSE_FAILED, "an encrypted book")

    def _hrefs(self) -> Iterator[str]:
        """What lies beside the order of reading (linear="no") and the list of contents are no part of the text."""
        items = {node.get("id"): node for node in self._package.iter("item")}
        for reference in self._package.iter("itemref"):
            item = items.get(reference.get("idref"))
            if item is None or reference.get("linear") == "no" or item.get("media-type") not in _PAGES:
                continue
            if "nav" not in item.get("properties", "").split():
                yield item.get("href", "")

    def told(self, name: str) -> str:
        return next((node.text.strip() for node in self._package.iter(name) if node.text), "")

    @property
    def modified(self) -> str:
        metas = (node for node in self._package.iter("meta") if node.get("property") == "dcterms:modified")
        return next((node.text or "" for node in metas), "")


def _nodes(tree: Element | None, name: str) -> Iterator[Element]:
    return iter(()) if tree is None else tree.iter(name)


def _chapter(archive: zipfile.ZipFile, part: str, settings: ReachSettings) -> tuple[str, bool]:
    """Its text, and whether words were hidden in it. A part that is listed but missing is an empty one."""
    try:
        source = decode(archive.read(part), "", settings)
    except KeyError:
        return "", False
    tree = markup.parse(_CLOSED.sub(r"<\1\2></\1>", clean(source)), settings)
    if tree is None:
        return "", False
    hidden = markup.prepare(tree, settings)
    body = tree.find("body")
    return visible_text(tree if body is None else body), hidden

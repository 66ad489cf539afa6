"""PPTX to text, a page for each slide. Runs in the child process only (B-146)."""

import zipfile
from collections.abc import Iterator

from reach.archive import attribute, opened, properties, relations, tree_of
from reach.clean import one_line, tidy
from reach.errors import Kind, ReachError
from reach.grid import heads_told, lines_of
from reach.parsed import Parsed, notes, paged
from reach.render import Element
from reach.settings import ReachSettings

_SHOW = "ppt/presentation.xml"
_TITLES = frozenset({"title", "ctrTitle"})
_FRAME = frozenset({"dt", "ftr", "sldNum", "hdr"})  # the same on every slide: day, footer, number, header
HIDDEN = "hidden text removed"


def read_slides(body: bytes, settings: ReachSettings) -> Parsed:
    with opened(body) as archive:
        slides = list(_slides(archive))
        told = properties(archive)
    hidden = [tree for tree in slides if tree.get("show") in ("0", "false")]
    pages = ["" if tree in hidden else tidy("\n\n".join(_blocks(tree, settings))) for tree in slides]
    text, starts = paged(pages)
    if not text:
        raise ReachError(Kind.NOT_TEXT, f"{len(slides)} slides without a word (pictures?)")
    title = one_line(told.title or text.split("\n", 1)[0], settings.title_chars)
    note = notes(HIDDEN if hidden else "")
    return Parsed(title, text, told.created, note, updated=told.modified, page_starts=starts)


def _slides(archive: zipfile.ZipFile) -> Iterator[Element]:
    """In the order in which they are shown, which isn't that of their numbers."""
    show = tree_of(archive, _SHOW)
    if show is None:
        raise ReachError(Kind.PARSE_FAILED, "a presentation without its list of slides")
    paths = relations(archive, _SHOW)
    for node in show.iter("sldId"):
        tree = tree_of(archive, paths.get(_relation(node), ""))
        if tree is not None:
            yield tree


def _relation(node: Element) -> str:
    """A slide has a number of its own beside the id of its relation, and both are called `id`."""
    return next((str(value) for key, value in node.attrib.items() if key.endswith("}id")), attribute(node, "id"))


def _blocks(slide: Element, settings: ReachSettings) -> Iterator[str]:
    shapes = [shape for shape in slide.iter("sp", "graphicFrame") if not _is_unseen(shape)]
    for shape in sorted(shapes, key=lambda shape: _kind(shape) not in _TITLES):
        table = next(shape.iter("tbl"), None)
        if table is not None:
            yield "\n".join(_rows(table, settings))
        elif _kind(shape) not in _FRAME:
            yield "\n".join(line for line in map(_line, shape.iter("p")) if line)


def _is_unseen(shape: Element) -> bool:
    return any(node.get("hidden") in ("1", "true") for node in shape.iter("cNvPr"))


def _kind(shape: Element) -> str:
    return next((node.get("type", "") for node in shape.iter("ph")), "")


def _rows(table: Element, settings: ReachSettings) -> Iterator[str]:
    rows = [[" ".join(filter(None, map(_line, cell.iter("p")))) for cell in row.iter("tc")] for row in table.iter("tr")]
    named = next((node.get("firstRow") in ("1", "true") for node in table.iter("tblPr")), False)
    return lines_of(rows, int(named) or heads_told(rows, settings))


def _line(paragraph: Element) -> str:
    said = (" " if node.tag == "br" else node.text or "" for node in paragraph.iter("t", "br"))
    return " ".join("".join(said).split())

"""Archives of XML: what must not be opened is refused from the directory, and no part can name entities (B-146)."""

import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from lxml import etree

from reach.errors import Kind, ReachError
from reach.render import Element
from reach.settings import ReachSettings

_DTD = re.compile(rb"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
_ENTITY = re.compile(rb"<!\s*ENTITY", re.IGNORECASE)
_XML = (".xml", ".rels", ".opf")
_PAGES = (".xhtml", ".html", ".htm", ".ncx", ".svg")  # may declare HTML as their type, but no entities of their own
_BROKEN = (zipfile.BadZipFile, zipfile.LargeZipFile, ValueError, OSError, NotImplementedError, RuntimeError)


def check_archive(body: bytes, settings: ReachSettings) -> None:
    """Reads the directory and the first bytes of each part; nothing is expanded. Raises ReachError."""
    with opened(body) as archive:
        parts = archive.infolist()
        _check_directory(parts, len(body), settings)
        for part in parts:
            name = part.filename.lower()
            if name.endswith(_XML):
                _check_start(archive, part, _DTD, settings)
            elif name.endswith(_PAGES):
                _check_start(archive, part, _ENTITY, settings)


@contextmanager
def opened(body: bytes) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            yield archive
    except _BROKEN as error:
        raise ReachError(Kind.PARSE_FAILED, "a damaged or encrypted archive") from error


def _check_directory(parts: list[zipfile.ZipInfo], packed: int, settings: ReachSettings) -> None:
    names = [part.filename for part in parts]
    expanded = sum(part.file_size for part in parts)
    if len(parts) > settings.archive_entries:
        raise ReachError(Kind.TOO_LARGE, f"an archive of {len(parts):,} parts")
    if expanded > settings.archive_bytes:
        raise ReachError(Kind.TOO_LARGE, f"an archive that expands to {expanded:,} bytes")
    if expanded > settings.archive_ratio * packed:
        raise ReachError(Kind.TOO_LARGE, f"an archive that expands to {expanded / packed:,.0f} times its size")
    if len(set(names)) != len(names):
        raise ReachError(Kind.PARSE_FAILED, "an archive with two parts of one name")
    if any(name.startswith("/") or ".." in name.replace("\\", "/").split("/") for name in names):
        raise ReachError(Kind.PARSE_FAILED, "an archive with a part outside itself")


def _check_start(
    archive: zipfile.ZipFile, part: zipfile.ZipInfo, refused: re.Pattern[bytes], settings: ReachSettings
) -> None:
    with archive.open(part) as stream:
        start = stream.read(settings.sniff_bytes).replace(b"\x00", b"")
    if refused.search(start):
        raise ReachError(Kind.PARSE_FAILED, "an XML part declares a document type, which is not read")


def tree_of(archive: zipfile.ZipFile, name: str) -> Element | None:
    """A part's XML without names of vocabularies; None where there is no such part. A type declared behind a long
    comment, out of sight of the check of beginnings, is refused here."""
    try:
        body = archive.read(name)
    except KeyError:
        return None
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        tree = etree.fromstring(body, parser)
    except etree.XMLSyntaxError as error:
        raise ReachError(Kind.PARSE_FAILED, "a part is no valid XML") from error
    if tree.getroottree().docinfo.internalDTD is not None:
        raise ReachError(Kind.PARSE_FAILED, "an XML part declares a document type, which is not read")
    for node in tree.iter(etree.Element):
        node.tag = etree.QName(node).localname
    return tree


def relations(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    """Ids of a part's relations, and the parts to which they lead; those to the outside are no parts."""
    tree = tree_of(archive, join(dirname(part), "_rels", part.rpartition("/")[2] + ".rels"))
    if tree is None:
        return {}
    return {
        node.get("Id", ""): beside(part, node.get("Target", ""))
        for node in tree.iter("Relationship")
        if node.get("TargetMode") != "External"
    }


@dataclass(frozen=True, slots=True)
class Properties:
    """What an office file says of itself."""

    title: str = ""
    created: date | None = None
    modified: date | None = None


def properties(archive: zipfile.ZipFile) -> Properties:
    tree = tree_of(archive, "docProps/core.xml")
    told = {node.tag: (node.text or "").strip() for node in tree} if tree is not None else {}
    return Properties(told.get("title", ""), _day(told.get("created", "")), _day(told.get("modified", "")))


def _day(told: str) -> date | None:
    try:
        return datetime.fromisoformat(told).date()
    except ValueError:
        return None


def beside(part: str, target: str) -> str:
    """A reference within the archive, as seen from a part."""
    path = unquote(target.split("#", 1)[0])
    return path.lstrip("/") if path.startswith("/") else normpath(join(dirname(part), path))


def attribute(node: Element, name: str) -> str:
    """By its local name, whatever vocabulary it was given: `r:id` is an id of relations in two of them."""
    return next((str(value) for key, value in node.attrib.items() if etree.QName(key).localname == name), "")

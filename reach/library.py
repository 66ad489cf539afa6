"""A library: documents of the workspace's own, in a folder or wherever the caller keeps its uploads."""

import mimetypes
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Protocol

from reach.settings import ReachSettings

_FRONT = re.compile(rb"\A(?:\xef\xbb\xbf)?---[ \t]*\r?\n(.{0,4000}?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
# What has a reader, by the end of its name.
SUFFIXES = (
    *(".html", ".htm", ".xhtml", ".md", ".markdown", ".txt", ".text"),
    *(".pdf", ".docx", ".pptx", ".xlsx", ".epub", ".csv", ".tsv"),
)
_WITH_FRONT = frozenset({".md", ".markdown", ".txt", ".text"})


@dataclass(frozen=True, slots=True)
class Document:
    """`id` names it for good (its address is `doc://id`); what is None is looked for in the document itself."""

    id: str
    name: str  # what a person calls it: the file's name
    body: bytes
    media_type: str = ""
    title: str | None = None
    published: date | None = None
    publisher: str | None = None
    address: str | None = None  # where it was first published, as declared; shown, never fetched for it
    kind: str | None = None  # "press release", "standard" …: see reach.trust


class Library(Protocol):
    async def documents(self) -> Sequence[Document]: ...


class FolderLibrary:
    """Reads a folder and what lies below it; a file is read again only when its size or time changed."""

    def __init__(self, path: Path | str, settings: ReachSettings | None = None) -> None:
        self._path = Path(path)
        self._settings = settings or ReachSettings()
        self._known: dict[Path, tuple[tuple[int, int], Document]] = {}

    async def documents(self) -> Sequence[Document]:
        """Links that lead out of the folder are not followed; a missing folder is an empty library."""
        root = self._path.resolve()
        files = (path for path in sorted(self._path.rglob("*")) if path.suffix.lower() in SUFFIXES and path.is_file())
        kept = [path for path in files if path.resolve().is_relative_to(root) and not path.name.startswith(".")]
        self._known = {path: self._read(path) for path in kept}
        return [document for _, document in self._known.values()]

    def _read(self, path: Path) -> tuple[tuple[int, int], Document]:
        """A file above the cap is taken in cut, so that reading it fails by name instead of filling the memory."""
        stat = path.stat()
        mark = (stat.st_mtime_ns, stat.st_size)
        known = self._known.get(path)
        if known and known[0] == mark:
            return known
        with path.open("rb") as stream:
            body = stream.read(self._settings.body_bytes + 1)
        return mark, document_of(path.relative_to(self._path).as_posix(), path.name, body)


def document_of(identity: str, name: str, body: bytes) -> Document:
    """A file as a document: front matter read and cut off, the kind of file told by its name."""
    told, rest = front_matter(body) if Path(name).suffix.lower() in _WITH_FRONT else ({}, body)
    return Document(
        id=identity,
        name=name,
        body=rest,
        media_type=mimetypes.guess_type(name)[0] or "",
        title=told.get("title"),
        published=_day(told.get("published") or told.get("date")),
        publisher=told.get("publisher"),
        address=told.get("url"),
        kind=told.get("kind"),
    )


def front_matter(body: bytes) -> tuple[Mapping[str, str], bytes]:
    """`key: value` lines between two lines of three dashes. Not YAML: a library file gets no parser to play with."""
    found = _FRONT.match(body)
    if not found:
        return {}, body
    told: dict[str, str] = {}
    for line in found[1].decode("utf-8", "replace").splitlines():
        key, colon, value = line.partition(":")
        if colon and key.strip() and value.strip():
            told[key.strip().lower()] = value.strip().strip("\"'")
    return (told, body[found.end() :]) if told else ({}, body)


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None

"""Where one task may look: only these sites, never these, or nowhere beyond its own documents.

Decides only. A site is a host with everything below it; what is no web address (a document of the workspace) is never
outside. The guard's rules on private addresses hold beside it: a scope opens nothing.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import idna

from reach.address import WEB_SCHEMES, split
from reach.errors import ReachError
from reach.guard import plain_host
from reach.settings import SITES_MOST

OUTSIDE = "outside the task's sites"
DOCUMENTS_ONLY = "the task looks into its documents only"
_BETWEEN = re.compile(r"[\n,;，；、]+")


class Wrong(StrEnum):
    """Why a wish can't be kept, for a door to say in its reader's language."""

    NO_SITE = "no_site"
    HAS_PATH = "has_path"
    HAS_PORT = "has_port"
    TWICE = "twice"
    TOO_MANY = "too_many"
    DOCUMENTS_AND_SITES = "documents_and_sites"


class BadScope(ValueError):
    def __init__(self, why: Wrong, entry: str = "") -> None:
        self.why = why
        self.entry = entry
        super().__init__(f"{why}: {entry}")


@dataclass(frozen=True, slots=True)
class Scope:
    """Hosts as `guard.plain_host` spells them; `of` makes one of what a person typed."""

    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    documents_only: bool = False

    @classmethod
    def of(cls, only: Iterable[str] = (), never: Iterable[str] = (), documents_only: bool = False) -> "Scope":
        """Raises BadScope: a wish that was dropped in silence would send the task where nobody wanted it."""
        these, not_these = _plain(only), _plain(never)
        if documents_only and these:
            raise BadScope(Wrong.DOCUMENTS_AND_SITES, these[0])
        if twice := set(these) & set(not_these):
            raise BadScope(Wrong.TWICE, min(twice))
        if len(these) + len(not_these) > SITES_MOST:
            raise BadScope(Wrong.TOO_MANY, str(SITES_MOST))
        return cls(these, not_these, documents_only)

    @property
    def bounded(self) -> bool:
        return bool(self.only or self.never or self.documents_only)

    def refusal(self, url: str) -> str | None:
        """Why this task doesn't go there, or None. Asked for hits, for pages, and for every hop of a redirect."""
        parts = split(url)
        if not self.bounded or (parts is not None and parts.scheme.lower() not in WEB_SCHEMES):
            return None
        if self.documents_only:
            return DOCUMENTS_ONLY
        name = _host_of(url)
        inside = bool(name) and (not self.only or _any_holds(self.only, name)) and not _any_holds(self.never, name)
        return None if inside else OUTSIDE


ANYWHERE = Scope()


def sites(text: str) -> tuple[str, ...]:
    """The entries of one field: between them stand new lines, commas of either script, or spaces. Words between two
    commas that are no names are one entry, so that who typed a sentence is told of the whole of it."""
    entries: list[str] = []
    for piece in _BETWEEN.split(text):
        words = piece.split()
        entries += words if all("." in word for word in words) else [" ".join(words)]
    return tuple(filter(None, entries))


def site(entry: str) -> str:
    """The host that somebody named: bare, with a star before it, or as the address of its front page.

    A path or a port would be kept by no rule here, so they are refused rather than cut off.
    """
    text = unicodedata.normalize("NFKC", entry).strip()
    parts = split(text if "://" in text else f"//{text}")
    if parts is None or parts.scheme.lower() not in WEB_SCHEMES | {""} or "@" in parts.netloc or not parts.hostname:
        raise BadScope(Wrong.NO_SITE, entry)
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise BadScope(Wrong.HAS_PATH, entry)
    if parts.port is not None:
        raise BadScope(Wrong.HAS_PORT, entry)
    try:
        return plain_host(parts.hostname.removeprefix("*."))
    except ReachError:
        raise BadScope(Wrong.NO_SITE, entry) from None


def shown(host: str) -> str:
    """As its readers write it: 例子.测试 rather than what the name service is asked for."""
    try:
        return idna.decode(host) if "xn--" in host else host
    except idna.IDNAError:
        return host


def _plain(entries: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(site(entry) for entry in entries))


def _host_of(url: str) -> str:
    parts = split(url)
    try:
        return plain_host((parts.hostname if parts else None) or "")
    except ReachError:
        return ""


def _any_holds(among: Iterable[str], name: str) -> bool:
    return any(name == each or name.endswith(f".{each}") for each in among)

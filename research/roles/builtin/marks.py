"""Identifiers that may name a document: versions, codes, and numbers of a series whose name nobody listed."""

import re
from dataclasses import dataclass

from memory.figures import identifiers
from memory.figures.values import IdentifierKind

# "TEP 14" and "SOP-7" are numbers of a series; these words before a number are not.
_SERIES = re.compile(r"(?<![\w.-])(?P<name>[A-Z]{2,8})[ -](?P<number>\d{1,6})(?![\w%]|[.,]\d)")
_NO_SERIES = frozenset(
    [
        "USD",
        "EUR",
        "GBP",
        "CNY",
        "RMB",
        "JPY",
        "HKD",
        "CHF",
        "FY",
        "AM",
        "PM",
        "BC",
        "AD",
        "CE",
        "UTC",
        "GMT",
        "NO",
        "OF",
    ]
)
_CODE = re.compile(r"[A-Za-z][A-Za-z/ -]*\d[\w.-]*")
_PLACES = re.compile(
    r"(?:sections?|chapter|article|clause|part|figure|fig|table|step|level|tier|line|page|issue|ticket|phase|stage|rule"
    r"|paragraph|no)\b",
    re.I,
)
"""Numbers of a place inside a document lead to no other document."""


@dataclass(frozen=True, slots=True)
class Mark:
    normal: str
    text: str
    start: int
    end: int
    version: bool

    @property
    def shape(self) -> str:
        """tep14 and tep31 have one shape; so have 7.4.0 and 8.0.0."""
        return re.sub(r"\d+", "#", self.normal)

    @property
    def in_series(self) -> bool:
        """ISO 9001 and CVE-2024-1 are numbers of a series; S3 and MP3 are words."""
        return bool(re.search(r"[A-Za-z][ -]\d", self.text))


def marks(text: str) -> tuple[Mark, ...]:
    found = [
        Mark(f"{match['name']}{match['number']}".lower(), match[0], match.start(), match.end(), version=False)
        for match in _SERIES.finditer(text)
        if match["name"] not in _NO_SERIES
    ]
    for other in identifiers(text):
        version = other.kind is IdentifierKind.VERSION
        leads = "." in other.normal if version else _names_one(other.kind, other.text)
        if leads and all(other.end <= mark.start or mark.end <= other.start for mark in found):
            found.append(Mark(other.normal, other.text, other.start, other.end, version))
    return tuple(sorted(found, key=lambda mark: mark.start))


def _names_one(kind: IdentifierKind, text: str) -> bool:
    return kind is IdentifierKind.CODE and bool(_CODE.fullmatch(text)) and not _PLACES.match(text)


def normals(text: str) -> frozenset[str]:
    return frozenset(mark.normal for mark in marks(text))


def calls(asked: frozenset[str], text: str) -> bool:
    """Whether the text names one of the identifiers; 8.5.0 and 8.5.6 are an 8.5."""
    return any(named == mark or named.startswith(f"{mark}.") for named in normals(text) for mark in asked)

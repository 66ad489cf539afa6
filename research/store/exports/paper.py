"""A report as a reader holds it: headings and lines of runs, in one language. Every format renders this and nothing
else, so that no two of them can say different things."""

from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    PLAIN = "plain"
    STRONG = "strong"
    SOFT = "soft"
    """What Redthread says of a sentence: a verdict, a person's decision, the time a figure was read."""


@dataclass(frozen=True, slots=True)
class Run:
    text: str
    style: Style = Style.PLAIN
    link: str = ""
    """Sound by `reach.address.link`, or empty: what stands in `text` is then text."""
    note: int = 0
    """Number of the reference that this run is a mark of; its text is the place in that source. 0: no mark."""
    language: str = ""
    """Of words of a source, where it isn't the report's: for a voice that reads them aloud."""


Line = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Part:
    heading: str
    lines: tuple[Line, ...]
    intro: tuple[Line, ...] = ()
    """Paragraphs above the list."""


@dataclass(frozen=True, slots=True)
class Reference:
    number: int
    title: str
    facts: str
    """Publisher, day of publication, time of the fetch with its offset (R228)."""
    address: str
    link: str
    language: str = ""
    """Of the title, as in `Run`."""

    def noted(self, place: str) -> str:
        """The text of a footnote: which reference, and where in it."""
        return " · ".join(filter(None, [f"[{self.number}] {self.title}", place]))


@dataclass(frozen=True, slots=True)
class Paper:
    title: str
    language: str
    """As a browser and a typesetter are told it: "en" or "zh-Hans"."""
    facts: str
    """Number of the task, status and version, how many claims are supported."""
    draft: str
    """The word that stands large on page one while a claim waits for a decision, or nothing."""
    intro: tuple[Line, ...]
    parts: tuple[Part, ...]
    sources: str
    """Heading above the references."""
    references: tuple[Reference, ...]

    def reference(self, number: int) -> Reference:
        return next(each for each in self.references if each.number == number)

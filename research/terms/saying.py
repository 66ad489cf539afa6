"""What is said: a report's sentences and claims, and the word of machine and person on each."""

from dataclasses import dataclass
from enum import StrEnum


class SentenceKind(StrEnum):
    QUOTE = "quote"
    """Words of a source, verbatim."""
    FACT = "fact"
    """The writer's own words, carried by evidence."""
    SPECULATION = "speculation"
    """Says itself that nothing carries it (C20)."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a report. The writer emits evidence numbers; references are rendered from rows."""

    text: str
    kind: SentenceKind
    evidence: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    goal: int | None
    sentences: tuple[Sentence, ...]


class Verdict(StrEnum):
    """The machine's word on a claim. NOT_CHECKED never counts as SUPPORTED (P4)."""

    SUPPORTED = "supported"
    PARTLY = "partly"
    CONTRADICTED = "contradicted"
    NOT_FOUND = "not_found"
    NOT_CHECKED = "not_checked"


class Ruling(StrEnum):
    """A person's word on a claim."""

    APPROVED = "approved"
    EDITED = "edited"
    REJECTED = "rejected"
    REVERTED = "reverted"
    """The decision before it is taken back: as if nobody had decided, with both in the history."""


@dataclass(frozen=True, slots=True)
class Atom:
    """One thing of a claim that was looked for in its quotes: a number, a date, a name, a negation."""

    kind: str
    text: str
    found: bool
    note: str = ""


class Place(StrEnum):
    """Where in a report a claim stands."""

    SENTENCE = "sentence"
    HEADING = "heading"
    CELL = "cell"
    """One figure of a table."""
    CAPTION = "caption"


@dataclass(frozen=True, slots=True)
class Claim:
    """`text` is exactly [start:end] of its sentence, or of its section's heading: what a decision replaces."""

    number: int
    """Kept from version to version of a report, as long as the words or their place stay."""
    section: int
    position: int
    """Of the sentence in its section; 0 for the heading, which `place` tells apart."""
    text: str
    kind: SentenceKind
    evidence: tuple[int, ...]
    place: Place = Place.SENTENCE
    start: int = 0
    end: int = 0
    """0: as long as the sentence; claims of old rows have no other."""
    context: str = ""
    """Of a cell: what its row and column are called. A figure alone says nothing that could be checked."""

    @property
    def said(self) -> str:
        return f"{self.context}: {self.text}" if self.context else self.text


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """What asserts nothing, and why it is not checked: listed, so that coverage can be counted."""

    section: int
    position: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Offered:
    """Other accepted evidence of the task that carries a claim better than what it cites, or speaks against it."""

    evidence: int
    verdict: Verdict
    reason: str


@dataclass(frozen=True, slots=True)
class Checked:
    """The checker's word on one claim, with what it found and missed."""

    claim: int
    verdict: Verdict
    reason: str
    atoms: tuple[Atom, ...]
    offered: tuple[Offered, ...] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """What a person decided about a claim, as the report needs it."""

    claim: int
    ruling: Ruling
    text: str
    """The sentence as it should stand."""
    effect: str
    """For a rejected claim: 'remove', 'mark', or 'both': it moves to what sources disagree about."""

"""What is found: hits, sources, exact quotes, and what they say, together and against each other."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Find:
    """A search hit on its way through a round: what the executor sees of it before anything is read."""

    query: int
    channel: str
    title: str
    snippet: str
    url: str
    published: date | None
    rank: int
    other_urls: tuple[str, ...] = ()
    """Further addresses under which the same article was seen (B-041)."""


@dataclass(frozen=True, slots=True)
class Source:
    """A page that was read and kept. The text itself is asked for, never carried (taste rule 5)."""

    key: str
    """Hash of address and text: the same page read twice is one source."""
    url: str
    title: str
    publisher: str
    published: date | None
    credibility: float
    language: str

    @property
    def witness(self) -> str:
        """Who speaks, however it is spelt."""
        return self.publisher.casefold()


@dataclass(frozen=True, slots=True)
class Score:
    """Three parts and their weighted sum, each 0..1, with one sentence of reason (R057, R060)."""

    relevance: float
    credibility: float
    timeliness: float
    total: float
    reason: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """An exact quote of a source: text[start:end] of the stored page equals `quote`."""

    number: int
    goal: int
    query: int
    source: Source
    quote: str
    start: int
    end: int
    score: Score
    accepted: bool
    reprint_of: int | None = None
    """The evidence whose words this one repeats: it corroborates nothing (R240)."""
    same_as: int | None = None
    """The more informative piece on the same matter: this one corroborates it, and only that one is written from."""
    paragraph: int = 0
    """Of its page, from 1; 0 in what was stored before places were kept. `page`: of a paged document (R222)."""
    page: int | None = None

    @property
    def place(self) -> str:
        """The position tag that stays with a quote up to its citation (R222): "p. 3, ¶ 12"."""
        return (f"p. {self.page}, " if self.page else "") + f"¶ {self.paragraph}" if self.paragraph else ""


@dataclass(frozen=True, slots=True)
class PageSeen:
    """How much of a read page went to an executor, in tokens (R089)."""

    asked: str
    """The address as the hit gave it."""
    key: str
    shown: int
    whole: int


@dataclass(frozen=True, slots=True)
class Fact:
    subject: str
    relation: str
    object: str
    evidence: int
    relevance: float


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two accepted quotes that cannot both hold. Both are kept and shown; settled once, before the report (R139)."""

    left: int
    right: int
    reason: str
    goal: int = 0
    """In whose round it was found; 0 in what was stored before this was kept."""
    settled_for: int | None = None
    because: str = ""
    """The piece that prevails, if one does, and why, or why nothing decides. Empty until the search is over."""

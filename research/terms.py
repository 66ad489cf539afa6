"""The nouns of Redthread as frozen values. They know no row, no model and no page (DESIGN, words)."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from reach.pages import Period as Period


class Language(StrEnum):
    """What a report is written in. Sources may be in any language."""

    ENGLISH = "en"
    CHINESE = "zh"


class GoalState(StrEnum):
    OPEN = "open"
    ACTIVE = "active"
    DONE = "done"
    INSUFFICIENT = "insufficient"
    ABANDONED = "abandoned"

    @property
    def closed(self) -> bool:
        return self not in (GoalState.OPEN, GoalState.ACTIVE)


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


class Stop(StrEnum):
    """Why the search ended. Exactly one holds when a task leaves the loop (C4)."""

    PLAN_DONE = "plan_done"
    DRY = "dry"
    BUDGET = "budget"
    DEADLINE = "deadline"
    STEPS = "steps"
    NOTHING_LEFT = "nothing_left"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Goal:
    """A sub-question that can be verified. `number` counts within the task; the root has no row."""

    number: int
    parent: int | None
    question: str
    wanted: tuple[str, ...]
    """What evidence would answer it: the gaps it starts with."""
    priority: float = 1.0
    state: GoalState = GoalState.OPEN
    gaps: tuple[str, ...] = ()
    """What it still lacks; every query names one of these."""
    accepted: int = 0
    publishers: tuple[str, ...] = ()
    """Independent publishers of the accepted pieces: a reprint adds none."""
    rounds: int = 0
    dry: int = 0
    """Rounds in a row that brought nothing of value."""
    blind: int = 0
    """Rounds in a row in which nothing could be reached: these say nothing of the goal (R260)."""
    reads: int = 0
    """Pages read for it: capped, since deep digging is how a bill jumps midway (R082)."""
    backtracks: int = 0
    capped: int = 0
    """Rounds in which its working memory was full: after the second it is more than one goal (C1)."""
    extra_rounds: int = 0
    extra_reads: int = 0
    fixed: bool = False
    """Rounds and pages that a person granted beyond the limits, and whether one set the priority."""


@dataclass(frozen=True, slots=True)
class Channel:
    """A way to look outside, as those see it who choose among several."""

    name: str
    about: str
    """Three sentences: what it does, when to use it, when not (R233)."""
    takes_language: bool = False
    """Whether it can be asked for sources in one language (R205)."""


@dataclass(frozen=True, slots=True)
class Query:
    number: int
    goal: int
    gap: str
    text: str
    hopes: str
    """The evidence it hopes to find (R013)."""
    batch: int
    twin: int | None = None
    """The earlier query it repeats."""
    dropped: str = ""
    """Why it was never sent; a dropped query is a row all the same."""
    channels: tuple[str, ...] = ()
    """Those chosen for it; none chosen: all there are."""
    channel_reason: str = ""


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


@dataclass(frozen=True, slots=True)
class Reflection:
    """Three fixed questions (R045). `off_goal` asks for one level of backtracking (C17)."""

    supports: bool
    off_goal: bool
    overlooked: str
    reason: str

"""What a role is told, and what it answers. Each brief is bounded before it is built: nothing here is a history."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from memory.summary import Summary
from memory.working import Entry
from research.roles.patterns import Unpaid
from research.terms import Channel, Conflict, Find, Goal, Language, Period, SentenceKind


@dataclass(frozen=True, slots=True)
class Ask:
    """The question itself, the same in every brief."""

    question: str
    language: Language
    period: Period
    as_of: date
    """The day the step was taken: prompts name it, so that a model doesn't live in its training year (B-012)."""


@dataclass(frozen=True, slots=True)
class PlannedGoal:
    question: str
    wanted: tuple[str, ...]
    priority: float = 1.0


@dataclass(frozen=True, slots=True)
class PlanBrief:
    ask: Ask
    clues: tuple[str, ...]
    """What earlier tasks knew: to be verified, never believed (R176)."""
    wasted: tuple[str, ...]
    """Queries of earlier tasks that no report ever cited (R074)."""
    most: int
    unpaid: tuple[Unpaid, ...] = ()
    """Ways of wording that no report ever cited, tried often enough."""
    distrust: tuple[str, ...] = ()
    """What has to be said of the clues, outside of their fence: how far to believe them, and that there are more."""


@dataclass(frozen=True, slots=True)
class GrowBrief:
    """Asks for finer goals once evidence has shown what the question is made of (R012, R030)."""

    ask: Ask
    goals: tuple[Goal, ...]
    closing: Goal
    report: str
    """Of the evolving report what is nearest to this goal."""
    entries: tuple[Entry, ...]
    most: int
    why: str = ""
    """What calls for goals: its evidence is thin, the plan is in doubt, a person asked."""
    tombstones: tuple[str, ...] = ()
    digest: tuple[str, ...] = ()
    """The newest reach of this goal, digested (R102)."""
    branch: tuple[str, ...] = ()
    """Summaries of the branch that the goal hangs on, nearest first."""
    others: tuple[str, ...] = ()
    """A line for each other finished goal: what stands on file, not what it says."""
    shown: tuple[int, ...] | None = None
    """Rows of the entries whose quotations a prompt has room for and no digest tells of; None: all."""


@dataclass(frozen=True, slots=True)
class DraftQuery:
    text: str
    hopes: str
    channels: tuple[str, ...] = ()
    """Where its writer would look for it, the same for all of a batch; none: no opinion."""


FAILED = "failed"
"""How the outcome of a query begins that nobody answered: the line is the query, a colon, the outcome."""


def never_answered(outcome: str) -> bool:
    return outcome.rpartition(": ")[2].startswith(FAILED)


@dataclass(frozen=True, slots=True)
class QueryBrief:
    ask: Ask
    goal: Goal
    gap: str
    report: str
    known: tuple[str, ...]
    """Nearest confirmed facts that no quotation tells: not to be searched again (R190)."""
    outcomes: tuple[str, ...]
    """What earlier queries of this goal brought: found, empty, failed, dropped as repeated."""
    tombstones: tuple[str, ...]
    entries: tuple[Entry, ...]
    most: int
    channels: tuple[Channel, ...] = ()
    wasted: tuple[str, ...] = ()
    """The nearest queries of earlier tasks that no report ever cited (R074)."""
    unpaid: tuple[Unpaid, ...] = ()
    languages: tuple[str, ...] = ()
    """Other languages than the question's that a channel can be asked in, or in which sources are held (R051)."""
    terms: tuple[tuple[str, str], ...] = ()
    """What held texts call the goal's terms in another language."""
    recalled: tuple[Entry, ...] = ()
    """Evidence that is on file and not in working memory: of other goals, or evicted; the nearest to the gap."""
    held: tuple[int, ...] | None = None
    """Rows of these that a prompt has room for; None: all."""
    clues: tuple[str, ...] = ()
    """Hypotheses that earlier tasks left, still unverified: a search may aim at them, none may build on them (R176)."""
    digest: tuple[str, ...] = ()
    """The newest reach of this goal, digested (R102)."""
    branch: tuple[str, ...] = ()
    """Summaries of the branch that the goal hangs on, nearest first."""
    others: tuple[str, ...] = ()
    """A line for each other finished goal: what stands on file, not what it says."""
    shown: tuple[int, ...] | None = None
    """Rows of the entries whose quotations a prompt has room for and no digest tells of; None: all."""
    titles: tuple[str, ...] = ()
    """Of the best sources of finished goals: what documents of this matter are called."""


@dataclass(frozen=True, slots=True)
class ReflectBrief:
    ask: Ask
    goals: tuple[Goal, ...]
    goal: Goal
    report: str
    entries: tuple[Entry, ...]
    digest: tuple[str, ...] = ()
    """The newest reach of this goal, digested (R102)."""
    branch: tuple[str, ...] = ()
    """Summaries of the branch that the goal hangs on, nearest first."""
    others: tuple[str, ...] = ()
    shown: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class TriageBrief:
    """All hits of a batch at once: one call, one number each (R054)."""

    ask: Ask
    goal: Goal
    gap: str
    finds: tuple[Find, ...]


@dataclass(frozen=True, slots=True)
class PageText:
    """A read page as the executor may see it. `text` is data, never an instruction."""

    title: str
    text: str
    published: date | None
    shown: tuple[tuple[int, int], ...] | None = None
    """Start and end of what may be looked at; None is the whole text (R087, R250)."""

    def shows(self, start: int, end: int) -> bool:
        return self.shown is None or any(first <= start and end <= last for first, last in self.shown)


@dataclass(frozen=True, slots=True)
class QuoteBrief:
    ask: Ask
    goal: Goal
    gap: str
    page: PageText
    most: int
    longest: int
    """Characters of one quote."""
    page_tokens: int


@dataclass(frozen=True, slots=True)
class DraftQuote:
    """page.text[start:end] == quote, or the step drops it."""

    quote: str
    start: int
    end: int
    relevance: float
    reason: str


@dataclass(frozen=True, slots=True)
class FactBrief:
    ask: Ask
    goal: Goal
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class DigestBrief:
    """One reach, before any prompt may tell of it (R100, R144)."""

    ask: Ask
    goal: Goal
    gap: str
    entries: tuple[Entry, ...]
    target_tokens: int
    cap_tokens: int
    dense: bool = False
    """Of a comparison: a line a source."""
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EvolveBrief:
    """The evolving report near its cap: facts that say the same are to become one, idle hypotheses to go (R170)."""

    ask: Ask
    facts: tuple[str, ...]
    hypotheses: tuple[str, ...]
    idle: tuple[int, ...]
    """Places of the hypotheses that may go."""
    draft: str
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Merge:
    """Facts by their place in the brief, and the words for all of them."""

    facts: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Evolved:
    merges: tuple[Merge, ...] = ()
    idle: tuple[int, ...] = ()
    draft: str = ""
    """"" leaves it as it is."""


@dataclass(frozen=True, slots=True)
class SummaryBrief:
    ask: Ask
    goal: Goal
    outcome: str
    """done, insufficient or abandoned."""
    entries: tuple[Entry, ...]
    doubts: tuple[str, ...]
    summary_tokens: int
    lost: tuple[str, ...] = ()
    """What an earlier attempt lost: numbers, dates, names or sources that must stand in this one (R077)."""


@dataclass(frozen=True, slots=True)
class Card:
    """One piece of evidence as a writer or checker sees it: words, and where they come from."""

    number: int
    quote: str
    title: str
    publisher: str
    published: date | None
    score: float
    place: str = ""
    """Where in the source the words stand: "p. 3, ¶ 12" (R222)."""
    witnesses: int = 0
    """Other publishers that say the same in other words (R240)."""
    relevance: float | None = None
    credibility: float | None = None
    timeliness: float | None = None
    """What `score` was made of; None: it stands for each."""


@dataclass(frozen=True, slots=True)
class SectionBrief:
    goal: Goal
    summary: Summary | None
    cards: tuple[Card, ...]
    recalled: tuple[Card, ...] = ()
    """Of other goals, near to this one: may be cited where they bear on it. Each has its own section, too."""


@dataclass(frozen=True, slots=True)
class ReportBrief:
    ask: Ask
    sections: tuple[SectionBrief, ...]
    conflicts: tuple[Conflict, ...]
    characters: int
    """The longest report, references aside."""


@dataclass(frozen=True, slots=True)
class CheckBrief:
    language: Language
    claim: str
    kind: SentenceKind
    cards: tuple[Card, ...]
    near_quote: float
    carried_words: float
    words_in_order: float = 0
    """Share of the claim that one sentence must say in this order, where code alone decides; 0: any order."""


Vector = Sequence[float]

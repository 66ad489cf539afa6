"""What a report for reading is made of: the values that the page and every export render."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from memory.figures import quantities
from reach.freshness import PageClass, page_class
from research.models import Claim, Decision, Evidence, Flag, Goal, Reach, Report, ResearchTask, Source
from research.store.disagreements import ConflictView
from research.store.reached import Looked
from research.terms import Ruling, Verdict


@dataclass(frozen=True, slots=True)
class CitationView:
    number: int
    evidence: Evidence
    source: Source


@dataclass(frozen=True, slots=True)
class LineView:
    """`state`: plain, weak, approved, edited, rejected, removed or speculation."""

    claim: Claim | None
    text: str
    kind: str
    verdict: str
    waits: bool
    decision: Decision | None
    state: str
    title: str
    citations: tuple[CitationView, ...]
    flags: tuple[Flag, ...] = ()
    """Doubts of readers that nobody has answered."""

    @property
    def doubted_by(self) -> str:
        return _names(self.flags)

    @property
    def as_of(self) -> datetime | None:
        """When a figure that a reader sees change was read: a price or a stock is true of that minute alone (R228)."""
        if not quantities(self.text):
            return None
        sources = (cited.source for cited in self.citations)
        return min((each.fetched for each in sources if _moves(each)), default=None)


def _names(flags: Iterable[Flag]) -> str:
    return ", ".join(dict.fromkeys(flag.person.username for flag in flags))


def _moves(source: Source) -> bool:
    return page_class(source.url, source.title, source.text) is PageClass.VOLATILE


@dataclass(frozen=True, slots=True)
class Disputed:
    """A sentence that a person set among the disagreements: it and what speaks against it, both with their quotes."""

    claim: Claim
    text: str
    decision: Decision
    citations: tuple[CitationView, ...]
    against: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class SectionView:
    heading: str
    goal_number: int | None
    lines: tuple[LineView, ...]
    claim: Claim | None = None
    """Where the heading asserts something: the claim that was drawn from it."""
    flags: tuple[Flag, ...] = ()

    @property
    def waits(self) -> bool:
        return bool(self.claim and self.claim.waits)

    @property
    def weak(self) -> bool:
        return self.waits and self.claim is not None and self.claim.verdict != Verdict.SUPPORTED.value

    @property
    def doubted_by(self) -> str:
        return _names(self.flags)


@dataclass(frozen=True, slots=True)
class Unanswered:
    goal: Goal
    queries: tuple[str, ...]
    why: str
    in_part: bool
    """Evidence for it stands in the report, only not enough."""
    channels: tuple[str, ...] = ()
    """Where the queries went (R198)."""


@dataclass(frozen=True, slots=True)
class ReferenceView:
    number: int
    source: Source
    evidence: tuple[Evidence, ...]
    cited: int


@dataclass(frozen=True, slots=True)
class ReportView:
    task: ResearchTask
    version: int
    language: str
    sections: tuple[SectionView, ...]
    unanswered: tuple[Unanswered, ...]
    by_one_source: tuple[Unanswered, ...]
    """Goals that one source alone answers: what was tried for a second one stands beside them."""
    conflicts: tuple[ConflictView, ...]
    disputed: tuple[Disputed, ...]
    unread: tuple[Reach, ...]
    looked: Looked
    references: tuple[ReferenceView, ...]
    counts: dict[str, int]
    """Claims that a reader meets, by verdict; those that a person rejected and that still show as "rejected". What was
    removed is in none."""
    draft: bool
    annotated: bool
    """A collection of quotations that no language model wrote."""
    report: Report | None = None
    """The version that is shown; none while nothing is written."""

    @property
    def answered(self) -> bool:
        return any(line.state != "removed" for section in self.sections for line in section.lines)

    @property
    def claims(self) -> int:
        return sum(self.counts.values())

    @property
    def supported(self) -> int:
        return self.counts.get(Verdict.SUPPORTED.value, 0)

    @property
    def check_failed(self) -> int:
        return self.counts.get(Verdict.NOT_CHECKED.value, 0)

    @property
    def rejected(self) -> int:
        """By people, and shown all the same."""
        return self.counts.get(Ruling.REJECTED.value, 0)

    @property
    def answered_in_part(self) -> bool:
        return any(each.in_part for each in self.unanswered)

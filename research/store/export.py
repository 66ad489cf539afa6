"""A report for reading: rows put together once, for the page and for every export.

References are numbered here, in the order of their first use; a number can't be written that no row stands behind.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.figures import quantities
from reach.freshness import PageClass, page_class
from research.models import Claim, Decision, Evidence, Flag, Goal, Query, Reach, Report, ResearchTask, Source
from research.store.desk import against
from research.store.disagreements import ConflictView, disagreements
from research.store.reached import Looked, looked, unread
from research.store.spend import annotated_quotations
from research.store.versions import sections_of, written_before
from research.terms import GoalState, Ruling, Section, Sentence, SentenceKind, Verdict


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
        return ", ".join(dict.fromkeys(flag.person.username for flag in self.flags))

    @property
    def as_of(self) -> datetime | None:
        """When a figure that a reader sees change was read: a price or a stock is true of that minute alone (R228)."""
        if not quantities(self.text):
            return None
        sources = (cited.source for cited in self.citations)
        return min((each.fetched for each in sources if _moves(each)), default=None)


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
    draft: bool
    annotated: bool
    """A collection of quotations that no language model wrote."""
    report: Report | None = None
    """The version that is shown; none while nothing is written."""

    @property
    def answered(self) -> bool:
        return any(line.state != "removed" for section in self.sections for line in section.lines)

    @property
    def answered_in_part(self) -> bool:
        return any(each.in_part for each in self.unanswered)


class _Numbers:
    """Reference numbers by source, given at first use."""

    def __init__(self) -> None:
        self.by_source: dict[int, int] = {}
        self.used: list[Evidence] = []

    def of(self, evidence: Evidence) -> CitationView:
        number = self.by_source.setdefault(evidence.source_id, len(self.by_source) + 1)
        self.used.append(evidence)
        return CitationView(number, evidence, evidence.source)

    def references(self) -> tuple[ReferenceView, ...]:
        cited = Counter(evidence.source_id for evidence in self.used)
        views = []
        for source, number in self.by_source.items():
            mine = {evidence.pk: evidence for evidence in self.used if evidence.source_id == source}
            pieces = tuple(mine.values())
            views.append(ReferenceView(number, pieces[0].source, pieces, cited[source]))
        return tuple(views)


def report_view(task: ResearchTask, report: Report | None = None) -> ReportView:
    """The newest version, or the one that is asked for, with its claims, decisions and references. Works before
    anything is written, too."""
    newest = Report.objects.filter(task=task).order_by("-version").first()
    shown = _Shown(report or newest, newest, list(_claims(task)), _Numbers())
    evidence = {row.number: row for row in Evidence.objects.filter(task=task).select_related("source")}
    written = sections_of(shown.report) if shown.report else ()
    sections = tuple(_section(index, section, shown, evidence) for index, section in enumerate(written))
    disputed = tuple(_disputed(shown, evidence))
    ended = _unanswered(task)
    return ReportView(
        task=task,
        version=shown.report.version if shown.report else 0,
        language=task.language,
        sections=sections,
        unanswered=tuple(each for each in ended if not each.goal.by_one_source),
        by_one_source=tuple(each for each in ended if each.goal.by_one_source),
        conflicts=disagreements(task),
        disputed=disputed,
        unread=unread(task),
        looked=looked(task),
        references=shown.numbers.references(),
        counts=dict(Counter(claim.verdict for claim in shown.by_place.values())),
        draft=shown.draft,
        annotated=bool(sections) and annotated_quotations(task),
        report=shown.report,
    )


def _claims(task: ResearchTask) -> Iterable[Claim]:
    joined = ("decisions__person", "citations__evidence__source", "flags__person")
    return Claim.objects.filter(task=task).of_sentences().prefetch_related(*joined)


class _Shown:
    """One version: its claims by their places, and the decisions that it holds."""

    def __init__(self, report: Report | None, newest: Report | None, claims: list[Claim], numbers: _Numbers) -> None:
        self.report, self.claims, self.numbers = report, claims, numbers
        self.by_place = {(claim.section, claim.position): claim for claim in claims}
        self._held: dict[int, Decision] | None = None
        if report and newest and report != newest:
            self._held = {row.claim_id: row for row in report.decisions.select_related("person")}
            self._as_it_was(report, newest)

    def _as_it_was(self, report: Report, newest: Report) -> None:
        """Nothing waits in a version that is past. Under another text claims stand elsewhere: they are known by their
        words."""
        for claim in self.claims:
            claim.waits = False
        if written_before(report) != written_before(newest):
            said = {claim.text: claim for claim in self.claims}
            places = ((s, p, one) for s, each in enumerate(sections_of(report)) for p, one in enumerate(each.sentences))
            self.by_place = {(s, p): said[one.text] for s, p, one in places if one.text in said}

    @property
    def draft(self) -> bool:
        """What was published stays so, whoever doubts a sentence of it afterwards: that sentence is marked."""
        published = self.report is not None and self.report.published_at is not None
        return not published and any(claim.waits for claim in self.by_place.values())

    def decision(self, claim: Claim | None) -> Decision | None:
        if claim is None:
            return None
        return claim.in_force() if self._held is None else self._held.get(claim.pk)


def _section(index: int, section: Section, shown: _Shown, evidence: dict[int, Evidence]) -> SectionView:
    lines = [
        _line(sentence, shown.by_place.get((index, position)), shown, evidence)
        for position, sentence in enumerate(section.sentences)
    ]
    return SectionView(section.heading, section.goal, tuple(lines))


def _line(sentence: Sentence, claim: Claim | None, shown: _Shown, evidence: dict[int, Evidence]) -> LineView:
    decision = shown.decision(claim)
    state = _state(sentence, claim, decision)
    pieces = [evidence[number] for number in sentence.evidence if number in evidence]
    citations = tuple(shown.numbers.of(piece) for piece in pieces) if state != "removed" else ()
    quoted = sentence.kind is SentenceKind.QUOTE and pieces
    return LineView(
        claim=claim,
        text=decision.text if state == "edited" and decision else sentence.text,
        kind=sentence.kind.value,
        verdict=claim.verdict if claim else "",
        waits=bool(claim and claim.waits),
        decision=decision,
        state=state,
        title=pieces[0].source.title if quoted else "",
        citations=citations,
        flags=_doubts(claim),
    )


def _doubts(claim: Claim | None) -> tuple[Flag, ...]:
    if claim is None or not claim.waits:
        return ()
    raised: Iterable[Flag] = claim.flags.all()
    return tuple(flag for flag in raised if flag.decision_id is None)


def _disputed(shown: _Shown, evidence: dict[int, Evidence]) -> Iterator[Disputed]:
    for claim in shown.claims:
        decision = shown.decision(claim)
        if decision is not None and decision.effect == "both":
            cited = [row.evidence for row in claim.citations.all()]
            said_against = [offer["evidence"] for offer in claim.offered if offer["verdict"] == "contradicted"]
            others = [piece for piece, _reason in against(cited)]
            others += [evidence[number] for number in said_against if number in evidence]
            views = tuple(shown.numbers.of(piece) for piece in cited)
            yield Disputed(claim, decision.text, decision, views, tuple(dict.fromkeys(others)))


_AFTER = {Ruling.APPROVED.value: "approved", Ruling.EDITED.value: "edited", Ruling.REJECTED.value: "rejected"}


def _state(sentence: Sentence, claim: Claim | None, decision: Decision | None) -> str:
    if sentence.kind is SentenceKind.SPECULATION:
        return "speculation"
    if not sentence.text:
        return "removed"
    if decision is not None:
        gone = decision.ruling == Ruling.REJECTED.value and decision.effect in ("remove", "both")
        return "removed" if gone else _AFTER[decision.ruling]
    return "plain" if claim and claim.verdict == Verdict.SUPPORTED.value else "weak"


UNANSWERED = [GoalState.INSUFFICIENT.value, GoalState.ABANDONED.value, GoalState.OPEN.value]


def _unanswered(task: ResearchTask) -> tuple[Unanswered, ...]:
    """Goals that ended without enough, or by one source: what was tried stands beside them."""
    goals = Goal.objects.filter(task=task, state__in=UNANSWERED)
    begun = set(Evidence.objects.standing().filter(task=task).values_list("goal", flat=True))
    return tuple(
        Unanswered(goal, tuple(_tried(goal)), goal.closed_because, goal.pk in begun, _asked(goal))
        for goal in goals
        if task.phase == "done" or goal.rounds
    )


def _tried(goal: Goal) -> Sequence[str]:
    return list(Query.objects.filter(goal=goal, dropped="").values_list("text", flat=True))


def _asked(goal: Goal) -> tuple[str, ...]:
    chosen = Query.objects.filter(goal=goal, dropped="").values_list("channels", flat=True)
    return tuple(dict.fromkeys(name for names in chosen for name in names))

"""A report for reading: rows put together once, for the page and for every export.

References are numbered here, in the order of their first use; a number can't be written that no row stands behind.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from research.models import Claim, Decision, Evidence, Flag, Goal, Query, Report, ResearchTask
from research.store.desk import against
from research.store.disagreements import disagreements
from research.store.reached import looked, unread
from research.store.report_views import (
    CitationView,
    Disputed,
    LineView,
    ReferenceView,
    ReportView,
    SectionView,
    Unanswered,
)
from research.store.spend import annotated_quotations
from research.store.versions import sections_of, written_before
from research.terms import GoalState, Place, Ruling, Section, Sentence, SentenceKind, Verdict


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
    shown = _Shown(report or newest, newest, list(_claims(task)), _Numbers(), _headings(task))
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
        counts=_counts(shown, disputed),
        draft=shown.draft,
        annotated=bool(sections) and annotated_quotations(task),
        report=shown.report,
    )


def _counts(shown: "_Shown", disputed: Iterable[Disputed]) -> dict[str, int]:
    """Of what a reader meets, each once: what stands in its place, and what a person set among the disagreements."""
    set_there = {each.claim.pk for each in disputed}
    standing = [claim for claim in shown.by_place.values() if not shown.gone(claim) and claim.pk not in set_there]
    return dict(Counter([*map(shown.verdict, standing), *[Ruling.REJECTED.value] * len(set_there)]))


def _claims(task: ResearchTask) -> Iterable[Claim]:
    joined = ("decisions__person", "citations__evidence__source", "flags__person")
    return Claim.objects.filter(task=task).of_sentences().prefetch_related(*joined)


def _headings(task: ResearchTask) -> list[Claim]:
    """Of several in one heading the one that still waits stands last, and so for its section."""
    rows = Claim.objects.filter(task=task, place=Place.HEADING.value).order_by("waits", "-number")
    return list(rows.prefetch_related("flags__person"))


class _Shown:
    """One version: its claims by their places, and the decisions that it holds."""

    def __init__(
        self,
        report: Report | None,
        newest: Report | None,
        claims: list[Claim],
        numbers: _Numbers,
        headings: Sequence[Claim] = (),
    ) -> None:
        self.report, self.claims, self.numbers = report, claims, numbers
        self.headings = {claim.section: claim for claim in headings}
        self.by_place = {(claim.section, claim.position): claim for claim in claims}
        self._held: dict[int, Decision] | None = None
        if report and newest and report != newest:
            self._held = {row.claim_id: row for row in report.decisions.select_related("person")}
            self._as_it_was(report, newest)

    def _as_it_was(self, report: Report, newest: Report) -> None:
        """Nothing waits in a version that is past. Under another text claims stand elsewhere: they are known by their
        words."""
        self.headings = {}
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
        return not published and any(claim.waits for claim in (*self.by_place.values(), *self.headings.values()))

    def verdict(self, claim: Claim) -> str:
        """Of the words that stand there: edited ones were checked anew, and what a person rejected is not supported,
        whatever a checker said."""
        made = self.decision(claim)
        if made is None or made.ruling == Ruling.APPROVED.value:
            return claim.verdict
        return made.verdict if made.ruling == Ruling.EDITED.value else made.ruling

    def gone(self, claim: Claim) -> bool:
        return _takes_away(self.decision(claim))

    def decision(self, claim: Claim | None) -> Decision | None:
        if claim is None:
            return None
        return claim.in_force() if self._held is None else self._held.get(claim.pk)


def _section(index: int, section: Section, shown: _Shown, evidence: dict[int, Evidence]) -> SectionView:
    lines = [
        _line(sentence, shown.by_place.get((index, position)), shown, evidence)
        for position, sentence in enumerate(section.sentences)
    ]
    named = shown.headings.get(index)
    return SectionView(section.heading, section.goal, tuple(lines), named, _doubts(named))


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
    return tuple(flag for flag in raised if flag.stands)


def _disputed(shown: _Shown, evidence: dict[int, Evidence]) -> Iterator[Disputed]:
    for claim in shown.claims:
        decision = shown.decision(claim)
        if decision is not None and decision.effect == "both":
            cited = [row.evidence for row in claim.citations.all()]
            said_against = [offer["evidence"] for offer in claim.offered if offer["verdict"] == "contradicted"]
            others = [piece for piece, _reason, _verdict in against(cited)]
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
        return "removed" if _takes_away(decision) else _AFTER[decision.ruling]
    return "plain" if claim and claim.verdict == Verdict.SUPPORTED.value else "weak"


def _takes_away(decision: Decision | None) -> bool:
    """From its place; with "both" the words stand among the disagreements."""
    if decision is None or decision.ruling != Ruling.REJECTED.value:
        return False
    return decision.effect in ("remove", "both")


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

"""Rows of the result: summaries, report versions, claims and what they cite, yields."""

from collections.abc import Sequence
from typing import Any

from research.engine.events import VERSION
from research.models import Citation, Claim, Evidence, Flag, Goal, Query, Report, ResearchTask, SummaryRow
from research.store.payloads import dumped
from research.store.versions import decided, in_force
from research.terms import Verdict


def _summarised(task: ResearchTask, step: int, event: Any) -> None:
    """A goal that ends again is summed up whole: its first part puts the earlier summary out of use."""
    goal = Goal.objects.get(task=task, number=event.summary.goal)
    if event.part == 1:
        SummaryRow.objects.filter(task=task, goal=goal).update(dropped=True)
    SummaryRow.objects.create(task=task, goal=goal, body=dumped(event.summary), v=VERSION, kept_raw=event.kept_raw)


def _report(task: ResearchTask, step: int, event: Any) -> None:
    _version(task, event.sections, "written")


def _folded(task: ResearchTask, step: int, event: Any) -> None:
    """Holds the decisions it was made from, and none that came while it was made: that one makes the next version."""
    made = _version(task, event.sections, "decided")
    made.decisions.set([row for row in in_force(task) if decided(row) in event.decisions])


def _version(task: ResearchTask, sections: Sequence[Any], cause: str) -> Report:
    version = Report.objects.filter(task=task).count() + 1
    body = [dumped(section) for section in sections]
    return Report.objects.create(task=task, version=version, sections=body, v=VERSION, cause=cause)


def _claims(task: ResearchTask, step: int, event: Any) -> None:
    """A claim that an earlier version drew keeps its row, and with it what people decided. One that is in the report no
    longer waits for nobody."""
    for claim in event.claims:
        values = {"section": claim.section, "position": claim.position, "kind": claim.kind.value, "text": claim.text}
        values |= {"place": claim.place.value, "start": claim.start, "end": claim.end, "context": claim.context}
        row, _ = Claim.objects.update_or_create(task=task, number=claim.number, defaults=values)
        row.citations.exclude(evidence__number__in=claim.evidence).delete()
        for position, number in enumerate(claim.evidence):
            evidence = Evidence.objects.get(task=task, number=number)
            Citation.objects.update_or_create(
                claim=row, evidence=evidence, defaults={"task": task, "position": position}
            )
    drawn = [claim.number for claim in event.claims]
    Claim.objects.filter(task=task).exclude(number__in=drawn).update(waits=False)


def _checked(task: ResearchTask, step: int, event: Any) -> None:
    for made in event.checked:
        Claim.objects.filter(task=task, number=made.claim).update(
            verdict=made.verdict.value,
            reason=made.reason,
            atoms=[dumped(atom) for atom in made.atoms],
            offered=[dumped(other) for other in made.offered],
            waits=made.verdict is not Verdict.SUPPORTED,
        )
    doubted = Flag.objects.standing().filter(claim__task=task, claim__number__in=[made.claim for made in event.checked])
    Claim.objects.filter(pk__in=doubted.values("claim")).update(waits=True)


def _scored(task: ResearchTask, step: int, event: Any) -> None:
    for number, _, cited in event.yields:
        Query.objects.filter(task=task, number=number).update(cited=cited)


WRITERS = {
    "Summarised": _summarised,
    "ReportWritten": _report,
    "DecisionsFolded": _folded,
    "ClaimsDrawn": _claims,
    "ClaimsChecked": _checked,
    "QueriesScored": _scored,
}

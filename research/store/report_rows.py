"""Rows of the result: summaries, report versions, claims and what they cite, yields."""

from collections.abc import Sequence
from typing import Any

from research.engine.events import VERSION
from research.models import Citation, Claim, Evidence, Flag, Goal, Query, Report, ResearchTask, SummaryRow
from research.store.numbers import numbered
from research.store.payloads import dumped
from research.store.versions import decided, in_force
from research.terms import Claim as ClaimValue
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
    drawn = [_claim(task, claim) for claim in event.claims]
    Claim.objects.bulk_create(
        drawn, update_conflicts=True, unique_fields=["task", "number"], update_fields=[*DRAWN, "place", "kind"]
    )
    pieces = numbered(Evidence, task, (number for claim in event.claims for number in claim.evidence))
    cited = {
        (row.pk, pieces[number]): Citation(task=task, claim=row, evidence_id=pieces[number], position=position)
        for row, claim in zip(drawn, event.claims, strict=True)
        for position, number in enumerate(claim.evidence)
    }
    known = Citation.objects.filter(claim__in=drawn).values_list("pk", "claim", "evidence")
    gone = [pk for pk, claim, evidence in known if (claim, evidence) not in cited]
    Citation.objects.filter(pk__in=gone).delete()
    Citation.objects.bulk_create(
        cited.values(), update_conflicts=True, unique_fields=["claim", "evidence"], update_fields=["position"]
    )
    Claim.objects.filter(task=task).exclude(pk__in=[row.pk for row in drawn]).update(waits=False)


DRAWN = ("section", "position", "text", "start", "end", "context")


def _claim(task: ResearchTask, claim: ClaimValue) -> Claim:
    told = {name: getattr(claim, name) for name in DRAWN}
    return Claim(task=task, number=claim.number, kind=claim.kind.value, place=claim.place.value, **told)


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

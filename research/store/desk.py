"""The review desk as a reader of rows: which claims wait, in which order, and what stands around one of them.

Orders and shows only. Whether a decision is allowed is the verb's business (`research.actions`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from research.models import Citation, Claim, Conflict, Evidence, Query, Report, User
from research.store.brought import with_results
from research.store.places import as_written, place_of, section_of
from research.terms import Ruling, Verdict

PLACE_WEIGHT = {"summary": 3, "opening": 2, "body": 1}
"""Times as urgent: the summary is what readers take away, the first sentence of a section is what they skim;
the rest is looked up on purpose (Q3, proposal)."""

SEVERITY_WEIGHT = {
    Verdict.CONTRADICTED: 4,
    Verdict.NOT_FOUND: 3,
    Verdict.PARTLY: 2,
    Verdict.NOT_CHECKED: 2,
    Verdict.SUPPORTED: 1,
}
"""Times as urgent: a sentence against its sources does more harm than one without any (Q3, proposal)."""

AGE_STEPS = ((7, 2.0), (3, 1.5), (1, 1.2))
"""(days, times as urgent): old claims must not starve, and one of the body never overtakes a fresh
contradiction in a summary (Q3, proposal)."""

NEIGHBOURS = 3
"""Sentences shown on each side of a claim: what a screen's pane holds without scrolling (CR1)."""

QUERIES_SHOWN = 8
"""Of a goal whose claim cites nothing: enough to see what was tried."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """One row of the queue. `weight` is place × severity × age, and its factors say why it stands where it does."""

    claim: Claim
    heading: str
    place: str
    since: datetime
    place_weight: float
    severity_weight: float
    age_weight: float

    @property
    def weight(self) -> float:
        return self.place_weight * self.severity_weight * self.age_weight


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A sentence of the same section as people left it; `here` marks the claim that is being decided."""

    claim: Claim
    text: str
    struck: bool
    here: bool


def open_claims(user: User) -> QuerySet[Claim]:
    """Those of the person's workspaces that nobody has decided in their present version."""
    waiting: QuerySet[Claim] = Claim.objects.visible_to(user).waiting()
    return waiting.select_related("task__owner", "task__workspace").annotate(quotes=Count("citations"))


def waiting_for(
    user: User, *, task: int | None = None, verdict: str = "", language: str = "", last: Iterable[int] = ()
) -> list[Waiting]:
    """The queue in its order. `last` are claims that the person skipped: they go to the end of their line alone."""
    rows = open_claims(user)
    for name, wanted in (("task_id", task), ("verdict", verdict), ("task__language", language)):
        rows = rows.filter(**{name: wanted}) if wanted else rows
    claims, skipped = list(rows), set(last)
    written = as_written({claim.task_id for claim in claims})
    now = timezone.now()
    waiting = [_placed(claim, written.get(claim.task_id), now) for claim in claims]
    return sorted(waiting, key=lambda row: (row.claim.pk in skipped, -row.weight, row.claim.task_id, row.claim.number))


def still_open(user: User, skipped: Sequence[int]) -> list[int]:
    """Of the claims somebody skipped, those that still wait, in the order of skipping: the list can't grow for ever."""
    waiting = set(Claim.objects.visible_to(user).waiting().filter(pk__in=skipped).values_list("pk", flat=True))
    return [pk for pk in skipped if pk in waiting]


def counts(user: User) -> dict[str, int]:
    """Waiting claims by verdict, over all that the person may see: the numbers beside the filters."""
    return Counter(Claim.objects.visible_to(user).waiting().values_list("verdict", flat=True))


def next_after(queue: Sequence[Waiting], claim: Claim) -> Claim | None:
    """The most urgent other claim: what comes up when this one is decided or skipped."""
    return next((row.claim for row in queue if row.claim.pk != claim.pk), None)


def _placed(claim: Claim, report: Report | None, now: datetime) -> Waiting:
    section = section_of(report, claim.section)
    place = place_of(claim, section)
    since = report.at if report else claim.task.created
    age = next((gain for days, gain in AGE_STEPS if (now - since).days >= days), 1.0)
    severity = SEVERITY_WEIGHT[Verdict(claim.verdict)]
    return Waiting(claim, str(section.get("heading", "")), place, since, PLACE_WEIGHT[place], severity, age)


def paragraph(claim: Claim) -> list[Neighbour]:
    """The claim among its neighbours, so that it's judged as a reader will meet it (CR1)."""
    rows = Claim.objects.filter(task_id=claim.task_id, section=claim.section).order_by("position", "number")
    section = list(rows.prefetch_related("decisions"))
    at = next(index for index, row in enumerate(section) if row.pk == claim.pk)
    near = section[max(0, at - NEIGHBOURS) : at + NEIGHBOURS + 1]
    return [_neighbour(row, claim) for row in near]


def _neighbour(row: Claim, claim: Claim) -> Neighbour:
    last = row.in_force()
    edited = last is not None and last.ruling == Ruling.EDITED
    struck = last is not None and last.ruling == Ruling.REJECTED and last.effect != "mark"
    return Neighbour(row, last.text if last and edited else row.text, struck, row.pk == claim.pk)


def heading_of(claim: Claim) -> str:
    return str(section_of(as_written([claim.task_id]).get(claim.task_id), claim.section).get("heading", ""))


def cited_by(claim: Claim) -> list[Citation]:
    """The quotes that a claim rests on, with all that their card shows."""
    rows = Citation.objects.filter(claim=claim).select_related("evidence__source", "evidence__reprint_of__source")
    return list(rows.prefetch_related("evidence__reprints__source"))


def against(evidence: Sequence[Evidence]) -> list[tuple[Evidence, str]]:
    """What the sources hold against these quotes, each with the reason that was noted (R139)."""
    ids = [row.pk for row in evidence]
    rows = Conflict.objects.filter(Q(left__in=ids) | Q(right__in=ids)).select_related("left__source", "right__source")
    sides = [(row.right if row.left_id in ids else row.left, row.reason) for row in rows]
    return [(other, reason) for other, reason in sides if other.pk not in ids]


def tried_for(claim: Claim) -> list[Query]:
    """For a claim without any quote: the queries of its section's goal, sent or dropped."""
    section = section_of(as_written([claim.task_id]).get(claim.task_id), claim.section)
    goal = section.get("goal")
    if goal is None:
        return []
    return list(with_results(Query.objects.filter(task_id=claim.task_id, goal__number=goal))[:QUERIES_SHOWN])

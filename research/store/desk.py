"""The review desk as a reader of rows: which claims wait, in which order, and what stands around one of them.

Orders and shows only. Whether a decision is allowed is the verb's business (`research.actions`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Now
from django.utils import timezone

from research.models import (
    Assignment,
    Citation,
    Claim,
    Conflict,
    Decision,
    Errand,
    Evidence,
    Flag,
    Query,
    Report,
    SpotCheck,
    User,
)
from research.models.claim import DecisionQuerySet
from research.store.brought import with_results
from research.store.disagreements import view_of
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

FLAGGED_WEIGHT = 3
"""A reader's doubt is as urgent as a sentence without any source, whatever the check said; of several reasons the
strongest counts (Q3, proposal)."""

AGE_STEPS = ((7, 2.0), (3, 1.5), (1, 1.2))
"""(days, times as urgent): old claims must not starve, and one of the body never overtakes a fresh
contradiction in a summary (Q3, proposal)."""

SEVERITIES = frozenset({"4", "3", "2"})
"""What the queue can be filtered by: at least so urgent. 3 is what a reader doubts, too."""
ASSIGNED = frozenset({"mine", "nobody"})

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
    holder: str
    """Who else has it in hand; empty: nobody."""
    assigned: str
    """Whose turn it is, as the team wishes it; empty: nobody's in particular."""
    flags: Sequence[Flag]
    """Doubts of readers that nobody has answered."""
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


def open_claims(user: User, *, out: bool = False, spot: bool = False) -> QuerySet[Any]:
    """Those of the person's workspaces that nobody has decided in their present version. What a search for one claim
    wrote is judged beside that claim. Instead of the others, `out`: those for which evidence is being looked
    for; `spot`: supported ones that were drawn for a look."""
    seen = Claim.objects.visible_to(user)
    drawn = seen.filter(pk__in=SpotCheck.objects.unlooked().values("claim"))
    waiting: QuerySet[Claim] = drawn if spot else seen.waiting().filter(task__errand=None)
    joined = waiting.select_related("task__owner", "task__workspace", "hold__person")
    sent = Exists(Errand.objects.out().filter(claim=OuterRef("pk")))
    held = ExpressionWrapper(Q(hold__until__gt=Now()), output_field=BooleanField())
    turn = Subquery(Assignment.objects.standing().filter(claim=OuterRef("pk")).values("person__username"))
    doubts = Prefetch("flags", Flag.objects.standing().select_related("person"), to_attr="doubts")
    shown = joined.filter(sent if out else ~sent).annotate(quotes=Count("citations"), held=held, turn=turn)
    return shown.prefetch_related(doubts)


def waiting_for(
    user: User,
    *,
    task: int | None = None,
    verdict: str = "",
    language: str = "",
    assigned: str = "",
    severity: str = "",
    flagged: bool = False,
    spot: bool = False,
    out: bool = False,
    last: Iterable[int] = (),
) -> list[Waiting]:
    """The queue in its order. `last` are claims that the person skipped: they go to the end of their line alone.
    `out` and `spot` as above, `flagged`: those alone that a reader doubts; `assigned`: "mine", or "nobody"'s;
    `severity`: at least so urgent by what the check and readers say."""
    rows = open_claims(user, out=out, spot=spot)
    rows = rows.filter(turn=user.username) if assigned == "mine" else rows
    rows = rows.filter(turn=None) if assigned == "nobody" else rows
    for name, wanted in (("task_id", task), ("verdict", verdict), ("task__language", language)):
        rows = rows.filter(**{name: wanted}) if wanted else rows
    found: list[Any] = list(rows)
    claims, skipped = [claim for claim in found if claim.doubts or not flagged], set(last)
    written = as_written({claim.task_id for claim in claims})
    now = timezone.now()
    placed = (_placed(claim, written.get(claim.task_id), now, _holder(claim, user)) for claim in claims)
    waiting = [row for row in placed if row.severity_weight >= int(severity or 0)]
    return sorted(waiting, key=lambda row: (row.claim.pk in skipped, -row.weight, row.claim.task_id, row.claim.number))


def _holder(claim: Any, user: User) -> str:
    return str(claim.hold.person.username) if claim.held and claim.hold.person_id != user.pk else ""


def offered_for(queue: Sequence[Waiting], user: User) -> list[Claim]:
    """What this person can be given, in order: not in another's hand, and not where theirs was the first opinion or an
    admin has to decide. What is assigned to somebody else comes last: it is given where all else is done."""
    firsts = _first_opinions([row.claim for row in queue if row.claim.stage == "second"])
    free = [row for row in queue if not row.holder and _may_be_given(row.claim, user, firsts)]
    return [row.claim for row in sorted(free, key=lambda row: row.assigned not in ("", user.username))]


def _first_opinions(claims: Sequence[Claim]) -> dict[int, int]:
    rows = Decision.objects.filter(claim__in=claims).order_by("claim_version")
    return dict(rows.values_list("claim", "person"))


def _may_be_given(claim: Claim, user: User, firsts: Mapping[int, int]) -> bool:
    if claim.stage == "lead":
        return user.can("tune", claim.task.workspace)
    return firsts.get(claim.pk) != user.pk


def still_open(user: User, skipped: Sequence[int]) -> list[int]:
    """Of the claims somebody skipped, those that still wait, in the order of skipping: the list can't grow for ever."""
    waiting = set(Claim.objects.visible_to(user).waiting().filter(pk__in=skipped).values_list("pk", flat=True))
    return [pk for pk in skipped if pk in waiting]


def flagged(user: User) -> int:
    """Waiting claims that a reader doubted."""
    return open_claims(user).filter(pk__in=Flag.objects.standing().values("claim")).count()


def decisions_seen_by(user: User) -> QuerySet[Decision]:
    """What was decided in the person's workspaces, the newest first. A first opinion is its giver's secret until there
    is a second one."""
    rows = _last_words().visible_to(user)
    secret = Q(claim__stage="second") & ~Q(person=user)
    return rows.exclude(secret).select_related("claim__task", "person").order_by("-pk")


def decided_today(user: User) -> int:
    """By this person, since midnight of the server's zone."""
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    return _last_words().filter(person=user, at__gte=midnight).count()


def _last_words() -> DecisionQuerySet:
    """On each claim, unless it was taken back."""
    later = Decision.objects.filter(claim=OuterRef("claim"), claim_version__gt=OuterRef("claim_version"))
    return Decision.objects.exclude(ruling=Ruling.REVERTED.value).filter(~Exists(later))


def flags_on(claim: Claim) -> list[Flag]:
    """All that was ever doubted about it, with the decision that answered."""
    return list(Flag.objects.filter(claim=claim).select_related("person", "decision__person", "closed_by"))


def sent_out(user: User) -> int:
    """Claims for which evidence is being looked for."""
    return open_claims(user, out=True).count()


def _placed(claim: Any, report: Report | None, now: datetime, holder: str) -> Waiting:
    section = section_of(report, claim.section)
    place = place_of(claim, section)
    since = _since(claim, report)
    age = next((gain for days, gain in AGE_STEPS if (now - since).days >= days), 1.0)
    severity = max(SEVERITY_WEIGHT[Verdict(claim.verdict)], FLAGGED_WEIGHT if claim.doubts else 0)
    heading, weights = str(section.get("heading", "")), (PLACE_WEIGHT[place], severity, age)
    return Waiting(claim, heading, place, since, holder, claim.turn or "", claim.doubts, *weights)


def _since(claim: Any, report: Report | None) -> datetime:
    """What only a reader doubts waits since then; the check left the others waiting."""
    raised: list[datetime] = [flag.at for flag in claim.doubts]
    if raised and claim.verdict == Verdict.SUPPORTED.value:
        return min(raised)
    asked: datetime = claim.task.created
    return report.at if report else asked


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


def against(evidence: Sequence[Evidence]) -> list[tuple[Evidence, str, str]]:
    """What the sources hold against these quotes, each with the reason that was noted (R139) and, where the search
    settled it or says why it can't, with that sentence. What was dropped since is held against nothing."""
    ids = [row.pk for row in evidence]
    rows = Conflict.objects.filter(Q(left__in=ids) | Q(right__in=ids), left__dropped=False, right__dropped=False)
    views = [view_of(row) for row in rows.select_related("left__source", "right__source", "settled_for__source")]
    sides = [(view.right if view.left.pk in ids else view.left, view.reason, view.verdict) for view in views]
    return [side for side in sides if side[0].pk not in ids]


def tried_for(claim: Claim) -> list[Query]:
    """For a claim without any quote: the queries of its section's goal, sent or dropped."""
    section = section_of(as_written([claim.task_id]).get(claim.task_id), claim.section)
    goal = section.get("goal")
    if goal is None:
        return []
    return list(with_results(Query.objects.filter(task_id=claim.task_id, goal__number=goal))[:QUERIES_SHOWN])


def offered_to(claim: Claim) -> list[tuple[Evidence, str, str]]:
    """Other evidence of the task with verdict and reason, as it was offered. What was dropped since is left out."""
    numbers = [offer["evidence"] for offer in claim.offered]
    rows = Evidence.objects.filter(task=claim.task_id, number__in=numbers, dropped=False).select_related("source")
    pieces = {row.number: row for row in rows}
    offers = [offer for offer in claim.offered if offer["evidence"] in pieces]
    return [(pieces[offer["evidence"]], offer["verdict"], offer["reason"]) for offer in offers]

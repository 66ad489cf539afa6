"""What the API gives, in the words of the pages. Numbers shown to people (T-128) are its ids."""

from datetime import date, datetime
from typing import Annotated, Any

from django.db.models import QuerySet
from ninja import Schema
from pydantic import BeforeValidator, Field

from research.models import Citation, Claim, Decision, Evidence, User
from research.models.people import RIGHTS
from research.store.desk import offered_to

Named = Annotated[str | None, BeforeValidator(lambda row: row if row is None else str(row))]
"""A person or a workspace by name."""


def page(rows: QuerySet[Any], limit: int, mark: str = "label") -> dict[str, Any]:
    """The first rows, and where the next page begins. A full page may be the last: then the next one is empty."""
    items = list(rows[:limit])
    return {"items": items, "next": getattr(items[-1], mark) if len(items) == limit else None}


class WorkspaceOut(Schema):
    id: int
    name: str


class MembershipOut(WorkspaceOut):
    role: str
    rights: list[str]


class MeOut(Schema):
    username: str
    language: str
    csrf_token: str = Field(description="Send it as X-CSRFToken with everything that isn't a GET.")
    workspaces: list[MembershipOut]

    @classmethod
    def of(cls, person: User, token: str) -> "MeOut":
        mine = person.memberships.select_related("workspace").order_by("workspace__name")
        rooms = [
            MembershipOut(id=one.workspace.pk, name=str(one.workspace), role=one.role, rights=sorted(RIGHTS[one.role]))
            for one in mine
        ]
        return cls(username=person.username, language=person.language, csrf_token=token, workspaces=rooms)


class TaskOut(Schema):
    id: str = Field(alias="label")
    question: str
    language: str
    period_start: date | None
    period_end: date | None
    only_sites: list[str]
    never_sites: list[str]
    documents_only: bool
    deadline: datetime | None
    phase: str
    status: str
    auto_approve: bool
    plan_hash: str
    stop_asked: bool
    owner: Named
    workspace: WorkspaceOut
    thresholds: int = Field(alias="thresholds.number")
    ended_because: str
    failure: str
    created: datetime
    finished: datetime | None


class TasksOut(Schema):
    items: list[TaskOut]
    next: str | None = Field(None, description="Ask again with ?before= this; null: there is no more.")


class GoalOut(Schema):
    number: int
    parent: int | None = None
    question: str
    wanted: list[str]
    gaps: list[str]
    priority: float
    state: str
    accepted: int
    rounds: int
    closed_because: str
    by_one_source: bool = Field(description="It lacks nothing but a second, independent source.")

    @staticmethod
    def resolve_parent(row: Any) -> int | None:
        return row.parent.number if row.parent else None


class WishOut(Schema):
    wish: dict[str, Any] = Field(alias="body", description="What was asked for; fields that it doesn't use are empty.")
    person: Named
    asked: datetime
    step: int | None = Field(None, description="The step before which it took effect; null: it waits for the next.")
    refused: str = Field(description="Why nothing came of it after all.")


class SourceOut(Schema):
    id: str = Field(alias="label")
    url: str
    title: str
    publisher: str
    published: date | None
    fetched: datetime
    content_type: str
    language: str
    credibility: float
    text_sha256: str


class SourceTextOut(SourceOut):
    text: str


class SourcesOut(Schema):
    items: list[SourceOut]
    next: str | None = Field(None, description="Ask again with ?before= this; null: there is no more.")


class EvidenceOut(Schema):
    id: str = Field(alias="label")
    number: int
    goal: int = Field(alias="goal.number")
    quote: str
    start: int
    end: int
    paragraph: int = Field(description="Of the source, from 1; 0 where it wasn't kept.")
    page: int | None = Field(description="Of a paged document, from 1.")
    same_as: int | None = Field(None, description="The number of the more informative piece that this corroborates.")
    relevance: float
    credibility: float
    timeliness: float
    score: float
    reason: str
    accepted: bool
    dropped: bool
    source: SourceOut

    @staticmethod
    def resolve_same_as(row: Evidence) -> int | None:
        return row.same_as.number if row.same_as else None


class EvidencePageOut(Schema):
    items: list[EvidenceOut]
    next: int | None = Field(None, description="Ask again with ?after= this; null: there is no more.")


class EventOut(Schema):
    seq: int
    step: int
    kind: str
    payload: dict[str, Any]
    v: int
    at: datetime


class EventsOut(Schema):
    items: list[EventOut]
    last: int = Field(description="Ask again with ?after= this; it stays the same while nothing happens.")


class DecisionOut(Schema):
    claim_version: int
    person: Named
    ruling: str
    text: str
    effect: str
    reason_code: str
    note: str
    verdict: str
    at: datetime


class ClaimOut(Schema):
    id: str = Field(alias="label")
    task: str = Field(alias="task.label")
    number: int
    version: int
    kind: str
    text: str
    verdict: str
    reason: str
    waits: bool


class CitedOut(Schema):
    evidence: str = Field(alias="evidence.label")
    source: str = Field(alias="evidence.source.label")
    title: str = Field(alias="evidence.source.title")
    url: str = Field(alias="evidence.source.url")
    quote: str = Field(alias="evidence.quote")


class OfferedOut(Schema):
    evidence: str
    quote: str
    verdict: str
    reason: str


class ClaimFullOut(ClaimOut):
    atoms: list[dict[str, Any]]
    stage: str = Field(description="second or lead: whose word a decision still lacks; empty: none.")
    offered: list[OfferedOut] = Field(description="Other evidence of the task, what carries the claim first.")
    quotes: list[CitedOut]
    decisions: list[DecisionOut]

    @staticmethod
    def resolve_offered(row: Claim) -> list[dict[str, str]]:
        told = offered_to(row)
        return [
            {"evidence": piece.label, "quote": piece.quote, "verdict": verdict, "reason": reason}
            for piece, verdict, reason in told
        ]

    @staticmethod
    def resolve_quotes(row: Claim) -> list[Citation]:
        return list(row.citations.select_related("evidence__source"))

    @staticmethod
    def resolve_decisions(row: Claim) -> list[Decision]:
        return list(row.decisions.select_related("person"))


class ClaimsOut(Schema):
    items: list[ClaimOut]
    next: str | None = Field(None, description="Ask again with ?after= this; null: there is no more.")


class LimitOut(Schema):
    name: str
    group: str
    value: float
    default: float
    unit: str
    low: float
    high: float
    reason: str
    modified: bool
    whole: bool


class VersionOut(Schema):
    number: int
    person: Named
    reason: str
    created: datetime


class ThresholdsOut(Schema):
    workspace: WorkspaceOut
    number: int
    limits: list[LimitOut]
    versions: list[VersionOut] = Field(description="The newest first; the last is the one it began with.")


class UploadOut(Schema):
    id: int
    name: str
    workspace: WorkspaceOut
    media_type: str
    characters: int
    created: datetime


class TrustClassOut(Schema):
    name: str
    grade: float
    why: str
    hosts: list[str] = Field(description="The product's own table; a name stands for the hosts below it, too.")
    by_name: list[str] = Field(description="Rules on the shape of a host's name.")


class TrustMarkOut(Schema):
    host: str
    grade: float
    reason: str
    person: Named
    at: datetime


class TrustOut(Schema):
    workspace: WorkspaceOut
    classes: list[TrustClassOut]
    marks: list[TrustMarkOut]


class GradedOut(Schema):
    grade: float
    trust: str = Field(description="The class with this grade.")
    why: str

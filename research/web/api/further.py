"""Questions on a finished report, by the API: asked, and read again until the answer is there."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from ninja import Router, Schema, Status
from pydantic import Field

from research import actions
from research.models import FollowUp
from research.store.asked_further import AskedView, rows_of, view
from research.web.api.given import PAGE, Limit, Strict, Text, number_of
from research.web.api.session import person_of
from research.web.api.shapes import Named, page
from research.web.api.tasks import find

router = Router(tags=["follow-ups"])


class AskingFurther(Strict):
    question: Text
    look_up: bool = Field(False, description="Another search, whatever the report's evidence holds.")


class AnswerCitedOut(Schema):
    number: int = Field(description="Of the source, within this answer.")
    evidence: str = Field(alias="evidence.label")
    source: str = Field(alias="evidence.source.label")
    title: str = Field(alias="evidence.source.title")
    url: str = Field(alias="evidence.source.url")
    quote: str = Field(alias="evidence.quote")


class AnswerLineOut(Schema):
    text: str
    kind: str
    verdict: str = Field(description="Empty for speculation, and for what waits for its check.")
    reason: str
    cited: list[AnswerCitedOut]


class FollowUpOut(Schema):
    id: str = Field(alias="row.label")
    task: str = Field(alias="row.task.label")
    question: str = Field(alias="row.question")
    language: str = Field(alias="row.language")
    person: Named = Field(alias="row.person")
    state: str = Field(
        alias="row.state",
        description="asked, answered, unanswered (the evidence doesn't answer it), reaching (a search), failed",
    )
    decision: str = Field(alias="row.decision", description="answer or reach; empty until it is decided.")
    rule: str = Field(alias="row.rule", description="What decided.")
    reason: str = Field(alias="row.reason", description="In a sentence.")
    lines: list[AnswerLineOut] = Field(description="From the report's own evidence.")
    search: str | None = Field(None, description="The task that was begun for it.")
    search_status: str | None = None
    found: list[AnswerLineOut] = Field(description="From that task's report, once it is written.")
    failure: str = Field(alias="row.failure")
    created: datetime = Field(alias="row.created")
    answered: datetime | None = Field(alias="row.answered")

    @staticmethod
    def resolve_search(told: AskedView) -> str | None:
        return told.row.child.label if told.row.child else None

    @staticmethod
    def resolve_search_status(told: AskedView) -> str | None:
        return told.row.child.status if told.row.child else None


class FollowUpsOut(Schema):
    items: list[FollowUpOut]
    next: str | None = Field(None, description="Ask again with ?before= this; null: there is no more.")


def one(request: HttpRequest, task: str, label: str) -> FollowUp:
    row: FollowUp = get_object_or_404(rows_of(find(request, task)), pk=number_of(label, "F"))
    return row


@router.post(
    "/{task}/follow-ups", response={202: FollowUpOut}, operation_id="ask_further", summary="Ask a report further"
)
def ask(request: HttpRequest, response: HttpResponse, task: str, asked: AskingFurther) -> Any:
    """A worker answers it; read it again at `Location` until its state is another than asked."""
    found = find(request, task)
    row = actions.ask_further(person_of(request), found, asked.question, look_up=asked.look_up, door="api")
    response["Location"] = reverse("api:read_follow_up", args=[found.label, row.label])
    return Status(202, view(row))


@router.get(
    "/{task}/follow-ups", response=FollowUpsOut, operation_id="list_follow_ups", summary="What was asked further"
)
def follow_ups(request: HttpRequest, task: str, before: str = "", limit: Limit = PAGE) -> Any:
    rows = rows_of(find(request, task))
    told = page(rows.filter(pk__lt=number_of(before, "F")) if before else rows, limit)
    return told | {"items": [view(row) for row in told["items"]]}


@router.get(
    "/{task}/follow-ups/{follow_up}",
    response=FollowUpOut,
    url_name="read_follow_up",
    operation_id="read_follow_up",
    summary="One question with its answer",
)
def follow_up(request: HttpRequest, task: str, follow_up: str) -> Any:
    return view(one(request, task, follow_up))


@router.post(
    "/{task}/follow-ups/{follow_up}/look-up",
    response={202: FollowUpOut},
    operation_id="look_up",
    summary="Look for it outside",
)
def look_up(request: HttpRequest, task: str, follow_up: str) -> Any:
    actions.look_up(person_of(request), one(request, task, follow_up), door="api")
    return Status(202, view(one(request, task, follow_up)))

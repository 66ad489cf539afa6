"""Doubts of readers by the API: who may read a report may flag a sentence of it."""

from datetime import datetime

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router, Schema, Status
from pydantic import Field

from research import actions
from research.models import Flag
from research.store import desk
from research.web.api.claims import find
from research.web.api.given import Strict, Text
from research.web.api.session import person_of
from research.web.api.shapes import Named

router = Router(tags=["claims"])


class Doubt(Strict):
    reason_code: Text = Field(description="One of the codes with which the desk rejects.")
    note: Text = Field("", description="Why; needed with the code other.")


class Answer(Strict):
    note: Text = Field(description="Why nothing is wrong; whoever flagged the sentence reads it.")


class FlagOut(Schema):
    id: int
    claim: str = Field(alias="claim.label")
    person: Named
    reason_code: str
    note: str
    at: datetime
    settled: bool = Field(description="It no longer stands: decided on since, withdrawn, or answered.")
    outcome: str = Field(description="Empty, withdrawn by who raised it, or unfounded: a reviewer found nothing wrong.")
    answer: str
    closed_by: Named | None
    closed_at: datetime | None

    @staticmethod
    def resolve_settled(row: Flag) -> bool:
        return not row.stands


@router.get("/{claim}/flags", response=list[FlagOut], operation_id="list_flags", summary="What readers doubted")
def list_flags(request: HttpRequest, claim: str) -> list[Flag]:
    return desk.flags_on(find(request, claim))


@router.post("/{claim}/flag", response={201: FlagOut}, operation_id="flag_claim", summary="Flag a sentence")
def flag_claim(request: HttpRequest, claim: str, given: Doubt) -> Status[Flag]:
    """It waits at the desk from now on, whatever the check said of it, until a reviewer decides."""
    person, found = person_of(request), find(request, claim)
    return Status(201, actions.flag_claim(person, found, reason_code=given.reason_code, note=given.note, door="api"))


@router.post(
    "/{claim}/flags/{flag}/withdraw", response=FlagOut, operation_id="withdraw_flag", summary="Withdraw a flag"
)
def withdraw_flag(request: HttpRequest, claim: str, flag: int) -> Flag:
    """One's own. The sentence waits on only where something else keeps it waiting."""
    return actions.withdraw_flag(person_of(request), _flag(request, claim, flag), door="api")


@router.post("/{claim}/flags/{flag}/settle", response=FlagOut, operation_id="settle_flag", summary="Nothing is wrong")
def settle_flag(request: HttpRequest, claim: str, flag: int, given: Answer) -> Flag:
    """A reviewer answers the flag. No decision on the sentence: what the check found of it stays."""
    return actions.settle_flag(person_of(request), _flag(request, claim, flag), note=given.note, door="api")


def _flag(request: HttpRequest, claim: str, flag: int) -> Flag:
    joined = ("person", "claim__task__workspace", "claim__task__owner")
    rows = Flag.objects.filter(claim=find(request, claim)).select_related(*joined)
    found: Flag = get_object_or_404(rows, pk=flag)
    return found

"""Doubts of readers by the API: who may read a report may flag a sentence of it."""

from datetime import datetime

from django.http import HttpRequest
from ninja import Router, Schema, Status
from pydantic import Field

from research import actions
from research.models import Flag
from research.store import desk
from research.web.api_claims import find
from research.web.api_given import Strict, Text
from research.web.api_session import person_of
from research.web.api_shapes import Named

router = Router(tags=["claims"])


class Doubt(Strict):
    reason_code: Text = Field(description="One of the codes with which the desk rejects.")
    note: Text = Field("", description="Why; needed with the code other.")


class FlagOut(Schema):
    claim: str = Field(alias="claim.label")
    person: Named
    reason_code: str
    note: str
    at: datetime
    settled: bool = Field(description="A reviewer has decided on the sentence since.")

    @staticmethod
    def resolve_settled(row: Flag) -> bool:
        return row.decision_id is not None


@router.get("/{claim}/flags", response=list[FlagOut], operation_id="list_flags", summary="What readers doubted")
def list_flags(request: HttpRequest, claim: str) -> list[Flag]:
    return desk.flags_on(find(request, claim))


@router.post("/{claim}/flag", response={201: FlagOut}, operation_id="flag_claim", summary="Flag a sentence")
def flag_claim(request: HttpRequest, claim: str, given: Doubt) -> Status[Flag]:
    """It waits at the desk from now on, whatever the check said of it, until a reviewer decides."""
    person, found = person_of(request), find(request, claim)
    return Status(201, actions.flag_claim(person, found, reason_code=given.reason_code, note=given.note, door="api"))

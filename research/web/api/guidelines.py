"""A workspace's guidelines for reviewers, by the API."""

from datetime import datetime

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from research import actions
from research.models import Guidelines
from research.web.api.given import Strict, Text
from research.web.api.problems import problem
from research.web.api.session import person_of, room_for
from research.web.api.shapes import Named

router = Router(tags=["claims"])


class GuidelinesIn(Strict):
    text: Text = Field(description="Markdown; empty takes them away.")
    seen_number: int = Field(description="The version that was changed, 0 where there was none.")


class GuidelinesOut(Schema):
    number: int = 0
    text: str = ""
    person: Named | None = None
    at: datetime | None = None


@router.get("", response=GuidelinesOut, operation_id="read_guidelines", summary="How a workspace reviews")
def read_guidelines(request: HttpRequest, workspace: int | None = None) -> Guidelines | GuidelinesOut:
    return actions.current_guidelines(room_for(request, "read", workspace)) or GuidelinesOut()


@router.get("/versions", response=list[GuidelinesOut], operation_id="list_guidelines", summary="All versions")
def list_guidelines(request: HttpRequest, workspace: int | None = None) -> list[Guidelines]:
    room = room_for(request, "read", workspace)
    return list(Guidelines.objects.filter(workspace=room).select_related("person"))


@router.put("", response=GuidelinesOut, operation_id="write_guidelines", summary="Write them anew")
def write_guidelines(request: HttpRequest, given: GuidelinesIn, workspace: int | None = None) -> object:
    """An admin's. 409 carries the version that was first."""
    room = room_for(request, "tune", workspace)
    try:
        return actions.write_guidelines(person_of(request), room, given.text, seen_number=given.seen_number, door="api")
    except actions.Stale as stale:
        current = GuidelinesOut.from_orm(stale.current) if stale.current else GuidelinesOut()
        return problem("stale", stale.sentence, current=current.model_dump(mode="json"))

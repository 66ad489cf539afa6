"""Assignments by the API: whose turn a sentence is. A wish, not a lock."""

from datetime import datetime

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from research import actions
from research.models import Assignment
from research.web.api.claims import find
from research.web.api.given import Strict, Text
from research.web.api.session import person_of
from research.web.api.shapes import Named
from research.web.api.tasks import find as find_task

router = Router(tags=["claims"])
of_tasks = Router(tags=["tasks"])


class AssignIn(Strict):
    person: Text = Field(description="The user name of somebody who reviews in the workspace; empty: nobody.")


class AssignmentOut(Schema):
    person: Named | None = None
    by: Named | None = None
    at: datetime | None = None


class ChangedOut(Schema):
    changed: list[str] = Field(description="The sentences that changed hands.")


@router.get("/{claim}/assignment", response=AssignmentOut, operation_id="read_assignment", summary="Whose turn it is")
def read_assignment(request: HttpRequest, claim: str) -> Assignment | AssignmentOut:
    standing = Assignment.objects.filter(claim=find(request, claim)).standing()
    return standing.first() or AssignmentOut()


@router.put("/{claim}/assignment", response=AssignmentOut, operation_id="assign_claim", summary="Assign a sentence")
def assign_claim(request: HttpRequest, claim: str, given: AssignIn) -> Assignment | AssignmentOut:
    """Anybody who may decide may still decide on it."""
    made = actions.assign_claim(person_of(request), find(request, claim), given.person, door="api")
    return made or AssignmentOut()


@of_tasks.put("/{task}/assignment", response=ChangedOut, operation_id="assign_task", summary="Assign all that wait")
def assign_task(request: HttpRequest, task: str, given: AssignIn) -> dict[str, list[str]]:
    changed = actions.assign_task(person_of(request), find_task(request, task), given.person, door="api")
    return {"changed": [claim.label for claim in changed]}

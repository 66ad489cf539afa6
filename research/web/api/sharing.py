"""Links to published versions, by the API. The address of a link is told once, when it is made."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from ninja import Router, Schema, Status
from pydantic import Field

from research import actions
from research.models import ShareLink, Workspace
from research.web.api.given import Strict
from research.web.api.session import person_of, room_for
from research.web.api.shapes import Named
from research.web.api.tasks import find

router = Router(tags=["tasks"])
leave = Router(tags=["tasks"])


class LinkIn(Strict):
    version: int = Field(description="A published one.")
    days: int = Field(description="1, 7, 30 or 90.")


class LinkOut(Schema):
    id: int
    version: int = Field(alias="report.version")
    person: Named
    at: datetime
    until: datetime
    revoked_at: datetime | None
    revoked_by: Named | None


class LinkMadeOut(LinkOut):
    address: str = Field(description="Told this once.")


class LeaveIn(Strict):
    allowed: bool


class LeaveOut(Schema):
    allowed: bool = Field(alias="links_allowed")


@router.get("/{task}/links", response=list[LinkOut], operation_id="list_links", summary="Links to its versions")
def list_links(request: HttpRequest, task: str) -> Any:
    rows = ShareLink.objects.filter(task=find(request, task))
    return rows.select_related("report", "person", "revoked_by")


@router.post("/{task}/links", response={201: LinkMadeOut}, operation_id="make_link", summary="Share a version")
def make_link(request: HttpRequest, task: str, given: LinkIn) -> Status[Any]:
    """Whoever has the address reads the version without an account until the link ends. 422 without leave."""
    made, token = actions.make_link(person_of(request), find(request, task), given.version, days=given.days, door="api")
    made.address = request.build_absolute_uri(reverse("shared", args=[token]))  # type: ignore[attr-defined]  # this once
    return Status(201, made)


@router.post("/{task}/links/{link}/revoke", response=LinkOut, operation_id="revoke_link", summary="Revoke a link")
def revoke_link(request: HttpRequest, task: str, link: int) -> ShareLink:
    rows = ShareLink.objects.filter(task=find(request, task)).select_related("report", "task__workspace")
    return actions.revoke_link(person_of(request), get_object_or_404(rows, pk=link), door="api")


@leave.get("", response=LeaveOut, operation_id="read_sharing", summary="Whether reports may be shared by link")
def read_sharing(request: HttpRequest, workspace: int | None = None) -> Workspace:
    return room_for(request, "read", workspace)


@leave.put("", response=LeaveOut, operation_id="allow_links", summary="Allow links, or shut them all")
def allow_links(request: HttpRequest, given: LeaveIn, workspace: int | None = None) -> Workspace:
    return actions.allow_links(person_of(request), room_for(request, "tune", workspace), given.allowed, door="api")

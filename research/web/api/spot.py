"""Spot checks by the API: how often "supported" holds in a workspace, and another sample to look at."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router, Schema, Status
from pydantic import Field

from research import actions
from research.models import SpotCheck, Workspace
from research.store import desk
from research.store.spot_checks import Precision, precisions
from research.web.api.given import Strict, Text
from research.web.api.session import person_of
from research.web.api.shapes import WorkspaceOut

router = Router(tags=["claims"])


class Draw(Strict):
    workspace: int = Field(description="Its id from GET /me.")
    seed: Text = Field(
        "", description="The same seed over the same sentences draws the same sample; empty: one of ours."
    )


class PrecisionOut(Schema):
    workspace: WorkspaceOut
    confirmed: int
    looked: int = Field(description="Drawn sentences that somebody has decided on.")
    left: int
    least: int = Field(description="Percent: what holds at least, nineteen times in twenty (Wilson).")


class FiguresOut(Schema):
    workspaces: list[PrecisionOut]
    claims: list[str] = Field(description="Drawn, and still to be looked at.")


class DrawnOut(Schema):
    claim: str = Field(alias="claim.label")
    draw: int
    seed: str


@router.get("", response=FiguresOut, operation_id="read_spot_checks", summary="How often supported holds")
def read_spot_checks(request: HttpRequest) -> dict[str, list[Precision] | list[str]]:
    person = person_of(request)
    left = [row.claim.label for row in desk.waiting_for(person, spot=True)]
    return {"workspaces": precisions(person), "claims": left}


@router.post("", response={201: list[DrawnOut]}, operation_id="draw_spot_checks", summary="Draw a sample")
def draw(request: HttpRequest, given: Draw) -> Status[list[SpotCheck]]:
    """422 while sentences of the last sample are still to be looked at."""
    person = person_of(request)
    room = get_object_or_404(Workspace.objects.visible_to(person), pk=given.workspace)
    return Status(201, actions.draw_spot_checks(person, room, seed=given.seed, door="api"))

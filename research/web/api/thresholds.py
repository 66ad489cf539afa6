"""Thresholds by the API: the numbers with unit and range, a new version, the way back."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from research import actions
from research.models import Thresholds, Workspace
from research.web.api.given import LimitChange, Restoring
from research.web.api.problems import problem
from research.web.api.session import person_of, room_for
from research.web.api.shapes import ThresholdsOut

router = Router(tags=["thresholds"])


def shown(room: Workspace) -> dict[str, Any]:
    current = actions.shown_thresholds(room)
    versions = Thresholds.objects.filter(workspace=room).select_related("person")
    return {
        "workspace": room,
        "number": current.number,
        "limits": actions.limit_rows(room),
        "versions": list(versions),
    }


@router.get("", response=ThresholdsOut, operation_id="read_thresholds", summary="Every number with unit and range")
def read_thresholds(request: HttpRequest, workspace: int | None = None) -> Any:
    return shown(room_for(request, "tune", workspace))


@router.put("", response=ThresholdsOut, operation_id="change_thresholds", summary="Save a new version")
def change_thresholds(request: HttpRequest, given: LimitChange, workspace: int | None = None) -> Any:
    """Only the values that change; tasks that run keep theirs. 409 carries the newer version as `current`."""
    room = room_for(request, "tune", workspace)
    try:
        actions.change_thresholds(
            person_of(request), room, given.values, reason=given.reason, seen_number=given.seen_number, door="api"
        )
    except actions.Stale as stale:
        current = ThresholdsOut.from_orm(shown(room)).model_dump(mode="json")
        return problem("stale", stale.sentence, yours=given.dict(), current=current)
    return shown(room)


@router.post("/restore", response=ThresholdsOut, operation_id="restore_thresholds", summary="An earlier version anew")
def restore_thresholds(request: HttpRequest, given: Restoring, workspace: int | None = None) -> Any:
    room = room_for(request, "tune", workspace)
    actions.restore_thresholds(person_of(request), room, given.number, reason=given.reason, door="api")
    return shown(room)

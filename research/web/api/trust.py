"""Source trust by the API: the table, the workspace's marks, and the class of one address."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from research import actions
from research.models import TrustMark, Workspace
from research.web.api.given import Marking, Unmarking
from research.web.api.problems import Problem
from research.web.api.session import person_of, room_for
from research.web.api.shapes import GradedOut, TrustOut

router = Router(tags=["trust"])


def shown(room: Workspace) -> dict[str, Any]:
    marks = TrustMark.objects.filter(workspace=room).select_related("person")
    return {"workspace": room, "classes": list(actions.trust_table()), "marks": list(marks)}


@router.get("", response=TrustOut, operation_id="read_trust", summary="The five classes, and this workspace's marks")
def read_trust(request: HttpRequest, workspace: int | None = None) -> Any:
    return shown(room_for(request, "tune", workspace))


@router.get("/of", response=GradedOut, operation_id="trust_of", summary="The grade of a page at an address, and why")
def trust_of(request: HttpRequest, address: str = "", workspace: int | None = None) -> Any:
    found = actions.trust_of(room_for(request, "tune", workspace), address)
    if found is None:
        raise Problem("not_found")
    return {"grade": found.grade, "trust": actions.class_of(found.grade), "why": found.why}


@router.put("", response=TrustOut, operation_id="mark_host", summary="Mark a host, or change its mark")
def mark_host(request: HttpRequest, given: Marking, workspace: int | None = None) -> Any:
    """The mark holds for all hosts below it, too; pages that were read keep the grade they got."""
    room = room_for(request, "tune", workspace)
    actions.mark_host(person_of(request), room, given.host, given.trust, reason=given.reason, door="api")
    return shown(room)


@router.post("/remove", response=TrustOut, operation_id="unmark_host", summary="Remove a host's mark")
def unmark_host(request: HttpRequest, given: Unmarking, workspace: int | None = None) -> Any:
    room = room_for(request, "tune", workspace)
    actions.unmark_host(person_of(request), room, given.host, reason=given.reason, door="api")
    return shown(room)

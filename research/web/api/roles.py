"""Roles by the API: who answers, how it was examined, how its answers keep to the form; a binding, an examination."""

from typing import Any

from django.http import HttpRequest
from ninja import Router, Status

from research import actions
from research.models import User, Workspace
from research.store.answered import forms_of_answers
from research.store.model_records import records
from research.web.api.given import Binding, Examining
from research.web.api.problems import Problem, problem
from research.web.api.role_shapes import ExaminationOut, RolesOut
from research.web.api.session import person_of, room_for

router = Router(tags=["roles"])


def shown(person: User, room: Workspace) -> dict[str, Any]:
    now, bound = actions.current_bindings(room), actions.role_bindings(room)
    return {
        "workspace": room,
        "number": now.number if now else 0,
        "roles": bound,
        "own_work_is_checked": actions.own_work_is_checked(bound),
        "answers": forms_of_answers(person),
        "records": records(person),
    }


@router.get("", response=RolesOut, operation_id="read_roles", summary="Who answers for which role, and how well")
def read_roles(request: HttpRequest, workspace: int | None = None) -> Any:
    return shown(person_of(request), room_for(request, "tune", workspace))


@router.put("/{role}", response=RolesOut, operation_id="bind_role", summary="Bind a role for tasks to come")
def bind_role(request: HttpRequest, role: str, given: Binding, workspace: int | None = None) -> Any:
    """Tasks that run keep theirs. Keys are named, never sent. 409 carries the newer version's number as `current`."""
    room = room_for(request, "tune", workspace)
    told = given.dict()
    line = told.pop("endpoint")
    try:
        actions.bind_role(person_of(request), room, _role(role), line, **told, door="api")
    except actions.Stale as stale:
        return problem(
            "stale", stale.sentence, yours=given.dict(), current={"number": getattr(stale.current, "number", 0)}
        )
    return shown(person_of(request), room)


@router.post(
    "/{role}/examinations",
    response={202: list[ExaminationOut]},
    operation_id="examine_model",
    summary="Examine a model",
)
def examine(request: HttpRequest, role: str, given: Examining, workspace: int | None = None) -> Any:
    """One for each endpoint of the line. A worker carries them out: read them until they are finished."""
    room = room_for(request, "tune", workspace)
    rows = actions.ask_examination(person_of(request), room, _role(role), given.endpoint, given.key_name, door="api")
    return Status(202, rows)


@router.get(
    "/{role}/examinations", response=list[ExaminationOut], operation_id="read_examinations", summary="The latest ones"
)
def examinations(request: HttpRequest, role: str, workspace: int | None = None) -> Any:
    return actions.examinations_of(room_for(request, "tune", workspace), _role(role))


def _role(role: str) -> str:
    if role not in actions.ROLES:
        raise Problem("not_found")
    return role

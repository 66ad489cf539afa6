"""Clues by the API: what tasks learned, which of it is told on, and how it is withheld or forgotten."""

from datetime import date, datetime
from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema, Status
from pydantic import Field

from memory.models import Clue, KeptOut
from research import actions
from research.store.clue_rows import Told
from research.web.api.given import PAGE, Forgetting, KeepingOut, Limit, Withholding, number_of
from research.web.api.session import person_of, room_for
from research.web.api.tasks import find
from research.web.clues import clue_of, found, told_in
from research.web.filters import plain

router = Router(tags=["clues"])
tasks = Router(tags=["clues"])


class ClueOut(Schema):
    id: int
    text: str
    task: str = Field(alias="task_label", description="That learned it.")
    learned: date
    state: str = Field(
        description="unverified, confirmed or contradicted, by the last task whose evidence spoke of it."
    )
    judged_by: str | None
    judged_because: str = Field(alias="judged_why", description="The quote that bears it out or contradicts it.")
    judged_at: datetime | None
    withheld: bool
    told: bool = Field(description="It is in the index: later tasks may be told it.")

    @staticmethod
    def resolve_judged_by(row: Clue) -> str | None:
        return f"T-{row.judged_by}" if row.judged_by else None


class CluesOut(Schema):
    items: list[ClueOut]
    next: int | None = Field(None, description="Ask again with ?skip= this; null: there is no more.")
    in_index: int
    left_out: int = Field(description="Clues that the index has no room for: no task is told them.")


class KeptOutOut(Schema):
    task: str
    kept_out: bool


@router.get("", response=CluesOut, operation_id="list_clues", summary="What tasks of a workspace learned")
def list_clues(
    request: HttpRequest, workspace: int | None = None, q: str = "", state: str = "", skip: int = 0, limit: Limit = PAGE
) -> Any:
    """`state` may be withheld, too: told to nobody, by itself or with its task."""
    room, first = room_for(request, "read", workspace), max(0, skip)
    told = told_in(room)
    rows = [_with_told(row, told) for row in found(room, plain(q), state)[first : first + limit]]
    more = first + limit if len(rows) == limit else None
    return {"items": rows, "next": more, "in_index": len(told.rows), "left_out": told.left_out}


def _with_told(row: Clue, told: Told) -> Clue:
    row.told = row.pk in told.rows  # type: ignore[attr-defined]  # for the shape alone
    return row


@router.post("/{clue}/forget", response={204: None}, operation_id="forget_clue", summary="Forget a clue for good")
def forget(request: HttpRequest, clue: str, given: Forgetting) -> Any:
    row, room = clue_of(person_of(request), number_of(clue, "L"))
    actions.forget_clue(person_of(request), room, row, reason=given.reason, door="api")
    return Status(204, None)


@router.post("/{clue}/withhold", response={204: None}, operation_id="withhold_clue", summary="Tell it to nobody")
def withhold(request: HttpRequest, clue: str, given: Withholding) -> Any:
    row, room = clue_of(person_of(request), number_of(clue, "L"))
    actions.withhold_clue(person_of(request), room, row, given.withheld, reason=given.reason, door="api")
    return Status(204, None)


@tasks.get("/{task}/clues", response=KeptOutOut, operation_id="read_kept_out", summary="Whether a task is kept out")
def kept_out(request: HttpRequest, task: str) -> Any:
    row = find(request, task)
    return {"task": row.label, "kept_out": KeptOut.objects.filter(task=row.pk).exists()}


@tasks.post("/{task}/clues", response=KeptOutOut, operation_id="keep_out", summary="Keep what a task learned out")
def keep_out(request: HttpRequest, task: str, given: KeepingOut) -> Any:
    row = find(request, task)
    actions.keep_out(person_of(request), row, given.kept_out, reason=given.reason, door="api")
    return {"task": row.label, "kept_out": given.kept_out}

"""One's own views of the queue, by the API."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router, Schema, Status
from pydantic import Field

from research import actions
from research.models import SavedView
from research.web.api.given import Strict, Text
from research.web.api.session import person_of

router = Router(tags=["claims"])


class ViewIn(Strict):
    name: Text
    filters: dict[str, Text] = Field(
        description="task (a number), verdict, severity (4, 3, 2), language, assigned (mine, nobody), flagged (on)."
    )


class ViewOut(Schema):
    id: int
    name: str
    filters: dict[str, str]
    at: datetime


@router.get("", response=list[ViewOut], operation_id="list_views", summary="Your views of the queue")
def list_views(request: HttpRequest) -> Any:
    return person_of(request).saved_views.all()


@router.post("", response={201: ViewOut}, operation_id="save_view", summary="Save a view")
def save_view(request: HttpRequest, given: ViewIn) -> Status[SavedView]:
    return Status(201, actions.save_view(person_of(request), given.name, given.filters, door="api"))


@router.delete("/{view}", response={204: None}, operation_id="delete_view", summary="Delete a view")
def delete_view(request: HttpRequest, view: int) -> Status[None]:
    person = person_of(request)
    actions.delete_view(person, get_object_or_404(SavedView, pk=view, person=person), door="api")
    return Status(204, None)

"""The library by the API: stored pages, and documents given by hand."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import File, Form, Router, Schema, Status
from ninja.files import UploadedFile
from pydantic import Field

from research import actions
from research.models import Source, Upload
from research.store.changed_since import differs_since
from research.web.api.given import PAGE, Limit, number_of
from research.web.api.session import person_of, room_for
from research.web.api.shapes import SourcesOut, SourceTextOut, UploadOut, page

router = Router(tags=["library"])


class SinceOut(Schema):
    source: str | None = Field(None, description="A later copy of the same address with other words.")
    fetched: datetime | None = None


@router.get("/sources", response=SourcesOut, operation_id="list_sources", summary="Stored pages, the newest first")
def list_sources(request: HttpRequest, before: str = "", limit: Limit = PAGE) -> Any:
    rows = Source.objects.visible_to(person_of(request)).defer("text")
    rows = rows.filter(pk__lt=number_of(before, "S")) if before else rows
    return page(rows.order_by("-pk"), limit)


@router.get("/sources/{source}", response=SourceTextOut, operation_id="read_source", summary="A page as it was read")
def read_source(request: HttpRequest, source: str) -> Any:
    return get_object_or_404(Source.objects.visible_to(person_of(request)), pk=number_of(source, "S"))


@router.get("/sources/{source}/since", response=SinceOut, operation_id="read_since", summary="Whether it changed since")
def read_since(request: HttpRequest, source: str) -> Any:
    """As far as it was read again for some task; asking fetches nothing."""
    found = get_object_or_404(Source.objects.visible_to(person_of(request)), pk=number_of(source, "S"))
    since = differs_since(found)
    return {"source": since.newer.label, "fetched": since.newer.fetched} if since else SinceOut(source=None)


@router.post("/uploads", response={201: UploadOut}, operation_id="upload", summary="Give a document to the library")
def upload(
    request: HttpRequest, file: Annotated[UploadedFile, File()], workspace: Annotated[int | None, Form()] = None
) -> Any:
    """HTML, Markdown, text, PDF, CSV, EPUB or Office. One that can't be read is kept with its reason, and refused."""
    room = room_for(request, "ask", workspace)
    return Status(201, actions.upload(person_of(request), room, file.name or "", file.read(), door="api"))


@router.delete(
    "/uploads/{upload}", response={204: None}, operation_id="delete_upload", summary="Delete a document of the library"
)
def delete_upload(request: HttpRequest, upload: int) -> Any:
    """By whoever gave it, or an admin. No task finds it from here on; what was quoted from it stays with the quotes."""
    found = get_object_or_404(Upload.objects.visible_to(person_of(request)).defer("blob__body"), pk=upload)
    actions.delete_upload(person_of(request), found, door="api")
    return Status(204, None)

"""The report as a file, by the API."""

from enum import StrEnum

from django.http import HttpRequest, HttpResponse
from ninja import Router

from research.store.exports.formats import FORMATS
from research.web.api.tasks import written
from research.web.exports import attached, version_of

router = Router(tags=["tasks"])


class Ending(StrEnum):
    MD = "md"
    HTML = "html"
    DOCX = "docx"
    PDF = "pdf"
    CSV = "csv"
    BIB = "bib"
    RIS = "ris"
    CSL = "csl"
    JSON = "json"
    ZIP = "zip"


@router.get("/{task}/report/files/{ending}", operation_id="read_report_file", summary="The report as a file")
def report_file(request: HttpRequest, task: str, ending: Ending, version: str = "") -> HttpResponse:
    """md, html, docx and pdf are the report; csv its evidence; bib, ris and csl its cited sources; json everything
    behind it; zip all of these. Of the newest version, or of the one asked for; csv and json are the task's."""
    found = written(request, task)
    return attached(found, FORMATS[ending.value], version_of(found, version))

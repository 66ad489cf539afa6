"""What a page or an answer says while the database is away: no task goes on, and none is lost (F-09, F-10)."""

import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from research.store.faults import database_trouble
from research.store.sayings import said
from research.web.sizes import COME_BACK_SECONDS


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler for whatever a page didn't catch."""
    error = sys.exc_info()[1]
    trouble = database_trouble(error) if error else ""
    if not trouble:
        return server_error(request)
    page = render_to_string("503.html", {"trouble": said(trouble)})
    return patient(HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE))


def patient(answer: HttpResponse) -> HttpResponse:
    answer["Retry-After"] = str(COME_BACK_SECONDS)
    answer["Cache-Control"] = "no-store"
    return answer

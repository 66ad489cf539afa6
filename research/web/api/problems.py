"""What the API says when it can't do a thing: problem+json (RFC 9457), one kind of failure one code.

A foreign number answers like a missing one, and an unexpected failure tells an id and nothing else.
"""

import logging
import secrets
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from research import actions
from research.store.faults import database_trouble
from research.store.sayings import said
from research.web.broken import patient

logger = logging.getLogger(__name__)

KINDS: dict[str, tuple[int, Promise | str]] = {
    "signed_out": (
        401,
        gettext_lazy("Nobody is signed in, or the session ended. Sign in and send the session cookie."),
    ),
    "csrf": (
        403,
        gettext_lazy("The CSRF token is missing or old. Ask GET /api/v1/me for it and send it as X-CSRFToken."),
    ),
    "password_due": (403, gettext_lazy("The one-time password must be changed on the password page first.")),
    "forbidden": (403, gettext_lazy("The right is missing in that workspace. GET /api/v1/me lists the rights.")),
    "not_found": (404, gettext_lazy("There is no such thing among what you may see.")),
    "not_written": (404, gettext_lazy("The task has no report yet. Look again when its phase is past report.")),
    "stale": (409, gettext_lazy("Somebody was first. Look at `current`, then decide again on its version.")),
    "too_large": (413, gettext_lazy("The body is too large. Send less, or upload long texts as files.")),
    "not_json": (415, gettext_lazy("Bodies are application/json; files are multipart/form-data.")),
    "unreadable": (400, gettext_lazy("The body is no JSON.")),
    "invalid": (422, gettext_lazy("A field has the wrong shape. `fields` says which.")),
    "refused": (422, gettext_lazy("The verb says no; `detail` says why, in the language you asked for.")),
    "version_required": (428, gettext_lazy("Say which version you saw: If-Match, or seen_version in the body.")),
    "damaged": (500, gettext_lazy("What is stored does not add up, so it is not shown. Nothing was changed.")),
    "database": (
        503,
        gettext_lazy("The database can't be asked at present. Later look whether it was done, then send it again."),
    ),
    "failed": (500, gettext_lazy("A failure of ours. Its details stand in the log under `id`.")),
}
"""Code: status, and what to do about it. The page about the API prints this table; `type` leads to its row."""

REQUEST_ID_BYTES = 8
"""64 bits: enough to find one line in a log."""


class Problem(Exception):
    """A failure that the API itself notices."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


def problem(code: str, detail: str, **more: Any) -> HttpResponse:
    status, advice = KINDS[code]
    told = {
        "type": f"/api/docs#{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail or str(advice),
        "code": code,
        **more,
    }
    answer = JsonResponse(told, status=status, content_type="application/problem+json")
    answer["Cache-Control"] = "no-store"
    return answer


def lost(request: HttpRequest, lost: str) -> HttpResponse:
    """Any address under /api/ that nothing answers."""
    return problem("not_found", _("There is nothing at this address."))


def _known(request: HttpRequest, error: Problem) -> HttpResponse:
    return problem(error.code, error.detail)


def _forbidden(request: HttpRequest, error: Exception) -> HttpResponse:
    return problem("forbidden", str(error))


def _refused(request: HttpRequest, error: actions.Refused) -> HttpResponse:
    return problem("refused", error.sentence)


def _missing(request: HttpRequest, error: Exception) -> HttpResponse:
    """The same words for what never was, what is gone, and what belongs to others (P9)."""
    return problem("not_found", _("There is no such thing among what you may see."))


def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    fields = [{"where": ".".join(map(str, each["loc"])), "what": each["msg"]} for each in error.errors]
    return problem("invalid", "", fields=fields)


def _http(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Ninja's own refusals. What a parser raised stands behind them as the cause."""
    cause = error.__cause__
    if isinstance(cause, Problem):
        return _known(request, cause)
    if isinstance(cause, RequestDataTooBig):
        return problem("too_large", "")
    code = {400: "unreadable", 401: "signed_out", 403: "forbidden", 404: "not_found"}.get(error.status_code)
    return problem(code, "") if code else _failed(request, error)


def _failed(request: HttpRequest, error: Exception) -> HttpResponse:
    trouble = database_trouble(error)
    if trouble:
        logger.error("api request: %s %s: %s", request.method, request.path, trouble)
        return patient(problem("database", said(trouble)))
    name = secrets.token_hex(REQUEST_ID_BYTES)
    logger.error("api request %s: %s %s", name, request.method, request.path, exc_info=error)
    return problem("failed", "", id=name)


HANDLERS: list[tuple[type[Exception], Callable[..., HttpResponse]]] = [
    (Exception, _failed),
    (Problem, _known),
    (actions.Refused, _refused),
    (actions.Forbidden, _forbidden),
    (PermissionDenied, _forbidden),
    (Http404, _missing),
    (ObjectDoesNotExist, _missing),
    (ValidationError, _invalid),
    (HttpError, _http),
    (RequestDataTooBig, lambda request, error: problem("too_large", "")),
]


def attach(api: NinjaAPI) -> None:
    for kind, handler in HANDLERS:
        api.add_exception_handler(kind, handler)

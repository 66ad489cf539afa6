"""The verbs by HTTP: what a page can do, a script can do, with the same rights and the same refusals.

The addresses are listed at /api/docs, from our own files. Within v1 fields and addresses are only added.
"""

import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.openapi.docs import Swagger
from ninja.parser import Parser

from research.web.api.assigning import of_tasks as assignments
from research.web.api.assigning import router as assigning
from research.web.api.claims import router as claims
from research.web.api.clues import router as clues
from research.web.api.clues import tasks as clues_of_tasks
from research.web.api.costs import router as costs
from research.web.api.desk import of_tasks as versions
from research.web.api.desk import router as desk
from research.web.api.desk import trail as history
from research.web.api.exports import router as exports
from research.web.api.flags import router as flags
from research.web.api.further import router as further
from research.web.api.goals import router as tasks
from research.web.api.guidelines import router as guidelines
from research.web.api.memory import router as memory
from research.web.api.problems import KINDS, Problem, attach
from research.web.api.roles import router as roles
from research.web.api.session import BySession, person_of
from research.web.api.shapes import MeOut
from research.web.api.sharing import leave as sharing
from research.web.api.sharing import router as links
from research.web.api.sources import router as library
from research.web.api.spot import router as spot
from research.web.api.thresholds import router as thresholds
from research.web.api.trust import router as trust
from research.web.api.views import router as views
from research.web.frame import signed_in


class Docs(Swagger):
    """Ninja's page within ours. It asks no server about the schema but this one: the policy would refuse, too."""

    template = "api/docs.html"

    def __init__(self) -> None:
        super().__init__({"validatorUrl": None, "deepLinking": False, "defaultModelsExpandDepth": -1})

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        swagger = {**self.settings, "url": self.get_openapi_url(api, kwargs)}
        shown = {
            "swagger": swagger,
            "kinds": [(code, status, advice) for code, (status, advice) in KINDS.items()],
            "here": f"{request.scheme}://{request.get_host()}",
            "session_cookie": settings.SESSION_COOKIE_NAME,
            "csrf_cookie": settings.CSRF_COOKIE_NAME,
        }
        return render(request, self.template, shown)


class JsonOnly(Parser):
    """A form of another site can send text/plain without asking first; it can't send JSON (B-127)."""

    def parse_body(self, request: HttpRequest) -> Any:
        if request.content_type != "application/json":
            raise Problem("not_json")
        return json.loads(request.body)


class Api(NinjaAPI):
    def create_temporal_response(self, request: HttpRequest) -> HttpResponse:
        """Answers belong to one person and one moment."""
        response = super().create_temporal_response(request)
        response["Cache-Control"] = "private, no-store"
        return response


api = Api(
    title="Redthread",
    version="1",
    description="Questions, evidence, reports and decisions. Numbers such as T-128 and C-128-17 serve as ids.",
    urls_namespace="api",
    auth=BySession(),
    docs=Docs(),
    docs_decorator=lambda view: signed_in(require_safe(view)),
    parser=JsonOnly(),
)
attach(api)
api.add_router("/v1/tasks", tasks)
api.add_router("/v1/tasks", exports)
api.add_router("/v1/tasks", further)
api.add_router("/v1/tasks", memory)
api.add_router("/v1/tasks", clues_of_tasks)
api.add_router("/v1/clues", clues)
api.add_router("/v1/claims", desk)  # before "/{claim}", which would take its "/next"
api.add_router("/v1/claims", flags)
api.add_router("/v1/claims", assigning)
api.add_router("/v1/tasks", assignments)
api.add_router("/v1/spot-checks", spot)
api.add_router("/v1/views", views)
api.add_router("/v1/guidelines", guidelines)
api.add_router("/v1/tasks", links)
api.add_router("/v1/sharing", sharing)
api.add_router("/v1/claims", claims)
api.add_router("/v1/tasks", versions)
api.add_router("/v1", history)
api.add_router("/v1/roles", roles)
api.add_router("/v1/thresholds", thresholds)
api.add_router("/v1/trust", trust)
api.add_router("/v1", library)
api.add_router("/v1", costs)


@api.get("/v1/me", response=MeOut, tags=["you"], operation_id="me", summary="Who you are, and what you may do where")
def me(request: HttpRequest) -> MeOut:
    return MeOut.of(person_of(request), get_token(request))

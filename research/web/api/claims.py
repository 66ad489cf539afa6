"""The desk by the API. A decision names the version it was made on, or it isn't taken."""

from typing import Any, Literal

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Router, Schema
from pydantic import Field

from research import actions
from research.actions.opinions import hidden_from
from research.models import Claim, User
from research.web.api.given import PAGE, Limit, Ruling, claim_key, number_of
from research.web.api.problems import Problem, problem
from research.web.api.session import person_of
from research.web.api.shapes import ClaimFullOut, ClaimsOut, page

router = Router(tags=["claims"])


class CarefulOut(Schema):
    text: str = Field(description="Empty where code finds nothing that the quotes carry.")


Verdict = Literal["", "supported", "partly", "contradicted", "not_found", "not_checked"]


def find(request: HttpRequest, label: str) -> Claim:
    rows = Claim.objects.visible_to(person_of(request)).select_related("task__workspace")
    found: Claim = get_object_or_404(rows, **claim_key(label))
    return found


def full(person: User, claim: Claim) -> ClaimFullOut:
    """Without the first opinion for whoever is to give the second."""
    told = ClaimFullOut.from_orm(claim)
    return told.model_copy(update={"decisions": []}) if hidden_from(person, claim) else told


def seen_version(request: HttpRequest, given: Ruling) -> int:
    """From the body, or from If-Match as HTTP writes it: "3", quotes included."""
    tag = request.headers.get("If-Match", "").removeprefix("W/").strip('"')
    if given.seen_version is not None:
        return given.seen_version
    if not (tag.isascii() and tag.isdecimal()):
        raise Problem("version_required")
    return int(tag)


def beyond(last: Claim) -> Q:
    return Q(task__gt=last.task_id) | Q(task=last.task_id, number__gt=last.number)


@router.get("", response=ClaimsOut, operation_id="list_claims", summary="Sentences of reports, waiting or all")
def list_claims(
    request: HttpRequest,
    waiting: bool = False,
    task: str = "",
    verdict: Verdict = "",
    after: str = "",
    limit: Limit = PAGE,
) -> Any:
    rows = Claim.objects.visible_to(person_of(request)).select_related("task")
    rows = rows.waiting() if waiting else rows
    rows = rows.filter(task=number_of(task, "T")) if task else rows
    rows = rows.filter(verdict=verdict) if verdict else rows
    rows = rows.filter(beyond(find(request, after))) if after else rows
    return page(rows.order_by("task_id", "number"), limit)


@router.get("/{claim}", response=ClaimFullOut, operation_id="read_claim", summary="One sentence with its quotes")
def read_claim(request: HttpRequest, response: HttpResponse, claim: str) -> Any:
    found = find(request, claim)
    response["ETag"] = f'"{found.version}"'
    return full(person_of(request), found)


@router.get("/{claim}/careful", response=CarefulOut, operation_id="read_careful", summary="A more careful wording")
def read_careful(request: HttpRequest, claim: str) -> dict[str, str]:
    """For what its quotes carry in part. To decide for it is an edit like any other, checked again."""
    return {"text": actions.suggest_wording(find(request, claim))}


@router.post("/{claim}/decide", response=ClaimFullOut, operation_id="decide_claim", summary="Approve, edit or reject")
def decide(request: HttpRequest, response: HttpResponse, claim: str, given: Ruling) -> Any:
    """409 carries both: `yours` as you sent it, and `current`, the sentence with the decision that was first."""
    found, seen = find(request, claim), seen_version(request, given)
    ruling = given.dict(exclude={"seen_version"})
    try:
        actions.decide_claim(person_of(request), found, seen_version=seen, **ruling, door="api")
    except actions.Stale as stale:
        current = full(person_of(request), find(request, claim)).model_dump(mode="json")
        return problem("stale", stale.sentence, yours={**ruling, "seen_version": seen}, current=current)
    found = find(request, claim)
    response["ETag"] = f'"{found.version}"'
    return full(person_of(request), found)

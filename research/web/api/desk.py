"""The desk by the API: claims in hand, drafts, undo, more evidence, several at once; versions; history."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router, Schema, Status
from pydantic import Field

from research import actions
from research.models import Audit, Draft, Errand, Evidence, Hold, Report
from research.store import desk, versions
from research.store.similar import similar_to
from research.web.api.claims import find, full
from research.web.api.given import PAGE, Limit, Strict, Text, number_of
from research.web.api.problems import problem
from research.web.api.session import person_of
from research.web.api.shapes import ClaimFullOut, DecisionOut, Named, OfferedOut
from research.web.api.tasks import find as find_task
from research.web.history import thing_of

router = Router(tags=["claims"])
of_tasks = Router(tags=["tasks"])
trail = Router(tags=["history"])


class Seen(Strict):
    seen_version: int = Field(description="The claim's version you decided on.")


class Typed(Strict):
    text: Text = ""
    note: Text = ""


class More(Strict):
    about: Text = Field("", description="What is missing; empty: the sentence itself is asked about.")
    refute: bool = Field(False, description="Look for what speaks against it.")


class Pasted(Strict):
    pasted: Text = Field(description="A link, alone or with a passage of its page; or S-9, a source that is stored.")


class Chosen(Strict):
    claim: Text
    seen_version: int


class Several(Strict):
    chosen: list[Chosen]


class HoldOut(Schema):
    claim: str = Field(alias="claim.label")
    person: Named
    until: datetime


class DraftOut(Schema):
    text: str
    note: str
    claim_version: int
    at: datetime


class ErrandOut(Schema):
    search: str = Field(alias="child.label", description="The task that looks; it ends by itself.")
    question: str = Field(alias="child.question")
    refute: bool
    brought: int
    back: datetime | None


class SimilarOut(Schema):
    claim: str = Field(alias="claim.label")
    text: str = Field(alias="claim.text")
    version: int = Field(alias="claim.version", description="To be named in a decision on it.")
    likeness: float
    same_quote: bool


class LeftOut(Schema):
    claim: str
    why: str


class SeveralOut(Schema):
    approved: list[str]
    left: list[LeftOut] = Field(description="Those left, each with why: decided meanwhile, doubted, …")


class VersionOfReportOut(Schema):
    version: int
    cause: str = Field(description="written or decided")
    at: datetime
    published_at: datetime | None
    published_by: Named | None
    decisions: list[DecisionOut] = Field(description="In force in this version.")

    @staticmethod
    def resolve_decisions(row: Report) -> list[Any]:
        return list(row.decisions.select_related("person"))


class ChangeOut(Schema):
    section: str
    old: str
    new: str
    cause: DecisionOut | None
    taken_back: bool


class TrailOut(Schema):
    id: int
    at: datetime
    person: Named | None
    verb: str
    object: str
    before: Any
    after: Any
    reason: str
    door: str
    hash: str


@router.post("/next", response={200: ClaimFullOut, 204: None}, operation_id="next_claim", summary="Take the next claim")
def next_claim(request: HttpRequest) -> Any:
    """The most urgent one that nobody else has in hand; 204 where none is left."""
    person = person_of(request)
    found = actions.take_first(person, desk.offered_for(desk.waiting_for(person), person))
    return full(person, found) if found else Status(204, None)


@router.post("/approve", response=SeveralOut, operation_id="approve_claims", summary="Approve exact quotes together")
def approve_claims(request: HttpRequest, given: Several) -> Any:
    person = person_of(request)
    made = actions.approve_all(person, [(find(request, each.claim), each.seen_version) for each in given.chosen])
    left = [{"claim": claim.label, "why": why} for claim, why in made.left]
    return {"approved": [claim.label for claim in made.approved], "left": left}


@router.get(
    "/{claim}/similar", response=list[SimilarOut], operation_id="list_similar", summary="Similar ones that wait"
)
def list_similar(request: HttpRequest, claim: str) -> Any:
    """Of the same report: they say the same, or rest on the same quote. Each is decided by a decision of its own."""
    return similar_to(find(request, claim), person_of(request))


@router.post("/{claim}/take", response=HoldOut, operation_id="take_claim", summary="Have a claim in hand")
def take(request: HttpRequest, claim: str) -> Hold:
    return actions.take(person_of(request), find(request, claim))


@router.put("/{claim}/draft", response=DraftOut, operation_id="keep_draft", summary="Keep what was typed so far")
def draft(request: HttpRequest, claim: str, given: Typed) -> Draft:
    return actions.keep_draft(person_of(request), find(request, claim), given.text, given.note)


@router.post("/{claim}/undo", response=ClaimFullOut, operation_id="undo_decision", summary="Take a decision back")
def undo(request: HttpRequest, claim: str, given: Seen) -> Any:
    return _moved(request, claim, given, actions.undo_decision)


@router.post("/{claim}/bring", response={201: OfferedOut}, operation_id="bring_page", summary="Bring a page")
def bring(request: HttpRequest, claim: str, given: Pasted) -> Any:
    """Read and stored like any page; its best passage, or the one given, is offered with the verdict it gets."""
    made = actions.bring(person_of(request), find(request, claim), given.pasted, door="api")
    told = {"evidence": made.evidence.label, "quote": made.evidence.quote}
    return Status(201, {**told, "verdict": made.verdict, "reason": made.reason})


@router.post("/{claim}/cite/{evidence}", response=ClaimFullOut, operation_id="cite", summary="Cite an offered quote")
def cite(request: HttpRequest, claim: str, evidence: str, given: Seen) -> Any:
    visible = Evidence.objects.visible_to(person_of(request))
    piece = get_object_or_404(visible, pk=number_of(evidence, "E"), task=find(request, claim).task_id)
    return _moved(request, claim, given, actions.cite, piece)


def _moved(request: HttpRequest, label: str, given: Seen, verb: Any, *more: Any) -> Any:
    """409 carries the claim as it is now."""
    person, found = person_of(request), find(request, label)
    try:
        verb(person, found, *more, seen_version=given.seen_version, door="api")
    except actions.Stale as stale:
        return problem("stale", stale.sentence, current=full(person, find(request, label)).model_dump(mode="json"))
    return full(person, find(request, label))


@router.post("/{claim}/more", response={202: ErrandOut}, operation_id="more_evidence", summary="Look for more evidence")
def more(request: HttpRequest, claim: str, given: More) -> Status[Errand]:
    made = actions.send_for(
        person_of(request), find(request, claim), about=given.about, refute=given.refute, door="api"
    )
    return Status(202, made)


@of_tasks.get("/{task}/versions", response=list[VersionOfReportOut], operation_id="list_versions", summary="Versions")
def list_versions(request: HttpRequest, task: str) -> Any:
    return find_task(request, task).reports.select_related("published_by").order_by("-version")


@of_tasks.get(
    "/{task}/versions/{version}/changes", response=list[ChangeOut], operation_id="list_changes", summary="What changed"
)
def list_changes(request: HttpRequest, task: str, version: int) -> Any:
    """Against the version before, sentence by sentence, with the decision that caused it."""
    reports = find_task(request, task).reports
    new = get_object_or_404(reports, version=version)
    old = reports.filter(version__lt=version).order_by("-version").first()
    return list(versions.changes(old, new)) if old else []


@of_tasks.post(
    "/{task}/publish", response=VersionOfReportOut, operation_id="publish", summary="Publish the newest version"
)
def publish(request: HttpRequest, task: str, given: Seen) -> Any:
    try:
        return actions.publish(
            person_of(request), find_task(request, task), seen_version=given.seen_version, door="api"
        )
    except actions.Stale as stale:
        return problem("stale", stale.sentence, current={"version": stale.current.version})


@trail.get("/history/{label}", response=list[TrailOut], operation_id="read_history", summary="What was done to it")
def read_history(request: HttpRequest, label: str, limit: Limit = PAGE) -> Any:
    """Of T-128, C-128-17 or S-9: who, when, old and new, why, by which door. The newest first."""
    person = person_of(request)
    _thing, _back, wanted = thing_of(person, label)
    rows = Audit.objects.visible_to(person).filter(wanted).select_related("person")
    return rows.order_by("-id")[:limit]
